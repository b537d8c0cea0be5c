import type { Claim, ClaimMention, Color } from './mention.ts';
import { sentenceAt } from './words.ts';

/** Names of the roles of frames. */
export const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const ROLE = '(pawn|knight|bishop|rook|queen|king)';
const SIDE = '(White|Black)';

const colorOf = (word: string | undefined): Color | undefined =>
  word === undefined ? undefined : /^white/i.test(word) ? 0 : /^black/i.test(word) ? 1 : undefined;

interface Pattern {
  readonly pattern: RegExp;
  readonly claim: (match: RegExpExecArray) => Claim | undefined;
}

const some = (color: Color | undefined, make: (color: Color) => Claim): Claim | undefined =>
  color === undefined ? undefined : make(color);

/** A square by its name: 0 (a1) to 63. */
export const squareOf = (name: string): number => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);

/** A piece on a square, by the groups of a pattern; group 0 stands for none. */
const pieceOn =
  (side: number, color: number, role: number, square: number) =>
  (m: RegExpExecArray): Claim => ({
    kind: 'piece',
    color: colorOf(side === 0 ? undefined : m[side]) ?? colorOf(m[color]),
    role: ROLES.indexOf(m[role] ?? ''),
    square: squareOf(m[square] ?? 'a1'),
    isPinned: false,
  });

const NUMBERS: Readonly<Record<string, number>> = {
  no: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
};

const PATTERNS: readonly Pattern[] = [
  {
    pattern: new RegExp(`\\b${SIDE} (?:is |has )?(?:now )?to (?:move|play)\\b(?! (?:and (?:mate|win|draw)|for))`, 'g'),
    claim: (m) => some(colorOf(m[1]), (color) => ({ kind: 'turn', color })),
  },
  {
    pattern: new RegExp(
      `\\b(?:[Ii]t(?:'s| is|’s)(?: now)?) ${SIDE}(?:'s|’s) (?:turn|move)\\b|\\b[Ss]ide to move: ?\\**${SIDE}\\b`,
      'gi',
    ),
    claim: (m) => some(colorOf(m[1] ?? m[2]), (color) => ({ kind: 'turn', color })),
  },
  {
    pattern: new RegExp(
      `\\b(?:[Tt]he|[Ii]ts|[Hh]is|[Hh]er|[Mm]y|[Yy]our|[Oo]ur|[Tt]heir|(White|Black)(?:'s|’s))(?: (white|black))? ${ROLE}(?: (?:is |stands |sits |remains )(?:still |now |currently )?)? ?(?:on|at) ([a-h][1-8])\\b( is (?:absolutely )?pinned)?`,
      'g',
    ),
    claim: (m) => ({
      kind: 'piece',
      color: colorOf(m[1]) ?? colorOf(m[2]),
      role: ROLES.indexOf(m[3] ?? ''),
      square: squareOf(m[4] ?? 'a1'),
      isPinned: m[5] !== undefined,
    }),
  },
  {
    pattern: new RegExp(
      `\\b(?:${SIDE} (?:still )?has (?:a|an|its|his|her|the)|[Tt]here(?: is|'s|’s)(?: still)? an?)(?: (white|black))? ${ROLE} on ([a-h][1-8])\\b`,
      'g',
    ),
    claim: pieceOn(1, 2, 3, 4),
  },
  {
    pattern: new RegExp(`\\b([a-h][1-8]) is (?:still |now )?occupied by an?(?: (white|black))? ${ROLE}\\b`, 'g'),
    claim: pieceOn(0, 2, 3, 1),
  },
  {
    pattern: new RegExp(
      `\\b(?:${SIDE}(?:'s|’s)|[Tt]he (white|black)) ${ROLE}s (?:are |stand )?(?:still |now )?on ([a-h][1-8])(?= and [a-h][1-8]\\b)`,
      'g',
    ),
    claim: pieceOn(1, 2, 3, 4),
  },
  {
    pattern: new RegExp(
      `(?<=\\b(?:${SIDE}(?:'s|’s)|[Tt]he (white|black)) ${ROLE}s (?:are |stand )?(?:still |now )?on [a-h][1-8] and )([a-h][1-8])\\b`,
      'g',
    ),
    claim: pieceOn(1, 2, 3, 4),
  },
  {
    pattern:
      /\b(?:[Tt]he )?(?:square )?([a-h][1-8])(?: square)? is (?:now |still |currently )?(?:empty|vacant|unoccupied)\b|\b[Nn]othing (?:stands|is) on ([a-h][1-8])\b/g,
    claim: (m) => ({ kind: 'empty', square: squareOf(m[1] ?? m[2] ?? 'a1') }),
  },
  {
    pattern: new RegExp(
      `\\b${ROLE} on ([a-h][1-8]) (?:(?:also |still |now )?(attacks|hits)|is (?:also |still |now )?(attacking|hitting)|(?:also |still |now )?(?:defends|protects|guards)|is (?:also |still |now )?(?:defending|protecting|guarding)) (?:the |its |his |her )?(?:(?:White|Black)(?:'s|’s) |white |black )?${ROLE} on ([a-h][1-8])\\b`,
      'g',
    ),
    claim: (m) => ({
      kind: 'attack',
      from: squareOf(m[2] ?? 'a1'),
      role: ROLES.indexOf(m[1] ?? ''),
      to: squareOf(m[6] ?? 'a1'),
      isHostile: (m[3] ?? m[4]) !== undefined,
    }),
  },
  {
    pattern: /\b[Tt]he (white|black) king (?:is|stands) (?:now |currently )?(not )?in check\b(?!mate)/g,
    claim: (m) => some(colorOf(m[1]), (color) => ({ kind: 'check', color, isNot: m[2] !== undefined })),
  },
  {
    pattern: new RegExp(
      `\\b${SIDE} (?:can|still has) (?:(king|queen)-?side castling rights|castle (king|queen)-?side)\\b`,
      'g',
    ),
    claim: (m) => {
      const side = m[2] ?? m[3];
      return some(colorOf(m[1]), (color) => ({
        kind: 'rights',
        color,
        side: side === 'king' || side === 'queen' ? side : undefined,
        isNot: false,
      }));
    },
  },
  {
    pattern: new RegExp(
      `\\b${SIDE}(?:'s king|’s king)? (?:is|stands) (?:now |currently )?(not )?in check\\b(?!mate)`,
      'g',
    ),
    claim: (m) => some(colorOf(m[1]), (color) => ({ kind: 'check', color, isNot: m[2] !== undefined })),
  },
  {
    pattern: new RegExp(
      `\\b${SIDE}(?:'s king|’s king)? (?:is|has been) (?:now )?(?:checkmated|mated|in checkmate)\\b`,
      'g',
    ),
    claim: (m) => some(colorOf(m[1]), (color) => ({ kind: 'mate', color })),
  },
  {
    pattern: /\b(?:[Tt]his|[Ii]t|[Tt]he (?:final )?position) is (?:now )?checkmate\b/g,
    claim: () => ({ kind: 'mate', color: undefined }),
  },
  {
    pattern: /\b(?:[Tt]his|[Ii]t|[Tt]he (?:final )?position) is (?:now )?(?:a )?stalemate\b/g,
    claim: () => ({ kind: 'stalemate' }),
  },
  {
    pattern: new RegExp(`\\b${SIDE} has (?:already )?castled\\b`, 'g'),
    claim: (m) => some(colorOf(m[1]), (color) => ({ kind: 'castled', color })),
  },
  {
    pattern: new RegExp(
      `\\b${SIDE} (?:can still castle|still has the right to castle|(can no longer castle|has lost the right to castle|cannot castle any ?more))(?: (king|queen)-?side)?\\b`,
      'g',
    ),
    claim: (m) =>
      some(colorOf(m[1]), (color) => ({
        kind: 'rights',
        color,
        side: m[3] === 'king' || m[3] === 'queen' ? m[3] : undefined,
        isNot: m[2] !== undefined,
      })),
  },
  {
    pattern: new RegExp(
      `\\b${SIDE} (?:still )?has (?:only )?(no|one|two|three|four|five|six|seven|eight|[1-8]) ${ROLE}s?(?= left\\b| remaining\\b|[.;!]|$)`,
      'g',
    ),
    claim: (m) => {
      const count = NUMBERS[m[2] ?? ''] ?? Number(m[2]);
      return some(colorOf(m[1]), (color) => ({ kind: 'count', color, role: ROLES.indexOf(m[3] ?? ''), count }));
    },
  },
];

