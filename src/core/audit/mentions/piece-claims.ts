import {
  ADVERBS,
  type ClaimPattern,
  COLOR,
  colorOf,
  END,
  type Groups,
  ROLE,
  roleOf,
  S,
  SQUARE,
  STANDS,
  says,
  squareOf,
} from './claim-words.ts';
import type { Claim } from './mention.ts';

const THE = `(?:the|its|his|her|my|your|our|their|this|that|(?<own>${COLOR})${S})`;
const A_PIECE = `(?:an?|the|its|his|her|one|another|(?<own>${COLOR})${S}) (?:(?<color>${COLOR}) )?(?<role>${ROLE})\\b`;
const ON = `(?:on|at) (?<square>${SQUARE})\\b(?! (?:push|advance|break)\\b)`;

/** A piece on a square. The side is that of the owner, of the adjective, or the subject of the sentence. */
const stands = ({ side, own, color, role, square }: Groups): Claim => ({
  kind: 'piece',
  color: colorOf(own ?? color ?? side),
  role: roleOf(role),
  square: squareOf(square ?? 'a1'),
});

/** The squares of a list, `a1, d1 and f1`. */
const listed = (list: string | undefined): readonly string[] => list?.match(/[a-h][1-8]/gi) ?? [];
const LIST = `(?<list>${SQUARE}(?:(?:, and |, | and | & )${SQUARE}){1,8})\\b`;

/** What stands where. */
export const PIECE_CLAIMS: readonly ClaimPattern[] = [
  // The white knight now stands on f3
  says(
    `\\b${THE} (?:(?<color>${COLOR}) )?(?<role>${ROLE})(?:,| (?:that|which))?${ADVERBS}(?: ${STANDS})?${ADVERBS} ${ON}`,
    stands,
  ),
  // As for White's king, it is on g1
  says(
    `\\b${THE} (?:(?<color>${COLOR}) )?(?<role>${ROLE}),? (?:it|he|she)${ADVERBS} ${STANDS}${ADVERBS} ${ON}`,
    stands,
  ),
  // White keeps a pawn on b6
  says(
    `\\b(?<side>${COLOR})${ADVERBS} (?:has|keeps|holds|owns|maintains|retains|possesses)${ADVERBS}(?: (?:placed|posted|put|stationed|got|kept))? ${A_PIECE}(?: (?:standing|sitting|posted|placed|left))? ${ON}`,
    stands,
  ),
  // There is a black rook on d8; you will find a pawn on c4
  says(
    `\\b(?:there(?: is|'s|’s)${ADVERBS}|(?:we|you|one|I)(?: can| will|'ll|’ll)?${ADVERBS} (?:see|find|have|spot|notice)|note|notice|observe)(?: only)? ${A_PIECE}(?: (?:standing|sitting|posted|placed))? ${ON}`,
    stands,
  ),
  // A white pawn occupies c6; one of the black knights lives on d7
  says(
    `\\b(?:(?:an?|the|(?<own>${COLOR})${S})|one of (?:the|(?<own2>${COLOR})${S})) (?:(?<color>${COLOR}) )?(?<role>${ROLE})s?${ADVERBS} (?:occupies|${STANDS}${ADVERBS} (?:on|at)) (?<square>${SQUARE})\\b`,
    (groups) => stands({ ...groups, own: groups['own'] ?? groups['own2'] }),
  ),
  // h6 holds a white rook; e5 is occupied by a pawn
  says(
    `(?<!\\b(?:on|at|from|to|of) )\\b(?<square>${SQUARE})(?: square)?${ADVERBS} (?:holds|hosts|contains|has|houses|carries|(?:is|remains)${ADVERBS} (?:(?:occupied|held|taken) by|(?:the )?home (?:to|of)))${ADVERBS} ${A_PIECE}`,
    stands,
  ),
  // On b6 we find a black pawn
  says(
    `\\b(?:on|at) (?:the )?(?:square )?(?<square>${SQUARE})(?: square)?,? (?:there${ADVERBS} (?:is|stands|sits)|(?:we|you|one|I)(?: can| will)?${ADVERBS} (?:find|see|have|spot)|(?<side>${COLOR})${ADVERBS} (?:has|keeps|holds)|(?:is|stands|sits|lives|remains))${ADVERBS} ${A_PIECE}`,
    stands,
  ),
  // What stands on d1 is a white queen
  says(
    `\\bwhat${ADVERBS} (?:stands|is|sits|we (?:see|find|have))${ADVERBS} on (?<square>${SQUARE})${ADVERBS} is${ADVERBS} ${A_PIECE}`,
    stands,
  ),
  // The black queen operates from d8; White's king is chilling on g1; the white monarch sits at g1
  says(
    `\\b${THE} (?:(?<color>${COLOR}) )?(?:(?<role>${ROLE})${ADVERBS} (?:operates from|is (?:hanging out|chilling|over) (?:on|at))|monarch${ADVERBS} (?:sits|stands|is|lives)${ADVERBS} (?:on|at)) (?<square>${SQUARE})\\b`,
    (groups) => stands({ ...groups, role: groups['role'] ?? 'king' }),
  ),
  // g1 is where White's king stands
  says(`\\b(?<square>${SQUARE})${ADVERBS} is where ${A_PIECE}${ADVERBS} ${STANDS}${END}`, stands),
  // b6: a black pawn
  says(
    `(?<!\\d(?:\\.{1,3}|…) ?)\\b(?<square>${SQUARE}) ?(?::|=|->|→|—|–|\\() ?(?:(?:an?|the) )?(?:(?<own>${COLOR})${S}|(?<color>${COLOR})) (?<role>${ROLE})\\b(?! (?:has|goes|moves|can|will|may|is)\\b)`,
    stands,
  ),
  // White's c3-knight, the e5 pawn
  says(
    `\\b(?:${THE})(?: (?<color>${COLOR}))? (?<square>${SQUARE})[- ](?<role>${ROLE})\\b(?! (?:push|advance|break|storm|move))`,
    stands,
  ),
  // White: king on g1
  says(
    `(?<![a-z] )\\b(?<side>${COLOR})(?:${S})?[:,]? (?<role>${ROLE})(?: is| stands)?(?::| (?:on|at)) (?<square>${SQUARE})\\b`,
    stands,
  ),
  // The knight on f3 belongs to White
  says(
    `\\b(?<role>${ROLE}) ${ON}${ADVERBS} (?:belongs to (?<own>${COLOR})\\b|is (?:(?<color>${COLOR})${S}|(?<side>${COLOR}))${END})`,
    stands,
  ),
  // White's rooks are on a1 and f1; White has knights on c3 and f3
  says(
    `\\b(?:(?<own>${COLOR})${S}|the (?<color>${COLOR})|(?<side>${COLOR})${ADVERBS} (?:has|keeps)(?: (?:the|its|two|three|four|five|six|seven|eight))?) (?<role>${ROLE})s${ADVERBS}(?: (?:are|stand|sit|remain))?${ADVERBS} (?:on|at) ${LIST}`,
    (groups) => listed(groups['list']).map((square) => stands({ ...groups, square })),
  ),
];

