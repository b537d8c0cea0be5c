import type { TextEdit } from './range.ts';

const isLow = (c: number): boolean => c >= 0xdc00 && c <= 0xdfff;

/** True if a place lies between the two halves of a line end or of a character. */
const isInside = (text: string, at: number): boolean =>
  (text.charCodeAt(at) === 0x0a && text.charCodeAt(at - 1) === 0x0d) || (at > 0 && isLow(text.charCodeAt(at)));

/**
 * The edit that makes `text[start, end)` into `wanted`, without the characters at both ends that stay; undefined when they
 * are equal. It parts neither CR LF nor surrogate pairs.
 */
export function changedSpan(text: string, start: number, end: number, wanted: string): TextEdit | undefined {
  const most = Math.min(end - start, wanted.length);
  let head = 0;
  while (head < most && text.charCodeAt(start + head) === wanted.charCodeAt(head)) head++;
  if (head === end - start && head === wanted.length) return undefined;
  while (head > 0 && (isInside(text, start + head) || isInside(wanted, head))) head--;
  let tail = 0;
  const rest = most - head;
  while (tail < rest && text.charCodeAt(end - 1 - tail) === wanted.charCodeAt(wanted.length - 1 - tail)) tail++;
  while (tail > 0 && (isInside(text, end - tail) || isInside(wanted, wanted.length - tail))) tail--;
  return { range: { start: start + head, end: end - tail }, newText: wanted.slice(head, wanted.length - tail) };
}
