import { chessNamed } from '../../games/chess/chess-variants.ts';
import { TAG_NAMES } from '../../notation/pgn/tag-syntax.ts';
import { standardResult } from '../../notation/pgn/words.ts';
import type { GameFacts } from '../game-facts.ts';

/** Type of a field's values; those of a `tag` are compared by the type of the value in the expression. */
type FieldType = 'number' | 'text' | 'date' | 'result' | 'flag' | 'tag';

/** Parts of a game that an answer may require, the cheapest first. */
export const NEEDS = ['tags', 'moves', 'positions'] as const;
export type Need = (typeof NEEDS)[number];

export type FieldValue = string | number;

/** Property of a game. */
export interface Field {
  /** Canonical name. */
  readonly name: string;
  readonly kind: FieldType;
  readonly need: Need;
  /** Returns the values; undefined for an absent one. */
  readonly read: (game: GameFacts) => readonly (FieldValue | undefined)[];
  /** True if all values must satisfy a comparison, such as the Elo of both players; otherwise one is enough. */
  readonly all?: true;
  /** Decides in place of the values where the field stands alone. */
  readonly is?: (game: GameFacts) => boolean;
}

const elos = (game: GameFacts): readonly (number | undefined)[] => [game.elo('White'), game.elo('Black')];

/** Returns a field with a number from both ratings; absent where one is. */
const ofBoth =
  (combine: (white: number, black: number) => number) =>
  (game: GameFacts): readonly (number | undefined)[] => {
    const [white, black] = elos(game);
    return [white === undefined || black === undefined ? undefined : combine(white, black)];
  };

/**
 * Returns base time and increment in seconds of a time control such as `180+2`, for several periods those of the first;
 * undefined for another form.
 */
function clockOf(game: GameFacts): { readonly base: number; readonly increment: number } | undefined {
  const match = /^\s*(?:\d{1,4}\/)?(\d{1,6})(?:\+(\d{1,5}))?\s*(?::|$)/.exec(game.tag('TimeControl') ?? '');
  return match === null ? undefined : { base: Number(match[1]), increment: Number(match[2] ?? 0) };
}

const tag = (name: string, kind: FieldType = 'text', field = name.toLowerCase()): Field => ({
  name: field,
  kind,
  need: 'tags',
  read: (game) => [game.tag(name)],
});

const number = (name: string, need: Need, read: (game: GameFacts) => number | undefined): Field => ({
  name,
  kind: 'number',
  need,
  read: (game) => [read(game)],
});

const flag = (name: string, need: Need, is: (game: GameFacts) => boolean): Field => ({
  name,
  kind: 'flag',
  need,
  read: () => [],
  is,
});

/** Returns a field with a count of played moves; absent where nothing can be replayed. */
const played = (name: string, read: (game: GameFacts) => number): Field =>
  number(name, 'positions', (game) => (game.hasStart ? read(game) : undefined));

