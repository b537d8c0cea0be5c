import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import {
  nextRunState,
  type RunPhase,
  RunSequence,
  RunSession,
  type RunState,
  type RunStep,
} from '../../../src/extension/runs/session.ts';
import type { Model } from '../../../src/models/model.ts';
import type { ExecuteOptions, RunPlace } from '../../../src/models/runs/execute-run.ts';
import { openRunFile } from '../../../src/models/runs/node-run-file.ts';
import type { RunJob } from '../../../src/models/runs/run-job.ts';
import { failsWith, HastyClock, hash, headerOf, modelThat, readBack, says, tasksOf } from '../runs/run-support.ts';

const tasks = tasksOf();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-sessions-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const place: RunPlace = {
  open: openRunFile,
  hash,
  clock: new HastyClock(),
  instant: () => '2026-01-01T00:00:00.000Z',
  random: () => 0.5,
};
const OPTIONS: ExecuteOptions = {
  retryErrors: false,
  breakLock: false,
  pilot: false,
  limits: {},
  concurrency: 4,
  cache: undefined,
};

let files = 0;
function sessionOf(model: Model, over: Partial<ExecuteOptions> = {}, changed: () => void = () => {}): RunSession {
  const job: RunJob = {
    file: path.join(folder, `run-${++files}.run.jsonl`),
    model,
    label: 'm',
    tasks,
    settings: {},
    prices: undefined,
    shard: undefined,
    seed: 1,
    header: () => headerOf(tasks),
    concurrency: undefined,
  };
  return new RunSession(job, { ...OPTIONS, ...over }, place, { changed, ended: () => {}, log: () => {} });
}

describe('the state of a run', () => {
  const after = (phase: RunPhase, ...steps: RunStep[]): RunState =>
    steps.reduce((state: RunState, step) => nextRunState(state, step), { phase });
  const end = (why: 'paused' | 'cancelled' | 'budget' | undefined, isComplete = false): RunStep => ({
    type: 'end',
    stop: why && { why, message: 'The limit is reached.' },
    isComplete,
  });

  it('goes from the queue to its end', () => {
    assert.deepEqual(after('queued', { type: 'begin' }, end(undefined, true)), { phase: 'complete' });
    assert.deepEqual(after('queued', { type: 'begin' }, end(undefined)), { phase: 'incomplete' });
    assert.deepEqual(after('running', end('budget')), { phase: 'stopped', reason: 'The limit is reached' });
  });

  it('is paused when what was on its way has come back, and goes on from there', () => {
    assert.equal(after('running', { type: 'pause' }).phase, 'pausing');
    assert.equal(after('running', { type: 'pause' }, end('paused')).phase, 'paused');
    assert.equal(after('running', { type: 'pause' }, end(undefined, true)).phase, 'complete');
    assert.equal(after('paused', { type: 'resume' }).phase, 'queued');
  });

  it('is cancelled at once where nothing is on its way', () => {
    const cancelled = { phase: 'stopped', reason: 'cancelled' };
    assert.deepEqual(after('queued', { type: 'cancel' }), cancelled);
    assert.deepEqual(after('paused', { type: 'cancel' }), cancelled);
    assert.deepEqual(after('running', { type: 'pause' }, { type: 'cancel' }, end('cancelled')), cancelled);
  });

  it('stays as it is where a step means nothing', () => {
    for (const type of ['begin', 'pause', 'resume', 'cancel'] as const) {
      const state: RunState = { phase: 'complete' };
      assert.equal(nextRunState(state, { type }), state, type);
    }
    assert.equal(after('running', { type: 'resume' }).phase, 'running');
    assert.equal(after('paused', end(undefined, true)).phase, 'paused');
  });
});

