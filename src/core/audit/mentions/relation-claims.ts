import {
  ADVERBS,
  type ClaimPattern,
  COLOR,
  END,
  type Groups,
  owner,
  piece,
  pieceOf,
  ROLE,
  SQUARE,
  says,
  squareOf,
} from './claim-words.ts';
import type { Claim } from './mention.ts';

/** Verbs and participles of attacks along a free line, of those that may see through pieces, and of defense. */
const HITS = '(?:attacks|hits|strikes(?: at)?|is(?: also| still| now)? (?:attacking|hitting|striking(?: at)?))';
const AIMS =
  '(?:takes aim at|aims at|targets|threatens|eyes|points at|bears down on|presses(?: on)?|pressures|x-rays|is(?: also| still| now)? (?:aiming at|targeting|eyeing|pressuring|threatening))';
const GUARDS =
  '(?:(?:is what )?defends|protects|guards|covers|watches over|is(?: also| still| now)? (?:defending|protecting|guarding|covering))';
const BACKS = '(?:supports|backs up|is(?: also| still| now)? (?:supporting|backing up))';
const RULES = '(?:controls|watches|is controlling)';
/** A square by itself, whatever stands on it. */
const A_SQUARE = `(?:the )?(?:square )?(?<square>${SQUARE})\\b(?![- ]${ROLE})`;
const GUARDED = '(?:defended|protected|guarded|covered)';

const relation =
  (from: string, to: string) =>
  (groups: Groups): Claim => {
    const { square: start, role } = pieceOf(groups, from);
    const { square } = groups;
    const has = (name: string): boolean => groups[name] !== undefined;
    return {
      kind: 'attack',
      from: start,
      role,
      to: square === undefined ? pieceOf(groups, to).square : squareOf(square),
      isHostile: has('hits') || has('aims'),
      isThrough: has('aims') || has('backs') || has('rules') || square !== undefined,
      isSquare: square !== undefined,
    };
  };

const reached =
  (isHostile: boolean, not: string) =>
  (groups: Groups): Claim => {
    const { square, role, color } = pieceOf(groups, '1');
    return { kind: 'reached', square, role, color, isHostile, isNot: not === 'always' || groups[not] !== undefined };
  };

/** Who attacks and defends whom. */
export const ATTACK_CLAIMS: readonly ClaimPattern[] = [
  says(
    `\\b${piece('1')}${ADVERBS} (?:(?<hits>${HITS})|(?<aims>${AIMS})|(?<guards>${GUARDS})|(?<backs>${BACKS})|(?<rules>${RULES})) (?:${piece('2')}|${A_SQUARE})`,
    relation('1', '2'),
  ),
  // The bishop on e5 has the knight on f6 in its sights
  says(
    `\\b${piece('1')}${ADVERBS} (?<aims>has|keeps)${ADVERBS} ${piece('2')} in (?:its|his|her|their) sights?\\b`,
    relation('1', '2'),
  ),
  says(
    `\\b(?:${piece('1')}|${A_SQUARE}) (?:is|remains|comes|stands)${ADVERBS}(?: being)?(?: well| adequately| securely)? (?:(?<hits>attacked|hit|under (?:attack|fire))|(?<aims>threatened|targeted|under pressure)|(?<guards>${GUARDED})|(?<backs>supported|backed up)|(?<rules>controlled))(?: only| solely)? (?:by|from) ${piece('2')}`,
    relation('2', '1'),
  ),
  says(
    `\\b${piece('1')}${ADVERBS} (?:has|enjoys|gets)${ADVERBS} (?<backs>(?:the )?(?:support|protection|backing)) (?:of|from) ${piece('2')}`,
    relation('2', '1'),
  ),
  says(
    `\\b${piece('1')} (?:is|remains|stays|stands)${ADVERBS} (?:completely |totally |entirely )?(?:(?<un>un(?:defended|protected|guarded)|not${ADVERBS} ${GUARDED}|without (?:a |any )?(?:defender|protection|protector))|${GUARDED})${END}`,
    reached(false, 'un'),
  ),
  says(
    `\\b${piece('1')}${ADVERBS} (?:has no|lacks(?: a| any)?) (?:defenders?|protectors?|protection)\\b`,
    reached(false, 'always'),
  ),
  says(
    `\\b(?:nothing|nobody|no one|no (?:own |white |black )?piece)${ADVERBS} (?:protects|defends|guards|covers) ${piece('1')}`,
    reached(false, 'always'),
  ),
  says(
    `\\b${piece('1')} (?:is|remains|stands)(?<not>n't|n’t| not)?${ADVERBS} (?:under attack|attacked)${END}`,
    reached(true, 'not'),
  ),
  says(
    `\\b(?:nothing|nobody|no one|no (?:enemy |white |black )?piece)${ADVERBS} (?:attacks|hits) ${piece('1')}`,
    reached(true, 'always'),
  ),
];

const TO = `(?: (?:to|against|down to|onto) ${owner('To')}(?:own )?(?<target>${ROLE})(?: (?:on|at) ${SQUARE})?)`;

/** Who is pinned. */
export const PIN_CLAIMS: readonly ClaimPattern[] = [
  says(
    `\\b${piece('1')} (?:is|remains|stands)(?<not>n't|n’t| not)?${ADVERBS} (?:(?<absolutely>absolutely )?pinned(?: down)?${TO}?(?: by ${piece('2')})?|(?:caught )?in an? (?<absolute>absolute )?pin\\b)`,
    (groups) => {
      const { square, role } = pieceOf(groups, '1');
      const by = groups['on2'] ?? groups['at2'];
      const isAbsolute = (groups['absolutely'] ?? groups['absolute']) !== undefined || isKing(groups);
      return {
        kind: 'pin',
        square,
        role,
        isAbsolute,
        by: by === undefined ? undefined : pieceOf(groups, '2').square,
        isNot: groups['not'] !== undefined,
      };
    },
  ),
  says(
    `\\b${piece('2')}${ADVERBS} (?:pins|is(?: also| still| now)? pinning)(?: down)? ${piece('1')}${TO}?`,
    (groups) => {
      const { square, role } = pieceOf(groups, '1');
      const by = pieceOf(groups, '2').square;
      return { kind: 'pin', square, role, isAbsolute: isKing(groups), by, isNot: false };
    },
  ),
  says(
    `\\b(?:the|its|his|her|their|this|that|(?<own1>${COLOR})(?:'s|’s)) (?<absolutely>absolutely )?pinned (?:(?<color1>${COLOR}) )?(?<role1>${ROLE}) (?:on|at) (?<on1>${SQUARE})\\b`,
    (groups) => {
      const { square, role } = pieceOf(groups, '1');
      const isAbsolute = groups['absolutely'] !== undefined;
      return { kind: 'pin', square, role, isAbsolute, by: undefined, isNot: false };
    },
  ),
  says(
    `\\b(?:no piece|nothing|nobody) is${ADVERBS} (?:absolutely )?pinned\\b|\\bthere(?: is|'s|’s| are)${ADVERBS} no (?:absolute )?pins?(?= on the board| here| at the moment|\\s*[.;!]|\\s*$)`,
    () => ({ kind: 'unpinned' }),
  ),
];

const isKing = ({ target }: Groups): boolean => target?.toLowerCase() === 'king';
