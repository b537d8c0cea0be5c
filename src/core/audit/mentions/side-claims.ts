import {
  ADVERBS,
  type ClaimPattern,
  COLOR,
  colorOf,
  END,
  type Groups,
  ofSide,
  S,
  says,
  saysField,
} from './claim-words.ts';
import type { Claim } from './mention.ts';

const SIDE = `\\b(?<side>${COLOR})`;
const NOT = "(?<not>n't|n’t| not)?";
const turn = ({ side }: Groups): Claim | undefined => ofSide(side, (color) => ({ kind: 'turn', color }));

/** Who is to move. */
export const TURN_CLAIMS: readonly ClaimPattern[] = [
  says(`${SIDE} (?:(?:is|has) )?(?:now )?to (?:move|play)\\b(?! (?:and (?:mate|win|draw)|for))`, turn),
  says(`\\bit(?:'s| is|’s)${ADVERBS} ${SIDE}${S} (?:turn|move)\\b`, turn),
  says(`(?<![a-z] )${SIDE}${S} turn\\b(?: now| to (?:move|play))?${END}`, turn),
  says(
    `${SIDE}${ADVERBS} (?:is${ADVERBS} on (?:the )?(?:move|turn)\\b|has${ADVERBS} the move${END}|(?:must|has to|needs to)${ADVERBS} (?:make (?:a|the next|its) move|move|play)${END}|(?:moves|plays|goes) next\\b|is next(?: to (?:move|play))?${END}|is the (?:side|player|one) (?:to (?:move|play)|on move)\\b|on (?:the )?move${END}|moves now${END})`,
    turn,
  ),
  says(
    `\\b(?:move|turn)${ADVERBS} (?:belongs to|lies with|is with|falls to|passes to|goes to|is up to) ${SIDE}\\b`,
    turn,
  ),
  says(`${SIDE}${S} the (?:side|player|one) (?:to|on) move\\b`, turn),
  says(`\\bit is (?:now )?for ${SIDE} to (?:decide|choose|find a move)\\b`, turn),
  says(`\\bit(?:'s|’s| is) ${SIDE}${S} go${END}`, turn),
  says(`\\bnow ${SIDE} has to (?:find|choose) a move\\b`, turn),
  says(`${SIDE} is on the clock\\b`, turn),
  says(`\\bnext (?:up|to (?:move|play|go))(?::| is) ${SIDE}\\b`, turn),
  says(`\\b(?:next )?(?:move|turn) is${ADVERBS} ${SIDE}${S}${END}`, turn),
  says(`\\b(?:waiting (?:for|on)|awaiting) ${SIDE}(?:${S} (?:next )?move| to (?:move|play))\\b`, turn),
  saysField(
    `\\b(?:(?:side|player|color|colour|who)(?: is)?[ _-](?:to|on)[ _-]?(?:the )?(?:move|turn)|(?:next )?to[ _-](?:move|play)|stm|active[ _]colou?r|player[ _]on[ _]turn|next[ _](?:player|side|mover))["'*]{0,3}(?: ?[:=]| is(?: now)?)[ "'*\`]{0,4}(?<side>${COLOR}|[wb](?![\\w'’/]))`,
    turn,
  ),
];

/** With or without its square; without a color it is that of the side to move. */
const AT = '(?: (?:on|at) [a-h][1-8])?';
const KING = `(?:${SIDE}${S} king${AT}|the (?<color>${COLOR}) king${AT}|the king (?:on|at) [a-h][1-8])`;
const KING_OR_SIDE = `(?:${SIDE}(?:${S} king${AT})?|the (?<color>${COLOR}) king${AT}|the king (?:on|at) [a-h][1-8])`;
const check =
  (isNot: (groups: Groups) => boolean) =>
  (groups: Groups): Claim => ({
    kind: 'check',
    color: colorOf(groups['side'] ?? groups['color']),
    isNot: isNot(groups),
  });
const denied = ({ not }: Groups): boolean => not !== undefined;
const MOMENT = `(?= (?:at (?:the|this) moment|right now|now|currently|by|from)\\b|\\s*[.;!<"”]|\\s*$)`;

