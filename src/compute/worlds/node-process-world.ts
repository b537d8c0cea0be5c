import { existsSync } from 'node:fs';
import process from 'node:process';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { LruMap } from '../../core/base/lru.ts';
import { err, ok } from '../../core/base/result.ts';
import type { World } from '../../core/worlds/world.ts';
import type { ProcessOpener, ProcessSpec } from '../../core/worlds/world-spec.ts';
import { besideBundle } from '../worker/node-threads.ts';
import {
  PID,
  type ProcessReply,
  type ProcessRequest,
  type ProcessThreadData,
  REPLIED,
} from './node-process-channel.ts';
import { processWorld } from './process-world.ts';
import { WorldError } from './world-error.ts';

const TIMEOUT_MS = 5000;
/** Beyond the time of two attempts, until the thread itself counts as lost. */
const GRACE_MS = 10_000;

/** Processes that must not outlive this one. */
const RUNNING = new Set<Int32Array>();
let isWatching = false;

function killAtExit(shared: Int32Array): void {
  RUNNING.add(shared);
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => {
    for (const one of RUNNING) end(one);
  });
}

function end(shared: Int32Array): void {
  const pid = Atomics.exchange(shared, PID, 0);
  if (pid === 0) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}

/**
 * Opens worlds that are programs. A thread of its own holds the program, so that this one can wait for answers: metrics ask for
 * states one after the other. The program ends with this process.
 *
 * @param bundle URL of the bundle of the caller (`import.meta.url`): the thread's program lies beside it
 */
export function processOpener(bundle: string): ProcessOpener {
  // a world is opened by several parts of a command, and its program runs once
  const opened = new LruMap<string, World<unknown>>(KEPT);
  return (spec) => {
    const key = JSON.stringify(spec);
    const known = opened.get(key);
    if (known !== undefined) return ok(known);
    try {
      const world = processWorld(spec, asker(spec, bundle));
      opened.set(key, world);
      return ok(world);
    } catch (error) {
      if (error instanceof WorldError) return err([{ message: error.message }]);
      throw error;
    }
  };
}

/** Programs that run at once. */
const KEPT = 16;

/** Asks the program of a world and waits; throws a `WorldError` where there is no answer. */
function asker(
  { name, command, cwd, timeoutMs = TIMEOUT_MS }: ProcessSpec,
  bundle: string,
): (request: ProcessRequest) => Readonly<Record<string, unknown>> {
  const entry = besideBundle(bundle, 'world-worker.mjs');
  // an editor does not have it: there no file and no setting can start a program
  if (!existsSync(entry)) throw new WorldError(`the world ${name} is a program, which cannot be started here`);
  const { port1, port2 } = new MessageChannel();
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const data: ProcessThreadData = { command, cwd, timeoutMs, port: port2, shared };
  const worker = new Worker(entry, { workerData: data, transferList: [port2] });
  worker.on('error', () => end(shared));
  worker.unref();
  port1.unref();
  killAtExit(shared);
  return (request) => {
    const replied = Atomics.load(shared, REPLIED);
    port1.postMessage(request);
    const waited = Atomics.wait(shared, REPLIED, replied, 2 * timeoutMs + GRACE_MS);
    const received = receiveMessageOnPort(port1)?.message as ProcessReply | undefined;
    if (received === undefined) {
      end(shared);
      throw new WorldError(`the world ${name}: its thread does not answer (${waited})`);
    }
    if ('failure' in received) throw new WorldError(`the world ${name} ${received.failure}`);
    return received.reply;
  };
}
