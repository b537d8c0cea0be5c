import { type Command, Option } from 'commander';
import type { Severity } from '../../core/notation/diagnostics/codes.ts';
import { atLeast } from '../../core/notation/diagnostics/diagnostic.ts';
import type { Severities } from '../../core/notation/diagnostics/severities.ts';
import { EXIT } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { severityOption } from './check-options.ts';
import { CHECK_FORMATS, type CheckFormat, type CheckWriter, checkWriter } from './check-writer.ts';
import { emptyTally, type FileFinding, SEVERITIES, tallyText } from './findings.ts';

/** Options of commands that report findings in files. */
export interface FindingFlags {
  readonly format: CheckFormat;
  readonly failOn: Severity | 'never';
  readonly severity: Severities;
}

/** Adds the options for format, failing severity and severities of findings. */
export const addFindingOptions = (command: Command): Command =>
  command
    .addOption(new Option('--format <name>', 'output format').choices(CHECK_FORMATS).default('text'))
    .addOption(
      new Option('--fail-on <level>', 'lowest severity that gives exit status 1')
        .choices([...SEVERITIES, 'never'])
        .default('warning'),
    )
    .addOption(severityOption());

/** Writes the findings of files, counts them, and knows the exit status that they give. */
export class FindingOutput {
  readonly #terminal: Terminal;
  readonly #flags: Pick<FindingFlags, 'format' | 'failOn'>;
  readonly #writer: CheckWriter;
  readonly #tally = emptyTally();
  #hasFailed = false;
  /** True once a part of a file could not be read. */
  isIncomplete = false;

  constructor(terminal: Terminal, flags: Pick<FindingFlags, 'format' | 'failOn'>) {
    this.#terminal = terminal;
    this.#flags = flags;
    this.#writer = checkWriter(terminal, flags.format);
  }

  async write(found: readonly FileFinding[]): Promise<void> {
    const { failOn } = this.#flags;
    for (const { severity } of found) {
      this.#tally[severity]++;
      this.#hasFailed ||= failOn !== 'never' && atLeast(severity, failOn);
    }
    await this.#writer.write(found);
  }

  /**
   * Ends the output with the count of findings.
   *
   * @param done what was done to files, for a note about an interruption: `checked`
   * @returns the exit status
   */
  async end(files: number, isInterrupted: boolean, done: string): Promise<number> {
    await this.#writer.end();
    if (isInterrupted) this.#terminal.note(`interrupted; the rest was not ${done}`);
    else if (this.#flags.format === 'text') this.#terminal.note(tallyText(this.#tally, files));
    return isInterrupted || this.isIncomplete ? EXIT.incomplete : this.#hasFailed ? EXIT.findings : EXIT.ok;
  }
}
