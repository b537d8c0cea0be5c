import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Automaton, Sink } from '../base/automaton.ts';
import type { Asker } from './asker.ts';
import { allowedActions, type History } from './next-actions.ts';

/** Actions behind a history. */
export type Suffix = readonly string[];

/**
 * A language without suffixes that have a refused beginning, as a walk: what is behind each suffix, and which actions are accepted
 * there. A node stands for the suffix that led to it.
 */
export interface Language<Node> {
  readonly root: Node;
  /** The accepted actions of several nodes, in their order. */
  accepted(nodes: readonly Node[]): Promise<readonly (readonly string[])[]>;
  /** The node behind an accepted action. */
  after(node: Node, action: string): Node;
}

/** What the rules accept behind a state. */
export const ruleLanguage = <State>(automaton: Automaton<State>, state: State): Language<State | Sink> => ({
  root: state,
  accepted: (nodes) => Promise.resolve(nodes.map((node) => automaton.legal(node))),
  after: (node, action) => automaton.step(node, action),
});

/** What a model accepts behind a history: actions with a probability above epsilon, each after those before it. */
export const modelLanguage = (asker: Asker, history: History, epsilon: number): Language<History> => ({
  root: history,
  accepted: async (nodes) => (await asker.next(nodes)).map((next) => allowedActions(next, epsilon)),
  after: (node, action) => [...node, action],
});

/** How two languages differ within a length of suffixes. */
export interface Boundary {
  /** The shortest suffixes that the first accepts and the second refuses: every beginning of them both accept. */
  readonly onlyFirst: readonly Suffix[];
  readonly onlySecond: readonly Suffix[];
  /** Suffixes that both accept, the empty one left out. */
  readonly common: number;
}

/**
 * The Myhill-Nerode boundary of two languages in both directions, for suffixes of at most `length` actions; undefined where more than
 * `limit` suffixes that both accept had to be gone through. Level by level, so that a model is asked about many histories at a time.
 */
export async function boundary<A, B>(
  first: Language<A>,
  second: Language<B>,
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

/** A suffix that was drawn, with one over its probability. */
export interface DrawnSuffix {
  readonly suffix: Suffix;
  readonly weight: number;
}

/**
 * Draws suffixes that the first language accepts and the second refuses: each action is one of those that the first accepts, all alike,
 * until the second refuses one. A draw that meets no difference within `length` actions gives none. All draws take a step at a time.
 *
 * @returns one suffix a draw, undefined for a draw without one
 */
export async function drawBoundary<A, B>(
  first: Language<A>,
  second: Language<B>,
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

/** Which suffixes a language accepts whole, in their order. */
export async function acceptsAll<Node>(language: Language<Node>, suffixes: readonly Suffix[]): Promise<boolean[]> {
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
