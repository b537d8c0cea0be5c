import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { BLOCKS_DOMAIN, blocksProblem } from '../../../src/core/worlds/pddl/built-in-domains.ts';
import { cli, startProcess } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const compare = (...args: string[]) => cli(['compare', ...args]);

describe('statelens compare --world', () => {
  it('compares states of a world where everything is legal by what is observed', async () => {
    const { status, stdout } = await compare('--world', 's5', '1 2 3 4 5', '2 1 3 4 5', '-m', '3', '--json');
    assert.equal(status, 0);
    const { p, r, method, verdict, squares, squaresRight, wrongSquares, sentence } = JSON.parse(stdout);
    // whichever swap comes first, another item is at place 1
    assert.equal(p[0], 0);
    assert.deepEqual(p, r);
    assert.deepEqual(
      { method, verdict, squares, squaresRight },
      { method: 'exact', verdict: 'squares', squares: 5, squaresRight: 3 },
    );
    assert.deepEqual(wrongSquares, ['1', '2']);
    assert.equal(sentence, 'thinks place 1 is 2, not 1; thinks place 2 is 1, not 2');
  });

  it('counts the sequences that show no difference', async () => {
    // items 4 and 5 exchanged: three swaps bring nothing of them to place 1
    const { stdout } = await compare('--world', 's5', '1 2 3 4 5', '1 2 3 5 4', '-m', '4', '--json');
    // (34) (23) (12) shows the difference at the third action; at the fourth so do 7 words, with one action more somewhere, or by item 5
    assert.deepEqual(JSON.parse(stdout).p, [1, 1, 63 / 64, 63 / 64 - 7 / 256]);
  });

  it('shows states as they are written, and says what is no state', async () => {
    const shown = await compare('--world', 'boxes2x2', '1: apple | 2: book', '1: | 2: apple book');
    assert.equal(shown.status, 0);
    assert.match(shown.stdout, /thinks item apple is box 2, not box 1/);
    assert.match(shown.stdout, /believed {2}1: \| 2: apple book/);
    assert.match(shown.stdout, /moves lost \(\d\)/);
    assert.match(shown.stdout, /correct items +1 of 2/);
    const none = await compare('--world', 'cube', 'UUUU RRRR FFFF DDDD LLLL BBBB', 'UUUU RRRR');
    assert.match(none.stdout, /not a state: a state is six faces/);
    assert.match(none.stdout, /p and r are 0 by convention/);
  });

  it('says which worlds there are', async () => {
    const { status, stderr } = await compare('--world', 'go', 'a', 'b');
    assert.equal(status, 2);
    assert.match(stderr, /unknown world go; expected chess, .*othello/);
    assert.equal((await compare('--world', 's5', '--game', 'hex', 'a', 'b')).status, 2);
    assert.match((await compare('--world', 's12', 'a', 'b')).stderr, /2 to 9 items/);
  });

  it('takes a table of a file, and says where one is wrong', async () => {
    const { folder, remove } = temporaryFolder();
    const table = path.join(folder, 'door.csv');
    fs.writeFileSync(
      table,
      'state,action,next\nshut,open,ajar\najar,shut,shut\nlocked,unlock,shut\nbolted,unlock,shut\n',
    );
    const equal = await compare('--world', table, 'locked', 'bolted', '--json');
    assert.equal(equal.status, 0);
    const { p, r, wrongSquares } = JSON.parse(equal.stdout);
    assert.deepEqual({ p, r, wrongSquares }, { p: [1, 1, 1, 1], r: [1, 1, 1, 1], wrongSquares: ['state'] });
    const other = await compare('--world', table, 'shut', 'locked');
    assert.match(other.stdout, /thinks state is locked, not shut/);
    assert.match(other.stdout, /moves lost \(1\) +open/);
    fs.writeFileSync(table, 'state,action,next\nshut,open\nshut,go on,ajar\n');
    const { status, stderr } = await compare('--world', table, 'shut', 'shut');
    assert.equal(status, 2);
    assert.match(
      stderr,
      /door\.csv:2:1: 2 values instead of 3; .*door\.csv:3:6: the name of an action has no spaces: go on/,
    );
    assert.equal((await compare('--world', path.join(folder, 'none.csv'), 'a', 'b')).status, 2);
    remove();
  });

  it('reads PDDL with the domain beside the problem, and says which file is wrong where', async () => {
    const { folder, remove } = temporaryFolder();
    const problem = path.join(folder, 'p1.pddl');
    fs.writeFileSync(problem, blocksProblem(2));
    fs.writeFileSync(path.join(folder, 'a.pddl'), '(define (domain other))');
    const domain = path.join(folder, 'b.pddl');
    fs.writeFileSync(domain, BLOCKS_DOMAIN);
    const states = ['(holding a) (ontable b) (clear b)', '(ontable a) (clear a) (handempty) (ontable b) (clear b)'];
    for (const world of [problem, `${domain}:${problem}`]) {
      const { status, stdout } = await compare('--world', world, ...states, '--json');
      assert.equal(status, 0);
      assert.deepEqual(JSON.parse(stdout).p[0], 0);
      assert.deepEqual(JSON.parse(stdout).wrongSquares, ['(clear a)', '(handempty)', '(holding a)', '(ontable a)']);
    }
    const alone = await compare('--world', domain, ...states);
    assert.deepEqual([alone.status, /is a domain; give its problem/.test(alone.stderr)], [2, true]);
    fs.writeFileSync(domain, BLOCKS_DOMAIN.replace('(holding ?x)))', '(holdin ?x)))'));
    const wrong = await compare('--world', problem, ...states);
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /b\.pddl:7:73: the predicate holdin is not declared; did you mean holding\?/);
    fs.rmSync(domain);
    const none = await compare('--world', problem, ...states);
    assert.match(none.stderr, /no \.pddl file beside .*p1\.pddl defines the domain blocks/);
    remove();
  });

  itLong('ends a program with itself, when it is killed too', { skip: process.platform === 'win32' }, async () => {
    const { folder, remove } = temporaryFolder();
    const program = path.join(folder, 'silent.cjs');
    const file = path.join(folder, 'pid');
    fs.writeFileSync(
      program,
      `process.stdin.resume(); require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid));`,
    );
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT'] as const) {
      const child = startProcess(['compare', '--world', `process:"${process.execPath}" ${program}`, 'a', 'b']);
      const pid = await eventually(() => Number(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''));
      child.kill(signal);
      await eventually(() => Number(!isRunning(pid)));
      fs.rmSync(file);
    }
    remove();
  });

  it('names a program that fails, with the status for work that could not be done', async () => {
    const missing = await compare('--world', 'process:/no/such/program', 'a', 'b');
    assert.equal(missing.status, 2);
    assert.match(missing.stderr, /the world program could not be run/);
    assert.equal((await compare('--world', 'process:', 'a', 'b')).status, 2);
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

/** Waits until something is not 0; the runner's own limit ends a wait that is in vain. */
async function eventually(what: () => number): Promise<number> {
  for (let value = what(); ; value = what()) {
    if (value > 0) return value;
    await setTimeout(20);
  }
}
