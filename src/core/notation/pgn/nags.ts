import { plainMinus } from './words.ts';

/** The meaning of a Numeric Annotation Glyph. */
export interface NagMeaning {
  /** The sign commonly written for it; empty if there is none. */
  readonly glyph: string;
  readonly meaning: string;
}

/** Highest number with a known meaning: 139 in the standard, a few above it by common use. */
const MAX = 146;

/** `$0` to `$13`, which refer to the move or to both sides. */
const FIRST: readonly NagMeaning[] = [
  ['', 'no annotation'],
  ['!', 'good move'],
  ['?', 'poor move'],
  ['!!', 'very good move'],
  ['??', 'very poor move'],
  ['!?', 'speculative move'],
  ['?!', 'questionable move'],
  ['□', 'forced move'],
  ['', 'singular move, no reasonable alternatives'],
  ['', 'worst move'],
  ['=', 'drawish position'],
  ['', 'equal chances, quiet position'],
  ['', 'equal chances, active position'],
  ['∞', 'unclear position'],
].map(([glyph = '', meaning = '']) => ({ glyph, meaning }));

const graded = (what: string): string[] => ['slight', 'moderate', 'decisive'].map((grade) => `has a ${grade} ${what}`);
const phase = (name: string): string[] =>
  ['very poorly', 'poorly', 'well', 'very well'].map((how) => `has played the ${name} ${how}`);

/** From `$14` on: each for White, then for Black. */
const SIDED: readonly string[] = [
  ...graded('advantage'),
  'has a crushing advantage',
  'is in zugzwang',
  ...graded('space advantage'),
  ...graded('advantage in time (development)'),
  'has the initiative',
  'has a lasting initiative',
  'has the attack',
  'has insufficient compensation for material deficit',
  'has sufficient compensation for material deficit',
  'has more than adequate compensation for material deficit',
  ...graded('center control advantage'),
  ...graded('kingside control advantage'),
  ...graded('queenside control advantage'),
  'has a vulnerable first rank',
  'has a well protected first rank',
  'has a poorly protected king',
  'has a well protected king',
  'has a poorly placed king',
  'has a well placed king',
  'has a very weak pawn structure',
  'has a moderately weak pawn structure',
  'has a moderately strong pawn structure',
  'has a very strong pawn structure',
  'has poor knight placement',
  'has good knight placement',
  'has poor bishop placement',
  'has good bishop placement',
  'has poor rook placement',
  'has good rook placement',
  'has poor queen placement',
  'has good queen placement',
  'has poor piece coordination',
  'has good piece coordination',
  ...phase('opening'),
  ...phase('middlegame'),
  ...phase('ending'),
  ...graded('counterplay').map((text) => text.replace('has a ', 'has ')),
  'has moderate time control pressure',
  'has severe time control pressure',
];

const SIDED_GLYPHS: Readonly<Record<number, string>> = {
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+-',
  19: '-+',
  22: '⨀',
  23: '⨀',
  32: '⟳',
  33: '⟳',
  36: '↑',
  37: '↑',
  40: '→',
  41: '→',
  132: '⇆',
  133: '⇆',
  138: '⊕',
  139: '⊕',
};

/** Numbers beyond the standard, as used by chess programs. */
const LATER: Readonly<Record<number, NagMeaning>> = {
  140: { glyph: '∆', meaning: 'with the idea' },
  141: { glyph: '∇', meaning: 'aimed against' },
  142: { glyph: '⌓', meaning: 'better is' },
  145: { glyph: 'RR', meaning: "editor's comment" },
  146: { glyph: 'N', meaning: 'novelty' },
};

/** Returns the meaning of a number (PGN standard 10); undefined for numbers without a common meaning. */
export function nagMeaning(nag: number): NagMeaning | undefined {
  if (nag < FIRST.length) return FIRST[nag];
  const sided = SIDED[(nag - FIRST.length) >> 1];
  if (sided === undefined) return LATER[nag];
  return { glyph: SIDED_GLYPHS[nag] ?? '', meaning: `${nag % 2 === 0 ? 'White' : 'Black'} ${sided}` };
}

/** All numbers that have a meaning, in order. */
export const NAGS: readonly number[] = Array.from({ length: MAX + 1 }, (_, nag) => nag).filter(
  (nag) => nagMeaning(nag) !== undefined,
);

/** The suffixes of moves (PGN standard 8.2.3.8) and their meanings. */
export const SUFFIXES: readonly string[] = ['!', '?', '!!', '??', '!?', '?!'];

/** NAGs of the evaluation signs with exactly one meaning. */
const SIGNS: Readonly<Record<string, number>> = {
  '∞': 13,
  '⩲': 14,
  '+=': 14,
  '+/=': 14,
  '⩱': 15,
  '=+': 15,
  '=/+': 15,
  '±': 16,
  '+/-': 16,
  '∓': 17,
  '-/+': 17,
  '+-': 18,
  '-+': 19,
  '‼': 3,
  '⁇': 4,
  '⁉': 5,
  '⁈': 6,
  '□': 7,
};

/**
 * Returns the NAG that a suffix (`!?`) or an evaluation sign (`±`) stands for; undefined if there is none or more than
 * one.
 */
export function signNag(sign: string): number | undefined {
  const suffix = SUFFIXES.indexOf(sign);
  if (suffix >= 0) return suffix + 1;
  const plain = plainMinus(sign);
  return Object.hasOwn(SIGNS, plain) ? SIGNS[plain] : undefined;
}

/** Returns the number of `$14`, a suffix or an Informator sign; undefined for other texts. */
export function readNag(written: string): number | undefined {
  if (/^\$\d{1,3}$/.test(written)) return Number(written.slice(1));
  // `=` may be $10, $11 or $12, which have nearly the same meaning
  return written === '=' ? 10 : signNag(written);
}
