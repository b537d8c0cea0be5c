import type { Command } from 'commander';
import type { Terminal } from './io/terminal.ts';

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
