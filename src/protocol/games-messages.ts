// Messages between the page of Query Games… and the extension, which reads the files.
import * as v from 'valibot';
import { type Message, messageSchemas, schemaReader, type TypedSchema } from './messages.ts';

/** Version of the messages, increased with every change of one. */
export const GAMES_VERSION = 1;

/** Maximum numbers of rows and boards per request. */
export const MAX_GAME_ROWS = 200;
export const MAX_GAME_BOARDS = 100;
/** Maximum number of spans in a selection of rows. */
export const MAX_SPANS = 50_000;
const MAX_EXPRESSION = 20_000;
const MAX_VALUES = 1000;

/** Facets that games are counted by, as in `core/datasets/facets.ts`. */
export const GAME_FACETS = ['result', 'eco', 'elo', 'year', 'player'] as const;
export type GameFacet = (typeof GAME_FACETS)[number];

/** Selected values of facets. */
export type GameChoice = Readonly<Partial<Record<GameFacet, readonly string[]>>>;

/** A game of the list. */
export interface GameRow {
  /** Index among the games that the expression selects. */
  readonly game: number;
  readonly white: string;
  readonly black: string;
  readonly whiteElo: number | null;
  readonly blackElo: number | null;
  readonly result: string;
  readonly eco: string;
  readonly opening: string;
  readonly event: string;
  readonly date: string;
  readonly plies: number;
  /** The file's name, if there are several, and the game's number in it. */
  readonly place: string;
}

/** The position of a game that its row shows; `fen` is null for a game that cannot be replayed. */
export interface GameBoard {
  readonly game: number;
  readonly fen: string | null;
  readonly lastMove: readonly [string, string] | null;
  readonly ply: number;
  /** True if the expression matches this position; otherwise it is the final one. */
  readonly isMatch: boolean;
}

/** A value of a facet, with the number of games that it would select. */
export interface GameFacetValue {
  readonly value: string;
  readonly label: string;
  readonly games: number;
  readonly isChosen: boolean;
}

export interface GameFacetCounts {
  readonly facet: GameFacet;
  readonly values: readonly GameFacetValue[];
  /** Number of values that are not listed. */
  readonly more: number;
}

/** A span of rows; `to` is excluded. */
export type RowSpan = readonly [from: number, to: number];

/** The error of a malformed expression, as the command line reports it. */
export interface ExpressionFault {
  readonly message: string;
  /** The expression around the error, and carets below it. */
  readonly lines: readonly [string, string];
  /** Range of the error in the expression, and the name that was probably meant; empty if no name is close. */
  readonly start: number;
  readonly end: number;
  readonly suggestion: string;
}

export interface CompletionItem {
  readonly text: string;
  readonly detail: string;
}

type Of<Type extends string, Content extends object = object> = Message<typeof GAMES_VERSION, Type, Content>;

/** Messages from the extension to the page. */
export type ToGames =
  /** The queried games. The page stores this, and sends it back after a reload. */
  | Of<'show', { readonly title: string } & GamesPageState>
  /** The progress of the reading. New games follow the existing ones as long as `turn` is the same. */
  | Of<
      'list',
      {
        readonly turn: number;
        /** Numbers of games that were read, that the expression selects, and that remain with the facets. */
        readonly read: number;
        readonly chosen: number;
        readonly shown: number;
        readonly facets: readonly GameFacetCounts[];
        /** Fraction that was read, 0 to 1; null at the end. */
        readonly progress: number | null;
        readonly isCanceled: boolean;
        /** True if a file has changed since it was read. */
        readonly isStale: boolean;
        readonly notes: readonly string[];
      }
    >
  | Of<'rows', { readonly question: number; readonly turn: number; readonly rows: readonly GameRow[] }>
  | Of<'boards', { readonly question: number; readonly turn: number; readonly boards: readonly GameBoard[] }>
  | Of<
      'checked',
      {
        readonly question: number;
        readonly fault: ExpressionFault | null;
        readonly completion: {
          readonly start: number;
          readonly end: number;
          readonly items: readonly CompletionItem[];
        };
      }
    >
  | Of<'notice', { readonly text: string }>;

