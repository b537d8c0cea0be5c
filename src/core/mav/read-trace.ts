import type { Range } from '../base/text/range.ts';
import { diagnostic } from '../notation/diagnostic.ts';
import {
  type Cursor,
  EXAMPLE_HEAD,
  HEADER_START,
  readAction,
  readBucketValue,
  startsTrace,
  TRACE_START,
} from './lexer.ts';
import type { Faults } from './quick-fixes.ts';
import { LINE_START, MAX_PROSE_LENGTH, readExample, skipProse } from './read-example.ts';
import type { ActionValue, Example, MavWord, NodeRef, Parameter, Selection, Trace, TraceStep } from './syntax.ts';

const PARAMETER = /[ \t]*(breadth|depth)[ \t]*=[ \t]*(\d+(?![^\sa-z])|(?!(?:breadth|depth)\b)\S*)/iy;
const EVALUATION = /Evaluation[ \t]+for[ \t]+node[ \t]*:?[ \t]*/iy;
const EXPANSION = /Expand(?:ing)?[ \t]+from[ \t]+node[ \t]*:?[ \t]*/iy;
const DECISION = /Decision[ \t]+for[ \t]+node[ \t]*:?[ \t]*/iy;
const PLAYING = /Playing\b[ \t]*:?[ \t]*/iy;
const ROOT = /<[ \t]*root\b/iy;
const PATH_MOVE = /[^\s<>]+/y;
const NODE_END = /[ \t]*>/y;
const BLANK = /[ \t]+/y;
const SEPARATOR = /[\s:,]+/y;
const MOVE = /[^\s:!."<>[\]]+/y;

/** Step after an action that was played too early. */
const STEP = /\s*(?:Evaluation|Expand(?:ing)?|Decision)[ \t]+(?:for|from)[ \t]+node\b/iy;
const PLAYED_AGAIN = /\s*Playing\b[ \t:]*[^\s:]\S*[ \t]*(?=[\r\n]|$)/iy;
/** A word of the first line that is no parameter, up to the next keyword or example. */
const WORD = new RegExp(`[ \\t]*(?!#|(?:Evaluation|Expand|Decision|Playing)|${EXAMPLE_HEAD})[^\\s[]+`, 'iy');
/** Text in place of the name of a node. */
const NO_NODE = new RegExp(`(?:(?!${EXAMPLE_HEAD}|<[ \\t]*root\\b)[^\\r\\n[#])+`, 'iy');
/** Text in place of the name of a child. */
const NO_CHILD = /(?:[ \t:,]*<[ \t]*|[ \t:,]+)([^\s<>#:,][^<>#\r\n]*)>?/y;
/** Misspelled words of a step before the name of a node. */
const MISSPELT_STEP = /[^\r\n<[#]+(?=<[ \t]*root\b)/iy;
/** A misspelled `Playing` line, which ends with the move that the root selected. */
const MISSPELT_PLAYING = /[^\s<[#]+[ \t]+([^\s:!."<>[\]#]+)!?[ \t]*(?=[\r\n]|$)/y;
const PREVIOUS_ACTION = /\[[ \t]*%prev[_ \t]*action[ \t]+([^\s\]]+)/i;
/** The end of a node's example. */
const OTHER_STEP = /[\r\n][ \t]*(?:Minimax|Evaluation|Expand|Decision|Selecting|Playing)/i;
/** Distance after a header within which its previous action is searched, in UTF-16 units. */
const NEAR = MAX_PROSE_LENGTH + 150;

/** Reads the trace at the cursor; undefined without one. */
export function readTrace(cursor: Cursor, faults: Faults): Trace | undefined {
  const start = cursor.at;
  if (!startsTrace(cursor)) return undefined;
  const { breadth, depth } = readHead(cursor, faults);
  const head = { start, end: cursor.at };
  const steps: TraceStep[] = [];
  /** Number of nodes that are announced and not yet evaluated, by their last action. */
  const awaited = new Map<string, number>();
  const count = (node: NodeRef | undefined, by: number): void => {
    const action = node?.path.at(-1)?.text.toLowerCase() ?? '';
    awaited.set(action, (awaited.get(action) ?? 0) + by);
  };
  let playing: MavWord | undefined;
  let end = cursor.at;
  for (;;) {
    const before = cursor.at;
    cursor.skipBlanks();
    const at = cursor.at;
    if (cursor.take(PLAYING) !== undefined || readMisspeltPlaying(cursor, steps, faults)) {
      playing = cursor.word(MOVE);
      if (cursor.text[cursor.at] === '!') cursor.at++;
      end = cursor.at;
      if (!cursor.sees(STEP)) break;
      playing = undefined;
      stray(faults, at, end, 'an action is played before the search is over');
      continue;
    }
    const hasComment = cursor.text.slice(before, at).includes('#');
    const isRoot = end === head.end && breadth?.value !== undefined && depth?.value !== undefined;
    const step =
      readStep(cursor, faults) ??
      (!hasComment && belongsToNode(cursor, isRoot, awaited) ? readNameless(cursor, faults) : undefined);
    if (step !== undefined) {
      steps.push(step);
      if (step.kind === 'expansion') for (const child of step.children) count(child, 1);
      else if (step.kind === 'evaluation') count(step.node, -1);
    } else if (cursor.isAtEnd || cursor.sees(TRACE_START) || cursor.sees(HEADER_START)) {
      cursor.at = before;
      break;
    } else {
      const range = cursor.restOfLine();
      stray(faults, range.start, range.end, 'this line belongs to no step of the trace');
    }
    end = cursor.at;
  }
  while (cursor.sees(PLAYED_AGAIN)) {
    cursor.skipBlanks();
    const again = cursor.restOfLine();
    end = cursor.at;
    stray(faults, again.start, again.end, 'an action is played a second time');
  }
  return { kind: 'trace', range: { start, end }, head, breadth, depth, steps, playing };
}

const stray = (faults: Faults, start: number, end: number, message: string): void =>
  void faults.push(diagnostic('MAV_STRAY_TEXT', { start, end }, message));

/** Reads the parameters. A word between them is reported unless it stands in place of a missing parameter. */
function readHead(cursor: Cursor, faults: Faults): Pick<Trace, 'breadth' | 'depth'> {
  let breadth: Parameter | undefined;
  let depth: Parameter | undefined;
  const words: Range[] = [];
  if (cursor.take(TRACE_START) === undefined) return { breadth, depth };
  for (;;) {
    const at = cursor.at;
    const found = cursor.take(PARAMETER);
    const start = at + (cursor.text.slice(at, cursor.at).search(/\S/) || 0);
    if (found !== undefined) {
      const [, name = '', text = ''] = found;
      const value = /^-?\d+$/.test(text) ? Number(text) : undefined;
      const parameter = { range: { start, end: cursor.at }, value, text };
      if (name.toLowerCase() === 'breadth') breadth = parameter;
      else depth = parameter;
    } else {
      const word = cursor.take(WORD)?.[0];
      if (word === undefined) break;
      words.push({ start: cursor.at - word.trimStart().length, end: cursor.at });
    }
  }
  const [first, last] = [words.at(0), words.at(-1)];
  if (first !== undefined && last !== undefined && breadth !== undefined && depth !== undefined)
    stray(faults, first.start, last.end, 'unexpected text in the first line of a trace');
  return { breadth, depth };
}

/** Returns true if the example at the cursor belongs to a node whose line is missing: the root, or an awaited one. */
function belongsToNode(cursor: Cursor, isRoot: boolean, awaited: ReadonlyMap<string, number>): boolean {
  const { text, at } = cursor;
  if (!cursor.sees(HEADER_START)) return false;
  const ahead = text.slice(at, at + NEAR);
  const end = ahead.search(OTHER_STEP);
  const action = PREVIOUS_ACTION.exec(end < 0 ? ahead : ahead.slice(0, end))?.[1]?.toLowerCase();
  return isRoot || (action !== undefined && (awaited.get(action) ?? 0) > 0);
}

/** Reads the example of a node whose line is missing. */
function readNameless(cursor: Cursor, faults: Faults): TraceStep | undefined {
  const start = cursor.at;
  const example = readExample(cursor, faults);
  return { kind: 'evaluation', range: { start, end: cursor.at }, node: undefined, example };
}

function readMisspeltPlaying(cursor: Cursor, steps: readonly TraceStep[], faults: Faults): boolean {
  const last = steps.at(-1);
  const selection = last?.kind === 'decision' && last.node?.path.length === 0 ? last.selection : undefined;
  if (selection?.kind !== 'action') return false;
  const start = cursor.at;
  const found = cursor.take(MISSPELT_PLAYING);
  cursor.at = start;
  const move = found?.[1];
  if (found === undefined || move === undefined || move !== selection.action.move.text) return false;
  cursor.at += found[0].lastIndexOf(move);
  stray(faults, start, start + found[0].search(/[ \t]/), 'expected Playing');
  return true;
}

function readStep(cursor: Cursor, faults: Faults): TraceStep | undefined {
  const start = cursor.at;
  if (cursor.take(EVALUATION) !== undefined) return readEvaluation(cursor, start, readNode(cursor), faults);
  if (cursor.take(EXPANSION) !== undefined) return readExpansion(cursor, start, readNode(cursor));
  if (cursor.take(DECISION) !== undefined) {
    const node = cursor.sees(PAIR_LINE) ? undefined : readNode(cursor);
    return readDecision(cursor, start, node, faults);
  }
  if (cursor.sees(PAIR_LINE)) return readDecision(cursor, start, undefined, faults);
  return readMisspelt(cursor, faults);
}

/** Reads a step with misspelled words, by the node that they name and by what follows. */
function readMisspelt(cursor: Cursor, faults: Faults): TraceStep | undefined {
  const start = cursor.at;
  const count = faults.length;
  const words = cursor.sees(TRACE_START) ? undefined : cursor.take(MISSPELT_STEP)?.[0];
  if (words === undefined) return undefined;
  stray(
    faults,
    start,
    start + words.trimEnd().length,
    'expected Evaluation, Expand or Decision, and the words behind it',
  );
  const node = readNode(cursor);
  const expansion = readExpansion(cursor, start, node);
  if (expansion.kind === 'expansion' && expansion.children.length > 0) return expansion;
  const at = cursor.at;
  cursor.take(SEPARATOR);
  cursor.skipBlanks();
  const isExample = cursor.sees(HEADER_START);
  const isDecision = cursor.sees(PAIR_LINE);
  cursor.at = at;
  if (isExample) return readEvaluation(cursor, start, node, faults);
  if (isDecision) return readDecision(cursor, start, node, faults);
  faults.length = count;
  cursor.at = start;
  return undefined;
}

function readEvaluation(cursor: Cursor, start: number, node: NodeRef | undefined, faults: Faults): TraceStep {
  const before = cursor.at;
  cursor.take(SEPARATOR);
  cursor.skipBlanks();
  const example = readNodeExample(cursor, faults);
  if (example === undefined) cursor.at = before;
  return { kind: 'evaluation', range: { start, end: cursor.at }, node, example };
}

/** Reads the example after the line of its node. Prose may stand between them, and the header may be missing. */
function readNodeExample(cursor: Cursor, faults: Faults): Example | undefined {
  const start = cursor.at;
  // A truncated header is not prose before another one.
  const next = cursor.text.charAt(start) === '<' ? LINE_START : NODE_EXAMPLE;
  if (!cursor.sees(NODE_EXAMPLE) && !skipProse(cursor, faults, next)) return undefined;
  const example = readExample(cursor, faults, true);
  if (example === undefined || example.header.range.end > example.header.range.start) return example;
  // The text in place of the header is reported.
  const open = { start: Math.min(start, example.range.start), end: example.range.start };
  const commands = example.lines.map(({ command }) => command);
  return { ...example, header: { ...example.header, open, commands } };
}

const NODE_EXAMPLE = new RegExp(`${HEADER_START.source}|${LINE_START.source}`, 'iy');

function readExpansion(cursor: Cursor, start: number, node: NodeRef | undefined): TraceStep {
  const children: NodeRef[] = [];
  for (;;) {
    const before = cursor.at;
    cursor.take(SEPARATOR);
    if (cursor.sees(ROOT)) {
      const child = readNode(cursor);
      if (child !== undefined) children.push(child);
      continue;
    }
    cursor.at = before;
    const found = cursor.take(NO_CHILD);
    if (found === undefined) break;
    const name = found[1]?.trimEnd() ?? '';
    const at = before + found[0].indexOf(name);
    children.push({
      range: { start: at, end: cursor.at },
      path: [{ range: { start: at, end: at + name.length }, text: name }],
    });
  }
  return { kind: 'expansion', range: { start, end: cursor.at }, node, children };
}

/** Reads `<root g3d6>`; skips the text in its place. */
function readNode(cursor: Cursor): NodeRef | undefined {
  const start = cursor.at;
  if (cursor.take(ROOT) === undefined) {
    cursor.take(NO_NODE);
    return undefined;
  }
  const path: MavWord[] = [];
  let end = cursor.at;
  for (;;) {
    cursor.take(BLANK);
    const move = cursor.word(PATH_MOVE);
    if (move === undefined) break;
    path.push(move);
    end = cursor.at;
  }
  if (cursor.take(NODE_END) !== undefined) end = cursor.at;
  cursor.at = end;
  return { range: { start, end }, path };
}

/** Start of a line of a decision with an action and its value. */
const PAIR_LINE = /(?:Selecting\b[ \t:]*)?[^\s:!."<>[\]#]+[ \t]*:[ \t]*"?(?:<(?![ \t]*root\b)|[01]-|1\/2)/iy;
const SELECTING = /Selecting\b[ \t]*:?[ \t]*/iy;
const PAIR_SEPARATOR = /[\s:,]+/y;
const BETWEEN = /[ \t:,]+/y;
const INVALID = /invalid[ \t]*:?[ \t]*/iy;
/** Keywords that end the list of a decision. */
const KEYWORD = new RegExp(
  `(?:Minimax|Evaluation|Expand|Expanding|Decision|Selecting|Playing)\\b|${EXAMPLE_HEAD}|\\[`,
  'iy',
);
const LINE_END = /[ \t]*(?:#|[\r\n]|$)/y;

/** Reads the actions that a decision compares and its selection, after its node. */
function readDecision(cursor: Cursor, start: number, node: NodeRef | undefined, faults: Faults): TraceStep {
  const actions: ActionValue[] = [];
  let selection: Selection | undefined;
  let end = cursor.at;
  while (selection === undefined) {
    cursor.take(PAIR_SEPARATOR);
    cursor.skipBlanks();
    if (cursor.take(SELECTING) !== undefined) {
      selection = readSelection(cursor);
      end = cursor.at;
      break;
    }
    if (cursor.isAtEnd || cursor.sees(KEYWORD)) break;
    selection = readPairs(cursor, actions, faults);
    end = cursor.at;
  }
  cursor.at = end;
  return { kind: 'decision', range: { start, end }, node, actions, selection };
}

/**
 * Reads a line of a decision: actions with their values, or text that doesn't belong there. Returns the selection if
 * the first word stands for `Selecting`.
 */
function readPairs(cursor: Cursor, actions: ActionValue[], faults: Faults): Selection | undefined {
  const start = cursor.at;
  const found: ActionValue[] = [];
  while (!cursor.sees(LINE_END) && !cursor.sees(KEYWORD)) {
    const action = readAction(cursor);
    if (action === undefined) break;
    found.push(action);
    cursor.take(BETWEEN);
  }
  const stop = cursor.at;
  const isWhole = cursor.sees(LINE_END) || cursor.sees(KEYWORD);
  const [first, second] = found;
  // A word in place of a colon is not an action with the following value.
  const isInPlace =
    first?.value === undefined &&
    second?.value !== undefined &&
    !cursor.text.slice(second.move.range.end, second.value.range.start).includes(':');
  const paired = isInPlace ? 0 : found.filter(({ value }) => value !== undefined).length;
  const stray = (at: number, end: number, message = 'this text belongs to no decision'): void =>
    void faults.push(diagnostic('MAV_STRAY_TEXT', { start: at, end }, message));
  if (isWhole && found.length === 2 && paired === 1 && first !== undefined && second?.value !== undefined) {
    cursor.take(PAIR_SEPARATOR);
    cursor.skipBlanks();
    const isLast = cursor.isAtEnd || (cursor.sees(KEYWORD) && !cursor.sees(SELECTING));
    cursor.at = second.range.end;
    if (isLast) {
      stray(first.range.start, first.range.end, 'expected Selecting');
      const { move, range, value } = second;
      return /^invalid$/i.test(move.text)
        ? { kind: 'terminal', range, result: value }
        : { kind: 'action', range, action: second };
    }
  }
  const isList = found.length === 1 || found.length - paired <= paired;
  if (isWhole && isList) {
    actions.push(...found);
    cursor.at = found.at(-1)?.range.end ?? start;
    return undefined;
  }
  cursor.at = start;
  const { end } = cursor.restOfLine();
  // After an action whose value can't be read, the rest of the line is reported.
  const isBroken = first !== undefined && paired === 0 && (isInPlace || /["<]/.test(cursor.text.charAt(stop)));
  const kept = paired > 0 && isList ? found : isBroken ? [first] : [];
  actions.push(...kept);
  stray(kept === found ? stop : isBroken ? (second?.range.start ?? stop) : start, end);
  return undefined;
}

function readSelection(cursor: Cursor): Selection | undefined {
  const start = cursor.at;
  if (cursor.take(INVALID) !== undefined) {
    const result = readResult(cursor) ?? { range: { start: cursor.at, end: cursor.at }, text: '' };
    return { kind: 'terminal', range: { start, end: cursor.at }, result };
  }
  const action = readAction(cursor);
  return action === undefined ? undefined : { kind: 'action', range: action.range, action };
}

/** Reads the result of a game, in either kind of quotation marks or without. */
function readResult(cursor: Cursor): MavWord | undefined {
  const word = readBucketValue(cursor);
  if (word === undefined || !/^'.*'$/.test(word.text)) return word;
  const { start, end } = word.range;
  return { range: { start: start + 1, end: end - 1 }, text: word.text.slice(1, -1) };
}
