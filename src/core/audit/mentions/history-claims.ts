import { ADVERBS, type ClaimPattern, COLOR, colorOf, ROLE, roleOf, S, SQUARE, says, squareOf } from './claim-words.ts';
import type { Color } from './mention.ts';

const PIECE = `(?:an?|the|its|his|her|one|(?:the )?(?<owner>${COLOR})(?:${S})?) (?:(?<color>${COLOR}) )?(?<role>${ROLE})\\b`;
const SIDE = `\\b(?<side>${COLOR})(?: has)?${ADVERBS}(?: just)?`;
/** Where it happened. A place elsewhere in the clause is none of the capture. */
const WHERE = `(?! (?:ending|endgame|move|sacrifice|for\\b|and\\b|of\\b))(?: on (?<square>${SQUARE})\\b)?`;
const other = (color: Color | undefined): Color | undefined => (color === undefined ? undefined : color === 0 ? 1 : 0);
const at = (square: string | undefined): number | undefined => (square === undefined ? undefined : squareOf(square));

/** What moves of before did: where a piece came from, and what was captured. */
export const HISTORY_CLAIMS: readonly ClaimPattern[] = [
  // The knight has come from g1 to f3
  says(
    `\\b(?:${COLOR}(?:${S})? )?(?<role>${ROLE}) (?:has |have )?(?:just )?(?:come|came|gone|went|moved|travell?ed|jumped|hopped) from (?<from>${SQUARE}) to (?<to>${SQUARE})\\b`,
    ({ role, from = 'a1', to = 'a1' }) => ({
      kind: 'went',
      role: roleOf(role),
      from: squareOf(from),
      to: squareOf(to),
    }),
  ),
  // White has just captured a knight on d5
  says(`${SIDE} (?:took|taken|captured|won|grabbed) ${PIECE}${WHERE}`, ({ side, role, square }) => ({
    kind: 'took',
    color: colorOf(side),
    role: roleOf(role),
    square: at(square),
    isLast: false,
  })),
  // Black has lost a pawn
  says(`${SIDE} lost ${PIECE}${WHERE}`, ({ side, role, square }) => ({
    kind: 'took',
    color: other(colorOf(side)),
    role: roleOf(role),
    square: at(square),
    isLast: false,
  })),
  // That captured a pawn
  says(`\\b(?:that|this|which)(?: just)? (?:took|captures|captured|won) ${PIECE}${WHERE}`, ({ role, square }) => ({
    kind: 'took',
    color: undefined,
    role: roleOf(role),
    square: at(square),
    isLast: true,
  })),
];
