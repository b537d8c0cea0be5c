import type { MessagePort } from 'node:worker_threads';

/** Start data of the thread of a world's program. */
export interface ProcessThreadData {
  readonly command: readonly string[];
  readonly cwd: string | undefined;
  readonly timeoutMs: number;
  readonly port: MessagePort;
  /**
   * `[REPLIED]` counts replies, `[PID]` is the running process, 0 for none, `[ENDING]` is `RUNS` until the owner wants it to end.
   */
  readonly shared: Int32Array;
}

export const REPLIED = 0;
export const PID = 1;
export const ENDING = 2;
export const RUNS = 0;
export const TO_END = 1;
export const ENDED = 2;

/** A request to the program, without its id. */
export type ProcessRequest = { readonly op: string } & Readonly<Record<string, unknown>>;

/** The program's reply, or the reason of the failure. */
export type ProcessReply = { readonly reply: Readonly<Record<string, unknown>> } | { readonly failure: string };

/** Allocates the memory that a thread shares with the thread of its program. */
export const newShared = (): Int32Array => new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));

/** Programs that the owner of a compute thread lets it start, as start data of the thread. */
export interface AllowedPrograms {
  /** Allowed commands (`commandKey`). */
  readonly commands: readonly string[];
  /** Memory shared with the program's thread, for an owner that ends it (`endProgram`). */
  readonly shared?: Int32Array;
}

export const NO_PROGRAMS: AllowedPrograms = { commands: [] };
