import type { FenField } from '../../metrics/fen-reading.ts';

/** Values of the FEN fields that the words around a board state. */
export type NearFields = Partial<Record<FenField, string>>;

const SEP = String.raw`["'*\x60\]]{0,3}(?:[ \t]?\([^()\n]{0,40}\))?["'*\x60\])]{0,3}[ \t]{0,8}(?:[:=|>]|->|\bis\b(?:[ \t]now)?|\bare\b)?[ \t]{0,8}["'*\x60(\[|:]{0,4}[ \t]{0,4}["'*\x60]{0,3}`;
const END = String.raw`(?![A-Za-z0-9])`;

/** Patterns of the side to move in other languages, with a test for the word for a side. */
const SIDES_IN_TONGUES: readonly { readonly words: string; readonly white: RegExp }[] = [
  {
    words:
      '(?<!\\p{L})(weiß|weiss|schwarz) (?:ist |steht )?(?:jetzt |nun )?am zug|am zug(?: ist)?:? (weiß|weiss|schwarz)',
    white: /^w/i,
  },
  {
    words:
      '(?:trait aux|aux|trait ?:|à) (blancs|noirs)(?: de jouer)?|(?<!\\p{L})(blancs|noirs) (?:au trait|jouent|doivent jouer)',
    white: /^b/i,
  },
  {
    words:
      '(?:juegan|mueven|turno de|turno:|le toca a|les toca a) (?:las )?(blancas|negras)|(?<!\\p{L})(blancas|negras) (?:juegan|mueven)',
    white: /^b/i,
  },
  { words: '(?:muove|tocca al|tratto al|turno del|turno:) (?:il )?(bianco|nero)', white: /^b/i },
  {
    words: '(?:jogam|vez das|movem) (?:as )?(brancas|pretas)|(?<!\\p{L})(brancas|pretas) (?:jogam|movem)',
    white: /^b/i,
  },
  { words: 'ход:? (?:за )?(белых|ч[её]рных)|(?:ходят|начинают) (белые|ч[её]рные)', white: /^б/i },
  {
    words:
      '(?:轮到|輪到|现在|該|该)?(白|黑)(?:方|棋)?(?:走|先|行棋|走棋|移动|移動|落子)|手番[はが: ]{0,2}(白|黒|先手|後手)',
    white: /^白|先/,
  },
  { words: '(白|黒)(?:番|の手番|が指す)|轮到(白|黑)', white: /^白/ },
];

/** Ways to state a field: a key with its value, or words. The group is the value, unless each pattern has its value. */
interface Way {
  readonly pattern: RegExp;
  readonly value: (match: RegExpExecArray) => string | undefined;
}

const keyed = (key: string, values: string, value: (text: string) => string): Way => ({
  pattern: new RegExp(`(?<![A-Za-z])(?:${key})${SEP}(${values})${END}`, 'i'),
  value: ([, text = '']) => value(text),
});
const worded = (words: string, value: (match: RegExpExecArray) => string | undefined): Way => ({
  pattern: new RegExp(words, 'iu'),
  value,
});

const parseSide = (word: string): string => (/^[wo]/i.test(word) ? 'w' : 'b');
const NO_VALUE = 'none|null|nil|n\\/a|no|nothing|unavailable|not available|empty|""|-';
const orDash = (text: string): string =>
  /^[KQkqA-Ha-h]{1,4}$|^[a-h][1-8]$/.test(text) && !/^(?:n\/a|no)$/i.test(text) ? text : '-';

/**
 * Returns the rights of flags such as `"white_kingside": true`, or of words such as `White: kingside and queenside`.
 */
function flaggedRights(text: string): string | undefined {
  let rights = '';
  let known = 0;
  for (const [color, letters] of [
    ['white', 'KQ'],
    ['black', 'kq'],
  ] as const) {
    const at = text.search(new RegExp(color, 'i'));
    if (at < 0) continue;
    const part = text.slice(at, at + 120);
    for (const [side, letter] of [
      ['king', letters[0]],
      ['queen', letters[1]],
    ] as const) {
      const flag = new RegExp(`${side}_?-? ?side["']?[ \\t]?:[ \\t]?["']?(true|false|yes|no)`, 'i').exec(part)?.[1];
      if (flag === undefined) continue;
      known++;
      if (/true|yes/i.test(flag)) rights += letter;
    }
  }
  return known === 4 ? rights || '-' : undefined;
}

const CASTLING_KEY =
  '(?:available[ _-]?)?castl(?:ing|e)(?:[ _-]?(?:rights?|availability|status|abilities|ability|options|flags))?';

/** Restricts a way to words about both sides: it states nothing if a side is named. */
const ofBoth = ({ pattern, value }: Way): Way => ({
  pattern,
  value: (match) => (readCastlingWords(match.input).isBySide ? undefined : value(match)),
});

