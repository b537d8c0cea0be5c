import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { runCompareWorld } from '../../../src/compute/jobs/comparison-jobs.ts';
import { processOpener } from '../../../src/compute/worlds/node-process-world.ts';
import { newShared, REPLIED } from '../../../src/compute/worlds/node-program-channel.ts';
import { SINK } from '../../../src/core/base/automaton.ts';
import { NEVER } from '../../../src/core/base/cancellation.ts';
import { seeded } from '../../../src/core/base/random.ts';
import { LINTREE } from '../../../src/core/traces/dialects/lintree.ts';
import { readTraceText } from '../../../src/core/traces/trace-view.ts';
import { randomWalk } from '../../../src/core/worlds/random-walk.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { type ProcessSpec, programSpec, startProgramsWith } from '../../../src/core/worlds/world-spec.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const open = processOpener(import.meta.url);
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** A world of two states as a program in JavaScript, with what is replaced in it. */
const PROGRAM = `
const lines = require('node:readline').createInterface({ input: process.stdin });
const answer = ({ op, state, text, action }) => {
  const at = state ?? text;
  if (op === 'info') return { protocol: 1, name: 'Door', start: 'shut', observes: false };
  if (!['shut', 'open'].includes(at)) return { error: 'no such door' };
  if (op === 'parse') return { state: at };
  if (op === 'legal') return { legal: at === 'shut' ? ['open'] : ['shut', 'lean'] };
  if (op === 'key') return { key: at };
  return { state: { open: 'open', shut: 'shut', lean: 'open' }[action] ?? null };
};
lines.on('line', (line) => {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + '\\n');
});
`;

/** What a test cleans up with. */
interface Cleanup {
  after(done: () => void): void;
}

function folderOf(t: Cleanup): string {
  const { folder, remove } = temporaryFolder();
  t.after(remove);
  return folder;
}

function spec(t: Cleanup, program: string, timeoutMs = 15_000): ProcessSpec {
  const file = path.join(folderOf(t), 'door.cjs');
  fs.writeFileSync(file, program);
  return { kind: 'process', name: 'door', command: [process.execPath, file], timeoutMs };
}

