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
import { faultWords } from '../system-words.ts';
import type { ScoreFile } from './run-source.ts';

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
      this.#note(`scores are not saved: ${faultWords(error)}`);
    }
  }
}
