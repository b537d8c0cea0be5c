import { dominantLineEnding } from '../../base/text/lines.ts';
import type { Range, TextEdit } from '../../base/text/range.ts';
import { isLineEnded } from '../fen/format-fen.ts';
import { type WalkLine, walkLines, wordsIn } from './read-walk.ts';

/**
 * Yields edits that put one space between words, none at either end of a line, and a line end after the last line. Only
 * white space changes; it stays unchanged inside states, predictions and comments.
 *
 * @param range restricts the edits to the lines that it touches
 */
export function* formatWalks(text: string, range?: Range): Generator<readonly TextEdit[]> {
  yield* formatWalkLines(text, range);
  const touchesLast = range === undefined || !/[\r\n]/.test(text.slice(range.end));
  if (touchesLast && text.trim() !== '' && !isLineEnded(text))
    yield [{ range: { start: text.length, end: text.length }, newText: dominantLineEnding(text) }];
}

/** Formats without adding a line end after the last line. */
export function* formatWalkLines(text: string, range?: Range): Generator<readonly TextEdit[]> {
  for (const line of walkLines(text)) {
    if (range !== undefined && line.range.start > range.end) return;
    if (range !== undefined && line.range.end < range.start) continue;
    const edits = lineEdits(text, line);
    if (edits.length > 0) yield edits;
  }
}

function lineEdits(text: string, { kind, range, content, value }: WalkLine): TextEdit[] {
  const edits: TextEdit[] = [];
  const put = (start: number, end: number, newText: string): void => {
    if (text.slice(start, end) !== newText) edits.push({ range: { start, end }, newText });
  };
  const start = text.charCodeAt(range.start) === BOM && range.start === 0 ? 1 : range.start;
  const lineEnd = findLineEnd(text, range);
  // Comments and predictions stay in place.
  if (kind !== 'comment' && kind !== 'prediction' && kind !== 'blank') put(start, content.start, '');
  if (kind === 'actions') {
    let before: number | undefined;
    for (const word of wordsIn(text, content)) {
      if (before !== undefined) put(before, word.start, ' ');
      before = word.end;
    }
  } else if ((kind === 'world' || kind === 'start') && value.start < value.end)
    put(content.start + kind.length, value.start, ' ');
  put(kind === 'blank' ? start : content.end, lineEnd, '');
  return edits;
}

const BOM = 0xfeff;

function findLineEnd(text: string, { start, end }: Range): number {
  let at = end;
  while (at > start && /[\r\n]/.test(text.charAt(at - 1))) at--;
  return at;
}
