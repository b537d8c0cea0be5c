import type { GameMoves } from '../../core/evaluation/report/report-sample.ts';
import {
  readScoreLine,
  type ScoreRow,
  type ScoreSeal,
  scoreGameLine,
  scoreHeaderLine,
  scoreRowLine,
  scoreSealLine,
} from '../../core/evaluation/report/score-file.ts';
import { RunReader } from '../../core/evaluation/runs/run-file.ts';
import type { RunMetrics } from '../../core/evaluation/runs/run-metrics.ts';
import type { RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import { DEFAULT_LAMBDA } from '../../core/metrics/string-metrics.ts';
import { describeError } from '../system-errors.ts';

/** A hash that is fed piece by piece. */
export interface Digest {
  update(bytes: Uint8Array): void;
  /** Returns hexadecimal digits. */
  digest(): string;
}

/** A file of scores beside a run. Faults of the disk are thrown. */
export interface ScoreFile {
  /** Returns the content; undefined if there is no file. */
  bytes(): AsyncIterable<Uint8Array> | undefined;
  /**
   * Opens the file for appending; an incomplete last line is removed first. `header` is the first line of a new file.
   */
  append(header: string): { write(line: string): void; close(): void };
  /** Rewrites the file in one step. */
  replace(lines: Iterable<string>): void;
}

/** A file of a run: usually the only one, else the run file or one of its segments. */
export interface RunPart {
  /** Name in messages. */
  readonly shown: string;
  /** Size in bytes; undefined if it is not known in advance. */
  readonly size: number | undefined;
  /** Yields the bytes in pieces; an abort ends them. May be called again unless the run comes from a pipe. */
  bytes(signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Returns `length` bytes from an offset, fewer at the end; only for a run that can be read again. */
  read(from: number, length: number): Promise<Uint8Array>;
}

/** A run, wherever it is stored, with the files beside it. */
export interface RunSource {
  /** Path of its run file, which may not exist yet; it identifies the source. */
  readonly path: string;
  /** Name of the run file, without folders. */
  readonly name: string;
  /** Name in messages. */
  readonly shown: string;
  /** Returns the current files in order of precedence: one, or several while the run is in segments. */
  parts(): Promise<readonly RunPart[]>;
  /** True if it can be read a second time. */
  readonly isAgain: boolean;
  newDigest(): Digest;
  /** Returns a file of scores; undefined if nothing can be stored. */
  scores(what: 'scores' | 'floors.scores'): ScoreFile | undefined;
}

/** Error for a run that cannot be read at all: the file is no run, or of a later version. */
export class UnreadableRun extends Error {}

/**
 * Scores computed earlier, and those computed now. Rows are appended as they come, so that an interrupted report loses nothing; once
 * complete, the file is rewritten with its seal. If it cannot be written, the report continues without it.
 */
export class ScoreStore {
  #file: ScoreFile | undefined;
  readonly #note: (text: string) => void;
  #append: ReturnType<ScoreFile['append']> | undefined;
  readonly #rows: ScoreRow[] = [];
  readonly #games = new Map<number, GameMoves>();
  /** Rows by key; created on demand, because a sealed file needs none. */
  #byKey: Map<string, ScoreRow> | undefined;
  #seal: ScoreSeal | undefined;

  /**
   * @param file undefined: nothing is stored
   * @param note receives the reason why scores cannot be saved
   */
  constructor(file: ScoreFile | undefined, note: (text: string) => void) {
    this.#file = file;
    this.#note = note;
  }

  get seal(): ScoreSeal | undefined {
    return this.#seal;
  }

  /** Returns all rows read, in the order of the file. */
  rows(): readonly ScoreRow[] {
    return this.#rows;
  }

  /** Returns the moves of games read from the file. */
  games(): ReadonlyMap<number, GameMoves> {
    return this.#games;
  }

  /** Reads the existing file. */
  async load(): Promise<void> {
    const pieces = this.#file?.bytes();
    if (pieces === undefined) return;
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of pieces) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#take(line);
    }
  }

  #take(text: string): void {
    const line = readScoreLine(text);
    if (line?.type === 'row') this.#rows.push(line.row);
    else if (line?.type === 'game') this.#games.set(line.game, line.moves);
    // A row after a seal was appended later: the file is no longer what was sealed.
    this.#seal = line?.type === 'seal' ? line.seal : undefined;
  }

  get(key: string): ScoreRow | undefined {
    this.#byKey ??= new Map(this.#rows.map((row) => [row.key, row]));
    return this.#byKey.get(key);
  }

  /** Stores a row computed now. */
  add(row: ScoreRow): void {
    this.#try((file) => {
      this.#append ??= file.append(scoreHeaderLine());
      this.#append.write(scoreRowLine(row));
    });
  }

  /** Closes the file without rewriting it. */
  close(): void {
    this.#try(() => this.#append?.close());
    this.#append = undefined;
  }

  /** Rewrites the file in one step. */
  finish(rows: readonly ScoreRow[], games: ReadonlyMap<number, GameMoves>, seal: ScoreSeal): void {
    this.close();
    const lines = function* (): Generator<string> {
      yield scoreHeaderLine();
      for (const [game, moves] of games) yield scoreGameLine(game, moves);
      for (const row of rows) yield scoreRowLine(row);
      yield scoreSealLine(seal);
    };
    this.#try((file) => file.replace(lines()));
  }

  #try(write: (file: ScoreFile) => void): void {
    const file = this.#file;
    if (file === undefined) return;
    try {
      write(file);
    } catch (error) {
      this.#file = undefined;
      this.#note(`scores are not saved: ${describeError(error)}`);
    }
  }
}

