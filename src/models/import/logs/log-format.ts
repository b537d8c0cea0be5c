import type { RunAttempt, RunHeader, RunSample } from '../../../core/evaluation/runs/run-schema.ts';

/** Names of the formats of logs, as `--as` takes them. */
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
  'rows',
] as const;
export type LogFormatName = (typeof LOG_FORMATS)[number];

/** What is known of a log before it is read. */
export interface LogHead {
  /** The file's name without its folder. */
  readonly name: string;
  readonly kind: 'zip' | 'parquet' | 'text';
  /** How a text begins. */
  readonly text: string;
  /** The first JSON value of a text, where it is whole in `text`; else the members that are. */
  readonly first: unknown;
  /** Names in a zip, the first few. */
  readonly entries: readonly string[];
}

/** A part of a log: a line of JSON Lines, a value of a document, an entry of a zip, a row of a table. */
export interface LogPiece {
  /** As `JsonItem.path`; of a zip the name of the entry; empty for lines and rows; `text` for a line of plain text. */
  readonly path: string;
  readonly value: unknown;
  /** Where it stands, for people: `line 3`, `samples/7_epoch_1.json`. */
  readonly place: string;
}

/** A message of a conversation. */
export interface ForeignMessage {
  readonly role: string;
  readonly text: string;
}

/** A sample as another program wrote it down, before its position is known. */
export interface ForeignSample {
  readonly place: string;
  /** As the log names it; samples with one name ask the same. */
  readonly id?: string;
  /** From 1: which of several samples of one question. */
  readonly epoch?: number;
  readonly model?: string;
  /** What was asked, the answer left out. */
  readonly messages: readonly ForeignMessage[];
  readonly answer: string | null;
  /** What the log says is right. */
  readonly targets: readonly string[];
  /** Where moves and positions are looked for. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The position that is asked for, where the format says it. */
  readonly position?: ForeignPosition;
  readonly usage?: RunSample['usage'];
  readonly finishReason?: string;
  readonly timing?: RunSample['timing'];
  readonly error?: RunSample['error'];
  /** What the model considered, where the log has it apart from the answer. */
  readonly reasoning?: string;
  /** A state that the log's own program took out of the answer; null where it found none. */
  readonly extracted?: string | null;
  /** Columns whose parts are known by the log's plan alone; then messages, answer and metadata are empty. */
  readonly row?: Readonly<Record<string, unknown>>;
  /** What a run keeps of the log besides. */
  readonly kept: Readonly<Record<string, unknown>>;
  /** A sample that StateLens wrote into the log itself, with its attempts: nothing is to be found out about it. */
  readonly own?: { readonly sample: RunSample; readonly attempts: readonly RunAttempt[] };
}

/** A position with how it came about. */
export interface ForeignPosition {
  readonly startFen: string;
  /** SAN; left out where only the position is known. */
  readonly moves?: readonly string[];
  readonly trueFen: string;
}

export type LogEvent =
  | { readonly type: 'sample'; readonly sample: ForeignSample }
  /** Something that cannot be read, with its place. */
  | { readonly type: 'problem'; readonly place: string; readonly message: string }
  /** What the log tells about a model: an illegal move, with the reason. */
  | { readonly type: 'finding'; readonly place: string; readonly message: string }
  /** What the user ought to know of the log as a whole. */
  | { readonly type: 'note'; readonly message: string };

export const problemAt = (place: string, message: string): LogEvent => ({ type: 'problem', place, message });
export const foreign = (sample: ForeignSample): LogEvent => ({ type: 'sample', sample });

/** Reads the pieces of one log in their order. */
export interface LogReader {
  /** What a piece holds; it never throws, whatever the value. */
  piece(piece: LogPiece): readonly LogEvent[];
  /** What is known at the end. */
  end?(): readonly LogEvent[];
  /** What the log says about the run as a whole. */
  readonly facts: LogFacts;
}

/** What a log says about all of its samples. */
export interface LogFacts {
  readonly model?: string;
  readonly created?: string;
  readonly settings?: RunHeader['settings'];
  /** The header of a run that StateLens exported. */
  readonly header?: RunHeader;
  /** Attempts of such a run whose samples the log does not have. */
  readonly attempts?: readonly RunAttempt[];
}

/**
 * How a text is divided: a JSON value a line, lines of text, or the values of a JSON document that stand at some paths (`JsonItems`).
 * `records-…`: a table whose records are looked for, in lines, in the elements of a list, in any JSON, in lines of columns.
 */
export type LogLayout =
  | 'lines'
  | 'text'
  | 'records-lines'
  | 'records-list'
  | 'records-document'
  | 'records-csv'
  | readonly string[];

/** A format of logs. */
export interface LogFormat {
  readonly name: LogFormatName;
  /** What a file of it is, for a sentence: `an Inspect AI log`. */
  readonly title: string;
  /** Where its samples have their positions from, where that is no matter of a plan: `the game so far`. */
  readonly positions?: string;
  /** How a text is divided; by default by its lines. */
  layout?(head: LogHead): LogLayout;
  /** How sure it is that a log is of this format, 0 to 1. */
  recognize(head: LogHead): number;
  open(head: LogHead): LogReader;
}
