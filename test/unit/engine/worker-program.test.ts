import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EngineWorker, workerProgram } from '../../../src/engine/worker-program.ts';

/** A worker that does what it is told to by the test. */
class FakeWorker implements EngineWorker {
  readonly got: string[] = [];
  isTerminated = false;
  readonly #events = new EventTarget();

  postMessage(line: string): void {
    this.got.push(line);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  addEventListener(type: string, listener: (event: never) => void): void {
    this.#events.addEventListener(type, listener as unknown as (event: Event) => void);
  }
  emit(type: string, fields: object): void {
    this.#events.dispatchEvent(Object.assign(new Event(type), fields));
  }
}

function started() {
  const worker = new FakeWorker();
  const told: string[] = [];
  let arrive = (): void => {};
  let fail = (_reason: Error): void => {};
  const opened = new Promise<EngineWorker>((resolve, reject) => {
    arrive = () => resolve(worker);
    fail = reject;
  });
  const engine = workerProgram('Worker', () => opened).start({
    line: (line) => told.push(line),
    ended: (reason, isMissing) => told.push(`${reason} ${isMissing}`),
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { worker, told, engine, arrive: () => (arrive(), turn()), fail: (e: Error) => (fail(e), turn()) };
}

describe('an engine in a worker', () => {
  it('gets what was sent before it was there, and its lines are heard', async () => {
    const { worker, told, engine, arrive } = started();
    engine.send('uci');
    engine.send('isready');
    await arrive();
    engine.send('go depth 1');
    assert.deepEqual(worker.got, ['uci', 'isready', 'go depth 1']);
    worker.emit('message', { data: 'uciok\nreadyok' });
    worker.emit('message', { data: { no: 'line' } });
    assert.deepEqual(told, ['uciok', 'readyok']);
  });

  it('tells once that it cannot be loaded, or failed', async () => {
    const unloaded = started();
    await unloaded.fail(new Error('status 404'));
    assert.deepEqual(unloaded.told, ['could not be loaded: status 404 false']);
    const failing = started();
    await failing.arrive();
    failing.worker.emit('error', { message: 'out of memory' });
    failing.worker.emit('error', { message: 'again' });
    assert.deepEqual(failing.told, ['ended: out of memory false']);
    assert.ok(failing.worker.isTerminated);
  });

  it('is ended, also when it arrives later, and is not heard any more', async () => {
    const { worker, told, engine, arrive } = started();
    await engine.end();
    await arrive();
    assert.ok(worker.isTerminated);
    engine.send('uci');
    worker.emit('message', { data: 'uciok' });
    assert.deepEqual([worker.got, told], [[], []]);
  });
});
