/** A line's checksum as the last member of its object: `,"sum":"1a2b3c4d"}`. */
const MEMBER = ',"sum":"';
const END = '"}';
const DIGITS = 8;
const LENGTH = MEMBER.length + DIGITS + END.length;

/** An object's JSON with the CRC-32 of its UTF-8 bytes as a last member. */
export const withSum = (json: string): string => `${json.slice(0, -1)}${MEMBER}${sumOf(json)}${END}`;

/** True if a line has a checksum that does not match it. Lines of older versions have none. */
export function isDamaged(line: string, value: object): boolean {
  if (!('sum' in value)) return false;
  const at = line.length - LENGTH;
  const isLast = at > 0 && line.startsWith(MEMBER, at) && line.endsWith(END);
  return !isLast || line.slice(at + MEMBER.length, -END.length) !== sumOf(line.slice(0, at), '}');
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

const sumOf = (...texts: readonly string[]): string =>
  (~texts.reduce(crc32, 0xffffffff) >>> 0).toString(16).padStart(DIGITS, '0');

/** Continues a CRC-32 (IEEE 802.3) with the UTF-8 bytes of a text. */
function crc32(crc: number, text: string): number {
  let value = crc;
  const add = (byte: number): void => {
    value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  };
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      value = (value >>> 8) ^ (TABLE[(value ^ unit) & 0xff] ?? 0);
      continue;
    }
    const point = text.codePointAt(i) ?? unit;
    if (point > 0xffff) i++;
    if (point < 0x800) add(0xc0 | (point >> 6));
    else {
      if (point < 0x10000) add(0xe0 | (point >> 12));
      else {
        add(0xf0 | (point >> 18));
        add(0x80 | ((point >> 12) & 0x3f));
      }
      add(0x80 | ((point >> 6) & 0x3f));
    }
    add(0x80 | (point & 0x3f));
  }
  return value;
}
