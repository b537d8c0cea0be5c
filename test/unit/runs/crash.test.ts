import assert from 'node:assert/strict';
import fs from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { FileLock } from '../../../src/models/runs/node-lock.ts';
import { openRunFile } from '../../../src/models/runs/node-run-file.ts';
import { type RunOptions, runTasks } from '../../../src/models/runs/run-engine.ts';
import { GroupCommit, type LineSink } from '../../../src/models/runs/run-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';
import {
  failsWith,
  headerLine,
  headerOf,
  modelThat,
  NEVER,
  optionsOf,
  readBack,
  resumeIn,
  says,
  tasksOf,
} from './run-support.ts';

const { folder, remove } = temporaryFolder();
after(remove);
let files = 0;
const newFile = (): string => path.join(folder, `${++files}.run.jsonl`);
const allIds = (): string[] => {
  const tasks = tasksOf();
  return tasks.numbersOf(undefined).map((number) => tasks.idOf(tasks.at(number), 'm'));
};
const obedient = () => modelThat(() => says());

describe('a run that is cut anywhere', () => {
  itLong('goes on without a sample lost or doubled', async () => {
    const whole = newFile();
    await resumeIn(whole, obedient());
    const bytes = fs.readFileSync(whole);
    const ids = allIds();
    assert.deepEqual([...readBack(whole).lines].sort(), [...ids].sort());
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), async (length) => {
        const file = newFile();
        fs.writeFileSync(file, bytes.subarray(0, length));
        // Every whole line there is paid for: it must not be asked again.
        const kept = bytes.subarray(0, length).toString('latin1').split('\n').length - 1;
        let asked = 0;
        await resumeIn(
          file,
          modelThat(() => (asked++, says())),
        );
        const { lines, problems, tail } = readBack(file);
        assert.deepEqual([...lines].sort(), [...ids].sort());
        assert.deepEqual(problems, []);
        assert.equal(tail, 'whole');
        const isWholeWithoutEnd = length > 0 && bytes[length] === 10;
        assert.equal(asked, ids.length - Math.max(0, kept - 1) - (isWholeWithoutEnd && kept > 0 ? 1 : 0));
        fs.rmSync(file);
      }),
      { numRuns: 250 },
    );
  });

  it('goes on when its disk was left with zeros behind the last line', async () => {
    const file = newFile();
    await resumeIn(file, obedient());
    fs.truncateSync(file, fs.statSync(file).size - 40);
    fs.appendFileSync(file, Buffer.alloc(4096));
    await resumeIn(file, obedient());
    const { lines, problems } = readBack(file);
    assert.deepEqual([...lines].sort(), allIds().sort());
    assert.deepEqual(problems, []);
  });

  it('asks for a line that was damaged in the middle of the file again', async () => {
    const file = newFile();
    await resumeIn(file, obedient());
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    lines[3] = lines[3]?.slice(7) ?? '';
    fs.writeFileSync(file, lines.join('\n'));
    let asked = 0;
    await resumeIn(
      file,
      modelThat(() => (asked++, says())),
    );
    assert.equal(asked, 1);
    assert.deepEqual([...readBack(file).lines].sort(), allIds().sort());
  });

  it('never takes a file of somebody for a header that was cut', async () => {
    for (const text of ['my notes', 'my notes\n', '{"kind":"shopping list"', '{"a":1}\n']) {
      const file = newFile();
      fs.writeFileSync(file, text);
      await assert.rejects(resumeIn(file, obedient()), /not a run file|no run|not a run header/);
      assert.equal(fs.readFileSync(file, 'utf8'), text);
    }
  });

  it('keeps errors as errors, and a later answer counts instead', async () => {
    const file = newFile();
    await resumeIn(
      file,
      modelThat((_, n) => (n % 2 === 0 ? failsWith('refused-request') : says())),
      { concurrency: 1 },
    );
    const before = readBack(file);
    assert.equal(before.run.samples.filter(({ error }) => error !== undefined).length, allIds().length / 2);
    await resumeIn(file, obedient());
    const { run, lines } = readBack(file);
    assert.equal(lines.length, allIds().length * 1.5);
    assert.deepEqual(run.samples.map(({ id }) => id).sort(), allIds().sort());
    assert.ok(run.samples.every(({ error }) => error === undefined));
  });
});

