import { lineEndingOf } from '../../base/text/line-ending.ts';
import type { TextEdit } from '../../base/text/range.ts';
import { readMavSection } from '../read-mav.ts';

/** An edit, and where what it inserts starts in the text behind it. */
export interface PlacedInsertion {
  readonly edit: TextEdit;
  readonly start: number;
}

/**
 * The edit that inserts a prompt below the example or trace at an offset of a MAV text, with a blank line on either side.
 *
 * @param prompt header and inputs, with a line break behind each
 */
export function promptInsertion(text: string, offset: number, prompt: string): PlacedInsertion {
  const eol = lineEndingOf(text);
  const at = endAt(text, offset);
  const before = at === 0 ? '' : gapBefore(text, at, eol);
  const behind = at === text.length ? '' : eol;
  const newText = before + prompt.replace(/\r\n?|\n/g, eol) + behind;
  return { edit: { range: { start: at, end: at }, newText }, start: at + before.length };
}

/** The end of the section around an offset. */
function endAt(text: string, offset: number): number {
  let at = 0;
  while (at < text.length) {
    at += readMavSection(text, at).length;
    if (at > offset) break;
  }
  return at;
}

/** What is missing to a blank line before a place. */
function gapBefore(text: string, at: number, eol: string): string {
  if (!/[\r\n]/.test(text.charAt(at - 1))) return eol + eol;
  return /(?:\r\n|\r(?!\n)|\n)[ \t]*(?:\r\n|\r|\n)$/.test(text.slice(Math.max(0, at - 1000), at)) ? '' : eol;
}
