import type { Transport } from '../compute/worker/transport.ts';
import type { ValueSource } from '../core/mav/value-source.ts';
import type { Clock } from '../protocol/clock.ts';
import type { ResultStore } from '../protocol/result-store.ts';

/** Which engine, and how it searches. */
export interface EngineSettings {
  /** Empty: the one that is carried along. */
  readonly path: string;
  /** Plies. */
  readonly depth: number;
  readonly threads: number;
  /** URL of the folder with the engine that is carried along, where the client says so; needed in a browser alone. */
  readonly folder?: string;
}

/** What the platform gives the server: it runs in Node and in a web worker, and neither is known to it. */
export interface ServerHost {
  /** Its timers do not keep a process alive that has nothing else to do. */
  readonly clock: Clock;
  /** Calls back after the messages that have come in were served. */
  defer(callback: () => void): void;
  /** Where heavy work runs; asked for once, when there is some. */
  transport(): Transport;
  /** Results that outlive the process, in a folder of the client's; undefined where there are no folders. */
  openStore(folder: string): ResultStore | undefined;
  /** Values of positions; undefined where no engine can be started. */
  openValues(settings: EngineSettings): ValueSource | undefined;
}
