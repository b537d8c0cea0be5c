import { diagnostic } from '../notation/diagnostics/diagnostic.ts';
import { Cursor } from './cursor.ts';
import { ESCAPED_LINE, escapedText } from './escaped.ts';
import type { Faults } from './fixing.ts';
import { EXAMPLE_HEAD } from './heads.ts';
import { readAction, readValue } from './read-actions.ts';
import { HEADER_START, readExample } from './read-example.ts';
import type { ActionValue, MavSection, NodeRef, Parameter, Selection, Trace, TraceStep, Word } from './syntax.ts';

/**
 * Reads the section of a MAV text that starts at `from`: the comments and stray lines before an example or trace,
 * that itself and the blank lines below it; behind the last one what is left of the text. Ranges are offsets of `text`. Any text is read.
 */
export function readMavSection(text: string, from: number): MavSection {
  const cursor = new Cursor(text, from);
  const faults: Faults = [];
  for (;;) {
    cursor.skipBlanks();
    if (cursor.isAtEnd) return { length: cursor.at - from, item: undefined, faults };
    if (isAtLineStart(cursor) && cursor.sees(ESCAPED_LINE)) {
      faults.push(escapedText(text, cursor.restOfLine()));
      continue;
    }
    const item = readTrace(cursor, faults) ?? readExample(cursor, faults);
    if (item !== undefined) return { length: endOfSection(cursor) - from, item, faults };
    const start = cursor.at;
    const line = cursor.restOfLine();
    // an example may start behind words on its line
    const head = text.slice(start, line.end).search(HEAD);
    if (head > 0) cursor.at = start + head;
    const range = head > 0 ? { start, end: start + text.slice(start, start + head).trimEnd().length } : line;
    faults.push(diagnostic('MAV_STRAY_TEXT', range, 'this line belongs to neither an example nor a trace'));
  }
}

const isAtLineStart = ({ text, at }: Cursor): boolean => at === 0 || /[\r\n\uFEFF]/.test(text.charAt(at - 1));

/** Up to a line break, and the blank lines behind it. */
const LINE_END = /(?:[ \t]*(?:\r\n?|\n))+/y;

/** A section ends with its last line and the blank ones below it; comments at the end of a text belong to the last section. */
function endOfSection(cursor: Cursor): number {
  cursor.take(LINE_END);
  const end = cursor.at;
  cursor.skipBlanks();
  return cursor.isAtEnd ? cursor.at : end;
}

/** All sections of a text; they tile it. */
export function readMav(text: string): { readonly offset: number; readonly section: MavSection }[] {
  const sections: { offset: number; section: MavSection }[] = [];
  for (let at = 0; at < text.length; ) {
    const section = readMavSection(text, at);
    sections.push({ offset: at, section });
    at += section.length;
  }
  return sections;
}

/** True if a text that starts so is MAV, whatever its name. */
export function looksLikeMav(firstLine: string): boolean {
  const cursor = new Cursor(firstLine, 0);
  cursor.skipBlanks();
  return cursor.sees(HEADER_START) || cursor.sees(TRACE_START);
}

