import { replayed } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';
import type { Asker } from './asker.ts';
import { allowedActions, type History, massOn, type NextDistribution, topActions } from './next-actions.ts';
import type { Place } from './pairs.ts';
import type { LabSettings } from './settings.ts';

/** A legal history behind which a model fails, and the illegal action; its name is empty where the model has none at all. */
export interface Failure {
  readonly history: History;
  readonly action: string;
  /** The state that the model prints behind the history, where it prints one. */
  readonly printed: string | undefined;
}

/** A place that was asked about. */
export interface Probed<State> extends Place<State> {
  readonly next: NextDistribution;
  /** Probability on legal actions. */
  readonly mass: number;
}

/** Asks a model about places until it fails or the budget is spent. */
export class Probe<State> {
  readonly world: World<State>;
  /** The first failure. */
  failure: Failure | undefined;
  /** Histories asked about up to the first failure. */
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

  /** True when it is time to stop. In a small world all questions may be known before the budget is spent: rounds are counted, too. */
  get isOver(): boolean {
    return this.failure !== undefined || this.left <= 0 || this.#rounds >= this.#settings.budget;
  }

  /** Asks about places, as far as the budget reaches; those without legal actions are left out. */
  async look(places: readonly Place<State>[]): Promise<readonly Probed<State>[]> {
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
      return { ...place, next, mass: massOn(next, legal) };
    });
  }

  /**
   * A shorter history with a failure: pieces of the history are left out, long ones first, as long as the rest is legal and the model
   * fails behind it (A. Zeller, 2002, "Simplifying and isolating failure-inducing input").
   */
  async shorten(found: Failure): Promise<Failure> {
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

  async #firstFailing(histories: readonly History[]): Promise<Failure | undefined> {
    const places = histories.flatMap((history): Place<State>[] => {
      const { states, illegal } = replayed(this.world, history);
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

/** A history without each piece of `size` actions, from the front. */
const without = (history: History, size: number): History[] =>
  Array.from({ length: Math.max(0, history.length - size + 1) }, (_, at) => [
    ...history.slice(0, at),
    ...history.slice(at + size),
  ]);
