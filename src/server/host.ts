import type { MessageReader, MessageWriter } from 'vscode-languageserver';
import type { Transport } from '../compute/worker/worker-protocol.ts';
import type { Result } from '../core/base/result.ts';
import type { ValueSource } from '../core/mav/values.ts';
import type { PddlFolder } from '../core/worlds/pddl/problem.ts';
import type { ProcessSpec, WorldSpec } from '../core/worlds/world-spec.ts';
import type { Clock } from '../protocol/clock.ts';
import type { DialectText } from '../protocol/lsp.ts';

/** The connection's source and destination of messages. */
export interface Channel {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  /** Limits texts to a number of UTF-16 code units; of longer ones only the start is kept (`LongText`). Optional. */
  limitTexts?(length: number): void;
  /** Called when the client is gone: `orderly` after a `shutdown`. */
  hungUp?(orderly: boolean): void;
}

/** Engine and search settings. */
export interface EngineSettings {
  /** Path of the engine; empty for the bundled one. */
  readonly path: string;
  /** Search depth, in plies. */
  readonly depth: number;
  readonly threads: number;
  /** URL of the folder with the bundled engine, if the client states it; needed only in a browser. */
  readonly folder?: string;
}

/** The thread that follows the walks through one program; it starts with the first of them. */
export interface ProgramThread {
  readonly transport: Transport;
  /** Ends the program; the thread continues. */
  end(): Promise<void>;
}

/** Programs as worlds. */
export interface ProgramHost {
  /** Returns the path of a folder by its URI; undefined for one on another machine. */
  folder(uri: string): string | undefined;
  start(spec: ProcessSpec): ProgramThread;
}

/** Services of the platform: the server runs in Node and in a web worker and depends on neither. */
export interface ServerHost {
  /** A clock whose timers do not keep an idle process alive. */
  readonly clock: Clock;
  /** Calls back after the received messages were served. */
  defer(callback: () => void): void;
  /** Returns the transport to the thread of heavy work; called once, with the first of it. */
  transport(): Transport;
  /**
   * Opens a store for results that outlive the process, in a folder of the client; undefined if there are no folders.
   */
  openStore(folder: string): ResultStore | undefined;
  /** Reads the file of a world by its name, which is relative to a document; missing if there are no files. */
  readWorld?(uri: string, name: string): Result<WorldSpec, string>;
  /**
   * Returns the PDDL files in the folder of a document; undefined for a document that is no file, missing if there are
   * no files.
   */
  pddlFolder?(uri: string): PddlFolder | undefined;
  /** Returns the dialect files in the folder of a document; missing if there are no files. */
  dialectFiles?(uri: string): readonly DialectText[];
  /** Programs; missing if none can be started. */
  readonly programs?: ProgramHost;
  /** Opens a source of values of positions; undefined if no engine can be started. */
  openValues(settings: EngineSettings): ValueSource | undefined;
}

/** A result under the text that it was computed from. Neither contains line ends. */
export type StoredResult = readonly [key: string, value: string];

/**
 * A store of results that outlive the process. It is a cache: what cannot be read or written is silently lost, and the
 * store may drop old results.
 */
export interface ResultStore {
  /** Returns all stored results, the oldest first. */
  load(): Promise<readonly StoredResult[]>;
  append(results: readonly StoredResult[]): Promise<void>;
}
