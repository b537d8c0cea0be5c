import assert from 'node:assert/strict';
import { ALGORITHMS, type Algorithm } from '../../src/core/traces/events.ts';
import {
  checkWritten,
  type TraceSearchSettings,
  WRITTEN_DIALECTS,
  type WrittenDialect,
} from '../../src/core/traces/generate/search-trace.ts';
import {
  openGenerator,
  type TraceGenerator,
  type TraceRecipe,
  type TraceRow,
} from '../../src/core/traces/generate/trace-rows.ts';
import type { WorldSpec } from '../../src/core/worlds/world-spec.ts';

/** A way from one end of a corridor to the other, as a problem in PDDL. */
const CORRIDOR: WorldSpec = {
  kind: 'pddl',
  name: 'corridor',
  domain: `(define (domain corridor) (:requirements :strips)
  (:predicates (at ?x) (next ?x ?y) (open ?x))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y) (open ?y)) :effect (and (at ?y) (not (at ?x))))
  (:action unlock :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y)) :effect (open ?y)))`,
  problem: `(define (problem long) (:domain corridor) (:objects a b c d e)
  (:init (at a) (open a) (open b) (next a b) (next b c) (next c d) (next d e) (next b a) (next c b) (next d c) (next e d))
  (:goal (at e)))`,
};

/** Worlds of tests with their kinds of search, by name. */
const WORLDS: readonly (readonly [WorldSpec, readonly Algorithm[]])[] = [
  ...['countdown', 'maze', 'sokoban', 'blocks', 'blocks4'].map(
    (name) => [{ kind: 'named', name }, ALGORITHMS] as const,
  ),
  [CORRIDOR, ALGORITHMS],
  ...['line3-3x3', 'line4-9x4', 'drop3-4x4', 'connect_four', 'othello6', 'hex4'].map(
    (name) => [{ kind: 'named', name }, ['minimax'] as const] as const,
  ),
];

/** A recipe that has traces, with a name for tests. */
export interface NamedRecipe {
  readonly title: string;
  readonly recipe: TraceRecipe;
}

/** Returns settings of a search for tests. */
export const searchOf = (
  dialect: WrittenDialect,
  algorithm: Algorithm,
  more: Partial<TraceSearchSettings> = {},
): TraceSearchSettings => ({
  dialect,
  algorithm,
  nodes: 1500,
  isShuffled: false,
  playouts: 2,
  ...(algorithm === 'minimax' && { breadth: 3 }),
  ...more,
});

/** Returns the recipe of a world, a search and a dialect. */
export const recipeOf = (
  world: WorldSpec | string,
  dialect: WrittenDialect,
  algorithm: Algorithm,
  {
    search = {},
    ...more
  }: Partial<Omit<TraceRecipe, 'search'>> & { readonly search?: Partial<TraceSearchSettings> } = {},
): TraceRecipe => ({
  world: typeof world === 'string' ? { kind: 'named', name: world } : world,
  search: searchOf(dialect, algorithm, search),
  tasks: {},
  seed: 1,
  faults: 0,
  ...more,
});

/**
 * Returns the recipes of all worlds, searches and dialects that go together.
 *
 * @param only beginning of the titles that are wanted
 * @param dialects the wanted ones
 */
export function allRecipes({
  only = '',
  dialects = WRITTEN_DIALECTS,
  ...more
}: Parameters<typeof recipeOf>[3] & { only?: string; dialects?: readonly WrittenDialect[] } = {}): NamedRecipe[] {
  const all: NamedRecipe[] = [];
  for (const [world, algorithms] of WORLDS)
    for (const algorithm of algorithms)
      for (const dialect of dialects) {
        const title = `${'name' in world ? world.name : ''} ${algorithm} in ${dialect}`;
        const recipe = recipeOf(world, dialect, algorithm, more);
        if (title.startsWith(only) && openGenerator(recipe).ok) all.push({ title, recipe });
      }
  return all;
}

/** Opens a recipe that must have traces. */
export function generatorOf(recipe: TraceRecipe): TraceGenerator {
  const opened = openGenerator(recipe);
  assert.ok(opened.ok, opened.ok ? '' : opened.error);
  return opened.value;
}

/** Returns the text of a row. */
export const textOf = ({ prompt, target }: TraceRow): string => `${prompt}${target}`;

/** Returns the findings of a row as the checks report them. */
export const findingsOfRow = (recipe: TraceRecipe, generator: TraceGenerator, row: TraceRow) =>
  checkWritten(recipe.search.dialect, textOf(row), generator.world);

/** Yields a number of rows, however many draws that takes. */
export function* rowsOf(generator: TraceGenerator, count: number): Generator<TraceRow, void, undefined> {
  let left = count;
  for (let from = 0; left > 0 && from < 200 * count; from += 8)
    for (const row of generator.rows(from, from + 8).rows) {
      if (left-- <= 0) return;
      yield row;
    }
}
