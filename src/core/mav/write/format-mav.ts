import { firstLineEnding } from '../../base/text/lines.ts';
import type { TextBlock } from '../../base/text/long-text-edits.ts';
import { applyEdits, editsTouching, type Range, type TextEdit, wholeLines } from '../../base/text/range.ts';
import { CODES, type Code } from '../../notation/diagnostic-codes.ts';
import type { TextPart } from '../../notation/pgn/format/format-pgn.ts';
import { readMavSection } from '../read-mav.ts';
import type { ActionValue, Example, MavSection, NodeRef, TraceStep } from '../syntax.ts';
import { examplePieces, type FormatPiece, tracePieces } from './format-pieces.ts';

/**
 * Returns sorted edits that write examples and traces as published: one command or step per line, one space between
 * words, underscores, quotation marks and `>` where they belong, at most one empty line. The meaning never changes, and
 * nothing is lost: comments, stray text, unknown commands and unclosed lines stay.
 */
export const formatMav = (text: string): TextEdit[] => [...formatSections(text)].flat();

/**
 * Formats section by section, so that long texts can be formatted in slices; with a range, only the lines that it
 * touches.
 */
export function formatSections(text: string, range?: Range, within?: TextPart): Generator<readonly TextEdit[]> {
  const { lineEnd, isEnd } = within ?? { lineEnd: firstLineEnding(text), isEnd: true };
  return formatBlockSections({ text, from: 0, to: text.length, isLast: isEnd }, lineEnd, range);
}

/**
 * Formats a block of a text; each block starts at a section.
 *
 * @param eol first line ending of the whole text
 */
export function* formatBlockSections(
  { text, from, to, isLast }: TextBlock,
  eol: string,
  touched?: Range,
): Generator<readonly TextEdit[]> {
  const range = touched && wholeLines(text, touched);
  for (let at = from; at < to; ) {
    const section = readMavSection(text, at);
    const end = at + section.length;
    if (range !== undefined && at > range.end) return;
    const isEnd = isLast && end === to;
    if (range === undefined || end > range.start || isEnd)
      yield sectionEdits(text, at, section, { eol, isLast: isEnd, range });
    at = end;
  }
}

const BOM = '\uFEFF';
/** Errors of form alone, which formatting corrects. */
const FORM: ReadonlySet<Code> = new Set(['MAV_HEADER_BRACKET', 'MAV_LOOSE_COMMAND', 'MAV_LOOSE_VALUE']);

function sectionEdits(
  text: string,
  from: number,
  section: MavSection,
  { eol, isLast, range: lines }: { readonly eol: string; readonly isLast: boolean; readonly range: Range | undefined },
): readonly TextEdit[] {
  // Stray words may be read as another part once they stand on a separate line, or nearer to what is before.
  if (section.faults.some(({ code }) => !FORM.has(code))) return [];
  const edits: TextEdit[] = [];
  const put = (start: number, end: number, newText: string): void => {
    if (text.slice(start, end) !== newText) edits.push({ range: { start, end }, newText });
  };
  const end = from + section.length;
  // Two sections on one line: the end of the first depends on what follows on the same line.
  if (isWithinLine(text, from) || isWithinLine(text, end)) return [];
  let at = from === 0 && text.startsWith(BOM) ? 1 : from;
  for (const { range, text: newText, before, filler = BLANKS } of itemPieces(text, section)) {
    const gap = text.slice(at, range.start);
    const isFirst = at === 0 || (at === from && (/[\r\n]$/.test(text.slice(at - 1, at)) || text[at - 1] === BOM));
    put(at, range.start, before === '\n' ? lineGap(gap, filler, eol, isFirst) : filler.test(gap) ? before : gap);
    put(range.start, range.end, newText);
    at = range.end;
  }
  put(at, end, lastGap(text.slice(at, end), eol, isLast, text.slice(0, at).trim() === ''));
  const wanted = editsTouching(edits, lines);
  return hasSameMeaning(text, from, section, wanted) ? wanted : [];
}

const isWithinLine = (text: string, at: number): boolean =>
  at > 0 && at < text.length && !/[\r\n\uFEFF]/.test(text.charAt(at - 1));

const itemPieces = (text: string, { item }: MavSection): Iterable<FormatPiece> =>
  item === undefined ? [] : item.kind === 'trace' ? tracePieces(text, item) : examplePieces(text, item);

const BLANKS = /^[ \t\r\n]*$/;
const LINE_ENDS = /\r\n|\r|\n/g;

/**
 * Returns the gap before a line: a line break and at most one empty line; comments and stray text on separate lines.
 */
function lineGap(gap: string, filler: RegExp, eol: string, isFirst: boolean): string {
  if (!filler.test(gap)) return tidied(gap, true);
  const ends = gap.match(LINE_ENDS) ?? [];
  if (isFirst) return '';
  return ends.length === 0 ? eol : ends.slice(0, 2).join('');
}

