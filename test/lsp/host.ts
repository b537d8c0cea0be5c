import type { PassThrough } from 'node:stream';
import { type Connection, createConnection, StreamMessageWriter } from 'vscode-languageserver/node';
import { JOB_TABLE } from '../../src/compute/jobs/job-table.ts';
import { systemClock } from '../../src/compute/system-clock.ts';
import { inThread } from '../../src/compute/worker/job-runner.ts';
import type { Transport } from '../../src/compute/worker/worker-protocol.ts';
import type { Clock } from '../../src/protocol/clock.ts';
import type { ResultStore, ServerHost, StoredResult } from '../../src/server/host.ts';
import { FramedReader } from '../../src/server/node/framed-reader.ts';
import { dialectsBeside, filesInPddl, readWorld } from '../../src/server/node/read-world.ts';
import { serve } from '../../src/server/server.ts';

/**
 * A clock that stands still until time is passed, or goes on by a step at every look: on a busy machine work comes in the same
 * slices as on an idle one. Timers wait until time is passed.
 */
export class TestClock implements Clock {
  readonly #step: number;
  #now = 0;
  #looks = 0;
  #timers: { at: number; callback: () => void }[] = [];

  /** @param step milliseconds between two looks */
  constructor(step = 0) {
    this.#step = step;
  }

  now(): number {
    return this.#now + this.#step * this.#looks++;
  }
  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((t) => t !== timer);
    };
  }
  /** Lets time pass; what falls due runs, in order. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#timers.filter((t) => t.at <= this.#now).sort((a, b) => a.at - b.at);
    this.#timers = this.#timers.filter((t) => !due.includes(t));
    for (const { callback } of due) callback();
  }
  get waiting(): number {
    return this.#timers.length;
  }
}

/** Results kept in memory. */
export class MemoryStore implements ResultStore {
  readonly results: StoredResult[] = [];
  load(): Promise<readonly StoredResult[]> {
    return Promise.resolve(this.results.slice());
  }
  append(results: readonly StoredResult[]): Promise<void> {
    this.results.push(...results);
    return Promise.resolve();
  }
}

export interface TestHost extends ServerHost {
  readonly store: MemoryStore;
}

/** A host in this thread. Heavy work runs here too, unless there is another transport. */
export function testHost(clock: Clock, transport?: Transport): TestHost {
  const store = new MemoryStore();
  return {
    clock,
    defer: (callback) => void setImmediate(callback),
    transport: () => transport ?? inThread(JOB_TABLE, systemClock, setImmediate),
    openStore: () => store,
    openValues: () => undefined,
    readWorld,
    pddlFolder: filesInPddl,
    dialectFiles: dialectsBeside,
    store,
  };
}

/** A server on a pair of streams of this process. A stream that breaks the protocol is a fault of the test. */
export function startServer(input: PassThrough, output: PassThrough, host: ServerHost): Connection {
  const reader = new FramedReader(input, (why) => {
    throw new Error(why);
  });
  const channel = {
    reader,
    writer: new StreamMessageWriter(output),
    limitTexts: (length: number) => reader.limitTexts(length),
  };
  return serve(channel, createConnection, host);
}
