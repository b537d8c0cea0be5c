/** Exit statuses of the command line; a part of its contract. */
export const EXIT = {
  ok: 0,
  /** `check` found something at or above `--fail-on`; `format --check` found a file that would change. */
  findings: 1,
  /** The command was called wrongly, or names a file that is not there. */
  usage: 2,
  /** Some of the work could not be done: a full disk, lines that had to be skipped with `--strict`. */
  incomplete: 3,
  /** A bug (`EX_SOFTWARE` of sysexits.h). */
  bug: 70,
} as const;
