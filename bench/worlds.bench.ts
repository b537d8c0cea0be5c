// How long exact p_4 and r_4 take in worlds that are no game of chess: node bench/run.mjs worlds [--help]; some seconds
import { seeded } from '../src/core/base/random.ts';
import { AffordanceScorer } from '../src/core/metrics/affordance.ts';
import { randomWalk } from '../src/core/worlds/random-walk.ts';
import { findWorld } from '../src/core/worlds/worlds.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { spreadRow, type Table } from './harness/table.ts';
import { tidy, timed } from './harness/timed.ts';

/** Milliseconds, for the median of Othello. */
const TARGET = 5;
const WORLDS = ['othello', 'othello6', 's5', 'cube', 'boxes', 'blocks', 'sokoban'];

interface Row {
  readonly world: string;
  readonly ms: readonly number[];
}

/** What a model believes that is wrong in one disc: nearly all sequences are legal in both, so that all are walked. */
const oneDiscWrong = (text: string): string =>
  text.replace(/ ([xo])(?=[^xo]*$)/, (_, disc) => (disc === 'x' ? ' o' : ' x'));

/**
 * CPU time of a pair: a state of a random walk, and in Othello that with one disc of the other color, else the state that a model believes
 * which missed the last two actions, so that the same side is to move. Each pair is of a walk of its own.
 */
function measure(name: string, pairs: number): Row {
  const world = findWorld(name);
  if (!world.ok) throw new Error(world.error);
  const { automaton } = world.value;
  const scorer = new AffordanceScorer(automaton);
  const random = seeded(7);
  const ms: number[] = [];
  // the first ones compile
  for (let pair = -20; pair < pairs; pair++) {
    const { states } = randomWalk(world.value, 2 + ((7 * (pair + 20)) % 40), random);
    const truth = states.at(-1);
    const wrong = truth === undefined ? undefined : automaton.parse(oneDiscWrong(automaton.print(truth)));
    const believed = name.startsWith('othello') && wrong?.ok ? wrong.value : states.at(-3);
    if (believed === undefined || truth === undefined) continue;
    if (pair % 50 === 0) tidy();
    const { value, cpuMs } = timed(() => scorer.score(truth, believed, { m: 4, method: 'exact' }));
    if (!value.ok) throw new Error(`${name}: ${value.error}`);
    if (pair >= 0) ms.push(cpuMs);
  }
  return { world: name, ms };
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const rows = WORLDS.map((world) => {
    progressLine(world);
    return measure(world, options.quick ? 40 : 200);
  });
  const table: Table = {
    title: 'Exact p₄ and r₄ in other worlds',
    columns: ['world', 'median (ms)', 'p95', 'most', 'target'],
    rows: rows.map(({ world, ms }) => spreadRow(world, ms, world === 'othello' ? `under ${TARGET}` : '')),
    notes: [
      'CPU time of a pair: a state of a random walk, and in Othello that with one disc of the other color, else the state two actions before it.',
    ],
  };
  publish({ name: 'worlds', machine, tables: [table], data: { rows }, ok: true }, options);
}