/** All ways to state a field, the likeliest first. */
const WAYS: Readonly<Record<FenField, readonly Way[]>> = {
  side: [
    keyed(
      'side[ _-]?to[ _-]?(?:move|play)|to[ _-]?(?:move|play)|(?:active|current|moving)[ _-]?(?:colou?r|side|player)|(?:current[ _-]?)?turn|next[ _-](?:to[ _-]move|player|side)|player[ _-]to[ _-]move|who(?:se)?[ _](?:moves|turn)|stm|active|side',
      'white|black|w|b',
      parseSide,
    ),
    worded(
      "\\b(white|black)(?:['’]s)?[ \\t]+(?:(?:is|has|side|player|are|now|the)[ \\t]+){0,3}(?:to[ \\t]+(?:move|play)|turn|move|moves next|on move)\\b",
      ([, side = '']) => parseSide(side),
    ),
    worded('\\bit is (?:now )?(white|black)\\b', ([, side = '']) => parseSide(side)),
    ...SIDES_IN_TONGUES.map(({ words, white }) =>
      worded(words, ([, one = '', other = '']) => (white.test(one + other) ? 'w' : 'b')),
    ),
  ],
  castling: [
    keyed(CASTLING_KEY, 'K?Q?k?q?(?<=[KQkq])(?!-)', orDash),
    { pattern: /castl/i, value: ({ index, input }) => flaggedRights(input.slice(index, index + 400)) },
    { pattern: /castl|O-O|0-0/i, value: ({ input }) => readCastlingWords(input).rights },
    ofBoth(keyed(CASTLING_KEY, NO_VALUE, orDash)),
    ofBoth(
      worded(
        '\\b(?:no|without)(?: side has| more| remaining)? castling|neither side can castle|castling is no longer (?:possible|available)',
        () => '-',
      ),
    ),
    worded('castl[^.\\n]{0,60}\\(([KQkq]{1,4})\\)', ([, rights]) => rights),
    worded(
      '(?:both (?:sides|players)|everyone|each side) (?:can|may) (?:still )?castle (?:on )?(?:both|either) (?:sides?|ways?)|all castling rights',
      () => 'KQkq',
    ),
  ],
  'en passant': [
    keyed(
      'en[ _-]?passant(?:[ _-]?(?:target|square|target[ _-]?square|possible|availability|field))?|ep(?:[ _-]?(?:square|target))?',
      `[a-h][1-8]|${NO_VALUE}`,
      orDash,
    ),
    worded('\\bno(?: possible| available)? en[ -]passant|en[ -]passant is not (?:possible|available)', () => '-'),
  ],
  halfmove: [
    keyed(
      'half[ _-]?moves?(?:[ _-]?(?:clock|count|counter|number))?|(?:fifty|50)[ _-]?moves?[ _-](?:rule|counter|clock)',
      '\\d{1,4}',
      (text) => text,
    ),
  ],
  fullmove: [
    keyed(
      'full[ _-]?moves?(?:[ _-]?(?:number|clock|count|counter))?|move[ _-]?(?:number|no)',
      '\\d{1,4}',
      (text) => text,
    ),
  ],
};

