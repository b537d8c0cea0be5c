// How fast worlds in PDDL are grounded and walked through: node bench/run.mjs pddl [--help]; some seconds
import { seeded } from '../src/core/base/random.ts';
import { BLOCKS_DOMAIN, blocksProblem } from '../src/core/worlds/pddl/built-in-domains.ts';
import { pddlWorld } from '../src/core/worlds/pddl/pddl-world.ts';
import { randomWalk } from '../src/core/worlds/random-walk.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { figure, type Table } from './harness/table.ts';
import { timed } from './harness/timed.ts';

/** Steps a second, each with the list of what is legal, in a world of about 1,000 actions with their objects. */
const TARGET = 200_000;
/** 2 n² actions with their objects. */
const BLOCKS = [4, 10, 23];
/** Actions of a walk. */
const LENGTH = 200;

interface Row {
  readonly blocks: number;
  readonly actions: number;
  readonly groundMs: number;
  readonly steps: number;
  readonly cpuMs: number;
}

function row(blocks: number, steps: number): Row {
  const problem = blocksProblem(blocks);
  pddlWorld('blocks', BLOCKS_DOMAIN, problem);
  const grounding = timed(() => pddlWorld('blocks', BLOCKS_DOMAIN, problem));
  const world = grounding.value;
  if (!world.ok) throw new Error(world.error[0]?.message);
  const walks = (count: number): number => {
    let walked = 0;
    for (let seed = 0; seed < count; seed++) walked += randomWalk(world.value, LENGTH, seeded(seed)).actions.length;
    return walked;
  };
  walks(steps / LENGTH / 10);
  const { value: walked, cpuMs } = timed(() => walks(steps / LENGTH));
  return {
    blocks,
    actions: world.value.automaton.maxLegal,
    groundMs: grounding.cpuMs,
    steps: walked,
    cpuMs,
  };
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined) {
  const machine = startMachine();
  const rows = BLOCKS.map((blocks) => {
    progressLine(`${blocks} blocks`);
    return row(blocks, options.quick ? 100_000 : 1_000_000);
  });
  const rate = ({ steps, cpuMs }: Row): number => (1000 * steps) / cpuMs;
  const table: Table = {
    title: 'Worlds in PDDL',
    columns: ['world', 'actions with objects', 'reading and grounding (CPU ms)', 'steps a second', 'target'],
    rows: rows.map((one) => [
      `blocks, ${one.blocks}`,
      String(one.actions),
      figure(one.groundMs),
      figure(rate(one)),
      `over ${TARGET}`,
    ]),
    notes: [
      'Random walks of 200 actions from the start: the list of legal actions, one of them, and the state behind it. CPU time of one core.',
    ],
  };
  publish({ name: 'pddl', machine, tables: [table], data: { rows }, ok: true }, options);
}