/** Who is in check. */
export const CHECK_CLAIMS: readonly ClaimPattern[] = [
  says(
    `\\b${KING_OR_SIDE} (?:is|stands|remains)${NOT}${ADVERBS}(?<not2> not)?${ADVERBS} (?:in|under|facing(?: a)?) check\\b(?!mate)`,
    check(({ not, not2 }) => (not ?? not2) !== undefined),
  ),
  says(
    `\\b${KING} is${NOT}${ADVERBS} (?:under (?:direct )?(?:attack|fire)|(?:being )?attacked)${MOMENT}`,
    check(denied),
  ),
  says(
    `\\b${KING_OR_SIDE} (?:has to|must|needs to)${ADVERBS} (?:get out of|answer|respond to|react to|deal with|meet|escape(?: from)?|parry|address|evade|resolve|step out of|move out of) (?:the |a |this |that )?check\\b`,
    check(() => false),
  ),
  says(
    `\\b(?:nobody|no one|neither (?:side|king|player|color|colour)|no king|no side) (?:is|stands)${ADVERBS} in check\\b(?!mate)`,
    check(() => true),
  ),
  says(
    `\\b(?:nobody|no one|neither (?:side|player)) (?:is giving|gives)${ADVERBS} check\\b(?!mate)`,
    check(() => true),
  ),
  says(
    `${SIDE}(?:${S} king)? (?:isn't|isn’t|is not)${ADVERBS} (?:in|under) check\\b(?!mate)`,
    check(() => true),
  ),
  says(
    `${SIDE}${S} king is${ADVERBS} facing (?:a )?check\\b`,
    check(() => false),
  ),
  says(
    `\\b(?:neither|no) king (?:is|stands)${ADVERBS} (?:attacked|under attack)\\b`,
    check(() => true),
  ),
  says(
    `\\bthere(?: is|'s|’s)${ADVERBS} no check(?= on| at| right| here| now|\\s*[.,;!<"]|\\s*$)`,
    check(() => true),
  ),
  saysField(`\\b(?:is_|in_)check["']? ?[:=] ?["']?(?<yes>true|yes)?(?<no>false|no)?\\b`, ({ yes, no }) =>
    yes === undefined && no === undefined ? undefined : { kind: 'check', color: undefined, isNot: no !== undefined },
  ),
];

/** A side to castle to. */
const to = (name: string): string =>
  `(?:(?:on the |to the )?(?<wing${name}>king|queen)[- ]?side|(?<length${name}>short|long)|(?<sign${name}>[O0]-[O0](?:-[O0])?))`;
const sideOf = (groups: Groups, name: string): 'king' | 'queen' | undefined => {
  const wing = groups[`wing${name}`]?.toLowerCase();
  const length = groups[`length${name}`]?.toLowerCase();
  const sign = groups[`sign${name}`];
  if (wing === 'king' || length === 'short' || sign?.length === 3) return 'king';
  return wing === 'queen' || length === 'long' || sign?.length === 5 ? 'queen' : undefined;
};
const rights =
  (isNot: boolean) =>
  (groups: Groups): Claim | readonly Claim[] | undefined => {
    const side = sideOf(groups, '') ?? sideOf(groups, '2');
    const of = (color: 0 | 1): Claim => ({ kind: 'rights', color, side, isNot });
    return groups['all'] === undefined ? ofSide(groups['side'], of) : [of(0), of(1)];
  };
const POSSIBLE = '(?:possible|available|legal|allowed|an option)';
const WHOSE = '(?:the|its|his|her|their|all|full|both|any)';
const RIGHTS = `(?:${WHOSE} )?(?:right to castle|(?:${to('')} )?castling (?:rights?|privileges?|ability))(?: ${to('2')})?`;

