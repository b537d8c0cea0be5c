import type { Command } from 'commander';
import { oneLine, type Terminal } from './io/terminal.ts';

/** Exit statuses of the command line; a part of its contract. */
export const EXIT = {
  ok: 0,
  /** `check` found something at or above `--fail-on`; `format --check` found a file that would change. */
  findings: 1,
  /** The command was called incorrectly, or names a file that does not exist. */
  usage: 2,
  /** Some of the work could not be done: a full disk, lines skipped with `--strict`. */
  incomplete: 3,
  /** A bug (`EX_SOFTWARE` of sysexits.h). */
  bug: 70,
} as const;

/** Turns work that returns an exit status into an action of commander's. */
export type Act = <A extends unknown[]>(
  work: (terminal: Terminal, ...args: A) => number | Promise<number>,
) => (...args: A) => Promise<void>;

/** The module of a command: it adds its arguments, options, help and action. */
export interface CommandModule {
  readonly define: (command: Command, act: Act) => void;
}

/** A failure that ends a command, with one line for the user. */
export class CliError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** An incorrect call of a command. */
export const usageError = (message: string): CliError => new CliError(message, EXIT.usage);

/** The user's words for error codes of the system. */
const SYSTEM_ERRORS: Readonly<Record<string, { readonly says: string; readonly status: number }>> = {
  ENOENT: { says: 'no such file or folder', status: EXIT.usage },
  ENOTDIR: { says: 'part of the path is not a folder', status: EXIT.usage },
  EISDIR: { says: 'it is a folder, not a file', status: EXIT.usage },
  EACCES: { says: 'permission denied', status: EXIT.usage },
  EPERM: { says: 'not permitted', status: EXIT.usage },
  EROFS: { says: 'the file system is read-only', status: EXIT.usage },
  ENAMETOOLONG: { says: 'the name is too long', status: EXIT.usage },
  ELOOP: { says: 'too many symbolic links', status: EXIT.usage },
  ENOSPC: { says: 'the disk is full', status: EXIT.incomplete },
  EDQUOT: { says: 'the disk quota is exceeded', status: EXIT.incomplete },
  EFBIG: { says: 'the file is too large for the file system', status: EXIT.incomplete },
  EIO: { says: 'the device reported an error', status: EXIT.incomplete },
  EMFILE: { says: 'too many open files', status: EXIT.incomplete },
  ERR_FS_FILE_TOO_LARGE: { says: 'the file is too large (over 2 GiB)', status: EXIT.usage },
  ERR_STRING_TOO_LONG: { says: 'the file is too large (over 512 MiB)', status: EXIT.usage },
};

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const isClosedPipe = (error: unknown): boolean => codeOf(error) === 'EPIPE';

/** The failure of a system call as one line; undefined for any other error. */
export function systemFailure(doing: string, error: unknown): CliError | undefined {
  const known = SYSTEM_ERRORS[codeOf(error) ?? ''];
  return known && new CliError(`${doing}: ${known.says}`, known.status);
}

/** Runs a system call; its failure becomes a line that begins with `doing`. */
export function attempt<T>(doing: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw systemFailure(doing, error) ?? error;
  }
}

/** The same for an asynchronous call. */
export async function attemptAsync<T>(doing: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw systemFailure(doing, error) ?? error;
  }
}

/** The line for an error, and the exit status. With `debug`, the stack follows. */
export function explain(error: unknown, debug: boolean): { readonly text: string; readonly status: number } {
  const failure = error instanceof CliError ? error : systemFailure('failed', error);
  const stack = debug && error instanceof Error && error.stack !== undefined ? `\n${error.stack}` : '';
  if (failure !== undefined) return { text: `statelens: ${oneLine(failure.message)}${stack}`, status: failure.status };
  const message = error instanceof Error ? error.message : String(error);
  const advice = stack === '' ? ' (STATELENS_DEBUG=1 shows the stack)' : '';
  const text = `statelens: internal error: ${oneLine(message)}; please report it together with the command${advice}${stack}`;
  return { text, status: EXIT.bug };
}
