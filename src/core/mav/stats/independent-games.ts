import { UnionFind } from '../../base/collections.ts';
import { ClusterSums } from '../../base/stats/clusters.ts';
import { type Bounds, type Interval, shareInterval, UNIT } from '../../base/stats/confidence-interval.ts';
import { GameClusters, type KeyedLine } from '../../notation/game-clusters.ts';
import { gameLineKeys } from '../author/game-line.ts';
import type { JudgedExample } from '../check/judged-example.ts';
import { MAV_GAMES } from '../game-names.ts';
import { columnBounds, columnSum, isShareColumn, type MavTally, TALLY_COLUMNS, type TallyColumn } from './tally.ts';

/**
 * Lines grouped into independent games: lines of one source game, and those that share a position beyond the opening,
 * belong together. A line without known positions is a separate game.
 */
export class IndependentGames {
  readonly #clusters = new GameClusters();
  /** By line: the source game; undefined if unknown. */
  readonly #sources: (string | undefined)[] = [];
  #of: UnionFind | undefined;

  /**
   * Adds a line and returns its number. All lines must be added before any is looked up.
   *
   * @param source name of its game
   */
  add(keyed: KeyedLine | undefined, source?: string): number {
    this.#sources.push(source);
    return this.#clusters.add(keyed ?? { keys: [-1 - this.#clusters.count], from: undefined });
  }

  /** Returns the independent game of a line. */
  gameOf(line: number): number {
    this.#of ??= this.#joined();
    return this.#of.find(line);
  }

  /** Returns true if the source game of a line is known. */
  isKnown(line: number): boolean {
    return this.#sources[line] !== undefined;
  }

  /** Joins lines by cluster of positions and by source game. */
  #joined(): UnionFind {
    const { of } = this.#clusters.clusters();
    const sets = new UnionFind();
    const first = new Map<string | number, number>();
    for (const [line, source] of this.#sources.entries()) {
      sets.add();
      for (const key of [of[line] ?? line, ...(source === undefined ? [] : [source])]) {
        const known = first.get(key);
        if (known === undefined) first.set(key, line);
        else sets.join(line, known);
      }
    }
    return sets;
  }
}

/** Cases of one quantity by line. */
export class CasesByLine {
  /** Flat triples: line, number of cases, sum of their values. */
  readonly #cases: number[] = [];

  add(line: number, n: number, sum: number): void {
    if (n > 0) this.#cases.push(line, n, sum);
  }

  addAll(others: CasesByLine): void {
    for (const value of others.#cases) this.#cases.push(value);
  }

  /**
   * Returns the interval over independent games, and the number of games with a case; the interval is null for fewer
   * than ten.
   *
   * @param isRate false for a mean
   * @param bounds of the values
   */
  interval(
    games: IndependentGames,
    isRate: boolean,
    bounds: Bounds = UNIT,
  ): { readonly clusters: number; readonly interval: Interval | null } {
    const sums = new ClusterSums(1);
    const cases = this.#cases;
    for (let i = 0; i < cases.length; i += 3) {
      const row = sums.row(games.gameOf(cases[i] ?? 0), cases[i + 1]);
      sums.add(row, 0, cases[i + 2] ?? 0);
    }
    const [clusters] = sums.columns();
    const interval = clusters === undefined ? null : shareInterval(clusters, isRate, bounds);
    return { clusters: sums.count, interval };
  }
}

/** Judgment of one example or trace. Plain data, which jobs transfer. */
export interface JudgedLine {
  /** Name of its game; undefined if unknown. */
  readonly source?: string | undefined;
  /** Undefined if its position is unknown. */
  readonly keyed: KeyedLine | undefined;
  /** Flat triples for each column with cases: index of the column, number of cases, sum of their values. */
  readonly values: readonly number[];
}

/** Returns the contribution of a line to the quantities with intervals. */
export const judgedLine = (keyed: KeyedLine | undefined, source: string | undefined, tally: MavTally): JudgedLine => ({
  keyed,
  source,
  values: TALLY_COLUMNS.flatMap((column, i) => {
    const { n, sum } = columnSum(tally, column);
    return n === 0 ? [] : [i, n, sum];
  }),
});

/** Quantities of many lines, for intervals over independent games. */
export class JudgedGames {
  readonly #games: IndependentGames;
  readonly #lines: number[] = [];
  readonly #columns = TALLY_COLUMNS.map(() => new CasesByLine());

  /** @param games of all lines of a file, including those of other groups */
  constructor(games: IndependentGames) {
    this.#games = games;
  }

  add({ keyed, source, values }: JudgedLine): void {
    const line = this.#games.add(keyed, source);
    this.#lines.push(line);
    this.#addValues(line, values);
  }

  /** Adds further quantities of lines, without counting the lines. */
  addMore({ keyed, source, values }: JudgedLine): void {
    this.#addValues(this.#games.add(keyed, source), values);
  }

  #addValues(line: number, values: readonly number[]): void {
    for (let i = 0; i < values.length; i += 3)
      this.#columns[values[i] ?? 0]?.add(line, values[i + 1] ?? 0, values[i + 2] ?? 0);
  }

  addAll(others: JudgedGames): void {
    for (const line of others.#lines) this.#lines.push(line);
    for (const [i, column] of this.#columns.entries()) column.addAll(others.#columns[i] ?? new CasesByLine());
  }

  /** Number of lines with an unknown source game. */
  get unknown(): number {
    return this.#lines.filter((line) => !this.#games.isKnown(line)).length;
  }

  /** Number of independent games; null if the source game of a line is unknown. */
  get count(): number | null {
    if (this.unknown > 0) return null;
    return new Set(this.#lines.map((line) => this.#games.gameOf(line))).size;
  }

  /**
   * Returns the ends of a quantity's 95 % interval; null for fewer than ten independent games, or if those are unknown.
   */
  interval(column: TallyColumn): { readonly low: number | null; readonly high: number | null } {
    if (this.unknown > 0) return { low: null, high: null };
    const cases = this.#columns[TALLY_COLUMNS.indexOf(column)];
    const { interval } = cases?.interval(this.#games, isShareColumn(column), columnBounds(column)) ?? {};
    return { low: interval?.low ?? null, high: interval?.high ?? null };
  }
}

/** Returns the positions of an example; a trace uses its first one. Undefined if they are unknown. */
export function exampleKeys(example: JudgedExample | undefined): KeyedLine | undefined {
  const { model, before, truth } = example ?? {};
  const game = model?.game?.automaton.id;
  const name = MAV_GAMES.find((id) => id === game);
  const states = [before, truth].flatMap((position) => (position === undefined ? [] : [position.state]));
  if (name === undefined || states.length === 0) return undefined;
  const keyed = gameLineKeys({ game: name, states, actions: [] }, true);
  return (before ?? truth)?.hasFullmove === false ? { keys: keyed.keys, from: undefined } : keyed;
}
