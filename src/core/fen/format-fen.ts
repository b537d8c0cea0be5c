import type { TextEdit } from '../text/edits.ts';
import { lineEndingOf } from '../text/line-ending.ts';
import { readFenFile } from './fen-file.ts';
import { fenFields } from './read-fen.ts';

/**
 * Edits that put one blank between fields, none at either end of a line, and a line end behind the last one. Only
 * blanks change: those inside of operations, remarks and comments stay, and those inside of a piece placement too, since
 * they are a fault with a repair of its own.
 */
export function formatFen(text: string, epd: boolean): TextEdit[] {
  const edits: TextEdit[] = [];
  const put = (start: number, end: number, newText: string): void => {
    if (text.slice(start, end) !== newText) edits.push({ range: { start, end }, newText });
  };
  const file = readFenFile(text);
  const records = file.records.map(({ range }) => range);
  let next = 0;
  for (let at = file.hasByteOrderMark ? 1 : 0; at < text.length; ) {
    let end = at;
    while (end < text.length && text.charAt(end) !== '\n' && text.charAt(end) !== '\r') end++;
    let last = end;
    while (last > at && isBlank(text.charCodeAt(last - 1))) last--;
    const record = next < records.length && records[next].start < end ? records[next++] : undefined;
    if (record !== undefined) {
      let before = at;
      for (const field of fenFields(text, record.start, record.end, epd)) {
        // a byte order mark must not become the first character
        const isMark = before === at && text.charCodeAt(field.start) === 0xfeff;
        if (!isMark) put(before, field.start, before === at ? '' : ' ');
        before = field.end;
      }
      let rest = before;
      while (rest < last && isBlank(text.charCodeAt(rest))) rest++;
      if (rest > before && rest < last) put(before, rest, ' ');
    }
    put(last, end, '');
    at = end + 1;
  }
  if (text.length > 0 && !/[\r\n]$/.test(text) && (records.length > 0 || text.trim() !== '')) {
    edits.push({ range: { start: text.length, end: text.length }, newText: lineEndingOf(text) });
  }
  return edits;
}

const isBlank = (c: number): boolean => c === 0x20 || c === 0x09 || c === 0x0b || c === 0x0c;
