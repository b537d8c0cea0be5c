import { PIECE_NAMES, roleOf, squareOf } from '../../answers/states/piece-words.ts';
import type { Claim, Color } from './mention.ts';

export { PIECE_NAMES as ROLES, roleOf, squareOf };

export const ROLE = '(?:pawn|knight|bishop|rook|queen|king)';
export const SQUARE = '[a-h][1-8]';
export const COLOR = '(?:white|black)';
/** The ending of an owner. */
export const S = "(?:'s|’s)";
/** Words between a verb and what it says, which change nothing of it. */
export const ADVERBS =
  '(?: (?:still|now|currently|also|already|safely|again|actually|both|right now|at the moment)){0,2}';
/** Where a piece stands: the verb before `on` or `at`. */
export const STANDS =
  '(?:is|stands|sits|remains|stays|resides|lives|rests|lies|waits|(?:is )?(?:standing|sitting|posted|placed|located|stationed|positioned|situated|found|parked|to be found)|can be found)';
/** The end of a clause. */
export const END = `(?=\\s*(?:[.,;:!)\\]"”<\\n]|$)|,? (?:and|but|while|so|now|right now|here|at the moment|at this point|currently)\\b)`;

/** The groups of a match, by name. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** What a pattern says, by its match. */
export interface ClaimPattern {
  readonly pattern: RegExp;
  readonly claim: (groups: Groups) => Claim | readonly Claim[] | undefined;
  /** It names a field, which may be that of a state that comes next. */
  readonly isField?: true;
}

/** A pattern of claims, in letters of any case. */
export const says = (pattern: string, claim: ClaimPattern['claim']): ClaimPattern => ({
  pattern: new RegExp(pattern, 'gi'),
  claim,
});

/** A pattern of fields, `side to move: White`. */
export const saysField = (pattern: string, claim: ClaimPattern['claim']): ClaimPattern => ({
  ...says(pattern, claim),
  isField: true,
});

/** A side as the owner of something: `White's` or `the white`. Groups: own…, color…. */
export const owner = (name: string): string =>
  `(?:(?<own${name}>${COLOR})${S}|(?:the|its|his|her|my|your|our|their|this|that|an?|one)) (?:(?<color${name}>${COLOR}) )?`;

/** A piece with its square: `the white knight on f3`, `White's f3-knight`. Groups: own…, color…, role…, on…, at…, name…. */
export const piece = (name: string): string =>
  `(?:${owner(name)})?(?:(?<role${name}>${ROLE})(?: (?:standing|sitting|posted|placed|located|stationed))? (?:on|at) (?<on${name}>${SQUARE})\\b|(?<at${name}>${SQUARE})[- ](?<name${name}>${ROLE})\\b)`;

export const colorOf = (word: string | undefined): Color | undefined =>
  word === undefined ? undefined : /^w/i.test(word) ? 0 : /^b/i.test(word) ? 1 : undefined;

/** What the groups of `piece` name. */
export function pieceOf(
  groups: Groups,
  name: string,
): { readonly color: Color | undefined; readonly role: number; readonly square: number } {
  return {
    color: colorOf(groups[`own${name}`] ?? groups[`color${name}`]),
    role: roleOf(groups[`role${name}`] ?? groups[`name${name}`]),
    square: squareOf(groups[`on${name}`] ?? groups[`at${name}`] ?? 'a1'),
  };
}

/** A claim about a side, if the word names one. */
export const ofSide = <T>(word: string | undefined, make: (color: Color) => T): T | undefined => {
  const color = colorOf(word);
  return color === undefined ? undefined : make(color);
};
