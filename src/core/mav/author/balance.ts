import { MAV_GAMES, type MavGameName } from '../games.ts';
import type { DatasetExample } from './dataset.ts';
import { QuotaDraw, quotasOf } from './quotas.ts';
import { BALANCE, type Transition } from './transition.ts';

/** Examples that are drawn alike: of a game and a kind of transition. */
export type DrawKind = `${MavGameName} ${Transition | 'trace'}`;
export type BalancedDraw = QuotaDraw<DrawKind>;

export const drawKind = ({
  game,
  transition,
  trace,
}: Pick<DatasetExample, 'game' | 'transition' | 'trace'>): DrawKind =>
  `${game} ${trace === undefined ? transition : 'trace'}`;

const transitionIn = (kind: DrawKind): Transition => kind.slice(kind.indexOf(' ') + 1) as Transition;

/**
 * Divides the examples of a dataset: each game gets as large a part as it has of all examples, and within a game each kind of
 * transition the share that `BALANCE` says, of what traces leave.
 */
export class BalancePlanner {
  readonly #traceShare: number;
  readonly #available = new Map<MavGameName, Map<DrawKind, number>>();

  /** @param traceShare share of traces */
  constructor(traceShare = 0) {
    this.#traceShare = traceShare;
  }

  add(example: DatasetExample): void {
    const kinds = this.#available.get(example.game) ?? new Map<DrawKind, number>();
    this.#available.set(example.game, kinds);
    const kind = drawKind(example);
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
    const ofGames = quotasOf(sizes, (game) => sizes.get(game) ?? 0, total);
    const available = new Map<DrawKind, number>();
    const quotas = new Map<DrawKind, number>();
    for (const [game, kinds] of this.#available) {
      for (const [kind, count] of kinds) available.set(kind, count);
      // Traces first: what a scarce kind of the others cannot fill goes to others, as long as there are any.
      const traces = kinds.get(`${game} trace`) ?? 0;
      const parts = new Map([
        ['trace', traces],
        ['plain', (sizes.get(game) ?? 0) - traces],
      ] as const);
      const { trace = 0, plain = 0 } = Object.fromEntries(
        quotasOf(parts, (kind) => (kind === 'trace' ? this.#traceShare : 1 - this.#traceShare), ofGames.get(game) ?? 0),
      );
      quotas.set(`${game} trace`, trace);
      const others = new Map([...kinds].filter(([kind]) => !kind.endsWith(' trace')));
      for (const [kind, quota] of quotasOf(others, (one) => BALANCE[transitionIn(one)], plain)) quotas.set(kind, quota);
    }
    return new QuotaDraw(available, quotas, seed);
  }
}
