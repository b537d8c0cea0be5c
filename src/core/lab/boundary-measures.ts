import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Automaton, Sink } from '../base/automaton.ts';
import { type ActionHistory, type Asker, allowedActions } from './next-actions.ts';
import type { HistoryState } from './pairs.ts';
import type { LabSettings } from './settings.ts';

/** Comparison of a model's continuations after two histories of one state. */
export interface Compression {
  /** 1 where no suffix distinguishes them, else 0. */
  readonly same: 0 | 1;
  /**
   * Share of the suffixes that both histories accept, among those that either accepts and neither refuses earlier; null
   * where suffixes were sampled, or there are none.
   */
  readonly overlap: number | null;
  readonly sampled: boolean;
  /** Sampled suffixes: the number drawn, and the number that distinguish the histories. */
  readonly drawn?: { readonly suffixes: number; readonly different: number };
}

/**
 * Measures the compression of two histories (Vafa et al., 2024): exact where all suffixes of up to `suffix` actions can
 * be enumerated within `limit` histories, else by suffixes that are drawn from both sides. Sampled suffixes may miss a
 * difference, never invent one: `same` is then too high (`missedPairs`).
 */
export async function measureCompression(
  asker: Asker,
  [one, other]: readonly [ActionHistory, ActionHistory],
  { epsilon, suffix, limit, samples }: Pick<LabSettings, 'epsilon' | 'suffix' | 'limit' | 'samples'>,
  random: RandomGenerator,
): Promise<Compression> {
  const first = modelLanguage(asker, one, epsilon);
  const second = modelLanguage(asker, other, epsilon);
  const exact = await boundary(first, second, suffix, limit / 2);
  if (exact !== undefined) {
    const different = exact.onlyFirst.length + exact.onlySecond.length;
    const all = exact.common + different;
    return { same: different === 0 ? 1 : 0, overlap: all === 0 ? null : exact.common / all, sampled: false };
  }
  const draws = Math.ceil(samples / 2);
  const found = [
    ...(await drawBoundary(first, second, suffix, draws, random)),
    ...(await drawBoundary(second, first, suffix, draws, random)),
  ];
  const different = found.filter((one) => one !== undefined).length;
  return { same: different > 0 ? 0 : 1, overlap: null, sampled: true, drawn: { suffixes: 2 * draws, different } };
}

/**
 * Estimates how many sampled pairs count as compressed although an undrawn suffix distinguishes them: the lower bound
 * of A. Chao (1984, in its bias-corrected form) for unseen classes, from the pairs that one draw distinguished and
 * those that two did. Null where no pair was sampled, or an older lab did not count its draws.
 */
export function missedPairs(pairs: readonly Pick<Compression, 'sampled' | 'drawn'>[]): number | null {
  const sampled = pairs.filter((pair) => pair.sampled);
  const known = sampled.flatMap(({ drawn }) => drawn ?? []);
  if (known.length === 0 || known.length < sampled.length) return null;
  const seen = (times: number): number => known.filter(({ different }) => different === times).length;
  const draws = Math.min(...known.map(({ suffixes }) => suffixes));
  const missed = ((1 - 1 / draws) * seen(1) * (seen(1) - 1)) / (2 * (seen(2) + 1));
  return Math.max(0, Math.min(seen(0), missed));
}

/** Comparison of a model's boundary of two states with the true one. */
export interface Distinction {
  /** Share of the model's boundary that really distinguishes the states; null where the model's boundary is empty. */
  readonly precision: number | null;
  /** Share of the true boundary by which the model distinguishes the histories; null where it is empty within the length. */
  readonly recall: number | null;
  readonly sampled: boolean;
}

/** Maximum number of suffixes of the rules to enumerate for an exact boundary; they cost no query. */
const RULE_LIMIT = 20_000;

/**
 * Measures boundary precision and recall of two histories, from the first to the second (Vafa et al., 2024): exact
 * where the suffixes can be enumerated within `limit` histories, else by suffixes that are drawn and weighted by one
 * over their probability.
 */
