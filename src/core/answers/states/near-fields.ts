import type { FenField } from '../../metrics/fen-reading.ts';
import { toldRights } from './told-rights.ts';

/** Values of the fields of a FEN that words around a board state. */
export type NearFields = Partial<Record<FenField, string>>;

const SEP = String.raw`["'*\x60\]]{0,3}(?:[ \t]?\([^()\n]{0,40}\))?["'*\x60\])]{0,3}[ \t]{0,8}(?:[:=|>]|->|\bis\b(?:[ \t]now)?|\bare\b)?[ \t]{0,8}["'*\x60(\[|:]{0,4}[ \t]{0,4}["'*\x60]{0,3}`;
const END = String.raw`(?![A-Za-z0-9])`;

/** The side to move in other languages, by the word for a side. */
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

/** Ways to state a field: a key with its value, or words. The group is the value, or each pattern says what it is. */
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

const sideOf = (word: string): string => (/^[wo]/i.test(word) ? 'w' : 'b');
const NOTHING = 'none|null|nil|n\\/a|no|nothing|unavailable|not available|empty|""|-';
const orDash = (text: string): string =>
  /^[KQkqA-Ha-h]{1,4}$|^[a-h][1-8]$/.test(text) && !/^(?:n\/a|no)$/i.test(text) ? text : '-';

/** Rights of flags such as `"white_kingside": true`, or of words such as `White: kingside and queenside`. */
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

/** A way that is about both sides, and says nothing where a side is told by its name. */
const ofBoth = ({ pattern, value }: Way): Way => ({
  pattern,
  value: (match) => (toldRights(match.input).isBySide ? undefined : value(match)),
});

/** Every way to state a field, the likeliest first. */
const WAYS: Readonly<Record<FenField, readonly Way[]>> = {
  side: [
    keyed(
      'side[ _-]?to[ _-]?(?:move|play)|to[ _-]?(?:move|play)|(?:active|current|moving)[ _-]?(?:colou?r|side|player)|(?:current[ _-]?)?turn|next[ _-](?:to[ _-]move|player|side)|player[ _-]to[ _-]move|who(?:se)?[ _](?:moves|turn)|stm|active|side',
      'white|black|w|b',
      sideOf,
    ),
    worded(
      "\\b(white|black)(?:['’]s)?[ \\t]+(?:(?:is|has|side|player|are|now|the)[ \\t]+){0,3}(?:to[ \\t]+(?:move|play)|turn|move|moves next|on move)\\b",
      ([, side = '']) => sideOf(side),
    ),
    worded('\\bit is (?:now )?(white|black)\\b', ([, side = '']) => sideOf(side)),
    ...SIDES_IN_TONGUES.map(({ words, white }) =>
      worded(words, ([, one = '', other = '']) => (white.test(one + other) ? 'w' : 'b')),
    ),
  ],
  castling: [
    keyed(CASTLING_KEY, 'K?Q?k?q?(?<=[KQkq])', orDash),
    { pattern: /castl/i, value: ({ index, input }) => flaggedRights(input.slice(index, index + 400)) },
    { pattern: /castl|O-O|0-0/i, value: ({ input }) => toldRights(input).rights },
    ofBoth(keyed(CASTLING_KEY, NOTHING, orDash)),
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
      `[a-h][1-8]|${NOTHING}`,
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

/** The first value of a field that a text states. */
export function fieldIn(text: string, field: FenField): string | undefined {
  for (const { pattern, value } of WAYS[field]) {
    const match = pattern.exec(text);
    const found = match === null ? undefined : value(match);
    if (found !== undefined) return found;
  }
  return undefined;
}
