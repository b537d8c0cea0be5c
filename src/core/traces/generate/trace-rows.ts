import { seeded } from '../../base/random.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { fingerprint, partSeed } from '../../base/text/hash.ts';
import type { World } from '../../worlds/world.ts';
import { buildWorld, type WorldSpec } from '../../worlds/world-spec.ts';
import type { TraceFault, TraceFaultKind } from './faults/fault-place.ts';
import { injectFault } from './faults/inject-fault.ts';
import { dialectRefusal, searchHeuristic, searchTrace, type TraceSearchSettings, writeTrace } from './search-trace.ts';
import { type TaskSettings, type TaskSource, taskSource } from './task-source.ts';

/** Everything that decides the rows of a dataset of traces. */
export interface TraceRecipe {
  readonly world: WorldSpec;
  readonly search: TraceSearchSettings;
  readonly tasks: TaskSettings;
  readonly seed: number;
  /** Share of traces with a labeled fault, 0 to 1. */
  readonly faults: number;
  /** Kinds of faults; default all. */
  readonly faultKinds?: readonly TraceFaultKind[];
}

/** A trace for training. */
export interface TraceRow {
  /** Fingerprint of the task. */
  readonly id: string;
  /** Number of the draw, from 0 on: rows are in its order, and draws without a trace have none. */
  readonly index: number;
  /** Text that is equal for equal tasks. */
  readonly task: string;
  /** The task as the dialect writes it. */
  readonly prompt: string;
  /** The rest of the trace. */
  readonly target: string;
  readonly heuristic: string | null;
  /** True if the search reaches the goal; for games, if it chooses an action. */
  readonly solved: boolean;
  readonly nodes: number;
  /** Cost of the plan. */
  readonly cost: number | null;
  readonly fault: TraceFault | null;
}

/** Rows of a part of the draws, and what was left out. */
export interface TraceRows {
  readonly rows: readonly TraceRow[];
  /** Draws that were no task: no solution, or nothing to do. */
  readonly undrawn: number;
  /** Searches with more nodes than allowed. */
  readonly tooLarge: number;
  /** Traces that should have a fault, but have no place for one. */
  readonly unspoiled: number;
}

/** A recipe whose world is open. */
export interface TraceGenerator {
  readonly world: World<unknown>;
  readonly source: TaskSource;
  /** Name of the heuristic. */
  readonly heuristic: string | null;
  /** Returns the rows of the draws from `from` to before `to`. */
  rows(from: number, to: number): TraceRows;
}

/** Opens a recipe; the error says as a clause why it gives no traces. */
export function openGenerator(recipe: TraceRecipe): Result<TraceGenerator, string> {
  const built = buildWorld(recipe.world);
  if (!built.ok) return err(built.error[0]?.message ?? 'the world has a fault');
  const source = taskSource(built.value, recipe.world, recipe.search.algorithm, recipe.tasks);
  if (!source.ok) return source;
  const refusal = dialectRefusal(built.value, recipe.world, recipe.search);
  if (refusal !== undefined) return err(refusal);
  // A kind of tasks has the heuristics of its tasks, which the world of the same name may lack.
  const sample = firstTask(source.value, recipe.seed) ?? built.value;
  const heuristic = searchHeuristic(sample, recipe.search);
  if (!heuristic.ok) return heuristic;
  return ok({
    world: sample,
    source: source.value,
    heuristic: heuristic.value?.name ?? null,
    rows: (from, to) => makeRows(recipe, source.value, heuristic.value?.name ?? null, from, to),
  });
}

/** Draws that are tried for a first task. */
const TRIES = 1000;

function firstTask(source: TaskSource, seed: number): World<unknown> | undefined {
  for (let i = 0; i < TRIES; i++) {
    const task = source.draw(seeded(partSeed(seed, `task ${i}`)));
    if (task !== undefined) return task.world;
  }
  return undefined;
}

function makeRows(
  recipe: TraceRecipe,
  source: TaskSource,
  heuristic: string | null,
  from: number,
  to: number,
): TraceRows {
  const { search: settings, seed, faults } = recipe;
  const rows: TraceRow[] = [];
  const left = { undrawn: 0, tooLarge: 0, unspoiled: 0 };
  for (let index = from; index < to; index++) {
    const task = source.draw(seeded(partSeed(seed, `task ${index}`)));
    if (task === undefined) {
      left.undrawn++;
      continue;
    }
    const searchSeed = partSeed(seed, `search ${index}`);
    const searched = searchTrace(task, settings, seeded(searchSeed));
    if (searched.end === 'limit') {
      left.tooLarge++;
      continue;
    }
    // The tokens of A* have no words for a search without a plan: it would read as one that was cut off.
    if (settings.dialect === 'astar' && searched.end !== 'goal') {
      left.undrawn++;
      continue;
    }
    const text = writeTrace(settings.dialect, searched.events);
    const random = seeded(partSeed(seed, `fault ${index}`));
    const isFaulty = faults > 0 && (random.next() >>> 8) / 2 ** 24 < faults;
    const right = { task, settings, seed: searchSeed, searched, text };
    const faulty = isFaulty ? injectFault(right, random, recipe.faultKinds) : undefined;
    if (isFaulty && faulty === undefined) {
      left.unspoiled++;
      continue;
    }
    const trace = faulty ?? { ...searched, text };
    const [first] = searched.events;
    const prompt = first === undefined ? '' : writeTrace(settings.dialect, [first]);
    const isPrompt = trace.text.startsWith(prompt);
    rows.push({
      id: fingerprint(task.key),
      index,
      task: task.key,
      prompt: isPrompt ? prompt : '',
      target: isPrompt ? trace.text.slice(prompt.length) : trace.text,
      heuristic,
      solved: trace.end === 'goal',
      nodes: trace.nodes,
      cost: trace.cost ?? null,
      fault: faulty?.fault ?? null,
    });
  }
  return { rows, ...left };
}