describe('a disk that takes no more', () => {
  itLong('ends the run, keeps whole lines only, and the run goes on later', async () => {
    for (let room = 1; room < 12; room++) {
      const file = newFile();
      const probe = await openFile(file, 'w');
      const proto = Object.getPrototypeOf(probe) as { write: (...args: unknown[]) => Promise<unknown> };
      await probe.close();
      fs.rmSync(file);
      const write = proto.write;
      let written = 0;
      // A third of the bytes still go in, as on a real disk.
      proto.write = async function (this: unknown, bytes: unknown, from: unknown, length: unknown, at: unknown) {
        if (++written < room) return write.call(this, bytes, from, length, at);
        await write.call(this, bytes, from, Math.floor(Number(length) / 3), at);
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      };
      const outcome = await resumeIn(file, obedient(), { concurrency: 2 }).finally(() => {
        proto.write = write;
      });
      assert.equal(outcome.stop?.why, 'disk');
      const { lines, tail } = readBack(file);
      assert.equal(tail, 'whole');
      assert.equal(lines.length, outcome.answered);
      await resumeIn(file, obedient());
      assert.deepEqual([...readBack(file).lines].sort(), allIds().sort());
    }
  });

  it('that cannot even be cut back leaves a torn line, which is cut off later', async () => {
    const log: string[] = [];
    const sink: LineSink = {
      write: (text) => (log.push(text), Promise.reject(Object.assign(new Error('input/output'), { code: 'EIO' }))),
      sync: () => Promise.resolve(),
      rollBack: () => Promise.reject(new Error('input/output')),
    };
    const commits = new GroupCommit(sink);
    const results = await Promise.allSettled([commits.append('a\n'), commits.append('b\n')]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    await assert.rejects(commits.append('c\n'), /input\/output/);
    await commits.drain();
    assert.deepEqual(log, ['a\nb\n']);
  });

  it('shares one sync among all that wait, and none counts before it', async () => {
    let open: () => void = () => {};
    const calls: string[] = [];
    const sink: LineSink = {
      write: (text) => (calls.push(text), Promise.resolve()),
      sync: () => (calls.push('sync'), new Promise((resolve) => void (open = resolve))),
      rollBack: () => Promise.resolve(),
    };
    const commits = new GroupCommit(sink);
    const done: string[] = [];
    const append = (line: string) => commits.append(line).then(() => done.push(line));
    const all = [append('1\n'), append('2\n')];
    await new Promise(setImmediate);
    all.push(append('3\n'), append('4\n'));
    assert.deepEqual([calls, done], [['1\n2\n', 'sync'], []]);
    open();
    await new Promise(setImmediate);
    assert.deepEqual(done, ['1\n', '2\n']);
    assert.deepEqual(calls, ['1\n2\n', 'sync', '3\n4\n', 'sync']);
    open();
    await Promise.all(all);
  });
});

describe('the lock of a run file', () => {
  const open = (file: string, breakLock = false) =>
    openRunFile({ file, header: () => headerOf(tasksOf()), breakLock, onSample: () => {} });
  const owned = (file: string, owner: object | string): void =>
    fs.writeFileSync(`${file}.lock`, typeof owner === 'string' ? owner : JSON.stringify(owner));

  it('refuses a second writer, and is given back', async () => {
    const file = newFile();
    const first = await open(file);
    assert.ok(first.ok);
    const second = await open(file);
    assert.ok(!second.ok);
    assert.match(second.error, new RegExp(`is being written by process ${process.pid} on this machine`));
    await first.value.close();
    const third = await open(file);
    assert.ok(third.ok);
    await third.value.close();
    assert.deepEqual(
      fs.readdirSync(folder).filter((name) => name.includes('.lock')),
      [],
    );
  });

  it('of a process that is gone is taken over, also when its number went to another', async () => {
    const host = hostname();
    for (const owner of [
      { pid: 2 ** 22 + 1, host, token: 'x' },
      { pid: process.pid, host, token: 'x', began: 'another boot.1' },
      '',
      '{"pid":1',
    ]) {
      const file = newFile();
      owned(file, owner);
      const opened = await open(file);
      assert.ok(opened.ok, JSON.stringify(owner));
      await opened.value.close();
    }
  });

  it('of another machine stands until it is broken', async () => {
    const file = newFile();
    owned(file, { pid: 7, host: 'elsewhere', token: 'x' });
    const refused = await open(file);
    assert.ok(!refused.ok && /process 7 on elsewhere.*--break-lock/.test(refused.error));
    const opened = await open(file, true);
    assert.ok(opened.ok);
    await opened.value.close();
  });

  it('is not written past by who lost it', async () => {
    const file = newFile();
    fs.writeFileSync(file, headerLine());
    const opened = await open(file);
    assert.ok(opened.ok);
    owned(file, { pid: process.pid, host: 'elsewhere', token: 'x' });
    const outcome = await resumeInto((sample) => opened.value.append(sample));
    assert.equal(outcome.stop?.why, 'disk');
    assert.match(outcome.stop.message, /lock .* was taken/);
    await opened.value.close();
    assert.equal(fs.readFileSync(file, 'utf8'), headerLine());
    assert.ok(fs.existsSync(`${file}.lock`), 'the lock of the other stays');
  });

  it('is one among many that come at the same moment', () => {
    const file = newFile();
    owned(file, { pid: 2 ** 22 + 1, host: 'x', token: 'x' });
    const taken = Array.from({ length: 20 }, () => FileLock.take(file, true));
    // All are of this process: the first has it, and none of the others may.
    assert.equal(taken.filter(({ ok }) => ok).length, 1);
  });
});

async function resumeInto(append: RunOptions['append']) {
  const tasks = tasksOf();
  return runTasks(tasks.ofNumbers([0, 1, 2]), optionsOf(obedient(), append), NEVER);
}