export async function measureDistinction<State>(
  automaton: Automaton<State>,
  asker: Asker,
  [one, other]: readonly [HistoryState<State>, HistoryState<State>],
  { epsilon, suffix, limit, samples }: Pick<LabSettings, 'epsilon' | 'suffix' | 'limit' | 'samples'>,
  random: RandomGenerator,
): Promise<Distinction> {
  const rules = [ruleLanguage(automaton, one.state), ruleLanguage(automaton, other.state)] as const;
  const model = [modelLanguage(asker, one.history, epsilon), modelLanguage(asker, other.history, epsilon)] as const;
  const truth = await boundaryOf(rules, suffix, RULE_LIMIT, limit / (2 * suffix), samples, random);
  const own = await boundaryOf(model, suffix, limit / 2, Number.POSITIVE_INFINITY, samples, random);
  return {
    recall: await shareTold(truth.suffixes, model),
    precision: await shareTold(own.suffixes, rules),
    sampled: truth.sampled || own.sampled,
  };
}

interface Found {
  readonly suffixes: readonly DrawnSuffix[];
  readonly sampled: boolean;
}

/**
 * Returns the boundary from the first language to the second: all of it, or a sample where it takes too long or has
 * more than `most` suffixes.
 */
async function boundaryOf<Node>(
  [first, second]: readonly [SuffixLanguage<Node>, SuffixLanguage<Node>],
  length: number,
  limit: number,
  most: number,
  draws: number,
  random: RandomGenerator,
): Promise<Found> {
  const exact = await boundary(first, second, length, limit);
  if (exact !== undefined && exact.onlyFirst.length <= most)
    return { suffixes: exact.onlyFirst.map((suffix) => ({ suffix, weight: 1 })), sampled: false };
  const drawn = await drawBoundary(first, second, length, draws, random);
  return { suffixes: drawn.filter((one) => one !== undefined), sampled: true };
}

/** Returns the weighted share of suffixes that the first language accepts and the second does not; null for no suffixes. */
async function shareTold<Node>(
  suffixes: readonly DrawnSuffix[],
  [first, second]: readonly [SuffixLanguage<Node>, SuffixLanguage<Node>],
): Promise<number | null> {
  if (suffixes.length === 0) return null;
  const words = suffixes.map(({ suffix }) => suffix);
  const [inFirst, inSecond] = [await acceptsAll(first, words), await acceptsAll(second, words)];
  let [told, all] = [0, 0];
  for (const [i, { weight }] of suffixes.entries()) {
    all += weight;
    if (inFirst[i] === true && inSecond[i] === false) told += weight;
  }
  return told / all;
}

/** Actions after a history. */
export type Suffix = readonly string[];

/**
 * Language without suffixes that have a refused beginning, as a walk: its nodes stand for suffixes, each with the
 * actions accepted after it.
 */
interface SuffixLanguage<Node> {
  readonly root: Node;
  /** Returns the accepted actions of several nodes, in their order. */
  accepted(nodes: readonly Node[]): Promise<readonly (readonly string[])[]>;
  /** Returns the node after an accepted action. */
  after(node: Node, action: string): Node;
}

/** Returns the suffixes that the rules accept after a state. */
const ruleLanguage = <State>(automaton: Automaton<State>, state: State): SuffixLanguage<State | Sink> => ({
  root: state,
  accepted: (nodes) => Promise.resolve(nodes.map((node) => automaton.legal(node))),
  after: (node, action) => automaton.step(node, action),
});

/**
 * Returns the suffixes that a model accepts after a history: actions with a probability above epsilon, each after those
 * before it.
 */
const modelLanguage = (asker: Asker, history: ActionHistory, epsilon: number): SuffixLanguage<ActionHistory> => ({
  root: history,
  accepted: async (nodes) => (await asker.next(nodes)).map((next) => allowedActions(next, epsilon)),
  after: (node, action) => [...node, action],
});

/** Difference of two languages within a length of suffixes. */
export interface Boundary {
  /** Shortest suffixes that the first accepts and the second refuses: both accept every proper beginning of them. */
  readonly onlyFirst: readonly Suffix[];
  readonly onlySecond: readonly Suffix[];
  /** Number of suffixes that both accept, without the empty one. */
  readonly common: number;
}