/** What is said of a program that fails, when it is opened or walked through. */
function failureOf(given: ProcessSpec): string {
  const world = open(given);
  if (!world.ok) return world.error.map(({ message }) => message).join();
  try {
    randomWalk(world.value, 10, seeded(1));
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'nothing';
}

describe('the goal of a program', () => {
  const withGoal = (goal: string): string =>
    PROGRAM.replace("name: 'Door',", "name: 'Door', goal: 'the open door',").replace(
      "if (op === 'parse')",
      `if (op === 'goal') return { goal: ${goal} };\n  if (op === 'parse')`,
    );

  it('is asked, so that traces have their claims and results checked', (t) => {
    const world = open(spec(t, withGoal("at === 'open'")));
    assert.ok(world.ok, JSON.stringify(world));
    const { goal } = world.value;
    assert.deepEqual([goal?.title, goal?.reached('shut'), goal?.reached('open')], ['the open door', false, true]);
    const lines = ['Task: shut', 'Node 0: shut', 'Node 1 (parent: 0): open -> open', 'Goal reached 0', 'Plan: open'];
    const checked = readTraceText(lines.join('\n'), { dialect: LINTREE, given: world.value });
    assert.deepEqual(
      checked?.findings.map(({ code }) => code),
      ['TRACE_FALSE_GOAL'],
    );
    assert.deepEqual([checked.figures.solved, checked.figures.cost, checked.figures.optimal], [true, 1, true]);
  });

  it('may be missing', (t) => {
    const world = open(spec(t, PROGRAM));
    assert.ok(world.ok && world.value.goal === undefined);
  });

  it('must be answered with true or false', (t) => {
    assert.match(failureOf(spec(t, withGoal("'yes'"))), /answers goal without true or false for shut/);
  });
});

describe('a world that is a program', () => {
  it('is walked through', (t) => {
    const world = open(spec(t, PROGRAM));
    assert.ok(world.ok, JSON.stringify(world));
    const { automaton, start } = world.value as World<string>;
    assert.deepEqual([start, automaton.legal(start), typeof automaton.observe], ['shut', ['open'], 'undefined']);
    assert.equal(automaton.step(start, 'open'), 'open');
    assert.equal(automaton.step(start, 'lean'), SINK);
    assert.deepEqual(automaton.parse('ajar'), { ok: false, error: 'no such door' });
    assert.equal(randomWalk(world.value, 200, seeded(1)).actions.length, 200);
  });

  const lies: [what: string, from: string, to: string, message: RegExp][] = [
    [
      'an action with a space',
      "['open']",
      "['open it']",
      /the world door has an action in shut whose name is no text without spaces: "open it"/,
    ],
    ['an action that is listed twice', "'lean']", "'lean', 'lean']", /lists the action lean twice in open/],
    [
      'an action that is listed and refused',
      "lean: 'open'",
      'lean: null',
      /lists lean as legal in open, but refuses to step/,
    ],
    [
      'a step that is not listed',
      '?? null',
      "?? 'shut'",
      /steps by statelens-no-action, which it does not list as legal/,
    ],
    [
      'a state that it cannot read',
      "lean: 'open'",
      "lean: 'wide'",
      /prints the state wide, which it cannot read: no such door/,
    ],
    [
      'a state that it reads as another',
      "if (op === 'parse') return { state: at };",
      "if (op === 'parse') return { state: 'shut' };",
      /reads the state open that it printed as shut/,
    ],
    ['no key', '{ key: at }', '{}', /answers key without a text "key"/],
    ['another protocol', 'protocol: 1', 'protocol: 2', /speaks protocol 2, not 1/],
    ['another id', 'id: request.id', 'id: 0', /answers with the id 0 instead of 1/],
    ['what is no JSON', 'JSON.stringify({', "'hello' + JSON.stringify({", /writes what is no JSON object: hello/],
    [
      'an answer that nobody asked for',
      "+ '\\n')",
      "+ '\\n{}\\n')",
      /answers with the id undefined instead of|writes without being asked: \{\}/,
    ],
  ];
  for (const [what, from, to, message] of lies)
    itLong(`is named for ${what}`, (t) => {
      const program = PROGRAM.replace(from, () => to);
      assert.notEqual(program, PROGRAM);
      assert.match(failureOf(spec(t, program)), message);
    });

  itLong('that dies is restarted once, then named with its status and last complaint', (t) => {
    const dying = PROGRAM.replace(
      "if (op === 'legal')",
      "if (op === 'legal') { console.error('first'); console.error('out of doors'); process.exit(3); } if (op === 'legal')",
    );
    assert.equal(failureOf(spec(t, dying)), 'the world door ended with status 3: out of doors (it was restarted once)');
    const marker = path.join(folderOf(t), 'died');
    const once = PROGRAM.replace(
      "if (op === 'legal')",
      `if (op === 'legal' && !require('node:fs').existsSync(${JSON.stringify(marker)})) { require('node:fs').writeFileSync(${JSON.stringify(marker)}, ''); process.exit(3); } if (op === 'legal')`,
    );
    assert.equal(failureOf(spec(t, once)), 'nothing');
    assert.ok(fs.existsSync(marker));
  });

  itLong('that does not answer is given up, and killed', async (t) => {
    const pids = path.join(folderOf(t), 'pids');
    const hanging = `require('node:fs').appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');\n${PROGRAM.replace("if (op === 'legal')", "if (op === 'legal') for (;;);")}`;
    // on a busy machine it may not even start in that time
    assert.match(
      failureOf(spec(t, hanging, 1000)),
      /^the world door did not answer (?:info|legal) within 1 s \(it was restarted once\)$/,
    );
    const started = (fs.existsSync(pids) ? fs.readFileSync(pids, 'utf8') : '')
      .trim()
      .split('\n')
      .filter((pid) => pid !== '')
      .map(Number);
    assert.ok(started.length <= 2);
    // a process that was killed is gone a moment later; the runner's own limit ends a wait that is in vain
    for (const pid of started) while (isRunning(pid)) await setTimeout(20);
  });

  it('is asked on where the call for a reply comes late, to the next wait', async (t) => {
    const shared = newShared();
    const call = `const { workerData } = require('node:worker_threads');
      setInterval(() => { for (let i = 0; i < 1000; i++) Atomics.notify(workerData, ${REPLIED}); });`;
    const caller = new Worker(call, { eval: true, workerData: shared });
    t.after(() => caller.terminate());
    await once(caller, 'online');
    const slow = PROGRAM.replace(
      'const request',
      'for (const end = Date.now() + 5; Date.now() < end; );\n  const request',
    );
    const openHere = processOpener(import.meta.url, () => shared);
    const world = openHere(spec(t, slow));
    assert.ok(world.ok, JSON.stringify(world));
    assert.equal(randomWalk(world.value, 10, seeded(1)).actions.length, 10);
  });

  it('is called as its script, else as its command', () => {
    for (const [command, name] of [
      ['python3 counter.py', 'counter'],
      ['python3 -u worlds/counter.py --size 5 --from a/b.txt', 'counter'],
      ['/opt/worlds/counter 5', 'counter'],
      ['counter --ratio 0.5', 'counter'],
      ['node "my world.js"', 'my world'],
      ['process', 'process'],
    ] as const)
      assert.equal(programSpec(`process:${command}`)?.name, name, command);
  });

  it('that floods is stopped', (t) => {
    const flood = `setInterval(() => { for (let i = 0; i < 100; i++) process.stdout.write('x'.repeat(1e5)); }, 0);`;
    assert.match(failureOf(spec(t, flood)), /writes a line of more than 4000000 characters/);
  });

  it('that cannot be run says so', () => {
    assert.match(
      failureOf({ kind: 'process', name: 'none', command: ['/no/such/program'] }),
      /the world none could not be run: .*ENOENT/,
    );
  });

  it('is compared by a job', (t) => {
    startProgramsWith(open);
    const world = spec(t, PROGRAM);
    const job = { world, trueFen: 'shut', predictedFen: 'open', options: { affordance: { m: 2 } } };
    const output = runCompareWorld(job, { cancellation: NEVER });
    assert.ok('verdict' in output, JSON.stringify(output));
    assert.deepEqual([output.verdict, output.p?.[0]], ['squares', 0]);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the example in Python', { skip: hasPython ? false : 'python3 is not installed' }, () => {
  it('is a counter', () => {
    const world = open({
      kind: 'process',
      name: 'counter',
      command: ['python3', path.resolve('samples/counter.py')],
      timeoutMs: 60_000,
    });
    assert.ok(world.ok, JSON.stringify(world));
    const { automaton, start } = world.value as World<string>;
    assert.deepEqual(automaton.legal(start), ['up', 'double']);
    assert.equal(automaton.step('3', 'double'), '6');
    assert.equal(automaton.observe?.('3'), 'odd');
    assert.equal(automaton.step('9', 'up'), SINK);
    assert.ok(!automaton.parse('12').ok);
  });
});
