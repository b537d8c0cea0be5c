import { type Range, range } from '../base/text/range.ts';

/**
 * A text as the readers of states see it: without invisible characters, with plain dashes, bars and spaces, and with
 * the escapes of JSON, links and HTML undone that stand between the parts of states. Letters and digits stay as they
 * are.
 */
export interface TextView {
  readonly text: string;
  /** The signs in the text, as bits (`SIGNS`). */
  readonly signs: number;
  /** Maps an offset in the view to the original text. */
  readonly original: (offset: number) => number;
}

/** Characters that are replaced by a similar one, in groups. */
const LIKE: readonly (readonly [shown: string, alike: string])[] = [
  [' ', '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d'],
  ['|', '\u2502\u2503\u2551\uff5c\u250a\u2506'],
  ['/', '\u2044\u2215\uff0f'],
  [':', '\uff1a'],
  ["'", '\u2018\u2019\u02bc'],
  ['"', '\u201c\u201d'],
  ['\n', '\u2028\u2029'],
];
/** Zero-width characters, the selectors of emoji, and the enclosing keycap. */
const INVISIBLE = '\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f\u20e3';

const SHOWN = new Map<string, string>([
  ...LIKE.flatMap(([shown, alike]) => Array.from(alike, (single): [string, string] => [single, shown])),
  ...Array.from(INVISIBLE, (single): [string, string] => [single, '']),
]);

const CHARACTERS = [...SHOWN.keys()]
  .map((single) => `\\u${single.charCodeAt(0).toString(16).padStart(4, '0')}`)
  .join('');
/** All repeats are bounded: linear in the text. A line end of JSON counts if no word of LaTeX begins with it. */
const SPECIAL = new RegExp(
  [
    `[${CHARACTERS}]`,
    String.raw`\r\n?`,
    String.raw`\\(?:r\\n|n(?!eq\b|e\b|ot\b|u\b|abla\b|ewline\b|geq\b|leq\b)|[-_/ ]|u002[fF])`,
    String.raw`%2[0fF]`,
    String.raw`assistantfinal(?=\S)`,
    String.raw`&(?:nbsp|#160|#98(?:1[2-9]|2[0-3])|sol|#47|mdash|ndash|lt|gt|quot);`,
    String.raw`<\/?(?:br|tr|td|th|li|p|div|pre|table|tbody|code|span|b|strong)(?:\s[^<>\n]{0,120})?\/?>`,
  ].join('|'),
  'gi',
);

/** The channel of a model of which a server has left only the name. */
const CHANNEL = 'assistantfinal';

const ENTITIES: Readonly<Record<string, string>> = {
  sol: '/',
  '#47': '/',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#160': ' ',
};

/** Returns the text in the view for a special text. */
function findReplacement(special: string): string {
  const single = SHOWN.get(special);
  if (single !== undefined) return single;
  const lower = special.toLowerCase();
  if (lower === CHANNEL) return `${special}\n`;
  if (lower.startsWith('\r')) return '\n';
  // a space of LaTeX
  if (lower === '\\ ') return ' ';
  // an escape of Markdown
  if (lower === '\\-' || lower === '\\_') return lower.slice(1);
  if (lower.startsWith('\\')) return lower === '\\/' || lower.startsWith('\\u') ? '/' : '\n';
  if (lower.startsWith('%')) return lower === '%20' ? ' ' : '/';
  if (lower.startsWith('&')) {
    const name = lower.slice(1, -1);
    const entity = ENTITIES[name];
    if (entity !== undefined) return entity;
    return name.startsWith('#') ? String.fromCharCode(Number(name.slice(1))) : '-';
  }
  const [, slash, tag = ''] = /^<(\/?)([a-z]+)/.exec(lower) ?? [];
  if (tag === 'td' || tag === 'th') return slash === '' ? '|' : '';
  if (tag === 'tr') return slash === '' ? '\n' : '|\n';
  if (tag === 'b' || tag === 'strong') return '**';
  if (tag === 'code') return '`';
  return tag === 'span' ? '' : '\n';
}

/** Returns the range in the original text of a range in its view. */
export const originalRange = ({ original }: TextView, { start, end }: Range): Range =>
  range(original(start), end > start ? original(end - 1) + 1 : original(start));

/** Returns the view of a text. Linear in its length. */
export function makeTextView(source: string): TextView {
  const signs = findSigns(source);
  const isPlain = (signs & (SIGNS.escape | SIGNS.angle | SIGNS.wide)) === 0 && !source.includes(CHANNEL);
  if (isPlain || source.search(SPECIAL) < 0) return { text: source, signs, original: (offset) => offset };
  // offsets in the view from which the distance to the original changes
  const from: number[] = [0];
  const distance: number[] = [0];
  let text = '';
  let at = 0;
  for (const { 0: special, index } of source.matchAll(SPECIAL)) {
    const shown = findReplacement(special);
    text += source.slice(at, index) + shown;
    at = index + special.length;
    if (shown.length !== special.length) {
      from.push(text.length);
      distance.push(at - text.length);
    }
  }
  text += source.slice(at);
  const original = (offset: number): number => {
    let low = 0;
    let high = from.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((from[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return offset + (distance[low] ?? 0);
  };
  return { text, signs: findSigns(text), original };
}

/** Characters whose absence saves readers a search, each a bit. */
export const SIGNS = {
  slash: 1,
  angle: 2,
  brace: 4,
  bracket: 8,
  /** Backslash, percent, ampersand, carriage return. */
  escape: 16,
  newline: 32,
  colon: 64,
  /** Above U+007F. */
  wide: 128,
  backtick: 256,
} as const;

const OF_CHARACTER = new Uint16Array(128);
for (const [characters, sign] of [
  ['/', SIGNS.slash],
  ['<', SIGNS.angle],
  ['{', SIGNS.brace],
  ['[', SIGNS.bracket],
  ['\\%&\r', SIGNS.escape],
  ['\n', SIGNS.newline],
  [':', SIGNS.colon],
  ['`', SIGNS.backtick],
] as const)
  for (const character of characters) OF_CHARACTER[character.charCodeAt(0)] = sign;

/** Returns the signs in a text, as bits. */
function findSigns(text: string): number {
  let signs = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    signs |= unit < 128 ? (OF_CHARACTER[unit] ?? 0) : SIGNS.wide;
  }
  return signs;
}
