import { applyEdits, type TextEdit } from '../../base/text/edits.ts';
import { firstLineEnding } from '../../base/text/line-ending.ts';
import type { Range } from '../../base/text/range.ts';
import { readMavSection } from '../read-mav.ts';
import type { MavSection } from '../syntax.ts';
import { mavMeaning } from './meaning.ts';
import { examplePieces, type Piece } from './pieces.ts';
import { tracePieces } from './trace-pieces.ts';

/**
 * Edits that write examples and traces as they are published, sorted: a command or a step a line, one blank between words,
 * underscores, quotation marks and `>` where they belong, one empty line at most. What is said never changes, and nothing is
 * lost: comments, stray text, unknown commands and lines that are not closed stay.
 */
export const formatMav = (text: string): TextEdit[] => [...formatSections(text)].flat();

/** The same section by section, so that long texts can be formatted in slices; with a range, only of those that it touches. */
export function* formatSections(text: string, range?: Range): Generator<readonly TextEdit[]> {
  const eol = firstLineEnding(text);
  for (let at = 0; at < text.length; ) {
    const section = readMavSection(text, at);
    const end = at + section.length;
    if (range !== undefined && at > range.end) return;
    if (range === undefined || end > range.start || end === text.length) yield sectionEdits(text, at, section, eol);
    at = end;
  }
}

const BOM = '\uFEFF';

function sectionEdits(text: string, from: number, section: MavSection, eol: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const put = (start: number, end: number, newText: string): void => {
    if (text.slice(start, end) !== newText) edits.push({ range: { start, end }, newText });
  };
  const end = from + section.length;
  let at = from === 0 && text.startsWith(BOM) ? 1 : from;
  for (const { range, text: newText, before, filler = BLANKS } of piecesOf(text, section)) {
    const gap = text.slice(at, range.start);
    const isFirst = at === 0 || (at === from && (/[\r\n]$/.test(text.slice(at - 1, at)) || text[at - 1] === BOM));
    put(at, range.start, before === '\n' ? lineGap(gap, filler, eol, isFirst) : filler.test(gap) ? before : gap);
    put(range.start, range.end, newText);
    at = range.end;
  }
  put(at, end, lastGap(text.slice(at, end), eol, end === text.length, text.slice(0, at).trim() === ''));
  return saysTheSame(text, from, section, edits) ? edits : [];
}

const piecesOf = (text: string, { item }: MavSection): Iterable<Piece> =>
  item === undefined ? [] : item.kind === 'trace' ? tracePieces(text, item) : examplePieces(text, item);

const BLANKS = /^[ \t\r\n]*$/;
const LINE_ENDS = /\r\n|\r|\n/g;

/** What stands before a line: a line break and at most one empty line; comments and stray text on lines of their own. */
function lineGap(gap: string, filler: RegExp, eol: string, isFirst: boolean): string {
  if (!filler.test(gap)) return tidied(gap, true);
  const ends = gap.match(LINE_ENDS) ?? [];
  if (isFirst) return '';
  return ends.length === 0 ? eol : ends.slice(0, 2).join('');
}

/** What stands behind the last line of a section. */
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

/** A line without the blanks at its end. */
function withoutEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(0, end);
}

/** Comments and stray text, without blanks at the ends of lines and with one empty line at most between them. */
function tidied(gap: string, isBeforeLine: boolean): string {
  const lines = gap.split(/(\r\n|\r|\n)/);
  let out = '';
  let empty = 0;
  for (let i = 0; i < lines.length; i += 2) {
    const isLast = i === lines.length - 1;
    const line = isLast && /[^ \t]/.test(lines[i]) ? lines[i] : withoutEnd(lines[i]);
    empty = line === '' && i > 0 ? empty + 1 : 0;
    if (empty > 1 && !isLast) continue;
    out += isLast && !isBeforeLine ? withoutEnd(line) : line;
    if (!isLast) out += lines[i + 1];
  }
  return out;
}

/**
 * Whether a section reads the same after its edits. Where other blanks would make something else of what a model wrote (a
 * move of dots, a command that is cut off), the section stays as it is.
 */
function saysTheSame(text: string, from: number, section: MavSection, edits: readonly TextEdit[]): boolean {
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