const NO_PIECE = '(?:nothing|nobody|no one|no[- ]one|none|no (?:piece|man|unit)(?: or pawn)?|no pawn or piece)';
const EMPTY = `(?:empty|vacant|unoccupied|not occupied|(?:free|clear|open)${END})`;
const empty = (square: string | undefined): Claim => ({ kind: 'empty', square: squareOf(square ?? 'a1') });

/** Which squares are empty. */
export const EMPTY_CLAIMS: readonly ClaimPattern[] = [
  says(
    `\\b(?:the )?(?:square )?(?<square>${SQUARE})(?: square)?,? (?:is|remains|stays|lies|stands)${ADVERBS} (?:completely )?${EMPTY}`,
    ({ square }) => empty(square),
  ),
  says(`\\b(?<square>${SQUARE}) ?(?::|=|->|→) ?(?:empty|vacant|unoccupied|nothing)\\b`, ({ square }) => empty(square)),
  says(`\\b${LIST}(?: squares)? (?:are|remain|stay)${ADVERBS}(?: all)? ${EMPTY}`, ({ list }) =>
    listed(list).map(empty),
  ),
  says(
    `\\b${NO_PIECE}${ADVERBS} (?:occupies|(?:stands|is|sits|lives|remains)${ADVERBS}(?: (?:standing|placed|located))? (?:on|at)) (?:the )?(?:square )?(?<square>${SQUARE})\\b`,
    ({ square }) => empty(square),
  ),
  says(
    `\\b(?:there(?: is|'s|’s)${ADVERBS} ${NO_PIECE} (?:on|at) (?:the )?(?:square )?(?<square>${SQUARE})|(?<!\\b(?:on|at|from|to|of) )(?<square2>${SQUARE})${ADVERBS} (?:has|holds|contains) ${NO_PIECE})\\b`,
    ({ square, square2 }) => empty(square ?? square2),
  ),
];
