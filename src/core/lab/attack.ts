import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { SINK } from '../base/automaton.ts';
import { shuffled } from '../base/random.ts';
import { randomWalk, replayActions } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';
import type { AttackUnit, Strategy } from './lab-file.ts';
import {
  type ActionHistory,
  type Asker,
  allowedActions,
  computeEntropy,
  type NextDistribution,
  sumMass,
  topActions,
} from './next-actions.ts';
import { drawHistory, type HistoryState, reorder } from './pairs.ts';
import type { LabSettings } from './settings.ts';

/** Number of places of a walk in one request. */
const TOGETHER = 16;
/** Maximum number of orders of one walk. */
const ORDERS = 8;
/** Number of actions that a directed search tries in a state. */
const BREADTH = 8;
/** Number of histories that the beam keeps. */
const WIDTH = 4;

/**
 * Searches for legal histories after which a model acts illegally, by one strategy, until it fails or the budget is
 * spent; the rest of the budget shortens the history.
 */
export async function runAttack<State>(
  world: World<State>,
  asker: Asker,
  strategy: Strategy,
  settings: Pick<LabSettings, 'budget' | 'failure' | 'epsilon' | 'length'>,
  random: RandomGenerator,
): Promise<Omit<AttackUnit, 'measure' | 'unit' | 'asked'>> {
  const probe = new Probe(world, asker, settings);
  while (!probe.isOver) await ROUNDS[strategy](probe, settings.length, random);
  const { failure } = probe;
  if (failure === undefined) return { strategy, found: false, first: asker.asked, history: [], action: '' };
  const shortest = await probe.shorten(failure);
  const { history, action, printed } = shortest;
  return {
    strategy,
    found: true,
    first: probe.first,
    history: [...history],
    action,
    ...(printed !== undefined && { printed }),
  };
}

type Round = <State>(probe: Probe<State>, length: number, random: RandomGenerator) => Promise<void>;

const ROUNDS: Readonly<Record<Strategy, Round>> = {
  /** Every position of a random walk. */
  async random(probe, length, random) {
    const { actions, states } = randomWalk(probe.world, length, random);
    const places = states.map((state, ply) => ({ history: actions.slice(0, ply), state }));
    for (let at = 0; at < places.length && !probe.isOver; at += TOGETHER)
      await probe.look(places.slice(at, at + TOGETHER));
  },
  /** The actions of a random walk in several orders that lead to its last position. */
  async transpositions(probe, length, random) {
    const place = drawHistory(probe.world, length, random);
    const { states } = replayActions(probe.world, place.history);
    const orders = [place];
    for (let i = 0; i < ORDERS; i++) {
      const other = reorder(probe.world, place, random, states);
      if (other !== undefined) orders.push(other);
    }
    await probe.look(orders);
  },
  /** From the start, each time the action after which the model has the least probability on legal actions. */
  greedy: (probe, length, random) => search(probe, length, 1, ({ mass }) => 1 - mass, random),
  /** From the start, the histories after which the model's own entropy is highest. */
  beam: (probe, length, random) => search(probe, length, WIDTH, ({ next }) => computeEntropy(next), random),
};

/** Keeps the `width` histories with the highest scores from ply to ply. */
async function search<State>(
  probe: Probe<State>,
  length: number,
  width: number,
  score: (probed: ProbedHistory<State>) => number,
  random: RandomGenerator,
): Promise<void> {
  let kept: readonly HistoryState<State>[] = await probe.look([{ history: [], state: probe.world.start }]);
  for (let ply = 0; ply < length && kept.length > 0 && !probe.isOver; ply++) {
    const tried = kept.flatMap((place) => successors(probe.world, place, random));
    const probed = await probe.look(tried);
    // Ties are broken at random, or all searches would be the same.
    kept = shuffled(probed, random)
      .sort((a, b) => score(b) - score(a))
      .slice(0, width);
  }
}

function successors<State>(
  { automaton }: World<State>,
  { history, state }: HistoryState<State>,
  random: RandomGenerator,
): HistoryState<State>[] {
  const legal = [...automaton.legal(state)];
  const found: HistoryState<State>[] = [];
  while (legal.length > 0 && found.length < BREADTH) {
    const [action = ''] = legal.splice(uniformInt(random, 0, legal.length - 1), 1);
    const next = automaton.step(state, action);
    if (next !== SINK) found.push({ history: [...history, action], state: next });
  }
  return found;
}

