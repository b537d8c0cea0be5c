import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded, shuffled } from '../base/random.ts';
import { chess960 } from '../games/chess/chess.ts';
import { randomChess960Start } from '../games/chess/state.ts';
import { randomWalk } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';
import type { BrittlenessUnit, Chess960Unit } from './lab-file.ts';
import {
  type ActionKey,
  type Asker,
  type NextDistribution,
  printedPair,
  sumMass,
  topLegal,
  totalVariation,
} from './next-actions.ts';
import { drawHistory, reorder } from './pairs.ts';

type Measured = Omit<BrittlenessUnit, 'measure' | 'unit' | 'asked'>;

/** Maximum number of walks to try until one has another order. */
const TRIES = 40;
const NONE: Measured = { kind: 'none', first: [], second: [], mass: null, top: null, distance: null };

/** Compares a model's distributions after the same actions in two orders that lead to one state. */
export async function measureOrderPair<State>(
  world: World<State>,
  asker: Asker,
  length: number,
  random: RandomGenerator,
): Promise<Measured> {
  for (let tries = 0; tries < TRIES; tries++) {
    const first = drawHistory(world, length, random);
    const second = reorder(world, first, random);
    const legal = world.automaton.legal(first.state);
    if (second === undefined || legal.length === 0) continue;
    const [a, b] = await asker.next([first.history, second.history]);
    if (a === undefined || b === undefined) continue;
    const found = measured('order', first.history, second.history, [a, b], [legal, legal], totalVariation(a, b));
    return { ...found, ...printedPair(a, b) };
  }
  return NONE;
}

/**
 * Compares a walk of chess from its usual start with one of the same length from one of the starts of Chess960: a model
 * that knows the rules of the pieces plays both alike, one that memorized games of chess does not.
 *
 * @param from the model for walks from another start
 */
export async function measureStartPair<State>(
  world: World<State>,
  asker: Asker,
  from: (start: string) => Asker,
  length: number,
  random: RandomGenerator,
): Promise<Omit<Chess960Unit, 'measure' | 'unit' | 'asked'> & { readonly others: number }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const first = drawHistory(world, length, random);
    const start = randomChess960Start(random);
    const parsed = chess960.parse(start);
    const legal = world.automaton.legal(first.state);
    if (!parsed.ok || legal.length === 0) continue;
    const other = { automaton: chess960, start: parsed.value };
    const { actions, states } = randomWalk(other, first.history.length, random);
    const end = states.at(-1);
    const otherLegal = end === undefined ? [] : chess960.legal(end);
    if (actions.length < first.history.length || otherLegal.length === 0) continue;
    const asked = from(start);
    const [a, b] = [await asker.one(first.history), await asked.one(actions)];
    const { mass, top } = measured('order', [], [], [a, b], [legal, otherLegal], 0);
    return { kind: 'start', start, first: [...first.history], second: [...actions], mass, top, others: asked.asked };
  }
  return { kind: 'none', start: '', first: [], second: [], mass: null, top: null, others: 0 };
}

/** Permutation of the names of a world's actions. */
export type Renaming = ReadonlyMap<string, string>;

/** Returns the description of a renaming for the model. */
export const makeRenamingKey = (renaming: Renaming): ActionKey =>
  new Map(Array.from(renaming, ([action, other]) => [other, action]));

/** Draws a renaming by a seed; equal seeds give equal ones. */
export function drawRenaming(actions: readonly string[], seed: number): Renaming {
  const others = shuffled(actions, seeded(seed));
  return new Map(actions.map((action, i) => [action, others[i] ?? action]));
}

/**
 * Compares a walk with the same walk under renamed actions, whose key the model gets: a model that only remembers walks
 * under their usual names fails after the second, one that knows what the actions do does not.
 *
 * @param told the model that has the key
 */
export async function measureNamesPair<State>(
  world: World<State>,
  [asker, told]: readonly [Asker, Asker],
  length: number,
  renaming: Renaming,
  random: RandomGenerator,
): Promise<Measured> {
  const { history, state } = drawHistory(world, length, random);
  const legal = world.automaton.legal(state);
  if (legal.length === 0) return NONE;
  const renamed = (actions: readonly string[]): string[] => actions.map((action) => renaming.get(action) ?? action);
  const second = renamed(history);
  const [a, b] = [await asker.one(history), await told.one(second)];
  const back = makeRenamingKey(renaming);
  const restored: NextDistribution = {
    probs: new Map([...b.probs].map(([action, p]) => [back.get(action) ?? action, p])),
  };
  return measured('told', history, second, [a, b], [legal, renamed(legal)], totalVariation(a, restored));
}

function measured(
  kind: 'order' | 'told',
  first: readonly string[],
  second: readonly string[],
  [a, b]: readonly [NextDistribution, NextDistribution],
  [legalA, legalB]: readonly [readonly string[], readonly string[]],
  distance: number,
): Measured {
  return {
    kind,
    first: [...first],
    second: [...second],
    mass: [sumMass(a, legalA), sumMass(b, legalB)],
    top: [topLegal(a, new Set(legalA)), topLegal(b, new Set(legalB))],
    distance: Math.min(1, distance),
  };
}
