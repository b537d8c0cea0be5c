import type { Range } from '../../base/text/range.ts';
import type { MavWord } from '../syntax.ts';

/*
 * The text of ROOK, ArbiterSim and RookWorld-LM (Rahn, Jitsev and Sun, laion.ai/notes/rook;
 * github.com/jorahn/RookWorld), one example per line. Policy: `P: FEN M: moves E: values B: best`, the parts padded
 * with spaces. Environment: `A: FEN+action+history+FEN+reward+terminated+truncated`. A `+` at the end and a missing `A:
 * ` or `P: ` are read, too: model cards and datasets differ there. A line that ends where the answer starts is a
 * prompt.
 */

/** Length of a policy's list: five actions, or all if a position has fewer. */
export const ROOK_LIST = 5;
/** Most moves of an environment's history, including the action. */
export const ROOK_HISTORY = 10;
/** Rewards of the environment: a legal move that ends nothing, a mate, a draw, an illegal move. */
export const ROOK_REWARDS = { legal: 0.001, mate: 1, draw: 0.5, illegal: -1 } as const;

/** The words after `M:` or `E:`. */
export interface RookField {
  /** Range of the words, or the place after the mark if there are none. */
  readonly range: Range;
  readonly words: readonly MavWord[];
  /** True if dashes stand in place of the words, as in the published ablations. */
  readonly isWithheld: boolean;
}

interface RookPart {
  /** Range of the line without whitespace around it. */
  readonly range: Range;
  readonly fen: MavWord;
}

/** Input of the policy, and as much of its answer as is written. */
export interface RookPolicy extends RookPart {
  readonly kind: 'policy';
  readonly moves: RookField | undefined;
  readonly values: RookField | undefined;
  readonly best: MavWord | undefined;
}

/** Input of the environment, and as much of its answer as is written. */
export interface RookStep extends RookPart {
  readonly kind: 'environment';
  readonly action: MavWord | undefined;
  readonly history: readonly MavWord[];
  /** Range of the history; undefined without one. */
  readonly historyRange: Range | undefined;
  readonly next: MavWord | undefined;
  readonly reward: MavWord | undefined;
  readonly terminated: MavWord | undefined;
  readonly truncated: MavWord | undefined;
  /** Text after the last field. */
  readonly rest: Range | undefined;
}

/** A line that is neither blank nor a comment (`#`). */
export type RookLine = RookPolicy | RookStep | { readonly kind: 'unknown'; readonly range: Range };

/** Returns true for a line with a question and no answer. */
export const isRookPrompt = (line: RookPolicy | RookStep): boolean =>
  line.kind === 'policy'
    ? line.moves === undefined && line.values === undefined && line.best === undefined
    : line.next === undefined;

/** A nonempty line without its end. */
const LINE = /[^\r\n]+/g;
const PREFIX = /^([PA]):[ \t]*/;
/** Eight ranks and a side: the start of a line without a prefix. */
const FEN_HEAD = /^[1-8a-zA-Z]+(?:\/[1-8a-zA-Z]+){7}[ \t]+[wb]\b/;
/** A mark after whitespace, which pads the parts. */
const MARKS = /(?<=[ \t])([MEB]):/g;
const DASHES = /^-{2,}$/;

/**
 * Yields the lines of a text that are neither blank nor comments, in order. Nothing is lost: other lines are `unknown`.
 */
export function* readRookLines(text: string): Generator<RookLine> {
  for (const found of text.matchAll(LINE)) {
    const start = found.index + (found.index === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0);
    const line = trimmed(text, start, found.index + found[0].length);
    if (line.text !== '' && !line.text.startsWith('#')) yield readLine(line);
  }
}

function readLine(line: MavWord): RookLine {
  const prefix = PREFIX.exec(line.text);
  const body = prefix === null ? line : sliced(line, prefix[0].length);
  if (prefix === null && !FEN_HEAD.test(line.text)) return { kind: 'unknown', range: line.range };
  const isStep = prefix === null ? body.text.includes('+') : prefix[1] === 'A';
  return isStep ? readStep(line, body) : readPolicy(line, body);
}

function readPolicy(line: MavWord, body: MavWord): RookPolicy {
  const marks = [...body.text.matchAll(MARKS)];
  const part = (name: string): MavWord | undefined => {
    const at = marks.findIndex(([, mark]) => mark === name);
    const mark = marks[at];
    if (mark === undefined) return undefined;
    return trimmedWord(sliced(body, mark.index + mark[0].length, marks[at + 1]?.index));
  };
  const field = (name: string): RookField | undefined => {
    const found = part(name);
    if (found === undefined) return undefined;
    const isWithheld = DASHES.test(found.text);
    return { range: found.range, words: isWithheld ? [] : splitWords(found), isWithheld };
  };
  return {
    kind: 'policy',
    range: line.range,
    fen: trimmedWord(sliced(body, 0, marks[0]?.index)),
    moves: field('M'),
    values: field('E'),
    best: part('B'),
  };
}

function readStep(line: MavWord, body: MavWord): RookStep {
  const fields: MavWord[] = [];
  let at = 0;
  for (let end = body.text.indexOf('+'); end >= 0 && fields.length < 7; end = body.text.indexOf('+', at)) {
    fields.push(trimmedWord(sliced(body, at, end)));
    at = end + 1;
  }
  const last = trimmedWord(sliced(body, at));
  // A `+` at the end closes the field before it.
  if (last.text !== '' && fields.length < 7) fields.push(last);
  const [fen, action, history, next, reward, terminated, truncated] = fields;
  return {
    kind: 'environment',
    range: line.range,
    fen: fen ?? body,
    action,
    history: history === undefined ? [] : splitWords(history),
    historyRange: history?.range,
    next,
    reward,
    terminated,
    truncated,
    rest: fields.length === 7 && truncated !== last && last.text !== '' ? last.range : undefined,
  };
}

function splitWords({ text, range }: MavWord): MavWord[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    range: { start: range.start + index, end: range.start + index + word.length },
  }));
}

const sliced = ({ text, range }: MavWord, from: number, to = text.length): MavWord => ({
  text: text.slice(from, to),
  range: { start: range.start + from, end: range.start + to },
});

const trimmedWord = ({ text, range }: MavWord): MavWord => {
  const start = text.length - text.trimStart().length;
  const inner = text.trim();
  return { text: inner, range: { start: range.start + start, end: range.start + start + inner.length } };
};

const trimmed = (text: string, start: number, end: number): MavWord =>
  trimmedWord({ text: text.slice(start, end), range: { start, end } });
