import { COLOR, colorOf, ROLE, roleOf, SQUARE, squareOf } from './claim-words.ts';
import type { ClaimMention } from './mention.ts';

/** `Where is the black king?`, and the first square of the answer. */
const WHERE = new RegExp(
  `\\bwhere(?:'s|’s| is| does| do we find) (?:the (${COLOR})|(${COLOR})(?:'s|’s)) (${ROLE})\\b[^?\\n]{0,16}\\?([^?]{0,40}?)\\b(${SQUARE})\\b`,
  'gi',
);
/** `What do you see on c7?`, and the first piece of the answer, or none. */
const WHAT = new RegExp(
  `\\b(?:what|which piece|who)\\b[^?\\n]{0,28} on (?:the square )?(${SQUARE})\\b[^?\\n]{0,12}\\?([^?]{0,30}?)\\b(?:(?:(${COLOR})(?:'s|’s)? )?(${ROLE})\\b|(nothing|empty|no piece))`,
  'gi',
);
/** Words that may not stand between a question and its answer. */
const NOT_YET = /\b(?:not|no|n't|from|or|if|after|before|wait|pawn|knight|bishop|rook|queen|king|was|did)\b/i;

/** The answers to questions about where a piece stands and what stands on a square. */
export function findAnswers(text: string): ClaimMention[] {
  const found: ClaimMention[] = [];
  if (!text.includes('?')) return found;
  for (const match of text.matchAll(WHERE)) {
    const [all, adjective, owner, role, between = '', square = ''] = match;
    if (NOT_YET.test(between)) continue;
    const end = match.index + all.length;
    const claim = {
      kind: 'piece',
      color: colorOf(adjective ?? owner),
      role: roleOf(role),
      square: squareOf(square),
    } as const;
    found.push({ kind: 'claim', range: { start: end - square.length, end }, claim, isField: false });
  }
  for (const match of text.matchAll(WHAT)) {
    const [all, square = '', between = '', color, role, none = ''] = match;
    if (NOT_YET.test(between)) continue;
    const end = match.index + all.length;
    const said = role === undefined ? none : `${color === undefined ? '' : `${color} `}${role}`;
    const range = { start: end - said.length, end };
    const at = squareOf(square);
    if (role === undefined) found.push({ kind: 'claim', range, claim: { kind: 'empty', square: at }, isField: false });
    else {
      const claim = { kind: 'piece', color: colorOf(color), role: roleOf(role), square: at } as const;
      found.push({ kind: 'claim', range, claim, isField: false });
    }
  }
  return found;
}