const HEAD = new RegExp(EXAMPLE_HEAD, 'i');
/** What starts a trace. */
const TRACE_START = /Minimax\b/iy;
const PARAMETER = /[ \t]*(breadth|depth)[ \t]*=[ \t]*(\d+)/iy;
const EVALUATION = /Evaluation[ \t]+for[ \t]+node[ \t]*:?[ \t]*/iy;
const EXPANSION = /Expand(?:ing)?[ \t]+from[ \t]+node[ \t]*:?[ \t]*/iy;
const DECISION = /Decision[ \t]+for[ \t]+node[ \t]*:?[ \t]*/iy;
const SELECTING = /Selecting[ \t]*:?[ \t]*/iy;
const PLAYING = /Playing[ \t]*:?[ \t]*/iy;
const ROOT = /<[ \t]*root\b/iy;
const PATH_MOVE = /[^\s<>]+/y;
const NODE_END = /[ \t]*>/y;
const BLANK = /[ \t]+/y;
const SEPARATOR = /[\s:,]+/y;
const MOVE = /[^\s:!."<>[\]]+/y;
const INVALID = /invalid[ \t]*:?[ \t]*/iy;
/** Words that end a list of a decision. */
const KEYWORD = new RegExp(
  `(?:Minimax|Evaluation|Expand|Expanding|Decision|Selecting|Playing)\\b|${EXAMPLE_HEAD}|\\[`,
  'iy',
);

/** Reads the trace that starts right here; undefined when none does. */
function readTrace(cursor: Cursor, faults: Faults): Trace | undefined {
  const start = cursor.at;
  if (cursor.take(TRACE_START) === undefined) return undefined;
  let breadth: Parameter | undefined;
  let depth: Parameter | undefined;
  for (;;) {
    const at = cursor.at;
    const found = cursor.take(PARAMETER);
    if (found === undefined) break;
    const parameter = { range: { start: at + found[0].search(/\S/), end: cursor.at }, value: Number(found[2]) };
    if (found[1]?.toLowerCase() === 'breadth') breadth = parameter;
    else depth = parameter;
  }
  const head = { start, end: cursor.at };
  const steps: TraceStep[] = [];
  let playing: Word | undefined;
  let end = cursor.at;
  for (;;) {
    const before = cursor.at;
    cursor.skipBlanks();
    if (cursor.take(PLAYING) !== undefined) {
      playing = cursor.word(MOVE);
      if (cursor.text[cursor.at] === '!') cursor.at++;
      end = cursor.at;
      break;
    }
    const step = readStep(cursor, faults);
    if (step !== undefined) steps.push(step);
    else if (cursor.isAtEnd || cursor.sees(TRACE_START) || cursor.sees(HEADER_START)) {
      cursor.at = before;
      break;
    } else {
      const range = cursor.restOfLine();
      faults.push(diagnostic('MAV_STRAY_TEXT', range, 'this line belongs to no step of the trace'));
    }
    end = cursor.at;
  }
  return { kind: 'trace', range: { start, end }, head, breadth, depth, steps, playing };
}

function readStep(cursor: Cursor, faults: Faults): TraceStep | undefined {
  const start = cursor.at;
  if (cursor.take(EVALUATION) !== undefined) {
    const node = readNode(cursor);
    const before = cursor.at;
    cursor.take(SEPARATOR);
    cursor.skipBlanks();
    const example = readExample(cursor, faults);
    if (example === undefined) cursor.at = before;
    return { kind: 'evaluation', range: { start, end: cursor.at }, node, example };
  }
  if (cursor.take(EXPANSION) !== undefined) {
    const node = readNode(cursor);
    const children: NodeRef[] = [];
    for (;;) {
      const before = cursor.at;
      cursor.take(SEPARATOR);
      const child = readNode(cursor);
      if (child === undefined) {
        cursor.at = before;
        break;
      }
      children.push(child);
    }
    return { kind: 'expansion', range: { start, end: cursor.at }, node, children };
  }
  return cursor.take(DECISION) === undefined ? undefined : readDecision(cursor, start);
}

function readDecision(cursor: Cursor, start: number): TraceStep {
  const node = readNode(cursor);
  const actions: ActionValue[] = [];
  let selection: Selection | undefined;
  let end = cursor.at;
  for (;;) {
    cursor.take(SEPARATOR);
    cursor.skipBlanks();
    if (cursor.take(SELECTING) !== undefined) {
      selection = readSelection(cursor);
      end = cursor.at;
      break;
    }
    if (cursor.isAtEnd || cursor.sees(KEYWORD)) break;
    const action = readAction(cursor);
    if (action === undefined) break;
    actions.push(action);
    end = cursor.at;
  }
  cursor.at = end;
  return { kind: 'decision', range: { start, end }, node, actions, selection };
}

function readSelection(cursor: Cursor): Selection | undefined {
  const start = cursor.at;
  if (cursor.take(INVALID) !== undefined) {
    const result = readValue(cursor) ?? { range: { start: cursor.at, end: cursor.at }, text: '' };
    return { kind: 'terminal', range: { start, end: cursor.at }, result };
  }
  const action = readAction(cursor);
  return action === undefined ? undefined : { kind: 'action', range: action.range, action };
}

/** `<root g3d6>` */
function readNode(cursor: Cursor): NodeRef | undefined {
  const start = cursor.at;
  if (cursor.take(ROOT) === undefined) return undefined;
  const path: Word[] = [];
  for (;;) {
    cursor.take(BLANK);
    const move = cursor.word(PATH_MOVE);
    if (move === undefined) break;
    path.push(move);
  }
  cursor.take(NODE_END);
  return { range: { start, end: cursor.at }, path };
}