/** Metrics that runs name in their headers. */
export interface NamedMetrics {
  /** Undefined if no run names any, or they differ. */
  readonly metrics: RunMetrics | undefined;
  /** False if the runs name different metrics. */
  readonly agree: boolean;
}

/**
 * Returns the metrics that all runs name. Runs from a pipe, which can be read only once, are left out. Never rejects.
 */
export async function namedMetrics(sources: readonly RunSource[]): Promise<NamedMetrics> {
  const named: (RunMetrics | undefined)[] = [];
  for (const source of sources) if (source.isAgain) named.push((await readSourceHeader(source))?.metrics);
  const texts = new Set(named.map((metrics) => JSON.stringify(metrics)));
  return texts.size > 1 ? { metrics: undefined, agree: false } : { metrics: named[0], agree: true };
}

/** Returns the header of a run; undefined if it cannot be read, which its scoring reports. */
export async function readSourceHeader(source: RunSource): Promise<RunHeader | undefined> {
  try {
    for (const part of await source.parts()) {
      const reader = new RunReader();
      const decoder = new TextDecoder();
      for await (const bytes of part.bytes()) {
        const header = reader.push(decoder.decode(bytes, { stream: true })).find(({ type }) => type === 'header');
        if (header?.type === 'header') return header.header;
        if (reader.stopped) break;
      }
    }
  } catch {
    return undefined;
  }
  return undefined;
}

/** Returns the options that score samples by the metrics of a run, in the order of the keys of stored scores. */
export function scoringOptions(metrics: RunMetrics): CompareOptions {
  const { depth: m = 4, method = 'auto', seed = 0, terminal = 'accept', samples, targetError, policy } = metrics;
  const affordance = {
    m,
    method,
    seed,
    terminal,
    rescale: 'sum' as const,
    ...(samples !== undefined && { samples }),
    ...(targetError !== undefined && { targetError }),
    ...(policy !== undefined && { policy }),
    ...(metrics.importance === true && { importance: true }),
  };
  return { affordance, lambda: DEFAULT_LAMBDA, enPassant: 'as-written' };
}
