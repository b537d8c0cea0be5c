import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { systemClock } from '../../src/compute/system-clock.ts';
import type { AbortSignalLike } from '../../src/core/base/cancellation.ts';
import { seeded } from '../../src/core/base/random.ts';
import { SearchTree } from '../../src/core/search/mcts.ts';
import { runSearch } from '../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../src/core/search/settings.ts';
import { SearchRecorder } from '../../src/core/search/tree-file.ts';
import type { Evaluation, WorldModel } from '../../src/core/search/world-model.ts';
import { median } from '../harness/spread.ts';
import { figure, type Table } from '../harness/table.ts';
import { tidy, timedAsync } from '../harness/timed.ts';

/** Actions of a chess position, about. */
const ACTIONS = 30;
/** Different answers: a search that always gets the same one goes straight down. */
const ANSWERS = 512;
/** Simulations that a round has at least: shorter ones say more of the compiler than of the search. */
const MIN = 20_000;
/** Microseconds a simulation. */
const TARGET = 20;

export interface Overhead {
  readonly name: string;
  readonly simulations: number;
  /** Of CPU time, the median of the rounds. */
  readonly microseconds: number;
  readonly perSecond: number;
  /** Of the heap, with everything that a search keeps. */
  readonly bytesPerNode: number;
}

type State = Extract<Evaluation, { readonly kind: 'state' }>;

/** Answers of a model that knows them already: lists of 30 actions with values by chance, as spread as those of chess. */
function answers(): State[] {
  const random = seeded(1);
  return Array.from({ length: ANSWERS }, (_, n): State => {
    const centre = 0.3 + uniformInt(random, 0, 400) / 1000;
    const actions = Array.from({ length: ACTIONS }, (_, i) => ({
      action: `a${i}`,
      value: Math.max(0, centre - uniformInt(random, 0, 300) / 1000),
    }));
    return { kind: 'state', state: `s${n}`, actions };
  });
}

const ROOT = { game: 'chess', state: 's', played: 0 } as const;
const NEVER: AbortSignalLike = new AbortController().signal;

/** A model that has each answer at once. */
function instant(known: readonly State[]): WorldModel {
  let asked = 0;
  return { label: 'instant', evaluate: (batch) => batch.map(() => Promise.resolve(known[asked++ % known.length])) };
}

interface Way {
  readonly name: string;
  readonly search: (known: readonly State[], simulations: number) => Promise<SearchTree>;
}

/** @param recorded whether its lines are written, too: to nowhere */
const bySettings = (name: string, own: Partial<SearchSettings>, recorded = false): Way => ({
  name,
  async search(known, simulations) {
    const settings = { ...DEFAULT_SEARCH, ...own, simulations };
    const model = instant(known);
    let written = 0;
    const recorder = new SearchRecorder({ ...ROOT, model: model.label, settings }, ({ length }) => {
      written += length;
    });
    const { onStart, onSimulation } = recorder;
    const told = recorded ? { onStart, onSimulation } : {};
    const done = await runSearch({ root: ROOT, model, settings, clock: systemClock, signal: NEVER, ...told });
    if (!done.ok) throw new Error(done.error);
    if (written > 0 !== recorded) throw new Error('a search is written down where it should not be, or the reverse');
    return done.value.tree;
  },
});

const WAYS: readonly Way[] = [
  {
    name: 'the tree alone, no promises',
    search(known, simulations) {
      const tree = SearchTree.at(ROOT, known[0], DEFAULT_SEARCH);
      for (let i = 1; i <= simulations; i++) tree.settle(tree.descend(), known[i % known.length]);
      return Promise.resolve(tree);
    },
  },
  bySettings('a search, b = 1', { batch: 1 }),
  bySettings('a search, b = 8, rounds', { batch: 8 }),
  bySettings('a search, b = 8, rolling', { batch: 8, queueing: 'rolling' }),
  bySettings('a search, b = 1, written down', { batch: 1 }, true),
  bySettings('a search, b = 8, rounds, written down', { batch: 8 }, true),
];

/** What a simulation costs beside the model: its tree, and who waits for whom. */
export async function measureOverhead(quick: boolean): Promise<readonly Overhead[]> {
  const known = answers();
  const found: Overhead[] = [];
  for (const { name, search } of WAYS)
    for (const simulations of quick ? [1000] : [1000, 10_000, 100_000]) {
      await run(search, known, 3000, 10);
      const repeats = Math.max(1, MIN / simulations);
      const times: number[] = [];
      for (let round = simulations > 10_000 ? 3 : 5; round > 0; round--) {
        tidy();
        const { cpuMs } = await timedAsync(() => run(search, known, simulations, repeats));
        times.push((1000 * cpuMs) / simulations / repeats);
      }
      const bytes = await memoryOf(search, known, simulations);
      const microseconds = median(times);
      found.push({ name, simulations, microseconds, perSecond: 1e6 / microseconds, bytesPerNode: bytes });
    }
  return found;
}

/** Searches so often, and keeps nothing: a tree that a caller still holds would be counted as there before the next. */
async function run(search: Way['search'], known: readonly State[], simulations: number, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await search(known, simulations);
}

/** Bytes of the heap that a tree holds, for each of its nodes. */
async function memoryOf(search: Way['search'], known: readonly State[], simulations: number): Promise<number> {
  // what waited for the search before this one lets go of its tree
  await new Promise((resolve) => setImmediate(resolve));
  tidy();
  const before = process.memoryUsage().heapUsed;
  const tree = await search(known, simulations);
  tidy();
  const held = process.memoryUsage().heapUsed - before;
  // asked for behind the measurement, so that the tree is still there
  return held / tree.size;
}

export const overheadTable = (found: readonly Overhead[]): Table => ({
  title: 'What a simulation costs beside the model',
  columns: ['', 'simulations', 'µs a simulation', `under ${TARGET} µs`, 'simulations a second', 'bytes a node'],
  rows: found.map(({ name, simulations, microseconds, perSecond, bytesPerNode }) => [
    name,
    simulations.toLocaleString('en'),
    figure(microseconds),
    microseconds < TARGET ? 'yes' : 'NO',
    figure(perSecond),
    figure(bytesPerNode),
  ]),
  notes: [
    `A model that answers at once with ${ACTIONS} actions; CPU time, with the garbage collection. A node's memory is that of the heap, with the counts of those that were gone through; its actions are shared with the model's answers.`,
  ],
});
