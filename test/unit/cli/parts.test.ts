import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CliError, explain, systemFailure } from '../../../src/cli/command.ts';
import { columns, Terminal } from '../../../src/cli/io/terminal.ts';
import { parsePlyPlan } from '../../../src/cli/options.ts';
import { progressText } from '../../../src/core/base/text/counts.ts';
import { textBoards } from '../../../src/core/board/board-text.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { memoryIo } from '../../support/memory-io.ts';

describe('the progress line', () => {
  it('tells count, rate and time left once they are known', () => {
    assert.equal(progressText('scoring', 12, 5200, 100), 'scoring: 12 of 5,200');
    assert.equal(progressText('scoring', 1200, 5200, 4000), 'scoring: 1,200 of 5,200 · 300/s · 13 s left');
    assert.equal(progressText('scoring', 5, undefined, 2000), 'scoring: 5 · 2.5/s');
    assert.equal(progressText('scoring', 5, 5, 2000), 'scoring: 5 of 5 · 2.5/s');
  });
});

describe('a terminal', () => {
  const wrong = (isTTY: boolean, env: NodeJS.ProcessEnv) => new Terminal(memoryIo({ isTTY, env })).style.wrong('x');

  it('has colors unless the user does not want them', () => {
    assert.notEqual(wrong(true, {}), 'x');
    assert.equal(wrong(false, {}), 'x');
    assert.equal(wrong(true, { NO_COLOR: '1' }), 'x');
    assert.notEqual(wrong(true, { NO_COLOR: '' }), 'x');
    assert.equal(wrong(true, { TERM: 'dumb' }), 'x');
  });

  it('shows progress ten times a second at most, and removes it before a note', () => {
    const clock = new ManualClock();
    const io = memoryIo({ isTTY: true, clock });
    const terminal = new Terminal(io);
    const progress = terminal.progress('scoring', 3);
    progress.step();
    assert.equal(io.stderr.text, '');
    clock.pass(100);
    progress.step();
    assert.equal(io.stderr.text, '\r\x1b[Kscoring: 2 of 3');
    terminal.note('a\nnote');
    assert.equal(io.stderr.text, '\r\x1b[Kscoring: 2 of 3\r\x1b[Kstatelens: a note\n');
    progress.end();
    assert.equal(io.stdout.text, '');
  });

  it('shows no progress in a log', () => {
    const clock = new ManualClock();
    const io = memoryIo({ clock });
    const progress = new Terminal(io).progress('scoring');
    clock.pass(1000);
    progress.step();
    progress.end();
    assert.equal(io.stderr.text, '');
  });

  it('ends work at the first interrupt, and listens only while it runs', async () => {
    const user = new AbortController();
    const terminal = new Terminal(memoryIo({ signal: user.signal }));
    const signals = await terminal.interruptible(async (signal) => {
      user.abort();
      return [signal.aborted, await terminal.interruptible((inner) => Promise.resolve(inner.aborted))];
    });
    assert.deepEqual(signals, [true, false]);
  });
});

describe('failures', () => {
  const withCode = (code: string) => Object.assign(new Error(`${code}: raw words of the system`), { code });

  it('of the system become words and a status', () => {
    const full = systemFailure('cannot write x', withCode('ENOSPC'));
    assert.deepEqual([full?.message, full?.status], ['cannot write x: the disk is full', 3]);
    assert.equal(systemFailure('cannot read x', withCode('EACCES'))?.status, 2);
    assert.equal(systemFailure('cannot read x', new Error('a bug')), undefined);
  });

  it('stay on one line, whatever a file name holds', () => {
    assert.deepEqual(explain(new CliError('cannot read a\nb\x1b[31m', 2), false), {
      text: 'statelens: cannot read a b [31m',
      status: 2,
    });
  });

  it('that are bugs show where only for debugging', () => {
    const { text, status } = explain(new Error('oops'), false);
    assert.equal(status, 70);
    assert.match(text, /^statelens: internal error: oops; please report it[^\n]+STATELENS_DEBUG=1[^\n]+$/);
    assert.match(explain(new Error('oops'), true).text, /\n {4}at /);
  });
});

describe('a ply plan', () => {
  it('names plies in order, each once, none past the end', () => {
    assert.deepEqual(parsePlyPlan('ends')(7), [7]);
    assert.deepEqual(parsePlyPlan('every:3')(7), [3, 6]);
    assert.deepEqual(parsePlyPlan('ply:9,2,0,2')(7), [0, 2]);
  });

  it('is refused when it makes no sense', () => {
    for (const text of ['', 'every:', 'every:0', 'ply:', 'ply:1,,2', 'ply:-1', 'all']) {
      assert.throws(() => parsePlyPlan(text), /ends, every:K/);
    }
  });
});

describe('text', () => {
  it('stands in columns', () => {
    assert.deepEqual(
      columns(
        [
          ['a', '10'],
          ['p₄ longer', '9'],
        ],
        ['left', 'right'],
      ),
      ['a          10', 'p₄ longer   9'],
    );
  });

  it('boards show unknown squares as such and bracket only what is known to be wrong', () => {
    const { style } = new Terminal(memoryIo());
    const lines = textBoards('8/8/8/8/8/8/8/K7', '9/8/8/8/8/8/8/Q7', style);
    assert.equal(lines[1], '8  .  .  .  .  .  .  .  .     8  ?  ?  ?  ?  ?  ?  ?  ?');
    assert.equal(lines[8], '1 [K] .  .  .  .  .  .  .     1 [Q] .  .  .  .  .  .  .');
  });
});
