/** Characters that are always escaped, since they would end the command, the comment or the escape itself. */
const isSpecial = (c: number): boolean =>
  c === 0x25 || // %
  c === 0x7b || // {
  c === 0x7d || // }
  c === 0x5d || // ]
  c < 0x20 ||
  (c >= 0x7f && c <= 0x9f) ||
  c === 0x2028 ||
  c === 0x2029 ||
  c === 0xfeff;

const hex = (byte: number): string => `%${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;

/** The UTF-8 bytes of a code unit below the surrogates, percent-encoded. */
function escapeUnit(c: number): string {
  if (c < 0x80) return hex(c);
  if (c < 0x800) return hex(0xc0 | (c >> 6)) + hex(0x80 | (c & 63));
  return hex(0xe0 | (c >> 12)) + hex(0x80 | ((c >> 6) & 63)) + hex(0x80 | (c & 63));
}

/**
 * Percent-encodes `% { } ]`, control characters, line separators and the characters of `more`; everything else stays
 * readable.
 */
export function encodePercent(text: string, more = ''): string {
  let out = '';
  let done = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (!isSpecial(c) && !more.includes(text.charAt(i))) continue;
    out += text.slice(done, i) + escapeUnit(c);
    done = i + 1;
  }
  return out + text.slice(done);
}

/** Undoes `encodePercent`. Anything that is not an escape of valid UTF-8 is read literally. */
export function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
