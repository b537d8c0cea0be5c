import type { MessageReader, MessageWriter } from 'vscode-languageserver';
import type { Transport } from '../compute/worker/worker-protocol.ts';
import type { Result } from '../core/base/result.ts';
import type { ValueSource } from '../core/mav/values.ts';
import type { PddlFolder } from '../core/worlds/pddl/problem.ts';
import type { ProcessSpec, WorldSpec } from '../core/worlds/world-spec.ts';
import type { Clock } from '../protocol/clock.ts';

/** Where a client's messages come from and go to. */
export interface Channel {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  /** Of texts with more UTF-16 code units it keeps the start alone (`LongText`), where it can. */
  limitTexts?(length: number): void;
  /** Called when the client is gone: `orderly` after a `shutdown`. */
  hungUp?(orderly: boolean): void;
}

/** Which engine, and how it searches. */
export interface EngineSettings {
  /** Empty: the bundled engine. */
  readonly path: string;
  /** Plies. */
  readonly depth: number;
  readonly threads: number;
  /** URL of the folder with the bundled engine, where the client states it; needed only in a browser. */
  readonly folder?: string;
}

/** The thread in which walks through one program are followed; it starts with the first of them. */
export interface ProgramThread {
  readonly transport: Transport;
  /** Ends the program; the thread goes on. */
  end(): Promise<void>;
}

/** Programs as worlds. */
export interface ProgramHost {
  /** The path of a folder by its URI; undefined for one that is not of this machine. */
  folder(uri: string): string | undefined;
  start(spec: ProcessSpec): ProgramThread;
}

/** The services of the platform: the server runs in Node and in a web worker and depends on neither. */
export interface ServerHost {
  /** Its timers do not keep a process alive that has nothing else to do. */
  readonly clock: Clock;
  /** Calls back after the messages that have come in were served. */
  defer(callback: () => void): void;
  /** Where heavy work runs; asked for once, when there is some. */
  transport(): Transport;
  /** Results that outlive the process, in a folder of the client's; undefined where there are no folders. */
  openStore(folder: string): ResultStore | undefined;
  /** Reads the file of a world by its name, which is relative to a document; missing where there are no files. */
  readWorld?(uri: string, name: string): Result<WorldSpec, string>;
  /** The files in PDDL beside a document; undefined for a document that is no file, missing where there are no files. */
  pddlFolder?(uri: string): PddlFolder | undefined;
  /** Missing where no program can be started. */
  readonly programs?: ProgramHost;
  /** Values of positions; undefined where no engine can be started. */
  openValues(settings: EngineSettings): ValueSource | undefined;
}

/** A result under the text that it was computed from. Neither has line ends. */
export type StoredResult = readonly [key: string, value: string];

/**
 * Keeps results longer than the process lives. It is a cache: what cannot be read or written is lost in silence, and the
 * store may drop old ones.
 */
export interface ResultStore {
  /** Everything that is kept, the oldest first. */
  load(): Promise<readonly StoredResult[]>;
  append(results: readonly StoredResult[]): Promise<void>;
}
