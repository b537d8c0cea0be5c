import { existsSync } from 'node:fs';
import process from 'node:process';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { LruMap } from '../../core/base/lru.ts';
import { err, ok } from '../../core/base/result.ts';
import type { World } from '../../core/worlds/world.ts';
import type { ProcessOpener, ProcessSpec } from '../../core/worlds/world-spec.ts';
import { besideBundle } from '../worker/node-threads.ts';
import {
  ENDED,
  ENDING,
  newShared,
  PID,
  type ProcessReply,
  type ProcessRequest,
  type ProcessThreadData,
  REPLIED,
  TO_END,
} from './node-process-channel.ts';
import { processWorld } from './process-world.ts';
import { WorldError } from './world-error.ts';

const TIMEOUT_MS = 5000;
/** Beyond the time of two attempts, until the thread itself counts as lost. */
const GRACE_MS = 10_000;

/** Processes that must not outlive this one. */
const RUNNING = new Set<Int32Array>();
let isWatching = false;

/** Ends a program with this process, which may know no more of it than what it shares with its thread. */
export function killAtExit(shared: Int32Array): void {
  RUNNING.add(shared);
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => {
    for (const one of RUNNING) endProgram(one);
  });
}

/** Ends the program whose thread shares this. */
export function endProgram(shared: Int32Array): void {
  const pid = Atomics.exchange(shared, PID, 0);
  if (pid === 0) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}

/** Ends the program whose thread shares this for good. Resolves once the thread has seen its end, or after a second. */
export async function stopProgram(shared: Int32Array): Promise<void> {
  Atomics.store(shared, ENDING, TO_END);
  RUNNING.delete(shared);
  if (Atomics.load(shared, PID) === 0) return;
  endProgram(shared);
  // until then it is there for the system, as a process that nobody has asked how it ended
  for (let waited = 0; waited < LAST_MS && Atomics.load(shared, ENDING) !== ENDED; waited += LOOK_MS)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/** How long the end of a program is waited for, and how often it is looked for. */
const LAST_MS = 1000;
const LOOK_MS = 10;

/**
 * Opens worlds that are programs. A separate thread holds the program, so that this one can wait for answers: metrics ask for
 * states one after the other. The program ends with this process.
 *
 * @param bundle URL of the bundle of the caller (`import.meta.url`): the thread's program lies beside it
 * @param share what the thread of a program shares; by default that is made for each
 */
export function processOpener(bundle: string, share: () => Int32Array = newShared): ProcessOpener {
  // a world is opened by several parts of a command, and its program runs once
  const opened = new LruMap<string, World<unknown>>(KEPT);
  return (spec) => {
    const key = JSON.stringify(spec);
    const known = opened.get(key);
    if (known !== undefined) return ok(known);
    try {
      const world = processWorld(spec, asker(spec, bundle, share()));
      opened.set(key, world);
      return ok(world);
    } catch (error) {
      if (error instanceof WorldError) return err([{ message: error.message }]);
      throw error;
    }
  };
}

/** Number of programs that run at the same time. */
const KEPT = 16;

/** Asks the program of a world and waits; throws a `WorldError` where there is no answer. */
function asker(
  { name, command, cwd, timeoutMs = TIMEOUT_MS }: ProcessSpec,
  bundle: string,
  shared: Int32Array,
): (request: ProcessRequest) => Readonly<Record<string, unknown>> {
  const entry = besideBundle(bundle, 'world-worker.mjs');
  if (!existsSync(entry)) throw new WorldError(`the world ${name} is a program, which cannot be started here`);
  const { port1, port2 } = new MessageChannel();
  const data: ProcessThreadData = { command, cwd, timeoutMs, port: port2, shared };
  const worker = new Worker(entry, { workerData: data, transferList: [port2] });
  worker.on('error', () => endProgram(shared));
  worker.unref();
  port1.unref();
  // where the owner of this thread holds it, one that an earlier thread left behind ends
  endProgram(shared);
  killAtExit(shared);
  return (request) => {
    const replied = Atomics.load(shared, REPLIED);
    port1.postMessage(request);
    // the call for the reply before may come only now, where that was already there when it was waited for
    while (Atomics.load(shared, REPLIED) === replied)
      if (Atomics.wait(shared, REPLIED, replied, 2 * timeoutMs + GRACE_MS) === 'timed-out') break;
    const received = receiveMessageOnPort(port1)?.message as ProcessReply | undefined;
    if (received === undefined) {
      endProgram(shared);
      throw new WorldError(`the world ${name}: its thread does not answer`);
    }
    if ('failure' in received) throw new WorldError(`the world ${name} ${received.failure}`);
    return received.reply;
  };
}
