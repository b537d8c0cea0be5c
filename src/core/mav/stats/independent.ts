import { ClusterSums } from '../../base/stats/clusters.ts';
import type { Interval } from '../../base/stats/intervals.ts';
import { shareInterval } from '../../base/stats/rate-interval.ts';
import { GameClusters } from '../../notation/clusters/game-clusters.ts';
import type { KeyedLine } from '../../notation/clusters/position-keys.ts';
import { COLUMNS, type Column, isShare, type MavTally, sumOf } from './tally.ts';

/** Cases of games that may hang together, and which of them do. A line whose positions are not known is a game of its own. */
export class IndependentGames {
  readonly #clusters = new GameClusters();
  #of: Int32Array | undefined;

  /** Adds a line; its number is returned. All are added before any is looked up. */
  add(keyed: KeyedLine | undefined): number {
    return this.#clusters.add(keyed ?? { keys: [-1 - this.#clusters.count], from: undefined });
  }

  /** The independent game of a line. */
  gameOf(line: number): number {
    this.#of ??= this.#clusters.clusters().of;
    return this.#of[line] ?? line;
  }
}

/** Cases of one quantity by the line that they are of. */
export class CasesByLine {
  /** Line, number of cases, sum of their values, one after the other. */
  readonly #cases: number[] = [];

  add(line: number, n: number, sum: number): void {
    if (n > 0) this.#cases.push(line, n, sum);
  }

  addAll(others: CasesByLine): void {
    for (const value of others.#cases) this.#cases.push(value);
  }

  /**
   * The interval over independent games, and how many of them have a case; without an interval for fewer than ten.
   *
   * @param isRate false for a mean
   */
  interval(
    games: IndependentGames,
    isRate: boolean,
  ): { readonly clusters: number; readonly interval: Interval | null } {
    const sums = new ClusterSums(1);
    const cases = this.#cases;
    for (let i = 0; i < cases.length; i += 3) {
      const row = sums.row(games.gameOf(cases[i] ?? 0), cases[i + 1]);
      sums.add(row, 0, cases[i + 2] ?? 0);
    }
    const [clusters] = sums.columns();
    const interval = clusters === undefined ? null : shareInterval(clusters, isRate);
    return { clusters: sums.count, interval };
  }
}

/** What was judged of one example or trace. Plain data: jobs pass it on. */
export interface JudgedLine {
  /** Undefined where its position is not known. */
  readonly keyed: KeyedLine | undefined;
  /** The number of a column, the number of cases, the sum of their values, for each that has any. */
  readonly values: readonly number[];
}

/** What a line adds to the quantities with intervals. */
export const judgedLine = (keyed: KeyedLine | undefined, tally: MavTally): JudgedLine => ({
  keyed,
  values: COLUMNS.flatMap((column, i) => {
    const { n, sum } = sumOf(tally, column);
    return n === 0 ? [] : [i, n, sum];
  }),
});

/** The quantities of many lines, for intervals over independent games. */
export class JudgedGames {
  readonly #games: IndependentGames;
  readonly #lines: number[] = [];
  readonly #columns = COLUMNS.map(() => new CasesByLine());

  /** @param games in which all lines of a file are, also those of other groups */
  constructor(games: IndependentGames) {
    this.#games = games;
  }

  add({ keyed, values }: JudgedLine): void {
    const line = this.#games.add(keyed);
    this.#lines.push(line);
    for (let i = 0; i < values.length; i += 3)
      this.#columns[values[i] ?? 0]?.add(line, values[i + 1] ?? 0, values[i + 2] ?? 0);
  }

  addAll(others: JudgedGames): void {
    for (const line of others.#lines) this.#lines.push(line);
    for (const [i, column] of this.#columns.entries()) column.addAll(others.#columns[i] ?? new CasesByLine());
  }

  /** Number of independent games. */
  get count(): number {
    return new Set(this.#lines.map((line) => this.#games.gameOf(line))).size;
  }

  /** The ends of a quantity's 95 % interval; null where there are fewer than ten independent games. */
  interval(column: Column): { readonly low: number | null; readonly high: number | null } {
    const { interval } = this.#columns[COLUMNS.indexOf(column)]?.interval(this.#games, isShare(column)) ?? {};
    return { low: interval?.low ?? null, high: interval?.high ?? null };
  }
}
