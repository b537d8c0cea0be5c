import { ADVERBS, type ClaimPattern, COLOR, colorOf, END, type Groups, ROLE, roleOf, S, says } from './claim-words.ts';
import type { Claim } from './mention.ts';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const NUMBER =
  '(?:(?:only|just|exactly|all|the)? ?(?:no|zero|one|two|three|four|five|six|seven|eight|[0-8]|an? single|a lone|both))';
const LEFT = '(?: (?:left|remaining|on the board)){0,2}';

function numberOf(word: string): number {
  const last = word.toLowerCase().trim().split(' ').at(-1) ?? '';
  if (last === 'single' || last === 'lone') return 1;
  if (last === 'both') return 2;
  if (last === 'zero') return 0;
  const index = NUMBERS.indexOf(last);
  return index < 0 ? Number(last) : index;
}

/** How many pieces of a role a side has, by the groups with these names. */
function count(groups: Groups, side: string, number: string): Claim[] {
  const color = colorOf(groups[side]);
  const word = groups[number];
  if (color === undefined || word === undefined) return [];
  return [{ kind: 'count', color, role: roleOf(groups['role']), count: numberOf(word) }];
}
const one = (groups: Groups): Claim[] => count(groups, 'side', 'number');
const two = (groups: Groups): Claim[] => [...one(groups), ...count(groups, 'side2', 'number2')];
const sameRole = (a: string | undefined, b: string | undefined): boolean => roleOf(a) === roleOf(b);
const queens = (number: number): Claim[] =>
  ([0, 1] as const).map((color) => ({ kind: 'count', color, role: 4, count: number }));

/** How many pieces there are. */
export const COUNT_CLAIMS: readonly ClaimPattern[] = [
  // White has seven pawns left
  says(
    `\\b(?<side>${COLOR})${ADVERBS} (?:has|have|owns|holds|keeps|possesses|retains|is (?:left with|down to)|remains with)${ADVERBS} (?<number>${NUMBER})(?: remaining)? (?<role>${ROLE})s?(?= (?:left|remaining|on the board)\\b| against\\b| to (?:white|black)| (?:and|while|whereas) (?:black|white)\\b|, (?:while|whereas)\\b|\\s*[.;!]|\\s*$)`,
    one,
  ),
  // That leaves Black with six pawns; White's army includes exactly one knight
  says(
    `\\bthat leaves (?<side>${COLOR}) with (?<number>${NUMBER}) (?<role>${ROLE})s?(?= (?:left|remaining|on the board)\\b|\\s*[.;!]|\\s*$)`,
    one,
  ),
  says(`\\b(?<side>${COLOR})${S} army includes (?<number>exactly ${NUMBER}) (?<role>${ROLE})s?\\b`, one),
  says(
    `\\b(?<number>all eight|both) (?<side>${COLOR}) (?<role>${ROLE})s (?:are|remain)(?: still)?(?: there| on the board)?${END}`,
    one,
  ),
  // … against Black's three
  says(
    `(?<=\\b(?:white|black)${ADVERBS} (?:has|have|owns|keeps) ${NUMBER} (?<role>${ROLE})s? (?:against|versus|vs\\.?|to) )(?<side>${COLOR})${S} (?<number>${NUMBER})\\b`,
    one,
  ),
  // There are no black knights left
  says(
    `\\bthere(?: is|'s|’s| are)${ADVERBS} (?<number>${NUMBER}) (?<side>${COLOR}) (?<role>${ROLE})s?(?= (?:left|remaining|on the board)\\b|\\s*[.;!]|\\s*$)`,
    one,
  ),
  // Four white pawns are left; no black queen remains
  says(
    `(?<![a-z] )\\b(?<number>${NUMBER}) (?<side>${COLOR}) (?<role>${ROLE})s? (?:(?:is|are)${ADVERBS} (?:left|remaining|on the board)|remains?)${LEFT}${END}`,
    one,
  ),
  // No black queen on the board; White no longer has a queen
  says(`(?<![a-z] )\\b(?<number>no) (?<side>${COLOR}) (?<role>${ROLE})s? (?:left )?on the board\\b`, one),
  says(`\\b(?<side>${COLOR}) (?:no longer has|is without) an? (?<role>${ROLE})\\b${END}`, (groups) =>
    count({ ...groups, number: 'no' }, 'side', 'number'),
  ),
  // Seven white pawns against six black pawns; each side has four pawns
  says(
    `\\b(?<number>${NUMBER}) (?<side>${COLOR}) (?<role>${ROLE})s? (?:and|to|against|versus|vs\\.?) (?<number2>${NUMBER}) (?<side2>${COLOR})(?: ${ROLE}s?)?${END}`,
    two,
  ),
  says(
    `\\b(?:(?:each|either) side (?:still )?has|both (?:sides|players) (?:still )?have) (?<number>${NUMBER}) (?<role>${ROLE})s?(?= (?:left|remaining|each|on the board)\\b|\\s*[.;!]|\\s*$)`,
    (groups) => two({ ...groups, side: 'white', side2: 'black', number2: groups['number'] }),
  ),
  // White 8 pawns, Black 7 pawns
  says(
    `\\b(?<side>${COLOR}):? (?<number>${NUMBER}) (?<role>${ROLE})s?(?:,|;|,? and) (?<side2>${COLOR}):? (?<number2>${NUMBER}) (?<role2>${ROLE})s?${END}`,
    (groups) => (sameRole(groups['role'], groups['role2']) ? two(groups) : []),
  ),
  // Pawn count: White 6, Black 5
  says(
    `\\b(?<role>${ROLE})s?(?: count)?(?: ?:| are| is) (?<side>${COLOR})(?::| has)? (?<number>${NUMBER})(?:,| and|;|,? while) (?<side2>${COLOR})(?::| has)? (?<number2>${NUMBER})\\b`,
    two,
  ),
  // Counting pawns gives 6 for White and 5 for Black
  says(
    `\\b(?<role>${ROLE})s?(?: (?:gives|yields|are|count|is))?:? (?<number>${NUMBER}) (?:for|to) (?<side>${COLOR})(?:,| and) (?<number2>${NUMBER}) (?:for|to) (?<side2>${COLOR})\\b`,
    two,
  ),
  says('\\bqueens have not (?:yet )?been (?:exchanged|traded)\\b', () => queens(1)),
  says('\\b(?:each|either) side still has a queen\\b', () => queens(1)),
  says('\\bwe are in a queenless (?:position|game|middlegame|endgame)\\b', () => queens(0)),
  says('\\b(?:both queens|the queens) (?:are|remain)(?: both)?(?: still)? on(?: the board)?\\b', () => queens(1)),
  says(
    '\\b(?:(?:the|both) queens|queens) (?:have (?:(?:now |already |both )?been (?:exchanged|traded|swapped)|(?:left|disappeared from|come off) the board|come off(?! the))|are(?: both| now| already| all)? (?:gone|off(?: the board)?|exchanged|traded))\\b',
    () => queens(0),
  ),
];
