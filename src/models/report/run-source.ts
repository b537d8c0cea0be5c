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
  /** Hexadecimal digits. */
  digest(): string;
}

/** A file of scores beside a run. Faults of the disk are thrown as they come. */
export interface ScoreFile {
  /** Undefined where there is none. */
  bytes(): AsyncIterable<Uint8Array> | undefined;
  /** Adds lines to its end; a line that was cut there is cut off before. `header` goes first into a new file. */
  append(header: string): { write(line: string): void; close(): void };
  /** Writes it again, in one step. */
  replace(lines: Iterable<string>): void;
}

/** A file of a run: of most the only one, else the run file or one of its segments. */
export interface RunPart {
  /** As messages call it. */
  readonly shown: string;
  /** The number of bytes; undefined where it is not known in advance. */
  readonly size: number | undefined;
  /** The bytes in pieces; an abort ends them. May be called again unless the run comes from a pipe. */
  bytes(signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** So many bytes from a place on, fewer at the end; of a run that can be read again. */
  read(from: number, length: number): Promise<Uint8Array>;
}

/** A run, wherever it is, with what is kept beside it. */
export interface RunSource {
  /** The path of its run file, which may not exist yet; it identifies the source. */
  readonly path: string;
  /** The run file's name, without folders. */
  readonly name: string;
  /** As messages call it. */
  readonly shown: string;
  /** The files that it is in now, in the order in which they count: one, or several while it is in segments. */
  parts(): Promise<readonly RunPart[]>;
  /** True if it can be read a second time. */
  readonly isAgain: boolean;
  newDigest(): Digest;
  /** Undefined where nothing can be kept. */
  scores(what: 'scores' | 'floors.scores'): ScoreFile | undefined;
}

/** A run that cannot be read at all: it is none, or of a later version. */
export class UnreadableRun extends Error {}

/**
 * Scores that were computed before and those that are computed now. Rows are appended as they come, so that a report that
 * is cut short loses nothing; once all are there, the file is written again with its seal. Where it cannot be written, the
 * report goes on without.
 */
export class ScoreStore {
  #file: ScoreFile | undefined;
  readonly #note: (text: string) => void;
  #append: ReturnType<ScoreFile['append']> | undefined;
  readonly #rows: ScoreRow[] = [];
  readonly #games = new Map<number, GameMoves>();
  /** Rows by key; made when one is asked for, for a file that is sealed needs none. */
  #byKey: Map<string, ScoreRow> | undefined;
  #seal: ScoreSeal | undefined;

  /**
   * @param file undefined: nothing is kept
   * @param note receives why scores cannot be saved
   */
  constructor(file: ScoreFile | undefined, note: (text: string) => void) {
    this.#file = file;
    this.#note = note;
  }

  get seal(): ScoreSeal | undefined {
    return this.#seal;
  }

  /** All rows that were read, in the order of the file. */
  rows(): readonly ScoreRow[] {
    return this.#rows;
  }

  /** The moves of games that were read. */
  games(): ReadonlyMap<number, GameMoves> {
    return this.#games;
  }

  /** Reads what is there. */
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
    // A row behind a seal was appended later: the file is no longer what was sealed.
    this.#seal = line?.type === 'seal' ? line.seal : undefined;
  }

  get(key: string): ScoreRow | undefined {
    this.#byKey ??= new Map(this.#rows.map((row) => [row.key, row]));
    return this.#byKey.get(key);
  }

  /** Keeps a row that was computed now. */
  add(row: ScoreRow): void {
    this.#try((file) => {
      this.#append ??= file.append(scoreHeaderLine());
      this.#append.write(scoreRowLine(row));
    });
  }

  /** Closes the file as it is. */
  close(): void {
    this.#try(() => this.#append?.close());
    this.#append = undefined;
  }

  /** Writes the file again, in one step. */
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

/** The metrics that runs name in their headers. */
export interface NamedMetrics {
  /** Undefined where no run names any, or they differ. */
  readonly metrics: RunMetrics | undefined;
  /** False if the runs do not name the same. */
  readonly agree: boolean;
}

/** The metrics that all runs name. Runs from a pipe can be read once only, and are left out. Never rejects. */
export async function namedMetrics(sources: readonly RunSource[]): Promise<NamedMetrics> {
  const named: (RunMetrics | undefined)[] = [];
  for (const source of sources) if (source.isAgain) named.push((await readSourceHeader(source))?.metrics);
  const texts = new Set(named.map((metrics) => JSON.stringify(metrics)));
  return texts.size > 1 ? { metrics: undefined, agree: false } : { metrics: named[0], agree: true };
}

/** The header of a run; undefined where it cannot be read, which its scoring reports. */
async function readSourceHeader(source: RunSource): Promise<RunHeader | undefined> {
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

/** The options that score samples by the metrics of a run, in the order in which keys of kept scores have them. */
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
