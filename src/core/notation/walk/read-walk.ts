import { partitionPoint } from '../../base/collections.ts';
import type { Range } from '../../base/text/range.ts';
import { type CommandValue, readCommandValue } from '../predictions/prediction-syntax.ts';

/** A word of a walk file with its range. */
export interface WalkWord {
  readonly text: string;
  readonly range: Range;
}

/** A `# pstate` line. */
export interface WalkPrediction {
  /** From `#` to the last character. */
  readonly range: Range;
  /** Number of actions above it in its walk: the prediction is of the state after them. */
  readonly at: number;
  /** Label and state (`fen` is undefined for `?`), or the missing part. */
  readonly value: CommandValue | 'label' | 'fen';
}

/** A walk: a `world` line and the lines up to the next one. Nothing in it has been checked. */
export interface Walk {
  /** From the `world` line to the last character that is no white space. */
  readonly range: Range;
  /** The name or file after `world`; empty if missing. */
  readonly world: WalkWord;
  /** The state after `start`, above all actions; undefined for the start of the world. */
  readonly start: WalkWord | undefined;
  readonly actions: readonly WalkWord[];
  readonly predictions: readonly WalkPrediction[];
  /** `start` lines without effect: a second one, or one below an action. */
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
 * Reads a walk file: `world NAME` begins a walk, `start STATE` sets its start, other lines have actions, words
 * separated by white space; `# pstate LABEL STATE` is a prediction of the state after all actions above it, other lines
 * that start with `#` are comments. Never fails; lines outside of walks are in `orphans`.
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
    walk.predictions.push({ range: content, at, value: readCommandValue(text, value.start, value.end) });
  } else for (const range of wordsIn(text, content)) walk.actions.push(wordAt(text, range));
}

/** Yields the words of a span, in order. */
export function* wordsIn(text: string, { start, end }: Range): Generator<Range> {
  for (let at = start; at < end; ) {
    while (at < end && isWalkBlank(text.charCodeAt(at))) at++;
    const from = at;
    while (at < end && !isWalkBlank(text.charCodeAt(at))) at++;
    if (at > from) yield { start: from, end: at };
  }
}

/** Returns the number of actions of a walk that start before an offset of its text. */
export const actionsBefore = ({ actions }: Walk, offset: number): number =>
  partitionPoint(actions.length, (at) => (actions[at]?.range.start ?? 0) < offset);

/**
 * Kind of a line of a walk file. `start` and `world` lines begin with that word; other lines that start with `#` are
 * comments, except predictions.
 */
export type WalkLineKind = 'blank' | 'world' | 'start' | 'actions' | 'prediction' | 'comment';

/** A line of a walk file. Lines tile the text: each starts at the end of the previous one. */
export interface WalkLine {
  readonly kind: WalkLineKind;
  /** Range with the line end. */
  readonly range: Range;
  /** Range without the line end and white space around; empty for a blank line. */
  readonly content: Range;
  /** Text after `world`, `start` or `# pstate`, without white space around; the content of other lines. */
  readonly value: Range;
}

const BOM = 0xfeff;
const KEYWORD = /^(?:(world)|(start)|(#[ \t\v\f]*pstate))(?![^ \t\v\f])/;
/** Longer than any keyword with its spaces, so that long lines are not copied. */
const HEAD = 80;

export const isWalkBlank = (c: number): boolean => c === 0x20 || c === 0x09 || c === 0x0b || c === 0x0c;
const isLineEnd = (c: number): boolean => c === 0x0a || c === 0x0d;

/** Yields the lines of a walk file in order. Never fails; together they are the whole text. */
export function* walkLines(text: string): Generator<WalkLine> {
  for (let at = 0; at < text.length; ) {
    let end = at;
    while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
    let next = end;
    if (next < text.length) next += text.charCodeAt(end) === 0x0d && text.charCodeAt(end + 1) === 0x0a ? 2 : 1;
    // A byte order mark can only be the first character of a file.
    const from = at === 0 && text.charCodeAt(0) === BOM ? 1 : at;
    yield walkLine(text, { start: at, end: next }, from, end);
    at = next;
  }
}

function walkLine(text: string, range: Range, from: number, to: number): WalkLine {
  let start = from;
  let end = to;
  while (start < end && isWalkBlank(text.charCodeAt(start))) start++;
  while (end > start && isWalkBlank(text.charCodeAt(end - 1))) end--;
  const content = { start, end };
  if (start === end) return { kind: 'blank', range, content, value: content };
  const found = KEYWORD.exec(text.slice(start, Math.min(end, start + HEAD)));
  if (found === null) {
    const kind = text.charCodeAt(start) === 0x23 ? 'comment' : 'actions';
    return { kind, range, content, value: content };
  }
  let value = start + found[0].length;
  while (value < end && isWalkBlank(text.charCodeAt(value))) value++;
  const kind = found[1] !== undefined ? 'world' : found[2] !== undefined ? 'start' : 'prediction';
  return { kind, range, content, value: { start: value, end } };
}

/** Returns true if `text[start, end)`, a line without its line end, begins a walk. */
export function isWalkStart(text: string, start: number, end: number): boolean {
  let from = start;
  while (from < end && isWalkBlank(text.charCodeAt(from))) from++;
  const found = KEYWORD.exec(text.slice(from, Math.min(end, from + HEAD)));
  return found?.[1] !== undefined;
}

/**
 * Returns the start of the last walk of a text, whatever follows the text; 0 if none starts after the start of the
 * text. A text cut there reads the same as in one piece.
 */
export function lastWalkStart(text: string): number {
  let end = text.length;
  for (let at = end - 1; at >= 0; at--) {
    if (!isLineEnd(text.charCodeAt(at))) continue;
    // The first word of the last line may continue beyond the text.
    if (isWalkStart(text, at + 1, end) && (end < text.length || /^[ \t\v\f]*world[ \t\v\f]/.test(text.slice(at + 1))))
      return at + 1;
    end = at;
  }
  return 0;
}
