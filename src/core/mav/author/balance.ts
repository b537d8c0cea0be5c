import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded } from '../../base/random.ts';
import { partSeed } from '../../base/text/hash.ts';
import { MAV_GAMES, type MavGameName } from '../game-names.ts';
import { BALANCE, type DatasetExample, type Transition } from './dataset.ts';

/** Stratum of examples: game and kind of transition. */
export type DrawKind = `${MavGameName} ${Transition | 'trace'}`;
export type BalancedDraw = QuotaDraw<DrawKind>;

export const getDrawKind = ({
  game,
  transition,
  trace,
}: Pick<DatasetExample, 'game' | 'transition' | 'trace'>): DrawKind =>
  `${game} ${trace === undefined ? transition : 'trace'}`;

const transitionIn = (kind: DrawKind): Transition => kind.slice(kind.indexOf(' ') + 1) as Transition;

/**
 * Plans the examples of a balanced dataset: each game keeps its share of all examples, and within a game each kind of
 * transition gets its share in `BALANCE` of what traces leave.
 */
export class BalancePlanner {
  readonly #traceShare: number;
  readonly #available = new Map<MavGameName, Map<DrawKind, number>>();

  /** @param traceShare share of traces, 0 to 1 */
  constructor(traceShare = 0) {
    this.#traceShare = traceShare;
  }

  add(example: DatasetExample): void {
    const kinds = this.#available.get(example.game) ?? new Map<DrawKind, number>();
    this.#available.set(example.game, kinds);
    const kind = getDrawKind(example);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }

  draw(total: number, seed: number): BalancedDraw {
    const sizes = new Map<MavGameName, number>();
    for (const game of MAV_GAMES) {
      const kinds = this.#available.get(game);
      if (kinds !== undefined)
        sizes.set(
          game,
          [...kinds.values()].reduce((sum, count) => sum + count, 0),
        );
    }
    const ofGames = divideQuotas(sizes, (game) => sizes.get(game) ?? 0, total);
    const available = new Map<DrawKind, number>();
    const quotas = new Map<DrawKind, number>();
    for (const [game, kinds] of this.#available) {
      for (const [kind, count] of kinds) available.set(kind, count);
      // Traces first: a quota that a scarce kind cannot fill goes to the others, as long as there are any.
      const traces = kinds.get(`${game} trace`) ?? 0;
      const parts = new Map([
        ['trace', traces],
        ['plain', (sizes.get(game) ?? 0) - traces],
      ] as const);
      const { trace = 0, plain = 0 } = Object.fromEntries(
        divideQuotas(
          parts,
          (kind) => (kind === 'trace' ? this.#traceShare : 1 - this.#traceShare),
          ofGames.get(game) ?? 0,
        ),
      );
      quotas.set(`${game} trace`, trace);
      const others = new Map([...kinds].filter(([kind]) => !kind.endsWith(' trace')));
      for (const [kind, quota] of divideQuotas(others, (drawKind) => BALANCE[transitionIn(drawKind)], plain))
        quotas.set(kind, quota);
    }
    return new QuotaDraw(available, quotas, seed);
  }
}

/**
 * Divides a total among kinds by their weights, giving none more than is available: what scarce kinds cannot fill goes
 * to the others by the same weights. The quotas are integers, and their sum is the total or everything available.
 */
export function divideQuotas<Kind extends string>(
  available: ReadonlyMap<Kind, number>,
  weightOf: (kind: Kind) => number,
  total: number,
): Map<Kind, number> {
  const quotas = new Map<Kind, number>();
  let open = [...available].filter(([kind, count]) => count > 0 && weightOf(kind) > 0);
  let left = total;
  for (;;) {
    const weights = open.reduce((sum, [kind]) => sum + weightOf(kind), 0);
    const given = left;
    const scarce = open.filter(([kind, count]) => count <= (given * weightOf(kind)) / weights);
    if (scarce.length === 0) break;
    for (const [kind, count] of scarce) {
      quotas.set(kind, count);
      left -= count;
    }
    open = open.filter((entry) => !scarce.includes(entry));
  }
  // Integers by cumulated shares: rounding doesn't change the sum.
  const weights = open.reduce((sum, [kind]) => sum + weightOf(kind), 0);
  let cumulated = 0;
  let before = 0;
  for (const [kind] of open) {
    cumulated += weightOf(kind);
    const until = Math.round((left * cumulated) / weights);
    quotas.set(kind, until - before);
    before = until;
  }
  return quotas;
}

/** Draws the quota of each kind, each item with equal probability (Knuth's algorithm S), in the order of arrival. */
export class QuotaDraw<Kind extends string> {
  readonly #of = new Map<Kind, { left: number; needed: number; readonly random: RandomGenerator }>();

  /** @param available number of items of each kind that will arrive */
  constructor(available: ReadonlyMap<Kind, number>, quotas: ReadonlyMap<Kind, number>, seed: number) {
    for (const [kind, left] of available)
      this.#of.set(kind, { left, needed: quotas.get(kind) ?? 0, random: seeded(partSeed(seed, `draw ${kind}`)) });
  }

  /** Returns true if the next item of a kind is drawn. */
  isDrawn(kind: Kind): boolean {
    const state = this.#of.get(kind);
    if (state === undefined || state.left <= 0) return false;
    const isDrawn = uniformInt(state.random, 0, state.left - 1) < state.needed;
    state.left--;
    if (isDrawn) state.needed--;
    return isDrawn;
  }
}