/** Words that make a sentence one of what might be, was, or is to come. */
const NOT_NOW =
  /\b(?:if|would|could|should|might|may|suppose|imagine|assuming|assume|unless|until|whenever|instead|eventually|later|earlier|before|previously|used to|was|were|had|will|going to|once|when|after|then|aim|plan|idea|wants?|threat\w*|hop(?:e|ing)|example|e\.g\.|hypothetical\w*|typically|usually|often|always|never|any|every|whether|or|not sure|wait|said|says|claim(?:s|ed)?|thought|start(?:ing)? position|typical|variant|rule|puzzle|mate in|(?:not|n't|n’t) (?:true|the case|correct|right)|false|untrue)\b|\?/i;
const CHECK_WORDS =
  /\b(?:check|empty|vacant|unoccupied|nothing|mate|turn|to move|to play|castle|castled|pinned|pawn|knight|bishop|rook|queen|king)|s move\b/i;

/** The claims of a text about the position of the moment. Sentences about other times and possibilities make none. */
export function findClaims(text: string): ClaimMention[] {
  const found: ClaimMention[] = [];
  if (!CHECK_WORDS.test(text)) return found;
  for (const { pattern, claim } of PATTERNS) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const what = claim(match);
      const range = { start: match.index, end: match.index + match[0].length };
      if (what !== undefined && isOfNow(text, range.start, range.end))
        found.push({ kind: 'claim', range, claim: what });
    }
  }
  return found;
}

/** `After 3. Bb5, …` names the position that it speaks of. */
const AFTER_MOVE =
  /\bafter (?=[*_`"]{0,2}(?:\d{1,3}\.|[KQRBN][a-hx1-8]|[a-h][1-8x]|O-O|this\b|these\b|that\b|the (?:move|moves)\b))/gi;

function isOfNow(text: string, start: number, end: number): boolean {
  const { before, after } = sentenceAt(text, start, end);
  const sentence = `${before}${text.slice(start, end)}${after}`.replace(AFTER_MOVE, '');
  return !NOT_NOW.test(sentence);
}
