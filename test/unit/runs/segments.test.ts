import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RunReader } from '../../../src/core/evaluation/runs/run-file.ts';
import { RunMerge } from '../../../src/core/evaluation/runs/run-merge.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { runTasks } from '../../../src/models/runs/run-engine.ts';
import { SEGMENT_SAMPLES, segmentedRuns, segmentHome, type WholeFiles } from '../../../src/models/runs/segments.ts';
import { itLong } from '../../support/thorough.ts';
import { headerOf, modelThat, optionsOf, says, tasksOf } from './run-support.ts';

const FILE = 'mem:/runs/m.run.jsonl';
const tasks = tasksOf('every:1', 3);
const COUNT = tasks.count;

/** A disk in memory; a write may be torn, and takes the process with it then. */
class Disk implements WholeFiles {
  readonly files = new Map<string, Uint8Array>();
  writes = 0;
  tearAt: number | undefined;

  list(folder: string): Promise<readonly string[]> {
    return Promise.resolve(
      [...this.files.keys()].flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [])),
    );
  }
  read(file: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.files.get(file));
  }
  write(file: string, bytes: Uint8Array): Promise<void> {
    const isTorn = ++this.writes === this.tearAt;
    this.files.set(file, isTorn ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes);
    return isTorn ? Promise.reject(new Error('the tab is gone')) : Promise.resolve();
  }
  remove(folder: string): Promise<void> {
    for (const path of this.files.keys()) if (path.startsWith(`${folder}/`)) this.files.delete(path);
    return Promise.resolve();
  }
  text(file: string): string {
    return new TextDecoder().decode(this.files.get(file));
  }
}

/** Goes on with the run as far as it comes; gives how many were asked. */
async function go(disk: Disk, most: number = Number.POSITIVE_INFINITY): Promise<number> {
  const known = new Set<string>();
  const opened = await segmentedRuns(disk)({
    file: FILE,
    header: () => headerOf(tasks),
    breakLock: false,
    onSample: ({ id, error }) => void (error === undefined && known.add(id)),
  });
  assert.ok(opened.ok, JSON.stringify(opened));
  const wanted = tasks.numbersOf(undefined).filter((number) => !known.has(tasks.idOf(tasks.at(number), 'm')));
  let asked = 0;
  const stop = new AbortController();
  const model = modelThat(() => {
    if (++asked >= most) stop.abort();
    return says();
  });
  await runTasks(
    tasks.ofNumbers(wanted),
    optionsOf(model, (sample) => opened.value.append(sample)),
    stop.signal,
  );
  await opened.value.close().catch(() => {});
  return asked;
}

function samplesIn(text: string): RunSample[] {
  const reader = new RunReader();
  return [...reader.push(text), ...reader.end()].flatMap((event) => (event.type === 'sample' ? [event.sample] : []));
}

describe('a run in segments', () => {
  it('is joined into one run file at its end, with every sample once', async () => {
    const disk = new Disk();
    assert.equal(await go(disk), COUNT);
    assert.deepEqual([...disk.files.keys()], [FILE]);
    const ids = samplesIn(disk.text(FILE)).map(({ id }) => id);
    assert.equal(ids.length, COUNT);
    assert.equal(new Set(ids).size, COUNT);
    assert.equal(await go(disk), 0, 'nothing is left to ask');
  });

  it('has segments of so many samples, each a run file, which merge takes', async () => {
    const disk = new Disk();
    await go(disk, COUNT - 10);
    const names = [...disk.files.keys()].sort();
    assert.equal(names[0], 'mem:/runs/m.run/0001.run.jsonl');
    assert.ok(names.length > 2, names.join());
    const merge = new RunMerge();
    for (const [part, name] of names.entries()) {
      const samples = samplesIn(disk.text(name));
      assert.ok(samples.length <= SEGMENT_SAMPLES);
      if (part < names.length - 1) assert.equal(samples.length, SEGMENT_SAMPLES);
      assert.equal(merge.addPart(name, headerOf(tasks)), undefined);
      for (const [i, sample] of samples.entries()) assert.equal(merge.addSample(sample, i + 2), undefined);
      assert.equal(segmentHome(name), FILE);
    }
    assert.ok(merge.samples >= COUNT - 10 && merge.samples < COUNT);
    assert.equal(merge.doubles, 0);
  });

  itLong('loses one segment at most wherever a write is torn, and asks for nothing else again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (tearAt) => {
        const disk = new Disk();
        disk.tearAt = tearAt;
        let asked = await go(disk);
        disk.tearAt = undefined;
        const before = asked;
        for (let i = 0; i < 3; i++) asked += await go(disk);
        assert.deepEqual([...disk.files.keys()], [FILE]);
        assert.equal(new Set(samplesIn(disk.text(FILE)).map(({ id }) => id)).size, COUNT);
        // Those that were on their way are asked again as well.
        assert.ok(asked - COUNT <= SEGMENT_SAMPLES + 16, `${before}, then ${asked - before}`);
      }),
      { numRuns: 30 },
    );
  });

  it('goes on where the run file was torn while it was joined, and leaves somebody else’s file alone', async () => {
    const disk = new Disk();
    await go(disk, 70);
    disk.files.set(FILE, new TextEncoder().encode('{"kind":"run","sch'));
    await go(disk);
    assert.deepEqual([...disk.files.keys()], [FILE]);
    assert.equal(samplesIn(disk.text(FILE)).length, COUNT);
    disk.files.set(FILE, new TextEncoder().encode('my notes\n'));
    await assert.rejects(go(disk), /not a run file/);
    assert.equal(disk.text(FILE), 'my notes\n');
  });

  it('is refused where another run is, and begins behind its last segment', async () => {
    const disk = new Disk();
    await go(disk, 20);
    const before = new Map(disk.files);
    const opened = await segmentedRuns(disk)({
      file: FILE,
      header: () => headerOf(tasks),
      breakLock: false,
      check: () => 'is of another run',
      onSample: () => {},
    });
    assert.deepEqual(opened, { ok: false, error: `${FILE} is of another run` });
    assert.deepEqual(disk.files, before);
    await go(disk, 20);
    for (const [name, bytes] of before) assert.equal(disk.files.get(name), bytes, `${name} is as it was`);
    assert.ok(disk.files.size > before.size);
  });
});
