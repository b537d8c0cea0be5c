import { colorOf, roleOf, squareOf } from './claim-words.ts';
import type { Claim, Color, FieldMention } from './mention.ts';

/** What a field of a record says. */
export interface FieldClaims {
  readonly claims: readonly Claim[];
  /** Its value changes with every move. */
  readonly isTelling: boolean;
}

const COLOR = '(?:white|black|w|b)';
const SIDE = '(?<side>my|our|me|opponent|opp|their|white|black)';
const ROLE = '(?<role>pawn|knight|bishop|rook|queen|king)';

/** Names of fields, in small letters with underscores, their values, and what they claim. */
const FIELDS: readonly {
  readonly key: RegExp;
  readonly value: RegExp;
  readonly isTelling?: true;
  readonly claim: (groups: Readonly<Record<string, string | undefined>>, value: string, me?: Color) => readonly Claim[];
}[] = [
  {
    key: /^(?:(?:current_)?turn|side_to_move|to_(?:move|play)|stm|active_colou?r|(?:current|next)_(?:player|side)|player_to_move)$/,
    value: new RegExp(`^${COLOR}$`, 'i'),
    isTelling: true,
    claim: (_, value) => turn(colorOf(value)),
  },
  {
    key: /^(?:is_)?(?:my|our)_turn$/,
    value: /^(?:true|false)$/i,
    isTelling: true,
    claim: (_, value, me) => turn(me === undefined || isTrue(value) ? me : other(me)),
  },
  {
    key: /^(?:is_|in_|is_in_)?check$|^(?<am>am_i_in|i_am_in|my_king_in)_check$/,
    value: /^(?:true|false|yes|no)$/i,
    claim: ({ am }, value, me) =>
      am !== undefined && me === undefined
        ? []
        : [{ kind: 'check', color: am === undefined ? undefined : me, isNot: !isTrue(value) }],
  },
  {
    key: /^(?:full_?moves?(?:_(?:number|clock|counter))?|move_(?:number|no))$/,
    value: /^\d{1,4}$/,
    isTelling: true,
    claim: (_, value) => [{ kind: 'number', number: Number(value) }],
  },
  {
    key: /^(?:(?:number|count)_of_|num_|n_)?legal_?moves?(?:_?(?:count|number|total))?$/,
    value: /^\d{1,3}$/,
    isTelling: true,
    claim: (_, value) => [{ kind: 'legal', color: undefined, count: Number(value) }],
  },
  {
    key: /^castling(?:_(?:rights|availability))?$/,
    value: /^(?:K?Q?k?q?|-)$/,
    claim: (_, value) =>
      Array.from('KQkq', (letter): Claim => {
        const side = /k/i.test(letter) ? 'king' : 'queen';
        return { kind: 'rights', color: letter < 'a' ? 0 : 1, side, isNot: !value.includes(letter) };
      }),
  },
  {
    key: new RegExp(`^(?:${SIDE}_)?can_castle_(?:(?<wing>king|queen)_?side|(?<length>short|long))$`),
    value: /^(?:true|false|yes|no)$/i,
    claim: ({ side = 'my', wing, length }, value, me) =>
      ofSide(side, me, (color) => ({
        kind: 'rights',
        color,
        side: wing === 'king' || length === 'short' ? 'king' : 'queen',
        isNot: !isTrue(value),
      })),
  },
  {
    key: new RegExp(`^${SIDE}_${ROLE}(?:_(?:square|position|location|pos))?$`),
    value: /^[a-h][1-8]$/,
    claim: ({ side = '', role }, value, me) =>
      ofSide(side, me, (color) => ({ kind: 'piece', color, role: roleOf(role), square: squareOf(value) })),
  },
  {
    key: new RegExp(
      `^(?:${SIDE}_${ROLE}s(?:_count|_left)?|(?:num_)?(?<role2>pawn|knight|bishop|rook|queen)s_(?<side2>my|me|opponent|white|black))$`,
    ),
    value: /^\d$/,
    claim: ({ side, role, side2 = '', role2 }, value, me) =>
      ofSide(side ?? side2, me, (color) => ({
        kind: 'count',
        color,
        role: roleOf(role ?? role2),
        count: Number(value),
      })),
  },
  {
    key: /^(?:material|points)_(?<side>my|me|opponent|white|black)$/,
    value: /^\d{1,2}$/,
    claim: ({ side = '' }, value, me) =>
      ofSide(side, me, (color) => ({ kind: 'points', color, points: Number(value) })),
  },
  {
    key: /^(?:(?:last|previous)_?move(?:_?(?:san|uci|played))?)$/,
    value: /^(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNqrbn])?|[O0]-[O0](?:-[O0])?)[+#]?$/,
    isTelling: true,
    claim: (_, value) => [{ kind: 'last', san: value }],
  },
];

