const BOM = 0xfeff;
const HASH = 0x23;

/**
 * Where the last record of a FEN or EPD text starts, whatever follows the text; 0 when there is none behind the text's
 * own start. What is cut there is read as it is read in one piece.
 */
export function lastRecordStart(text: string): number {
  let end = text.length;
  for (let at = end - 1; at >= 0; at--) {
    const c = text.charCodeAt(at);
    if (c !== 0x0a && c !== 0x0d) continue;
    if (isRecord(text, at + 1, end)) return at + 1;
    end = at;
  }
  return 0;
}

/** Whether a line holds a position. A byte order mark is one at the start of a file only, so nothing is cut before it. */
function isRecord(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x20 || c === 0x09 || c === 0x0b || c === 0x0c) continue;
    return c !== HASH && text.charCodeAt(start) !== BOM;
  }
  return false;
}

/** A word of a FEN for a message: quoted and shortened. */
export const quotedWord = (word: string): string => JSON.stringify(word.length > 20 ? `${word.slice(0, 20)}…` : word);
