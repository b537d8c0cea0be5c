import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { WorldError } from '../compute/worker/worker-protocol.ts';
import { type Result, thrownMessage } from '../core/base/result.ts';
import type { RunFault, RunFaultCode } from '../models/runs/run-fault.ts';
import { systemErrorCode, systemErrorText } from '../models/system-errors.ts';
import { singleLine, type Terminal } from './io/terminal.ts';

/** Exit statuses of the command line; part of its contract. */
export const EXIT = {
  ok: 0,
  /** `check` found something at or above `--fail-on`; `format --check` found a file that would change. */
  findings: 1,
  /** The command was called incorrectly, or names a file that does not exist. */
  usage: 2,
  /** A part of the work could not be done: a full disk, lines skipped with `--strict`. */
  incomplete: 3,
  /** A bug (`EX_SOFTWARE` of sysexits.h). */
  bug: 70,
} as const;

/** Turns work that returns an exit status into a commander action. */
export type Act = <A extends unknown[]>(
  work: (terminal: Terminal, ...args: A) => number | Promise<number>,
) => (...args: A) => Promise<void>;

/** Module of a command: it adds its arguments, options, help and action. */
export interface CommandModule {
  /** @param all all commands of the command line */
  readonly define: (command: Command, act: Act, all: readonly CommandEntry[]) => void;
}

/** A command of the command line. */
export interface CommandEntry {
  readonly name: string;
  /** Name of the command in earlier versions; both work. */
  readonly alias?: string;
  /** True for an earlier form of another command, which works and is not listed. */
  readonly isHidden?: boolean;
  readonly summary: string;
  /** Loads the module; only the called command is loaded. */
  readonly load: () => Promise<CommandModule>;
}

/** A failure that ends a command, with one line for the user. */
export class CliError extends Error {
  readonly status: number;
  /** Code of the fault of a run that it reports. */
  readonly fault: RunFaultCode | undefined;

  constructor(message: string, status: number, fault?: RunFaultCode) {
    super(message);
    this.status = status;
    this.fault = fault;
  }
}

/** Returns the error of an incorrect call of a command. */
export const usageError = (message: string): CliError => new CliError(message, EXIT.usage);

/**
 * Returns commander's error for a missing argument that only the command itself can detect, after options that take words.
 */
export const missingArgument = (name: string, command: string): CliError =>
  usageError(`missing required argument '${name}'; see statelens ${command} --help`);

/** Error codes of machine failures, which no other call would fix. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EMFILE']);

export const isClosedPipe = (error: unknown): boolean => systemErrorCode(error) === 'EPIPE';

/** Returns the failure of a system call as one line; undefined for any other error. */
export function systemFailure(doing: string, error: unknown): CliError | undefined {
  const says = systemErrorText(error);
  const status = OF_THE_MACHINE.has(systemErrorCode(error) ?? '') ? EXIT.incomplete : EXIT.usage;
  return says === undefined ? undefined : new CliError(`${doing}: ${says}`, status);
}

/** Runs a system call; its failure becomes a line that begins with `doing`. */
export function attempt<T>(doing: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw systemFailure(doing, error) ?? error;
  }
}

/** Runs an asynchronous system call; its failure becomes a line that begins with `doing`. */
export async function attemptAsync<T>(doing: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw systemFailure(doing, error) ?? error;
  }
}

/** Returns the line for an error, and the exit status. With `debug`, the stack follows. */
export function explain(error: unknown, debug: boolean): { readonly text: string; readonly status: number } {
  const failure =
    error instanceof CliError
      ? error
      : error instanceof WorldError
        ? new CliError(error.message, EXIT.incomplete)
        : systemFailure('failed', error);
  const stack = debug && error instanceof Error && error.stack !== undefined ? `\n${error.stack}` : '';
  if (failure !== undefined)
    return { text: `statelens: ${singleLine(failure.message)}${stack}`, status: failure.status };
  const message = thrownMessage(error);
  const advice = stack === '' ? ' (STATELENS_DEBUG=1 shows the stack)' : '';
  const text = `statelens: internal error: ${singleLine(message)}; please report it together with the command${advice}${stack}`;
  return { text, status: EXIT.bug };
}

let version: string | undefined;

/** Returns the version of the package, from the `package.json` above the bundle, which is read once. */
export function packageVersion(): string {
  version ??= versionAbove(new URL('.', import.meta.url));
  return version;
}

function versionAbove(folder: URL): string {
  const file = new URL('package.json', folder);
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  const above = new URL('..', folder);
  return above.href === folder.href ? 'unknown' : versionAbove(above);
}

/** Options that remedy a fault. */
const ADVICE: Partial<Readonly<Record<RunFaultCode, string>>> = {
  'changed-games': '; specify it with --games',
  'other-model': '; specify its folder with --model',
  'other-run': '; specify another file with --out',
  'several-worlds': '; choose one with --world',
};

/** Returns the value of a result. A fault becomes a usage error. */
export function orUsageError<T>(result: Result<T, RunFault>): T {
  if (result.ok) return result.value;
  const { code, message } = result.error;
  throw new CliError(`${message}${ADVICE[code] ?? ''}`, EXIT.usage, code);
}