/** Legal history after which a model fails, and the illegal action; its name is empty where the model has none at all. */
export interface AttackFailure {
  readonly history: ActionHistory;
  readonly action: string;
  /** State that the model prints after the history, where it prints one. */
  readonly printed: string | undefined;
}

/** Queried place. */
interface ProbedHistory<State> extends HistoryState<State> {
  readonly next: NextDistribution;
  /** Probability on legal actions. */
  readonly mass: number;
}

/** Queries a model about places until it fails or the budget is spent. */
class Probe<State> {
  readonly world: World<State>;
  /** First failure. */
  failure: AttackFailure | undefined;
  /** Number of queried histories up to the first failure. */
  first = 0;
  readonly #asker: Asker;
  readonly #settings: Pick<LabSettings, 'budget' | 'failure' | 'epsilon'>;
  #rounds = 0;

  constructor(world: World<State>, asker: Asker, settings: Pick<LabSettings, 'budget' | 'failure' | 'epsilon'>) {
    this.world = world;
    this.#asker = asker;
    this.#settings = settings;
  }

  get left(): number {
    return this.#settings.budget - this.#asker.asked;
  }

  /**
   * True when the attack must stop. In a small world all answers may be known before the budget is spent, so rounds are
   * counted, too.
   */
  get isOver(): boolean {
    return this.failure !== undefined || this.left <= 0 || this.#rounds >= this.#settings.budget;
  }

  /** Queries places, as far as the budget reaches; those without legal actions are left out. */
  async look(places: readonly HistoryState<State>[]): Promise<readonly ProbedHistory<State>[]> {
    this.#rounds++;
    const { automaton } = this.world;
    const open = places
      .map((place) => ({ place, legal: automaton.legal(place.state) }))
      .filter(({ legal }) => legal.length > 0)
      .slice(0, Math.max(0, this.left));
    const before = this.#asker.asked;
    const answers = await this.#asker.next(open.map(({ place }) => place.history));
    return open.map(({ place, legal }, i) => {
      const next = answers[i] ?? { probs: new Map<string, number>() };
      const action = this.#illegal(next, legal);
      if (action !== undefined && this.failure === undefined) {
        this.failure = { history: place.history, action, printed: next.printed };
        this.first = Math.min(before + i + 1, this.#asker.asked);
      }
      return { ...place, next, mass: sumMass(next, legal) };
    });
  }

  /**
   * Returns a shorter history with a failure: pieces of the history are left out, long ones first, as long as the rest
   * is legal and the model fails after it (A. Zeller, 2002, "Simplifying and isolating failure-inducing input").
   */
  async shorten(found: AttackFailure): Promise<AttackFailure> {
    let best = found;
    for (let size = Math.ceil(best.history.length / 2); size >= 1 && this.left > 0; ) {
      const shorter = await this.#firstFailing(without(best.history, size));
      if (shorter !== undefined) best = shorter;
      else if (size === 1) break;
      else size = Math.ceil(size / 2);
      size = Math.min(size, best.history.length);
    }
    return best;
  }

  async #firstFailing(histories: readonly ActionHistory[]): Promise<AttackFailure | undefined> {
    const places = histories.flatMap((history): HistoryState<State>[] => {
      const { states, illegal } = replayActions(this.world, history);
      const state = states.at(-1);
      return illegal !== undefined || state === undefined ? [] : [{ history, state }];
    });
    for (const place of places) {
      if (this.left <= 0) return undefined;
      const [probed] = await this.look([place]);
      if (probed === undefined) continue;
      const action = this.#illegal(probed.next, this.world.automaton.legal(place.state));
      if (action !== undefined) return { history: place.history, action, printed: probed.next.printed };
    }
    return undefined;
  }

  #illegal(next: NextDistribution, legal: readonly string[]): string | undefined {
    const { failure, epsilon } = this.#settings;
    const known = new Set(legal);
    const chosen = failure === 'top' ? topActions(next) : allowedActions(next, epsilon);
    if (chosen.length === 0 && failure === 'top') return '';
    return chosen.find((action) => !known.has(action));
  }
}

/** Returns a history without each piece of `size` actions, from the front. */
const without = (history: ActionHistory, size: number): ActionHistory[] =>
  Array.from({ length: Math.max(0, history.length - size + 1) }, (_, at) => [
    ...history.slice(0, at),
    ...history.slice(at + size),
  ]);
