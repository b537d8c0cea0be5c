import type { RunAttempt, RunHeader, RunSample } from '../../../core/evaluation/runs/run-schema.ts';

/** Names of the log formats, as `--as` takes them. */
export const LOG_FORMATS = [
  'inspect',
  'eee',
  'lm-eval',
  'openai-evals',
  'promptfoo',
  'chess-world-model',
  'chess-arena',
  'llm-chess',
  'game-arena',
  'chessqa',
  'lichess-puzzles',
  'rows',
] as const;
export type LogFormatName = (typeof LOG_FORMATS)[number];

/** Facts about a log that are known before it is read. */
export interface LogHead {
  /** File name without its folder. */
  readonly name: string;
  readonly kind: 'zip' | 'parquet' | 'text';
  /** Beginning of the text. */
  readonly text: string;
  /** First JSON value of a text if `text` holds all of it, else its complete members. */
  readonly first: unknown;
  /** First few names in a zip. */
  readonly entries: readonly string[];
}

/** A part of a log: a line of JSON Lines, a value of a document, an entry of a zip, a row of a table. */
export interface LogPiece {
  /**
   * Keys with dots (`JsonItem.path`), `cases[]` for an element of a list; the name of the entry in a zip; empty for
   * lines and rows; `text` for a line of plain text.
   */
  readonly path: string;
  readonly value: unknown;
  /** Location for display: `line 3`, `samples/7_epoch_1.json`. */
  readonly place: string;
}

/** A message of a conversation. */
export interface ForeignMessage {
  readonly role: string;
  readonly text: string;
}

/** A sample of another program, before its position is known. */
export interface ForeignSample {
  readonly place: string;
  /** Name in the log; samples with one name ask the same. */
  readonly id?: string;
  /** Number among several samples of one question, from 1. */
  readonly epoch?: number;
  readonly model?: string;
  /** Messages of the question, without the answer. */
  readonly messages: readonly ForeignMessage[];
  readonly answer: string | null;
  /** Right answers according to the log. */
  readonly targets: readonly string[];
  /** Fields in which moves and positions are looked for. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Requested position, if the format states it. */
  readonly position?: ForeignPosition;
  readonly usage?: RunSample['usage'];
  readonly finishReason?: string;
  readonly timing?: RunSample['timing'];
  readonly error?: RunSample['error'];
  /** Reasoning of the model, if the log has it apart from the answer. */
  readonly reasoning?: string;
  /** State that the log's own program extracted from the answer; null if it found none. */
  readonly extracted?: string | null;
  /** Columns that only the log's plan assigns; then messages, answer and metadata are empty. */
  readonly row?: Readonly<Record<string, unknown>>;
  /** Further fields of the log that a run stores. */
  readonly kept: Readonly<Record<string, unknown>>;
  /** A sample that StateLens wrote into the log, with its attempts, used unchanged. */
  readonly own?: { readonly sample: RunSample; readonly attempts: readonly RunAttempt[] };
}

/** A position with the moves that led to it. */
export interface ForeignPosition {
  readonly startFen: string;
  /** SAN; undefined if only the position is known. */
  readonly moves?: readonly string[];
  readonly trueFen: string;
}

export type LogEvent =
  | { readonly type: 'sample'; readonly sample: ForeignSample }
  /** Something unreadable, with its location. */
  | { readonly type: 'problem'; readonly place: string; readonly message: string }
  /** A finding about a model: an illegal move, with the reason. */
  | { readonly type: 'finding'; readonly place: string; readonly message: string }
  /** A note for the user about the log as a whole. */
  | { readonly type: 'note'; readonly message: string };

export const problemAt = (place: string, message: string): LogEvent => ({ type: 'problem', place, message });
export const foreign = (sample: ForeignSample): LogEvent => ({ type: 'sample', sample });

/** Reads the pieces of one log in order. */
export interface LogReader {
  /** Returns the content of a piece; it never throws, whatever the value. */
  piece(piece: LogPiece): readonly LogEvent[];
  /** Returns the events at the end of the log. */
  end?(): readonly LogEvent[];
  /** Facts of the log about the run as a whole. */
  readonly facts: LogFacts;
}

/** Facts of a log about all of its samples. */
export interface LogFacts {
  /** The model that the log names. The reader gives it to its samples, and keeps them back until it is known. */
  readonly model?: string;
  readonly created?: string;
  readonly settings?: RunHeader['settings'];
  /** Header of a run that StateLens exported. */
  readonly header?: RunHeader;
  /** Attempts of such a run whose samples the log lacks. */
  readonly attempts?: readonly RunAttempt[];
}

/**
 * Division of a text: a JSON value per line, lines of text, or the paths of a JSON document that are opened (`JsonItems`):
 * each value of an opened list or object is a piece, unless it is opened, too. `records-…`: a
 * table whose records are looked for, in lines, in the elements of a list, in any JSON, in lines of columns.
 */
export type LogLayout =
  | 'lines'
  | 'text'
  | 'records-lines'
  | 'records-list'
  | 'records-document'
  | 'records-csv'
  | readonly string[];

/** A log format. */
export interface LogFormat {
  readonly name: LogFormatName;
  /** Description of its files within a sentence: `an Inspect AI log`. */
  readonly title: string;
  /** Source of its samples' positions, if no plan decides it: `the game so far`. */
  readonly positions?: string;
  /** Returns the division of a text; default: lines. */
  layout?(head: LogHead): LogLayout;
  /**
   * Returns the confidence that a log has this format, 0 to 1: 1 for a field that only this program writes, 0.9 for a
   * pattern of its text. `rows` returns 0.1. The head lacks members after the first 256 K characters.
   */
  recognize(head: LogHead): number;
  open(head: LogHead): LogReader;
}