/** Every field, in the order of docs/games.md. */
export const FIELDS: readonly Field[] = [
  { name: 'elo', kind: 'number', need: 'tags', read: elos, all: true },
  { name: 'elo.either', kind: 'number', need: 'tags', read: elos },
  { name: 'elo.mean', kind: 'number', need: 'tags', read: ofBoth((white, black) => (white + black) / 2) },
  { name: 'elo.min', kind: 'number', need: 'tags', read: ofBoth(Math.min) },
  { name: 'elo.max', kind: 'number', need: 'tags', read: ofBoth(Math.max) },
  { name: 'elo.gap', kind: 'number', need: 'tags', read: ofBoth((white, black) => Math.abs(white - black)) },
  number('white.elo', 'tags', (game) => game.elo('White')),
  number('black.elo', 'tags', (game) => game.elo('Black')),
  tag('White'),
  tag('Black'),
  { name: 'player', kind: 'text', need: 'tags', read: (game) => [game.tag('White'), game.tag('Black')] },
  tag('Event'),
  tag('Site'),
  { name: 'date', kind: 'date', need: 'tags', read: (game) => [game.tag('Date') ?? game.tag('UTCDate')] },
  { name: 'result', kind: 'result', need: 'tags', read: (game) => [game.result] },
  tag('Termination'),
  tag('TimeControl'),
  number('timecontrol.base', 'tags', (game) => clockOf(game)?.base),
  number('timecontrol.increment', 'tags', (game) => clockOf(game)?.increment),
  {
    name: 'variant',
    kind: 'text',
    need: 'tags',
    read: (game) => [game.tag('Variant')],
    is: (game) => chessNamed(game.tag('Variant') ?? '') !== 'chess',
  },
  {
    name: 'eco',
    kind: 'text',
    need: 'positions',
    read: (game) => [game.tag('ECO') ?? game.opening?.eco],
  },
  {
    name: 'opening',
    kind: 'text',
    need: 'positions',
    read: (game) => [game.tag('Opening') ?? game.opening?.name],
  },
  number('plies', 'moves', (game) => game.line.length),
  number('comments', 'moves', (game) => game.annotations.comments),
  number('variations', 'moves', (game) => game.annotations.variations),
  number('nags', 'moves', (game) => game.annotations.nags),
  number('clocks', 'moves', (game) => game.annotations.clocks),
  number('evals', 'moves', (game) => game.annotations.evals),
  number('predictions', 'moves', (game) => game.annotations.predictions),
  played('castling', (game) => game.played.castling),
  played('enpassant', (game) => game.played.enPassant),
  played('promotions', (game) => game.played.promotions),
  played('captures', (game) => game.played.captures),
  played('checks', (game) => game.played.checks),
  flag('mate', 'positions', (game) => game.played.isMate),
  flag('stalemate', 'positions', (game) => game.played.isStalemate),
  flag('legal', 'positions', (game) => game.isLegal),
  {
    name: 'board.result',
    kind: 'result',
    need: 'positions',
    read: (game) => [game.boardResult],
  },
  flag('result.wrong', 'positions', (game) => {
    const onBoard = game.boardResult;
    const { result } = game;
    return onBoard !== undefined && result !== undefined && result !== onBoard;
  }),
];

/** Other spellings of fields. */
const ALIASES: Readonly<Record<string, string>> = {
  'en-passant': 'enpassant',
  en_passant: 'enpassant',
  castlings: 'castling',
  promotion: 'promotions',
  capture: 'captures',
  check: 'checks',
  comment: 'comments',
  variation: 'variations',
  ply: 'plies',
};

const BY_NAME: ReadonlyMap<string, Field> = new Map(FIELDS.map((field) => [field.name, field]));
const TAGS: ReadonlyMap<string, string> = new Map(TAG_NAMES.map((name) => [name.toLowerCase(), name]));
/** Prefix of any tag, also of one with the name of a field. */
const TAG_PREFIX = 'tag.';

/** Returns true for the name of a tag with its prefix, `tag.Black`. */
export const isPrefixed = (name: string): boolean => name.toLowerCase().startsWith(TAG_PREFIX);

/** Names of fields and tags, for suggestions. */
export const KNOWN_NAMES: readonly string[] = [...BY_NAME.keys(), ...Object.keys(ALIASES), ...TAG_NAMES];

/**
 * Returns the name of the tag that a field reads alone, where the expression names it as a tag; undefined for fields of
 * the table.
 */
export const fieldTag = (name: string): string | undefined =>
  BY_NAME.has(name) ? undefined : name.startsWith(TAG_PREFIX) ? name.slice(TAG_PREFIX.length) : name;

/**
 * Returns the field with a name: one of the table in any letter case, a tag that tools know, or any tag whose name
 * starts with a capital letter or `tag.`. Undefined for other names.
 */
export function fieldNamed(name: string): Field | undefined {
  const small = name.toLowerCase();
  const known = BY_NAME.get(ALIASES[small] ?? small);
  if (known !== undefined) return known;
  if (small.startsWith(TAG_PREFIX)) {
    const own = name.slice(TAG_PREFIX.length);
    return /^\w+$/.test(own) ? tag(own, 'tag', `${TAG_PREFIX}${own}`) : undefined;
  }
  const canonical = TAGS.get(small);
  if (canonical !== undefined) return tag(canonical, 'tag', canonical);
  return /^[A-Z]\w*$/.test(name) ? tag(name, 'tag', name) : undefined;
}

