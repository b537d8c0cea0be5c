import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, describe, it } from 'node:test';
import { type RunEvent, RunReader } from '../../../src/core/evaluation/runs/run-file.ts';
import { type AnswerStore, AnswerWriter, answersHeader } from '../../../src/models/answers/answers-writer.ts';
import { appendInOneWrite, nodeAnswerStore } from '../../../src/models/answers/node-answer-store.ts';
import { describeError } from '../../../src/models/system-errors.ts';
import { answerOf } from '../../support/kept-answer-lines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const HEADER = answersHeader('1.2.3', '2026-01-02T00:00:00.000Z');
const failing = (code: string): Error => Object.assign(new Error(`${code}: that failed, open '/home/x'`), { code });

/** Everything that a file says, to the reader of run files. */
function eventsIn(file: string): RunEvent[] {
  const reader = new RunReader();
  return [...reader.push(fs.readFileSync(file, 'utf8')), ...reader.end()];
}

const idsIn = (file: string): string[] =>
  eventsIn(file).flatMap((event) => (event.type === 'sample' ? [`${event.sample.id} ${event.sample.ply}`] : []));

/** A writer, and what it said. */
function writerTo(store: AnswerStore) {
  const said: string[] = [];
  const writer = new AnswerWriter(store, () => HEADER, {
    failed: (error) => void said.push(describeError(error)),
    recovered: () => void said.push('again'),
  });
  return { writer, said };
}

/** Bundles the process that keeps answers as a window does. */
function bundled(): string {
  const out = path.join(folder, 'answer-process.mjs');
  const options = {
    entryPoints: ['test/support/answer-process.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: out,
  };
  const script = `const { build } = await import('esbuild'); await build(${JSON.stringify(options)});`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  return out;
}

/** Runs processes that begin together; each has to end well. */
async function together(script: string, runs: readonly (readonly string[])[]): Promise<void> {
  const processes = runs.map((args) =>
    spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const ended = processes.map((one) => new Promise<number | null>((done) => one.once('exit', done)));
  await Promise.all(processes.map((one) => new Promise((ready) => one.stdout.once('data', ready))));
  for (const one of processes) one.stdin.end('go\n');
  assert.deepEqual(
    await Promise.all(ended),
    runs.map(() => 0),
  );
}

describe('answers that are written', () => {
  itLong('are all there and whole when two windows write to one file, under one header', async () => {
    const script = bundled();
    const file = path.join(folder, 'two', '.statelens', 'predictions.run.jsonl');
    await together(script, [
      [file, 'ann', '60'],
      [file, 'bob', '60'],
    ]);
    const events = eventsIn(file);
    assert.deepEqual(
      events.filter(({ type }) => type === 'problem'),
      [],
    );
    assert.equal(events.filter(({ type }) => type === 'header').length, 1);
    for (const name of ['ann', 'bob']) {
      const plies = events.flatMap((event) =>
        event.type === 'sample' && event.sample.id.endsWith(`~${name}`) ? [event.sample.ply] : [],
      );
      assert.deepEqual(
        plies,
        Array.from({ length: 60 }, (_, i) => i),
      );
    }
    assert.deepEqual(fs.readdirSync(path.dirname(file)), ['.gitignore', 'predictions.run.jsonl']);
  });

  it('go into a file whose last line a killed window left open, or that is empty', async () => {
    for (const [name, before, problems] of [
      ['open', HEADER + answerOf(1, 'a', 100).slice(0, 60), ['not-json']],
      ['empty', '', []],
    ] as const) {
      const file = path.join(folder, `${name}.run.jsonl`);
      fs.writeFileSync(file, before);
      const { writer, said } = writerTo(nodeAnswerStore(file));
      writer.add(answerOf(2, 'b', 100));
      await writer.flush();
      writer.add(answerOf(3, 'b', 100));
      await writer.flush();
      assert.equal(idsIn(file).length, 2);
      const found = eventsIn(file).flatMap((event) => (event.type === 'problem' ? [event.problem.code] : []));
      assert.deepEqual([found, said], [problems, []]);
    }
  });

  it('wait for the next one where the folder is read-only or the disk is full: said once in words, nothing is lost', async () => {
    for (const [code, words] of [
      ['EACCES', 'permission denied'],
      ['EROFS', 'the file system is read-only'],
      ['ENOSPC', 'the disk is full'],
    ] as const) {
      const file = path.join(folder, `${code}.run.jsonl`);
      const store = nodeAnswerStore(file);
      let works = false;
      const { writer, said } = writerTo({
        add: (lines, header) => (works ? store.add(lines, header) : Promise.reject(failing(code))),
      });
      for (const ply of [0, 1, 2]) {
        writer.add(answerOf(ply, 'a', 100));
        await writer.flush();
      }
      assert.deepEqual([said, fs.existsSync(file)], [[words], false]);
      works = true;
      writer.add(answerOf(3, 'a', 100));
      await writer.flush();
      assert.equal(idsIn(file).length, 4);
      assert.deepEqual(said, [words, 'again']);
      works = false;
      writer.add(answerOf(4, 'a', 100));
      await writer.flush();
      assert.deepEqual(said, [words, 'again', words]);
    }
  });

  it('say what is in the way of the folder, and what the system says of a full disk', async () => {
    fs.writeFileSync(path.join(folder, 'file'), '');
    const { writer, said } = writerTo(nodeAnswerStore(path.join(folder, 'file', 'predictions.run.jsonl')));
    writer.add(answerOf(0, 'a', 100));
    await writer.flush();
    assert.equal(said.length, 1);
    assert.doesNotMatch(said[0] ?? '', /E[A-Z]{3}|\//);
    if (!fs.existsSync('/dev/full')) return;
    const full = writerTo(nodeAnswerStore('/dev/full'));
    full.writer.add(answerOf(0, 'a', 100));
    await full.writer.flush();
    assert.deepEqual(full.said, ['the disk is full']);
  });

  it('are whole once there is room again where the disk took a part of them', async () => {
    const file = path.join(folder, 'part.run.jsonl');
    fs.writeFileSync(file, HEADER);
    let room = 900;
    /** A disk with room for so many bytes. */
    const handle = {
      write(bytes: Uint8Array) {
        const taken = Math.min(room, bytes.length);
        if (taken === 0) return Promise.reject(failing('ENOSPC'));
        room -= taken;
        fs.appendFileSync(file, bytes.subarray(0, taken));
        return Promise.resolve({ bytesWritten: taken, buffer: bytes });
      },
    } as unknown as Parameters<typeof appendInOneWrite>[0];
    const store = nodeAnswerStore(file);
    const { writer, said } = writerTo({
      add: (lines, header) => (room < 10_000 ? appendInOneWrite(handle, lines) : store.add(lines, header)),
    });
    for (const ply of [0, 1, 2]) writer.add(answerOf(ply, 'a', 300));
    await writer.flush();
    assert.deepEqual([said, idsIn(file).length], [['the disk is full'], 1]);
    room = 20_000;
    writer.add(answerOf(3, 'a', 300));
    await writer.flush();
    assert.deepEqual(
      idsIn(file).map((id) => id.split(' ')[1]),
      ['0', '1', '2', '3'],
    );
  });
});
