import { partSeed } from '../../base/text/hash.ts';
import { type ClusterRules, GameClusters } from '../../notation/game-clusters.ts';
import type { DatasetPart } from './dataset.ts';

export type Side = 'train' | 'test';

/** Figures of a dataset's split; part of its manifest. */
export interface SplitFigures {
  readonly rules: ClusterRules;
  /** Number of clusters: games of different clusters share no position beyond the opening. */
  readonly clusters: Readonly<Record<Side, number>>;
  /** Number of games and records. */
  readonly games: Readonly<Record<Side, number>>;
  /** Distinct positions of the test clusters over all, before those that training games reach are left out. */
  readonly share: number;
}

/** The division of games into a training and a test set. */
export interface Split {
  readonly figures: SplitFigures;
  /** @param line index of the game or record among all usable ones */
  sideOf(line: number): Side;
  /** Returns true if a training game has one of these positions. */
  isTrained(ids: readonly string[]): boolean;
  /** Returns true if one of these positions occurs in test games only. */
  isTested(ids: readonly string[]): boolean;
}

/** A game or record of the dataset. */
interface PlannedLine {
  readonly key: string;
  /** Number of its positions that no earlier line has. */
  weight: number;
  /** Ids of its positions, without separators: all have the same length. */
  ids: string;
}

/**
 * Splits games by clusters; all parts must be added first, in order. The choice of test clusters depends on the seed
 * and the content of the games.
 */
export class SplitPlanner {
  readonly #rules: ClusterRules;
  readonly #clusters: GameClusters;
  readonly #lines: PlannedLine[] = [];
  readonly #seen = new SeenIds();

  constructor(rules: ClusterRules) {
    this.#rules = rules;
    this.#clusters = new GameClusters(rules);
  }

  add({ lines, examples }: DatasetPart): void {
    const first = this.#lines.length;
    for (const { key, keyed } of lines) {
      this.#clusters.add(keyed);
      this.#lines.push({ key, weight: 0, ids: '' });
    }
    for (const { line, positions } of examples) {
      const planned = this.#lines[first + line];
      if (planned === undefined) continue;
      if (this.#seen.isNew(positions[0])) planned.weight++;
      planned.ids += positions.join('');
    }
  }

  /** Returns undefined if all games are one cluster, which cannot be split. */
  split(testShare: number, seed: number): Split | undefined {
    const { of, count } = this.#clusters.clusters();
    if (count < 2) return undefined;
    const sides = this.#sides(of, count, testShare, seed);
    const trained = new SeenIds();
    const tested = new SeenIds();
    const games = { train: 0, test: 0 };
    const clusters = { train: 0, test: 0 };
    const weights = { train: 0, test: 0 };
    for (const side of sides) clusters[side]++;
    const sideOf = (line: number): Side => sides[of[line] ?? -1] ?? 'train';
    for (const [line, { weight, ids }] of this.#lines.entries()) {
      const side = sideOf(line);
      games[side]++;
      weights[side] += weight;
      const reached = side === 'train' ? trained : tested;
      for (const id of idsIn(ids)) reached.isNew(id);
    }
    const share = weights.test / Math.max(1, weights.train + weights.test);
    return {
      figures: { rules: this.#rules, clusters, games, share },
      sideOf,
      isTrained: (ids) => ids.some((id) => trained.has(id)),
      isTested: (ids) => ids.some((id) => tested.has(id) && !trained.has(id)),
    };
  }

  /**
   * Adds clusters to the test set in a random order while that brings its share of the positions closer to the
   * requested one.
   */
  #sides(of: Int32Array, count: number, testShare: number, seed: number): Side[] {
    const clusters = Array.from({ length: count }, () => ({ weight: 0, key: '' }));
    for (const [line, { weight, key }] of this.#lines.entries()) {
      const cluster = clusters[of[line] ?? -1];
      if (cluster === undefined) continue;
      cluster.weight += weight;
      if (cluster.key === '' || key < cluster.key) cluster.key = key;
    }
    const order = clusters
      .map(({ weight, key }, number) => ({ number, weight, key, place: partSeed(seed, `split ${key}`) }))
      .sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : 1));
    const wanted = testShare * order.reduce((sum, { weight }) => sum + weight, 0);
    const sides = Array.from({ length: count }, (): Side => 'train');
    let size = 0;
    for (const { number, weight } of order) {
      if (weight === 0 || Math.abs(size + weight - wanted) >= Math.abs(size - wanted)) continue;
      sides[number] = 'test';
      size += weight;
    }
    // A test set was requested: the smallest cluster is closer to it than none.
    if (size === 0) sides[order.reduce((a, b) => (b.weight > 0 && b.weight < a.weight ? b : a)).number] = 'test';
    return sides;
  }
}

const ID_LENGTH = 16;

function* idsIn(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += ID_LENGTH) yield text.slice(at, at + ID_LENGTH);
}

/** Leading digits of an id that select its set: a Set has at most 2^24 values. */
const CHOOSING = 3;

/** Set of ids of 16 hexadecimal digits; tens of millions fit. */
export class SeenIds {
  readonly #sets = new Map<string, Set<number>>();

  /** Returns true if an id was added. */
  has(id: string): boolean {
    return this.#sets.get(id.slice(0, CHOOSING))?.has(idRest(id)) === true;
  }

  /** Adds an id; returns true if it is new. */
  isNew(id: string): boolean {
    const chosen = id.slice(0, CHOOSING);
    const rest = idRest(id);
    const set = this.#sets.get(chosen) ?? new Set();
    this.#sets.set(chosen, set);
    if (set.has(rest)) return false;
    set.add(rest);
    return true;
  }
}

/** Counts the occurrences of ids up to a maximum. */
export class RepeatedIds {
  readonly #most: number;
  /** Ids that occurred once, twice, and so on. */
  readonly #times: SeenIds[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Adds an id; returns true if it has occurred less often than the maximum. */
  isAllowed(id: string): boolean {
    for (let time = 0; time < this.#most; time++) {
      const seen = (this.#times[time] ??= new SeenIds());
      if (seen.isNew(id)) return true;
    }
    return false;
  }
}

/** Returns the remaining 52 bits, which a number stores exactly. */
const idRest = (id: string): number => Number.parseInt(id.slice(CHOOSING), 16);