/** Who may castle, and who has. */
export const CASTLING_CLAIMS: readonly ClaimPattern[] = [
  says(
    `\\b(?:(?<side>${COLOR})|(?<all>both (?:sides|players)))${ADVERBS} (?:can|may(?: yet)?|(?:is|are)${ADVERBS} (?:able|allowed|permitted|entitled|free) to)${ADVERBS} castle\\b(?: ${to('')})?`,
    rights(false),
  ),
  says(
    `\\b(?:(?<side>${COLOR})|(?<all>both (?:sides|players)))${ADVERBS} (?:has|have|retains?|keeps?|maintains?|preserves?|(?:has not|hasn't|hasn’t)(?: yet)? lost)${ADVERBS} ${RIGHTS}`,
    rights(false),
  ),
  says(
    `\\bcastling(?: ${to('')})? (?:is|remains|stays)${ADVERBS} ${POSSIBLE}(?: in principle)? (?:for|to) (?<side>${COLOR})\\b`,
    rights(false),
  ),
  says(
    `\\b(?:(?<side>${COLOR})|(?<all>neither (?:side|player)))${ADVERBS} (?:(?:can|may) no longer castle(?: ${to('')})?|(?:is|are) no longer (?:able|allowed|permitted|entitled) to castle(?: ${to('2')})?)`,
    rights(true),
  ),
  says(
    `\\b(?:(?<side>${COLOR})${ADVERBS} (?:cannot|can not|can't|can’t|may not)|(?<all>neither (?:side|player)) (?:can|may)) castle(?: ${to('')})? (?:any ?more|any longer|ever again)\\b`,
    rights(true),
  ),
  says(
    `${SIDE}${ADVERBS} (?:(?:has )?(?:already )?(?:lost|forfeited|given up)|no longer has|has no(?: more)?|(?:does not|doesn't|doesn’t)${ADVERBS} have) ${RIGHTS}`,
    rights(true),
  ),
  says(`${SIDE} has${ADVERBS} kept the (?:option|possibility) of castling ${to('')}`, rights(false)),
  says(`${SIDE} has${ADVERBS} no right to castle ${to('')} any (?:more|longer)\\b`, rights(true)),
  says(
    `\\bcastling ${to('')} is${ADVERBS} (?:ruled out|impossible) for ${SIDE} (?:for good|for the rest of the game)\\b`,
    rights(true),
  ),
  says(
    `\\bcastling(?: ${to('')})? (?:is no longer|has ceased to be) ${POSSIBLE} (?:for|to) (?<side>${COLOR})\\b`,
    rights(true),
  ),
  says(
    `\\bcastling(?: ${to('')})? is not ${POSSIBLE} (?:for|to) (?<side>${COLOR}) (?:any ?more|any longer)\\b`,
    rights(true),
  ),
  says(
    `${SIDE}${S} (?:${to('')} )?castling (?:rights?|privileges?|ability)(?: ${to('2')})? (?:(?:is|are|has been|have been)${ADVERBS} (?:gone|lost|forfeited)|(?:is|are|remains?) no longer (?:available|there|intact))`,
    rights(true),
  ),
  says(
    `${SIDE}${S} (?:${to('')} )?castling (?:rights?|privileges?|ability)(?: ${to('2')})? (?:is|are|remains?|stays?)${ADVERBS} (?:intact|available|preserved|there)${END}`,
    rights(false),
  ),
  saysField(
    `\\bcastling(?:[ _-](?:rights|availability))?["'*]{0,3} ?[:=][ "'*\`]{0,4}(?<letters>[kq]{1,4}(?![\\w/])|-(?=\\s*(?:$|["'\`,;.]))|none\\b)`,
    ({ letters = '' }) =>
      ([0, 1] as const).flatMap((color) =>
        (['king', 'queen'] as const).map((side): Claim => {
          const letter = side === 'king' ? 'k' : 'q';
          const isThere = letters !== 'none' && letters.includes(color === 0 ? letter.toUpperCase() : letter);
          return { kind: 'rights', color, side, isNot: !isThere };
        }),
      ),
  ),
  says(`${SIDE} has(?<not>n't|n’t| not)?(?: already)? castled\\b(?: ${to('')})?`, (groups) =>
    ofSide(groups['side'], (color) => ({
      kind: 'castled',
      color,
      side: sideOf(groups, ''),
      isNot: groups['not'] !== undefined,
    })),
  ),
];

/** How the game has ended. */
export const MATE_CLAIMS: readonly ClaimPattern[] = [
  says(`${SIDE}(?:${S} king)? (?:is|has been)(?: now)? (?:checkmated|mated|in checkmate)\\b`, ({ side }) =>
    ofSide(side, (color) => ({ kind: 'mate', color })),
  ),
  says(`\\b(?:this|it|the (?:final )?position) is(?: now)? checkmate\\b`, () => ({ kind: 'mate', color: undefined })),
  says(`\\b(?:this|it|the (?:final )?position) is(?: now)?(?: a)? stalemate\\b`, () => ({ kind: 'stalemate' })),
];