describe('a run of the window', () => {
  it('is paused and goes on: nothing is lost, nothing asked twice, and what was on its way is kept', async () => {
    const asked: string[] = [];
    const model = modelThat(({ messages }) => {
      asked.push(JSON.stringify(messages));
      if (asked.length === 7) session.pause();
      return says();
    });
    const session = sessionOf(model);
    const sequence = new RunSequence([session]);
    await sequence.go();
    assert.equal(session.state.phase, 'paused');
    const before = readBack(session.job.file);
    assert.equal(before.lines.length, asked.length, 'an answer that came is in the file');
    assert.ok(asked.length < tasks.count);
    session.queue();
    await sequence.go();
    assert.deepEqual(session.state, { phase: 'complete' });
    const whole = readBack(session.job.file);
    assert.deepEqual(whole.problems, []);
    assert.equal(whole.lines.length, tasks.count);
    assert.equal(new Set(whole.lines).size, tasks.count);
    assert.equal(asked.length, tasks.count);
  });

  it('is cancelled with a file that is whole, and its followers are not begun', async () => {
    let count = 0;
    const first = sessionOf(
      modelThat(() => {
        if (++count === 5) sequence.cancel(first);
        return says();
      }),
    );
    const second = sessionOf(modelThat(() => assert.fail('it is not asked')));
    const sequence = new RunSequence([first, second]);
    await sequence.go();
    assert.deepEqual(first.state, { phase: 'stopped', reason: 'cancelled' });
    assert.deepEqual(second.state, { phase: 'stopped', reason: 'cancelled' });
    assert.equal(readBack(first.job.file).tail, 'whole');
    assert.ok(!fs.existsSync(second.job.file));
    assert.ok(!fs.existsSync(`${first.job.file}.lock`));
  });

  it('waits behind one that is paused', async () => {
    const first = sessionOf(modelThat(() => says()));
    const second = sessionOf(modelThat(() => says()));
    const sequence = new RunSequence([first, second]);
    first.pause();
    await sequence.go();
    assert.deepEqual([first.state.phase, second.state.phase], ['paused', 'queued']);
    first.queue();
    await sequence.go();
    assert.deepEqual([first.state.phase, second.state.phase], ['complete', 'complete']);
  });

  it('asks again for what failed, when it is told so', async () => {
    let isBroken = true;
    const session = sessionOf(
      modelThat((_, count) => (isBroken && count % 9 === 0 ? failsWith('bad-response') : says())),
    );
    const sequence = new RunSequence([session]);
    await sequence.go();
    assert.equal(session.state.phase, 'incomplete');
    assert.ok((session.executed?.failed ?? 0) > 0);
    isBroken = false;
    session.queue({ retryErrors: true });
    await sequence.go();
    assert.equal(session.state.phase, 'complete');
    assert.equal(readBack(session.job.file).run.samples.filter(({ error }) => error !== undefined).length, 0);
  });

  it('keeps the limit of requests over all runs of the experiment', async () => {
    let requests = 0;
    const counting = () => modelThat(() => (requests++, says()));
    const limits = { maxRequests: tasks.count + 3 };
    const sessions = [sessionOf(counting(), { limits }), sessionOf(counting(), { limits })];
    await new RunSequence(sessions).go();
    assert.equal(requests, tasks.count + 3);
    assert.deepEqual(sessions[1]?.state.phase, 'stopped');
    assert.match(sessions[1]?.state.reason ?? '', /limit of [\d,]+ requests/);
  });

  it('says why its file is refused, and tells how far it is while it goes on', async () => {
    const seen: number[] = [];
    const session: RunSession = sessionOf(
      modelThat(() => says()),
      {},
      () => seen.push(session.progress?.answered ?? 0),
    );
    fs.writeFileSync(session.job.file, 'somebody’s notes\n');
    const sequence = new RunSequence([session]);
    await sequence.go();
    assert.equal(session.state.phase, 'stopped');
    assert.match(session.state.reason ?? '', /not a run file/);
    fs.rmSync(session.job.file);
    session.queue();
    await sequence.go();
    assert.ok(seen.includes(3) && seen.includes(tasks.count));
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => a - b),
    );
  });

  it('is ended with the window, and its file is closed then', async () => {
    const session = sessionOf(
      modelThat(
        (_, count, signal) =>
          new Promise((resolve) => {
            if (count < 6) resolve(says());
            else signal.addEventListener('abort', () => resolve(failsWith('cancelled')));
            if (count === 6) void sequence.end().then(() => ended.push(fs.existsSync(`${session.job.file}.lock`)));
          }),
      ),
    );
    const ended: boolean[] = [];
    const sequence = new RunSequence([session]);
    await sequence.go();
    await new Promise(setImmediate);
    assert.deepEqual(ended, [false]);
    assert.equal(readBack(session.job.file).lines.length, session.executed?.answered);
    assert.equal(session.executed?.answered, 5);
  });
});
