import { range } from '../../base/text/range.ts';
import { type Extraction, extractFen } from './extract.ts';

/** Where in an answer its state is looked for, as a template says it: anywhere, on the last line, or in the last fenced block. */
export const ANSWER_PLACES = ['anywhere', 'last-line', 'fence'] as const;
export type AnswerPlace = (typeof ANSWER_PLACES)[number];

/** The part of an answer that counts, as offsets. An answer without a fence has none. */
function placeIn(answer: string, place: AnswerPlace): { start: number; end: number } | undefined {
  if (place === 'anywhere') return { start: 0, end: answer.length };
  if (place === 'last-line') {
    const end = answer.trimEnd().length;
    const before = Math.max(answer.lastIndexOf('\n', end - 1), answer.lastIndexOf('\r', end - 1));
    return { start: before + 1, end };
  }
  const close = answer.lastIndexOf('```');
  const open = close < 0 ? -1 : answer.lastIndexOf('```', close - 1);
  return open < 0 ? undefined : { start: open + 3, end: close };
}

/** The state that an answer names at the place where its template asked for it; its range is of the whole answer. */
export function extractAnswer(answer: string, place: AnswerPlace = 'anywhere'): Extraction | undefined {
  const part = placeIn(answer, place);
  if (part === undefined) return undefined;
  const found = extractFen(answer.slice(part.start, part.end));
  if (found === undefined || part.start === 0) return found;
  return { ...found, range: range(found.range.start + part.start, found.range.end + part.start) };
}