/** Returns the first value of a field that a text states. */
export function findFieldValue(text: string, field: FenField): string | undefined {
  for (const { pattern, value } of WAYS[field]) {
    const match = pattern.exec(text);
    const found = match === null ? undefined : value(match);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Castling rights stated in words. */
interface StatedRights {
  /** All rights as in a FEN, if both sides are stated completely. */
  readonly rights: string | undefined;
  /** True if the rights of a named side are stated, so that a bare "no castling" is not about both. */
  readonly isBySide: boolean;
}

const NO_RIGHTS: StatedRights = { rights: undefined, isBySide: false };

/** Maximum number of characters read from the sentence that names castling. */
const MAX_LENGTH = 600;

/** Members of JSON and flags, which are read elsewhere. */
const FLAGS = /["'][ \t]*:|:[ \t]*(?:true|false)\b/i;
const CASTLE = /castl|\bO-O\b|\b0-0\b/i;
const SENTENCE = /[.;!?\n|]+/;
/** Beginnings of clauses: commas, and words before another side or the opposite. */
const BREAK =
  /,+|\b(?:but|while|whereas|although|though|however)\b|\band(?=[ \t]+(?:only[ \t]+)?(?:white|black|both[ \t]+(?:players|sides[ \t]+(?:can|may|have|retain|keep))|neither)\b)/i;
const KING_SIDE = /king(?:['’]s)?[ _-]?side|\bk-?side\b|\bshort\b|(?<!-)\bO-O\b(?!-O)|(?<!-)\b0-0\b(?!-0)/i;
const QUEEN_SIDE = /queen(?:['’]s)?[ _-]?side|\bq-?side\b|\blong\b(?!er)|\bO-O-O\b|\b0-0-0\b/i;
const EITHER_SIDE =
  /\b(?:on )?(?:both|either|all)[ _-](?:sides?|ways?|directions?|wings?|(?:castling )?rights?)\b|\bfull (?:castling )?rights\b|:[ \t]*both\b/i;
const UNSURE = /\b(?:if|unless|would|might|could|whether|perhaps|maybe|should)\b/i;
const NEGATIVE =
  /\b(?:can ?not|can['’]t|no longer|not|no|none|never|neither|nor|unable|lost|loses|forfeited|gone|without|impossible|unavailable)\b|\b(?:has|have) (?:already |just )?castled\b|\balready castled\b|:[ \t]*-/i;
const ONLY_SIDE = /\bonly (white|black)\b/i;

/** Returns the rights of the side that a clause is about, `KQ` or `kq`. */
function findSubject(clause: string): string | undefined {
  if (/\bneither\b/i.test(clause)) return 'KQkq';
  if (
    /\bboth (?:players|sides (?:can|may|have|still|retain|keep))|^\s*both (?:can|may|have|still|retain|keep)/i.test(
      clause,
    )
  )
    return 'KQkq';
  const white = /\bwhite\b/i.test(clause);
  const black = /\bblack\b/i.test(clause);
  if (white === black) return undefined;
  return white ? 'KQ' : 'kq';
}

/** Returns the rights of a side that a clause names; empty if it names none. */
function rightsIn(clause: string, subject: string): string {
  const king = KING_SIDE.test(clause);
  const queen = QUEEN_SIDE.test(clause);
  return subject
    .split('')
    .filter((right) => (/k/i.test(right) ? king : queen))
    .join('');
}

/** Rights as true or false each; contradictions make the result unknown. */
class RightsByFlag {
  readonly values = new Map<string, boolean>();
  isContradicted = false;

  set(rights: string, value: boolean): void {
    for (const right of rights) {
      const known = this.values.get(right);
      if (known !== undefined && known !== value) this.isContradicted = true;
      this.values.set(right, value);
    }
  }

  /** Completes a side of which only the possible castlings are stated: it lacks the others. */
  close(): void {
    for (const side of ['KQ', 'kq']) {
      const known = side.split('').filter((right) => this.values.has(right));
      if (known.length === 1 && this.values.get(known[0] ?? '') === true)
        for (const right of side) if (!this.values.has(right)) this.values.set(right, false);
    }
  }
}

/**
 * Reads castling rights that words state for each side: "White can castle kingside, Black cannot castle". A side of
 * which only one direction is allowed has lost the other; a side of which only one is forbidden, or that "can castle",
 * leaves the whole unknown. Linear in the text.
 */
function readCastlingWords(text: string): StatedRights {
  const at = text.search(CASTLE);
  if (at < 0) return NO_RIGHTS;
  if (FLAGS.test(text.slice(at, at + MAX_LENGTH))) return NO_RIGHTS;
  const start = Math.max(text.lastIndexOf('.', at), text.lastIndexOf('\n', at)) + 1;
  const told = new RightsByFlag();
  let isBySide = false;
  let subject: string | undefined;
  let isAllowed: boolean | undefined;
  const isAbout = (words: string): boolean => CASTLE.test(words) || KING_SIDE.test(words) || QUEEN_SIDE.test(words);
  const sentences = text.slice(start, at + MAX_LENGTH).split(SENTENCE);
  if (sentences.some((sentence) => UNSURE.test(sentence) && isAbout(sentence)))
    return { rights: undefined, isBySide: true };
  for (const clause of sentences.flatMap((sentence) => sentence.split(BREAK))) {
    const named = findSubject(clause);
    if (named === undefined && !isAbout(clause)) continue;
    if (named !== undefined && named !== subject) isAllowed = undefined;
    subject = named ?? subject;
    if (subject === undefined) continue;
    const either = EITHER_SIDE.test(clause);
    const isNegative = NEGATIVE.test(clause);
    const rights = either ? subject : rightsIn(clause, subject);
    // "Black: none" states as much as a sentence; "Black to move" states nothing
    if (rights === '' && !(isNegative && (CASTLE.test(clause) || /:[ \t]*(?:none|no|-)\s*$/i.test(clause)))) continue;
    isBySide = true;
    const carries = named === undefined && !CASTLE.test(clause) && !isNegative && isAllowed === false;
    isAllowed = !isNegative && !carries;
    if (isNegative && rights === '') told.set(subject, false);
    else told.set(rights, isAllowed);
    const [, only] = ONLY_SIDE.exec(clause) ?? [];
    if (only !== undefined && isAllowed) told.set(/white/i.test(only) ? 'kq' : 'KQ', false);
  }
  told.close();
  if (told.isContradicted || told.values.size < 4) return { rights: undefined, isBySide };
  return {
    rights:
      'KQkq'
        .split('')
        .filter((right) => told.values.get(right) === true)
        .join('') || '-',
    isBySide,
  };
}