/** Comparisons with one value of an expression; each is false for incomparable values. */
export interface FieldComparison {
  readonly equal: (value: FieldValue) => boolean;
  readonly less: (value: FieldValue) => boolean;
  readonly more: (value: FieldValue) => boolean;
  readonly least: (value: FieldValue) => boolean;
  readonly most: (value: FieldValue) => boolean;
}

const NUMBER = /^\s*[+-]?\d{1,15}(?:\.\d+)?\s*$/;
const DATE = /^\s*(\d{4})(?:[./-](\d{1,2}|\?\?)(?:[./-](\d{1,2}|\?\?))?)?\s*$/;

const numberOf = (value: FieldValue): number | undefined =>
  typeof value === 'number' ? value : NUMBER.test(value) ? Number(value) : undefined;

/** Returns the first and the last day that a date with unknown parts can mean, as numbers in order. */
export function dayNumber(value: FieldValue): { readonly first: number; readonly last: number } | undefined {
  const match = DATE.exec(String(value));
  if (match === null) return undefined;
  const [, year = '', month = '??', day = '??'] = match;
  const part = (text: string, unknown: number): number => (text === '??' ? unknown : Number(text));
  const dayOf = (m: number, d: number): number => Number(year) * 10_000 + m * 100 + d;
  return { first: dayOf(part(month, 1), part(day, 1)), last: dayOf(part(month, 12), part(day, 31)) };
}

/** Returns a comparison by order, of values as `read` converts them. */
function ordered<T extends FieldValue>(read: (value: FieldValue) => T | undefined, given: T): FieldComparison {
  const by =
    (test: (value: T) => boolean) =>
    (value: FieldValue): boolean => {
      const own = read(value);
      return own !== undefined && test(own);
    };
  return {
    equal: by((value) => value === given),
    less: by((value) => value < given),
    more: by((value) => value > given),
    least: by((value) => value >= given),
    most: by((value) => value <= given),
  };
}

/** Compares dates: one with unknown parts is equal to a longer span that includes it, and less than one that it cannot reach. */
function byDate({ first, last }: { readonly first: number; readonly last: number }): FieldComparison {
  const by =
    (test: (first: number, last: number) => boolean) =>
    (value: FieldValue): boolean => {
      const own = dayNumber(value);
      return own !== undefined && test(own.first, own.last);
    };
  return {
    equal: by((from, to) => from >= first && to <= last),
    less: by((_, to) => to < first),
    more: by((from) => from > last),
    least: by((from) => from >= first),
    most: by((_, to) => to <= last),
  };
}

const small = (value: FieldValue): string => String(value).toLowerCase();

/**
 * Returns comparisons with a value of an expression, which fits the kind (`valueFault`). Texts are compared without
 * letter case.
 */
export function comparisonWith(kind: FieldType, value: string): FieldComparison {
  const text = ordered(small, value.toLowerCase());
  if (kind === 'number') return ordered(numberOf, numberOf(value) ?? Number.NaN);
  if (kind === 'date') return byDate(dayNumber(value) ?? { first: Number.NaN, last: Number.NaN });
  if (kind === 'result') return ordered(small, standardResult(value) ?? value);
  if (kind === 'text') return text;
  const number = numberOf(value);
  const days = /[./-]/.test(value) ? dayNumber(value) : undefined;
  if (number === undefined && days === undefined) return text;
  const order = number === undefined ? byDate(days ?? { first: 0, last: 0 }) : ordered(numberOf, number);
  return { ...order, equal: (own) => order.equal(own) || text.equal(own) };
}

/** Returns the reason why a value does not fit a field of a kind; undefined if it does. */
export function valueFault(kind: FieldType, value: string): string | undefined {
  if (kind === 'number' && numberOf(value) === undefined) return 'expected a number';
  if (kind === 'date' && dayNumber(value) === undefined) return 'expected a date such as 2019, 2019.05 or 2019.05.31';
  if (kind === 'result' && standardResult(value) === undefined) return 'expected a result: 1-0, 0-1, 1/2-1/2 or *';
  return undefined;
}
