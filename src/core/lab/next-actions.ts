import type { AbortSignalLike } from '../base/cancellation.ts';
import { LruMap } from '../base/lru-map.ts';
import type { Result } from '../base/result.ts';

/** Actions from the start of a world, by their names. */
export type ActionHistory = readonly string[];

/** Distribution of a model over the next action. */
export interface NextDistribution {
  /**
   * Probabilities by name of action, 0..1; together at most 1. The rest is on other outcomes: no action, or actions
   * outside the query.
   */
  readonly probs: ReadonlyMap<string, number>;
  /** State that the model prints for the history, where it prints one. */
  readonly printed?: string;
}

/**
 * Model in the view of the lab: a function from a history to a distribution over the next action. It need not know
 * states. Queries hold several histories; the answers come in their order. It never rejects: the error is a sentence
 * without a period.
 */
export interface NextActions {
  readonly label: string;
  next(
    histories: readonly ActionHistory[],
    signal: AbortSignalLike,
  ): Promise<Result<readonly NextDistribution[], string>>;
  /** Returns the model for walks that begin in the given state; absent in models that accept none. */
  from?(start: string): NextActions;
  /** Returns the model for walks whose actions have other names, by their key; absent in models that accept none. */
  told?(key: ActionKey): NextActions;
}

/** Original action of each other name. */
export type ActionKey = ReadonlyMap<string, string>;

/** Returns a model that translates by the key: it gets the actions under its own names, and answers under the other names. */
export function translateModel(model: NextActions, key: ActionKey): NextActions {
  const names = new Map(Array.from(key, ([name, action]) => [action, name]));
  return {
    label: model.label,
    async next(histories, signal) {
      const known = histories.map((history) => history.map((name) => key.get(name) ?? name));
      const answers = await model.next(known, signal);
      if (!answers.ok) return answers;
      return {
        ok: true,
        value: answers.value.map(({ probs, ...rest }) => ({
          ...rest,
          probs: new Map(Array.from(probs, ([action, p]) => [names.get(action) ?? action, p])),
        })),
      };
    },
  };
}

/** Maximum excess over 1 of a sum of probabilities that counts as rounding. */
const SLACK = 1e-6;

/** Reads a distribution of plain numbers; the error is the reason why they are none. */
export function parseDistribution(
  probs: Readonly<Record<string, number>>,
  printed?: string,
): Result<NextDistribution, string> {
  let sum = 0;
  for (const [action, p] of Object.entries(probs)) {
    if (!(p >= 0 && p <= 1 + SLACK)) return { ok: false, error: `the probability of ${action} is ${p}` };
    sum += p;
  }
  if (sum > 1 + SLACK) return { ok: false, error: `the probabilities sum to ${sum}` };
  return { ok: true, value: { probs: new Map(Object.entries(probs)), ...(printed !== undefined && { printed }) } };
}

/** Returns the printed states after the two histories of a pair, for its record; empty where no state is printed. */
export const printedPair = (
  a: NextDistribution | undefined,
  b: NextDistribution | undefined,
): { readonly printed?: [string | null, string | null] } =>
  a?.printed === undefined && b?.printed === undefined ? {} : { printed: [a?.printed ?? null, b?.printed ?? null] };

/** Returns the total probability of some actions. */
export function sumMass({ probs }: NextDistribution, actions: readonly string[]): number {
  let mass = 0;
  for (const action of actions) mass += probs.get(action) ?? 0;
  return Math.min(1, mass);
}

/** Maximum difference of probabilities that count as equal. */
const TIE = 1e-12;

/** Returns the likeliest actions: several where they are equally likely; none where no action has any probability. */
export function topActions({ probs }: NextDistribution): string[] {
  let most = 0;
  for (const p of probs.values()) most = Math.max(most, p);
  if (most === 0) return [];
  return [...probs].flatMap(([action, p]) => (p >= most * (1 - TIE) ? [action] : []));
}

/**
 * Returns the share of the likeliest actions that are legal: the success rate of a model that plays its likeliest
 * action, ties by lot.
 */
export function topLegal(next: NextDistribution, legal: ReadonlySet<string>): number {
  const top = topActions(next);
  return top.length === 0 ? 0 : top.filter((action) => legal.has(action)).length / top.length;
}

/** Returns the actions that a model allows: those with a probability of more than epsilon. */
export const allowedActions = ({ probs }: NextDistribution, epsilon: number): string[] =>
  [...probs].flatMap(([action, p]) => (p > epsilon ? [action] : []));

/** Returns the entropy of a distribution in nats, the mass on other outcomes as one more outcome. */
export function computeEntropy({ probs }: NextDistribution): number {
  let [entropy, rest] = [0, 1];
  for (const p of probs.values()) {
    rest -= p;
    if (p > 0) entropy -= p * Math.log(p);
  }
  return rest > SLACK ? entropy - rest * Math.log(rest) : entropy;
}

/**
 * Returns half the sum of absolute differences, the mass on other outcomes as one more outcome: 0 for equal
 * distributions, 1 for disjoint ones.
 */
export function totalVariation(a: NextDistribution, b: NextDistribution): number {
  let [sum, restA, restB] = [0, 1, 1];
  for (const [action, p] of a.probs) {
    restA -= p;
    sum += Math.abs(p - (b.probs.get(action) ?? 0));
  }
  for (const [action, p] of b.probs) {
    restB -= p;
    if (!a.probs.has(action)) sum += p;
  }
  return (sum + Math.abs(restA - restB)) / 2;
}

/** Ends a unit of work whose model failed, or that was canceled. It never leaves the lab: `runUnits` turns it into a fault. */
export class AskFault extends Error {}

/** Maximum number of cached answers. */
const REMEMBERED = 20_000;

/** Queries a model, caches its answers, and counts the queried histories. */
export class Asker {
  /** Number of queried histories; cached ones count once. */
  asked = 0;
  readonly #model: NextActions;
  readonly #signal: AbortSignalLike;
  readonly #known = new LruMap<string, NextDistribution>(REMEMBERED);

  constructor(model: NextActions, signal: AbortSignalLike) {
    this.#model = model;
    this.#signal = signal;
  }

  /** Returns answers in the order of the histories. Throws an `AskFault` where there are none. */
  async next(histories: readonly ActionHistory[]): Promise<readonly NextDistribution[]> {
    const keys = histories.map((history) => history.join(' '));
    const found = new Map<string, NextDistribution>();
    const wanted = new Map<string, ActionHistory>();
    for (const [i, key] of keys.entries()) {
      const known = this.#known.get(key);
      if (known !== undefined) found.set(key, known);
      else wanted.set(key, histories[i] ?? []);
    }
    if (wanted.size > 0) {
      if (this.#signal.aborted) throw new AskFault('cancelled');
      this.asked += wanted.size;
      const answers = await this.#model.next([...wanted.values()], this.#signal);
      if (!answers.ok) throw new AskFault(answers.error);
      if (answers.value.length !== wanted.size)
        throw new AskFault(`${answers.value.length} answers came to ${wanted.size} histories`);
      for (const [i, key] of [...wanted.keys()].entries()) {
        const answer = answers.value[i];
        if (answer === undefined) continue;
        this.#known.set(key, answer);
        found.set(key, answer);
      }
    }
    return keys.map((key) => found.get(key) ?? NOTHING);
  }

  async one(history: ActionHistory): Promise<NextDistribution> {
    const [next = NOTHING] = await this.next([history]);
    return next;
  }
}

const NOTHING: NextDistribution = { probs: new Map() };