const isTrue = (value: string): boolean => /^(?:true|yes)$/i.test(value);
const other = (color: Color): Color => (color === 0 ? 1 : 0);
const turn = (color: Color | undefined): Claim[] => (color === undefined ? [] : [{ kind: 'turn', color }]);

/** A claim about a side that may be named by whose it is. */
function ofSide(name: string, me: Color | undefined, claim: (color: Color) => Claim): Claim[] {
  const named = /^(?:white|black)$/.test(name) ? colorOf(name) : undefined;
  const color = named ?? (me === undefined || /^(?:my|our|me)$/.test(name) ? me : other(me));
  return color === undefined ? [] : [claim(color)];
}

/** The name of a field in small letters with underscores. */
const plain = (key: string): string =>
  key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[ -]/g, '_')
    .toLowerCase();

const MINE =
  /^(?:(?:my|player|agent|model|bot|llm)_?(?:colou?r|side)|(?:agent|model|bot|llm|i|you)_plays?|play(?:s|ing)_as)$/;

/** The color that a field gives to who plays; undefined for other fields. */
export const ownColor = (key: string, value: string): Color | undefined =>
  value.length <= 5 && MINE.test(plain(key)) && /^(?:white|black)$/i.test(value) ? colorOf(value) : undefined;

/** What a field says of a position; undefined for fields that say nothing of one. */
export function readField(key: string, value: string, me?: Color): FieldClaims | undefined {
  if (key.length > 40 || value.length > 8) return undefined;
  const name = plain(key);
  for (const field of FIELDS) {
    const match = field.key.exec(name);
    if (match === null) continue;
    if (!field.value.test(value)) return undefined;
    return { claims: field.claim(match.groups ?? {}, value, me), isTelling: field.isTelling === true };
  }
  return undefined;
}

/** True for fields with values that alone say nothing of chess. */
export function isFieldOfState(key: string): boolean {
  if (key.length > 40) return false;
  let is = names.get(key);
  if (is === undefined) {
    const name = plain(key);
    is = MINE.test(name) || START.test(name) || OKAY.test(name) || FIELDS.some((field) => field.key.test(name));
    if (names.size < MAX_NAMES) names.set(key, is);
  }
  return is;
}

/** Names that were looked up. */
const names = new Map<string, boolean>();
const MAX_NAMES = 2000;

const OKAY = /^(?:ok|success|accepted|legal|valid|is_legal|is_valid|move_accepted)$/;

const START = /^(?:start|start_?pos(?:ition)?|initial_?(?:fen|position))$/;

/** True for a field that says that a game begins as games do. */
export const isStandardStart = (key: string, value: string): boolean =>
  START.test(plain(key)) && /^(?:standard|startpos|initial|default|normal)$/i.test(value);

/** True for a field that says that a move was accepted. */
export const isAccepted = (key: string, value: string): boolean => value === 'true' && OKAY.test(plain(key));

/** Fields within texts, of blocks such as YAML and of lines of logs. Who is to move, check and castling are claims. */
const FIELD =
  /(?<![\w.])((?:last|previous)[ _]?move|(?:(?:number|count) of |num_)?legal[ _]moves?(?:[ _](?:count|number))?|full_?move(?:[ _]number)?|move_number|in[ _]check)["'*]{0,3}[ \t]?[:=][ \t]?["'`*]{0,3}([\w+#=-]{1,8})(?=["'`*,;|\s}]|\.\s|$)/gi;
const MATERIAL = /\bmaterial["']?:\s{0,12}["']?white["']?: ?(\d{1,2}),?\s{1,12}["']?black["']?: ?(\d{1,2})(?![\w.])/gi;

/** The fields that stand in a text with their values. */
export function findFields(text: string): FieldMention[] {
  const found: FieldMention[] = [];
  const add = (key: string, value: string, end: number): number =>
    found.push({ kind: 'field', key, value, range: { start: end - value.length, end } });
  for (const match of text.matchAll(FIELD)) {
    const [all, key = '', value = ''] = match;
    if (readField(key, value) !== undefined) add(key, value, match.index + all.length);
  }
  if (!/\bmaterial/i.test(text)) return found;
  for (const match of text.matchAll(MATERIAL)) {
    const [all, white = '', black = ''] = match;
    const end = match.index + all.length;
    add('material_white', white, end - all.length + all.search(/\d/) + white.length);
    add('material_black', black, end);
  }
  return found;
}

/** Fields of moves, one after the other. */
export const LIST_KEY =
  /^(?:moves|pgn|movetext|history|game|line|pv|(?:san|uci)_?moves|move_?(?:history|list|text)|moves_(?:san|uci))$/i;
/** Lists of moves alone, and of nothing else. */
export const MOVES_KEY = /^(?:(?:san|uci)_?moves|moves(?:_(?:san|uci))?|move_?(?:history|list))$/i;
