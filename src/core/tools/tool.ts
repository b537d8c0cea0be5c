import type { AbortSignalLike, Cancellation } from '../base/cancellation.ts';
import { err, type Result } from '../base/result.ts';
import { type Fields, type InputOf, type InputSchema, inputSchema, readInput } from './fields.ts';

/** Why a tool gives no answer. It comes as data, so that an agent can read it and do better. */
export interface ToolFault {
  readonly code: 'bad-input' | 'no-file' | 'failed' | 'declined' | 'cancelled';
  /** One sentence without a final stop. */
  readonly message: string;
}

export interface ToolFile {
  /** As it was named, for places in the answer. */
  readonly name: string;
  readonly text: string;
}

/** What a tool needs of the program that it runs in. */
export interface ToolHost {
  /** A file as the agent names it; the host decides which files may be read at all. */
  readFile(name: string): Promise<Result<ToolFile, ToolFault>>;
  /** Lets the rest of the program have a turn: called again and again in long work. */
  turn(): Promise<void>;
}

/** What a tool answers: a plain JSON object of bounded size. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** A tool for agents. It reads, and changes nothing. */
export interface Tool {
  /** Small letters and `_`. */
  readonly name: string;
  readonly title: string;
  /** What it does and when it is of use, for a language model. */
  readonly description: string;
  readonly input: InputSchema;
  /** Never rejects. */
  run(input: unknown, host: ToolHost, signal: AbortSignalLike): Promise<Result<ToolAnswer, ToolFault>>;
}

interface ToolDefinition<F extends Fields> extends Pick<Tool, 'name' | 'title' | 'description'> {
  readonly fields: F;
  readonly run: (
    input: InputOf<F>,
    host: ToolHost,
    signal: AbortSignalLike,
  ) => Result<ToolAnswer, ToolFault> | Promise<Result<ToolAnswer, ToolFault>>;
}

/** A tool out of its fields and what it does with them. */
export function defineTool<const F extends Fields>({ name, title, description, fields, run }: ToolDefinition<F>): Tool {
  return {
    name,
    title,
    description,
    input: inputSchema(fields),
    async run(input, host, signal) {
      if (signal.aborted) return CANCELLED;
      const read = readInput(fields, input);
      return read.ok ? run(read.value, host, signal) : badInput(read.error);
    },
  };
}

export const badInput = (message: string): Result<never, ToolFault> => err({ code: 'bad-input', message });

export const CANCELLED: Result<never, ToolFault> = err({ code: 'cancelled', message: 'cancelled' });

/** A signal as core's own work takes it. */
export const cancellationOf = (signal: AbortSignalLike): Cancellation => ({
  get cancelled(): boolean {
    return signal.aborted;
  },
});
