import { chessNamed } from '../../games/variants/names.ts';
import { TAG_NAMES } from '../../notation/pgn/tag-names.ts';
import type { GameFacts } from '../game-facts.ts';

/** What a field's values are; those of a `tag` are compared as what the value in the expression is. */
export type FieldKind = 'number' | 'text' | 'date' | 'result' | 'flag' | 'tag';

/** What of a game must be read for an answer, the cheapest first. */
export const NEEDS = ['tags', 'moves', 'positions'] as const;
export type Need = (typeof NEEDS)[number];

export type FieldValue = string | number;

/** Something that a game has or has not. */
export interface Field {
  /** Canonical name. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly need: Need;
  /** The values; undefined for one that is absent. */
  readonly read: (game: GameFacts) => readonly (FieldValue | undefined)[];
  /** True if all values must satisfy a comparison, such as the Elo of both players; else one is enough. */
  readonly all?: true;
  /** Decides in place of the values where the field stands alone. */
  readonly is?: (game: GameFacts) => boolean;
}

const elos = (game: GameFacts): readonly (number | undefined)[] => [game.elo('White'), game.elo('Black')];

/** A number from both ratings; absent where one is. */
const ofBoth =
  (combine: (white: number, black: number) => number) =>
  (game: GameFacts): readonly (number | undefined)[] => {
    const [white, black] = elos(game);
    return [white === undefined || black === undefined ? undefined : combine(white, black)];
  };

/** Base time and increment in seconds of a time control such as `180+2`, of several periods those of the first; undefined for another form. */
function clockOf(game: GameFacts): { readonly base: number; readonly increment: number } | undefined {
  const match = /^\s*(?:\d{1,4}\/)?(\d{1,6})(?:\+(\d{1,5}))?\s*(?::|$)/.exec(game.tag('TimeControl') ?? '');
  return match === null ? undefined : { base: Number(match[1]), increment: Number(match[2] ?? 0) };
}

const tag = (name: string, kind: FieldKind = 'text', field = name.toLowerCase()): Field => ({
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

/** A count of what was played; absent where nothing can be replayed. */
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
/** What reaches any tag, also one whose name is that of a field. */
const TAG_PREFIX = 'tag.';

/** True for the name of a tag with its prefix, `tag.Black`. */
export const isPrefixed = (name: string): boolean => name.toLowerCase().startsWith(TAG_PREFIX);

/** Names of fields and tags, for suggestions. */
export const KNOWN_NAMES: readonly string[] = [...BY_NAME.keys(), ...Object.keys(ALIASES), ...TAG_NAMES];

/** The name of the tag that a field reads alone, where the expression names it as a tag; undefined for fields of the table. */
export const tagOfField = (name: string): string | undefined =>
  BY_NAME.has(name) ? undefined : name.startsWith(TAG_PREFIX) ? name.slice(TAG_PREFIX.length) : name;

/**
 * The field with a name: one of the table in any letter case, a tag that tools know, or any tag whose name starts with a capital
 * letter or `tag.`. Undefined for other names.
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