/**
 * Returns the Myhill-Nerode boundary of two languages in both directions, for suffixes of at most `length` actions;
 * undefined where more than `limit` suffixes that both accept had to be enumerated. Level by level, so that a model
 * gets many histories at a time.
 */
async function boundary<A, B>(
  first: SuffixLanguage<A>,
  second: SuffixLanguage<B>,
  length: number,
  limit: number,
): Promise<Boundary | undefined> {
  const onlyFirst: Suffix[] = [];
  const onlySecond: Suffix[] = [];
  let common = 0;
  let level: { readonly suffix: Suffix; readonly a: A; readonly b: B }[] = [
    { suffix: [], a: first.root, b: second.root },
  ];
  let visited = 0;
  for (let depth = 0; depth < length && level.length > 0; depth++) {
    visited += level.length;
    if (visited > limit) return undefined;
    const [ofA, ofB] = [await first.accepted(level.map(({ a }) => a)), await second.accepted(level.map(({ b }) => b))];
    const next: typeof level = [];
    for (const [i, { suffix, a, b }] of level.entries()) {
      const [inA, inB] = [new Set(ofA[i]), new Set(ofB[i])];
      for (const action of inA) {
        if (!inB.has(action)) onlyFirst.push([...suffix, action]);
        else {
          common++;
          if (depth + 1 < length)
            next.push({ suffix: [...suffix, action], a: first.after(a, action), b: second.after(b, action) });
        }
      }
      for (const action of inB) if (!inA.has(action)) onlySecond.push([...suffix, action]);
    }
    level = next;
  }
  return { onlyFirst, onlySecond, common };
}

/** Sampled suffix, with one over its probability. */
interface DrawnSuffix {
  readonly suffix: Suffix;
  readonly weight: number;
}

/**
 * Draws suffixes that the first language accepts and the second refuses: each action is drawn uniformly from those that
 * the first accepts, until the second refuses one. A draw that meets no difference within `length` actions gives none.
 * All draws advance step by step together.
 *
 * @returns one suffix a draw, undefined for a draw without one
 */
async function drawBoundary<A, B>(
  first: SuffixLanguage<A>,
  second: SuffixLanguage<B>,
  length: number,
  draws: number,
  random: RandomGenerator,
): Promise<readonly (DrawnSuffix | undefined)[]> {
  const found: (DrawnSuffix | undefined)[] = Array.from({ length: draws }, () => undefined);
  let open = found.map((_, at) => ({ at, suffix: [] as Suffix, weight: 1, a: first.root, b: second.root }));
  for (let depth = 0; depth < length && open.length > 0; depth++) {
    const ofA = await first.accepted(open.map(({ a }) => a));
    const ofB = await second.accepted(open.map(({ b }) => b));
    const next: typeof open = [];
    for (const [i, { at, suffix, weight, a, b }] of open.entries()) {
      const choices = ofA[i] ?? [];
      const action = choices[uniformInt(random, 0, Math.max(0, choices.length - 1))];
      if (action === undefined) continue;
      const drawn = { suffix: [...suffix, action], weight: weight * choices.length };
      if (ofB[i]?.includes(action) === true)
        next.push({ at, ...drawn, a: first.after(a, action), b: second.after(b, action) });
      else found[at] = drawn;
    }
    open = next;
  }
  return found;
}

/** Returns, for each suffix, whether a language accepts all of it. */
async function acceptsAll<Node>(language: SuffixLanguage<Node>, suffixes: readonly Suffix[]): Promise<boolean[]> {
  const accepts = suffixes.map(() => true);
  let open = suffixes.map((suffix, at) => ({ at, suffix, node: language.root }));
  for (let depth = 0; open.length > 0; depth++) {
    open = open.filter(({ suffix }) => suffix.length > depth);
    const accepted = open.length === 0 ? [] : await language.accepted(open.map(({ node }) => node));
    open = open.flatMap(({ at, suffix, node }, i) => {
      const action = suffix[depth];
      if (action !== undefined && accepted[i]?.includes(action) === true)
        return [{ at, suffix, node: language.after(node, action) }];
      accepts[at] = false;
      return [];
    });
  }
  return accepts;
}