/** Messages from the page to the extension. */
export type FromGames =
  | Of<'ready'>
  | Of<'query', { readonly expression: string }>
  | Of<'narrow', { readonly choice: GameChoice }>
  | Of<'rows', { readonly question: number; readonly from: number; readonly count: number }>
  | Of<'boards', { readonly question: number; readonly games: readonly number[] }>
  /** Requests the error of an expression, and the completions at an offset in it. */
  | Of<'check', { readonly question: number; readonly expression: string; readonly offset: number }>
  | Of<'open', { readonly row: number; readonly turn: number }>
  /** Selected rows; null for all that are shown. */
  | Of<'export' | 'experiment', { readonly turn: number; readonly spans: readonly RowSpan[] | null }>
  /** `copy`: the expression with the facets, for the command line. */
  | Of<'copy' | 'cancel' | 'again'>;

/** State that a page keeps while it is hidden: its files, and the selection of games. */
export interface GamesPageState {
  readonly uris: readonly string[];
  readonly expression: string;
  readonly choice: GameChoice;
}

const message = messageSchemas(GAMES_VERSION);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const texts = v.array(v.string());
const expression = v.pipe(v.string(), v.maxLength(MAX_EXPRESSION));
const values = v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(1000))), v.maxLength(MAX_VALUES)));
const choice = v.object({ result: values, eco: values, elo: values, year: values, player: values });
const rating = v.nullable(count);
const span: TypedSchema<RowSpan> = v.strictTuple([count, count]);
const spans = v.nullable(v.pipe(v.array(span), v.maxLength(MAX_SPANS)));

const row: TypedSchema<GameRow> = v.object({
  game: count,
  white: v.string(),
  black: v.string(),
  whiteElo: rating,
  blackElo: rating,
  result: v.string(),
  eco: v.string(),
  opening: v.string(),
  event: v.string(),
  date: v.string(),
  plies: count,
  place: v.string(),
});

const board: TypedSchema<GameBoard> = v.object({
  game: count,
  fen: v.nullable(v.string()),
  lastMove: v.nullable(v.strictTuple([v.string(), v.string()])),
  ply: count,
  isMatch: v.boolean(),
});

const facet: TypedSchema<GameFacetCounts> = v.object({
  facet: v.picklist(GAME_FACETS),
  values: v.array(v.object({ value: v.string(), label: v.string(), games: count, isChosen: v.boolean() })),
  more: count,
});

const fault: TypedSchema<ExpressionFault> = v.object({
  message: v.string(),
  lines: v.strictTuple([v.string(), v.string()]),
  start: count,
  end: count,
  suggestion: v.string(),
});

const toGames: TypedSchema<ToGames> = v.variant('type', [
  message('show', { title: v.string(), uris: texts, expression, choice }),
  message('list', {
    turn: count,
    read: count,
    chosen: count,
    shown: count,
    facets: v.array(facet),
    progress: v.nullable(v.number()),
    isCanceled: v.boolean(),
    isStale: v.boolean(),
    notes: texts,
  }),
  message('rows', { question: count, turn: count, rows: v.array(row) }),
  message('boards', { question: count, turn: count, boards: v.array(board) }),
  message('checked', {
    question: count,
    fault: v.nullable(fault),
    completion: v.object({
      start: count,
      end: count,
      items: v.array(v.object({ text: v.string(), detail: v.string() })),
    }),
  }),
  message('notice', { text: v.string() }),
]);

const fromGames: TypedSchema<FromGames> = v.variant('type', [
  message('ready', {}),
  message('query', { expression }),
  message('narrow', { choice }),
  message('rows', { question: count, from: count, count: v.pipe(count, v.maxValue(MAX_GAME_ROWS)) }),
  message('boards', { question: count, games: v.pipe(v.array(count), v.maxLength(MAX_GAME_BOARDS)) }),
  message('check', { question: count, expression, offset: count }),
  message('open', { row: count, turn: count }),
  message('export', { turn: count, spans }),
  message('experiment', { turn: count, spans }),
  message('copy', {}),
  message('cancel', {}),
  message('again', {}),
]);

const kept: TypedSchema<GamesPageState> = v.object({ uris: v.pipe(texts, v.minLength(1)), expression, choice });

export const readToGames = schemaReader(toGames);
export const readFromGames = schemaReader(fromGames);

/** Reads the state that a page kept; undefined for anything that this version did not write. */
export const readGamesPage = schemaReader(kept);