/** Returns the gap after the last line of a section. */
function lastGap(gap: string, eol: string, isLast: boolean, isEmpty: boolean): string {
  const ends = gap.match(LINE_ENDS) ?? [];
  if (!BLANKS.test(gap)) {
    const kept = tidied(gap, false);
    return isLast && !/[\r\n]$/.test(kept) ? kept + eol : kept;
  }
  if (isEmpty) return '';
  if (isLast) return ends[0] ?? eol;
  return ends.slice(0, 2).join('');
}

/** Returns a line without trailing spaces. */
function withoutEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(0, end);
}

/** Returns comments and stray text without trailing spaces and with at most one empty line between them. */
function tidied(gap: string, isBeforeLine: boolean): string {
  const lines = gap.split(/(\r\n|\r|\n)/);
  let out = '';
  let empty = 0;
  for (let i = 0; i < lines.length; i += 2) {
    const isLast = i === lines.length - 1;
    const own = lines[i] ?? '';
    const line = isLast && /[^ \t]/.test(own) ? own : withoutEnd(own);
    empty = line === '' && i > 0 ? empty + 1 : 0;
    if (empty > 1 && !isLast) continue;
    out += isLast && !isBeforeLine ? withoutEnd(line) : line;
    if (!isLast) out += lines[i + 1] ?? '';
  }
  return out;
}

/**
 * Returns true if a section reads the same after its edits. If other whitespace changes the meaning of a model's text
 * (a move of dots, a truncated command), the section stays unchanged.
 */
function hasSameMeaning(text: string, from: number, section: MavSection, edits: readonly TextEdit[]): boolean {
  if (edits.length === 0) return true;
  const end = from + section.length;
  const moved = edits.map(({ range, newText }) => ({
    range: { start: range.start - from, end: range.end - from },
    newText,
  }));
  const formatted = applyEdits(text.slice(from, end), moved);
  const again = readMavSection(formatted, 0);
  return (
    again.length === formatted.length &&
    JSON.stringify(mavMeaning(formatted, again, 0)) === JSON.stringify(mavMeaning(text, section, from))
  );
}

/** Codes of spelling errors. */
const SPELLING: ReadonlySet<Code> = new Set<Code>(['MAV_HEADER_BRACKET', 'MAV_LOOSE_COMMAND']);

/**
 * Returns the meaning of a section, however it is written, as plain data for deep comparison: texts with equal meanings
 * differ only in whitespace, line ends, quotation marks, the case and the underscores of commands, the words of a
 * trace's steps and a `>`. Comments and stray text are part of it.
 */
export function mavMeaning(text: string, { item, faults, length }: MavSection, from: number): unknown {
  const stray = faults
    .filter(({ code }) => CODES[code].category === 'syntax' && !SPELLING.has(code))
    .map(({ code, range }) => [code, code === 'MAV_STRAY_TEXT' ? plain(text.slice(range.start, range.end)) : '']);
  const comments = (text.slice(from, from + length).match(/#[^\r\n]*/g) ?? []).map(plain);
  const rest = { stray, comments };
  if (item === undefined) return { item: undefined, ...rest };
  if (item.kind === 'example') return { item: exampleMeaning(item), ...rest };
  const { breadth, depth, steps, playing } = item;
  return {
    item: {
      breadth: breadth?.value,
      depth: depth?.value,
      steps: steps.map(stepMeaning),
      playing: playing?.text,
    },
    ...rest,
  };
}

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Returns the meaning of an example. */
const exampleMeaning = ({ header, lines }: Example): unknown => ({
  form: header.form,
  game: header.game?.text,
  commands: header.commands.map(({ kind, name }) => [kind, name]),
  isClosed: header.close !== undefined,
  lines: lines.map(({ command, body }) => [command.kind, command.name, ...bodyMeaning(body)]),
});

function bodyMeaning(body: Example['lines'][number]['body']): unknown[] {
  switch (body.kind) {
    case 'state':
      return ['state', plain(body.state.text)];
    case 'move':
      return ['move', body.move.text];
    case 'list':
      return ['list', body.isElided, ...body.actions.map(pairMeaning)];
    case 'terminal':
      return ['terminal', body.result.text];
    default:
      return [];
  }
}

const pairMeaning = ({ move, value, bucket }: ActionValue): unknown => [move.text, bucket ?? value?.text];

const nodeMeaning = (node: NodeRef | undefined): unknown => node?.path.map(({ text }) => text);

function stepMeaning(step: TraceStep): unknown {
  const { kind } = step;
  const node = nodeMeaning(step.node);
  if (kind === 'evaluation') return { kind, node, example: step.example && exampleMeaning(step.example) };
  if (kind === 'expansion') return { kind, node, children: step.children.map(nodeMeaning) };
  const { selection } = step;
  return {
    kind,
    node,
    actions: step.actions.map(pairMeaning),
    selection:
      selection === undefined
        ? undefined
        : selection.kind === 'action'
          ? pairMeaning(selection.action)
          : ['invalid', selection.result.text],
  };
}
