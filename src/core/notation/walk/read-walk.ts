import { partitionPoint } from '../../base/partition-point.ts';
import type { Range } from '../../base/text/range.ts';
import { type CommandValue, readValue } from '../predictions/codec.ts';
import { isWalkBlank, type WalkLine, walkLines } from './walk-lines.ts';

/** A word of a walk file, with its place. */
export interface WalkWord {
  readonly text: string;
  readonly range: Range;
}

/** A `# pstate` line. */
export interface WalkPrediction {
  /** From `#` to the last character. */
  readonly range: Range;
  /** Number of actions above it in its walk: the prediction is of the state behind them. */
  readonly at: number;
  /** Its label and state (`fen` is undefined for `?`), or the part that is missing. */
  readonly value: CommandValue | 'label' | 'fen';
}

/** A walk: a `world` line and what follows it up to the next one. Nothing in it has been checked. */
export interface Walk {
  /** From the `world` line to the last character that is no white space. */
  readonly range: Range;
  /** The name or file behind `world`; empty where it is missing. */
  readonly world: WalkWord;
  /** The state behind `start`, above all actions; undefined: the walk starts where its world does. */
  readonly start: WalkWord | undefined;
  readonly actions: readonly WalkWord[];
  readonly predictions: readonly WalkPrediction[];
  /** `start` lines that start nothing: a second one, or one below an action. */
  readonly strayStarts: readonly Range[];
}

export interface WalkFile {
  readonly walks: readonly Walk[];
  /** Lines of actions, states and predictions above the first `world` line. */
  readonly orphans: readonly Range[];
  readonly hasByteOrderMark: boolean;
}

interface OpenWalk {
  start: number;
  end: number;
  readonly world: WalkWord;
  first: WalkWord | undefined;
  readonly actions: WalkWord[];
  readonly predictions: WalkPrediction[];
  readonly strayStarts: Range[];
}

/**
 * Reads a walk file: `world NAME` begins a walk, `start STATE` says where it starts, other lines hold actions, words separated by white
 * space; `# pstate LABEL STATE` is a prediction of the state behind all actions above it, other lines that start with `#` are
 * comments. Never fails; what belongs to no walk is in `orphans`.
 */
export function readWalks(text: string): WalkFile {
  const open: OpenWalk[] = [];
  const orphans: Range[] = [];
  for (const line of walkLines(text)) {
    if (line.kind === 'blank' || line.kind === 'comment') continue;
    if (line.kind === 'world') {
      const world = wordAt(text, line.value);
      const { start, end } = line.content;
      open.push({ start, end, world, first: undefined, actions: [], predictions: [], strayStarts: [] });
      continue;
    }
    const walk = open.at(-1);
    if (walk === undefined) orphans.push(line.content);
    else addLine(walk, text, line);
  }
  const walks = open.map(({ start, end, first, ...rest }): Walk => ({ range: { start, end }, start: first, ...rest }));
  return { walks, orphans, hasByteOrderMark: text.charCodeAt(0) === 0xfeff };
}

const wordAt = (text: string, range: Range): WalkWord => ({ text: text.slice(range.start, range.end), range });

function addLine(walk: OpenWalk, text: string, { kind, content, value }: WalkLine): void {
  walk.end = content.end;
  if (kind === 'start') {
    if (walk.first === undefined && walk.actions.length === 0) walk.first = wordAt(text, value);
    else walk.strayStarts.push(content);
  } else if (kind === 'prediction') {
    const at = walk.actions.length;
    walk.predictions.push({ range: content, at, value: readValue(text, value.start, value.end) });
  } else for (const range of wordsIn(text, content)) walk.actions.push(wordAt(text, range));
}

/** The words of a span, in order. */
export function* wordsIn(text: string, { start, end }: Range): Generator<Range> {
  for (let at = start; at < end; ) {
    while (at < end && isWalkBlank(text.charCodeAt(at))) at++;
    const from = at;
    while (at < end && !isWalkBlank(text.charCodeAt(at))) at++;
    if (at > from) yield { start: from, end: at };
  }
}

/** Number of actions of a walk that start before an offset of its text. */
export const actionsBefore = ({ actions }: Walk, offset: number): number =>
  partitionPoint(actions.length, (at) => (actions[at]?.range.start ?? 0) < offset);
