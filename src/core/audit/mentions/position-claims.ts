import {
  ADVERBS,
  type ClaimPattern,
  COLOR,
  colorOf,
  END,
  type Groups,
  ofSide,
  S,
  SQUARE,
  says,
  squareOf,
} from './claim-words.ts';
import type { Claim } from './mention.ts';

const SIDE = `(?<side>${COLOR})`;
const NOT = "(?<not>n't|n’t| not)?";
const isNot = ({ not }: Groups): boolean => not !== undefined;
const NOW = '(?: right now| immediately| at once| on this move| at the moment| this move| here| in this position| now)';
const WING = '(?:(?<wing>king|queen)[- ]?side|(?<length>short|long))';
const SIGN = '(?<sign>[O0]-[O0](?:-[O0])?)';
const POSSIBLE = '(?:possible|legal|available|allowed|an option)';

function castles(groups: Groups): Claim | undefined {
  const { wing, length, sign } = groups;
  const isQueen = /^[ql]/i.test(wing ?? length ?? '') || sign?.length === 5;
  const isKing = /^[ks]/i.test(wing ?? length ?? '') || sign?.length === 3;
  const side = isQueen ? 'queen' : isKing ? 'king' : undefined;
  const color = colorOf(groups['side']);
  return { kind: 'castles', color, side, isNot: isNot(groups) || groups['cannot'] !== undefined };
}

/** Whether a side can castle as its next move. */
export const CASTLES_CLAIMS: readonly ClaimPattern[] = [
  says(
    `\\b${SIDE}${ADVERBS} (?:can(?<cannot>not|'t|’t| not)?|may|is(?:${NOT})${ADVERBS} able to) castle(?: ${WING})?${NOW}`,
    castles,
  ),
  says(`\\bcastling ${WING} is${NOT}${ADVERBS} ${POSSIBLE} for ${SIDE}${NOW}`, castles),
  says(`(?<![\\w/-])${SIGN} is${NOT}${ADVERBS} ${POSSIBLE}(?: for ${SIDE})?(?:${NOW}|${END})`, castles),
];

const MOVE = '(?<san>[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBN])?)[+#]?(?![\\w-])';
const UP =
  '(?:a|an?other|one|two|three|four|1|2|3|4)(?: (?:clear|full|whole))? (?:pawns?|pieces?|rooks?|knights?|bishops?|queens?|points?)|the exchange|material';

/** Who is ahead, whether a move gives check, and how many moves are legal. */
export const COMPARED_CLAIMS: readonly ClaimPattern[] = [
  says(`\\b${SIDE} is${ADVERBS} (?:up (?:by )?(?:${UP})|(?:${UP}) (?:up|ahead))${END}`, ({ side }) =>
    ofSide(side, (color) => ({ kind: 'ahead', color })),
  ),
  says(`\\b${SIDE} is${ADVERBS} (?:down (?:by )?(?:${UP})|(?:${UP}) (?:down|behind))${END}`, ({ side }) =>
    ofSide(side, (color) => ({ kind: 'ahead', color: color === 0 ? 1 : 0 })),
  ),
  says(`\\b${SIDE} is${ADVERBS} (?:(?<up>up|ahead)|down|behind) (?:in|on) material${END}`, ({ side, up }) =>
    ofSide(side, (color) => ({ kind: 'ahead', color: up === undefined ? (color === 0 ? 1 : 0) : color })),
  ),
  says(`\\b(?:the )?material is${ADVERBS} (?:equal|level|even|balanced)${END}`, () => ({ kind: 'lead', points: 0 })),
  says(`(?<![\\w/-])${MOVE} (?:gives|does(?<not>n't|n’t| not) give)${ADVERBS} (?:a )?check\\b(?!mate)`, (groups) => ({
    kind: 'gives',
    san: groups['san'] ?? '',
    isNot: isNot(groups),
  })),
  says(
    `\\b(?:there (?:is|are)|(?:I|we) (?:can )?(?:count|see|find))${ADVERBS}(?: exactly| only)? (?<number>\\d{1,3}) legal moves?(?: available)?(?:${NOW}|${END})`,
    ({ number }) => ({ kind: 'legal', color: undefined, count: Number(number) }),
  ),
];

const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3, two: 2, three: 3, four: 4, five: 5 };
const TIMES_WORD = '(?<times>once|twice|thrice|(?:two|three|four|five|[2-5]) times)';

function times({ side, square = 'a1', times: word = '' }: Groups): Claim | undefined {
  const name = word.toLowerCase().replace(/ times$/, '');
  const count = TIMES[name] ?? Number(name);
  return ofSide(side, (color) => ({ kind: 'times', color, square: squareOf(square), count }));
}

/** How often a square is attacked. */
export const TIMES_CLAIMS: readonly ClaimPattern[] = [
  says(`\\b(?<square>${SQUARE}) is${ADVERBS} attacked ${TIMES_WORD} by ${SIDE}\\b`, times),
  says(`\\b${SIDE}${ADVERBS} attacks (?:the )?(?<square>${SQUARE}) ${TIMES_WORD}${END}`, times),
];

const FILE = '(?<file>[a-h])[- ]file\\b';
const file =
  (what: 'open' | 'half-open' | 'doubled' | 'empty') =>
  (groups: Groups): Claim => ({
    kind: 'file',
    file: (groups['file'] ?? 'a').toLowerCase().charCodeAt(0) - 97,
    what,
    color: colorOf(groups['side']),
    isNot: isNot(groups),
  });

/** Pawns of a file, and the bishop pair. */
export const PAWN_CLAIMS: readonly ClaimPattern[] = [
  says(`\\bthe ${FILE} is${NOT}${ADVERBS} (?:completely |fully )?open${END}`, file('open')),
  says(`\\bthe ${FILE} is${NOT}${ADVERBS} (?:half|semi)-?open for ${SIDE}\\b`, file('half-open')),
  says(`\\b${SIDE}${ADVERBS} has${ADVERBS} (?:a pair of )?doubled pawns on the ${FILE}`, file('doubled')),
  says(`\\b${SIDE}${ADVERBS} has${ADVERBS} no pawns? on the ${FILE}`, file('empty')),
  says(
    `\\b(?:${SIDE}${ADVERBS} has${ADVERBS}|${SIDE.replace('side', 'own')}${S}) the bishop pair\\b`,
    ({ side, own }) => ofSide(side ?? own, (color) => ({ kind: 'pair', color })),
  ),
];
