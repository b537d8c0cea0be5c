import { ADVERBS, type ClaimPattern, COLOR, colorOf, END, type Groups, ofSide, says } from './claim-words.ts';
import type { Claim } from './mention.ts';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const NUMBER = '(?<number>no|one|two|three|four|five|six|seven|eight|nine|\\d{1,3})';
const SIDE = `(?<side>${COLOR})`;
const MOVE = '(?<san>[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBN])?[+#]?|[O0]-[O0](?:-[O0])?[+#]?)(?![\\w-])';

function numberOf(word: string | undefined): number {
  const index = NUMBERS.indexOf((word ?? '').toLowerCase());
  return index < 0 ? Number(word) : index;
}
const legal = ({ side, number }: Groups): Claim | undefined =>
  ofSide(side, (color) => ({ kind: 'legal', color, count: numberOf(number) }));
const option = ({ side, san = '' }: Groups): Claim => ({ kind: 'option', color: colorOf(side), san });
const last = ({ san = '' }: Groups): Claim => ({ kind: 'last', san });
const lead = ({ side, number }: Groups): Claim | undefined =>
  ofSide(side, (color) => ({ kind: 'lead', points: color === 0 ? numberOf(number) : -numberOf(number) }));
const POINTS = 'points?(?: of material)?';

/** How many moves are legal, which are, and which was the last. */
export const MOVE_CLAIMS: readonly ClaimPattern[] = [
  says(
    `\\b${SIDE}${ADVERBS} (?:has|have)${ADVERBS}(?: exactly| only)? ${NUMBER} legal moves?\\b(?! (?:with|for|by|from|that|which|other|on|of)\\b)`,
    legal,
  ),
  says(
    `\\bthere (?:is|are)${ADVERBS}(?: exactly| only)? ${NUMBER} legal moves?(?: available)? (?:to|for) ${SIDE}\\b`,
    legal,
  ),
  says(`\\b${SIDE}${ADVERBS} (?:can|may)${ADVERBS} legally${ADVERBS} play ${MOVE}`, option),
  says(`\\bone move ${SIDE} could (?:try|play) is ${MOVE}`, option),
  says(`\\ba (?:candidate|legal move) for ${SIDE}(?: here)? is ${MOVE}`, option),
  says(`(?<![\\w/-])${MOVE} is${ADVERBS} (?:a )?legal(?: move)? for ${SIDE}\\b`, option),
  says(
    `\\bthe (?:last|(?:most )?recent|latest) move(?: (?:played|made))?(?: in (?:this|the) game)? (?:was|is|has been) ${MOVE}`,
    last,
  ),
  says(`\\bthe move (?:just (?:played|made)|that was just (?:played|made)) (?:was|is) ${MOVE}`, last),
  says(`\\bwe have just seen ${MOVE}`, last),
];

/** Who is ahead in points, with the values that everybody uses. */
export const POINT_CLAIMS: readonly ClaimPattern[] = [
  says(`\\b${SIDE} is${ADVERBS} (?:up|ahead)(?: by)? ${NUMBER} points? of material\\b`, lead),
  says(`\\b${SIDE} is${ADVERBS} ${NUMBER} points? of material (?:ahead|up)\\b`, lead),
  says(
    `\\b(?:on points|by points|in points|counting points)(?: \\(1-3-3-5-9\\))?,? ${SIDE} (?:leads by|is ahead by|is up(?: by)?) ${NUMBER}(?: ${POINTS})?\\b`,
    lead,
  ),
  says(`\\bcount 1-3-3-5-9,? ${SIDE} is ahead by ${NUMBER}\\b`, lead),
  says(`\\b(?:the )?material count is${ADVERBS} (?:exactly )?(?:equal|level|even)${END}`, () => ({
    kind: 'lead',
    points: 0,
  })),
];
