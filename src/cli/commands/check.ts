import { type Command, Option } from 'commander';
import type { CheckJob } from '../../compute/jobs.ts';
import { systemClock } from '../../compute/system-clock.ts';
import type { Severity } from '../../core/diagnostics/codes.ts';
import { atLeast } from '../../core/diagnostics/diagnostic.ts';
import { LANGUAGES, type Language } from '../../core/language.ts';
import type { SetStatus } from '../commands.ts';
import { EXIT } from '../exit-codes.ts';
import { CliError } from '../failure.ts';
import { emptyTally, SEVERITIES, tallyText } from '../findings.ts';
import { CHECK_FORMATS, type CheckFormat, checkWriter } from '../format/check-writer.ts';
import { expandPaths, readDocument, totalBytes } from '../io/inputs.ts';
import { Progress } from '../io/progress.ts';
import { note } from '../io/stderr.ts';
import { styleFor } from '../io/style.ts';
import { STDIN } from '../io/text-file.ts';
import { withPool } from '../open-pool.ts';
import { jobsOption, languageOption } from '../options.ts';

/** Less text than this is checked before a thread has started. */
const SMALL_BYTES = 500_000;
/** Files that are read ahead of the results. */
const READ_AHEAD = 8;

const AFTER_HELP = `
Folders stand for the PGN, FEN and EPD files below them, \`-\` for standard input. What is wrong inside a predicted FEN is
no finding: predictions are data.

Example:
  $ statelens check games.pgn --format json`;

interface CheckFlags {
  readonly format: CheckFormat;
  readonly failOn: Severity | 'never';
  readonly predictions?: boolean;
  readonly language?: Language;
  readonly jobs?: number;
}

export function define(command: Command, setStatus: SetStatus): void {
  command
    .description(
      'Find what is wrong in PGN, FEN and EPD files. Exit status 1 when there is a finding of level --fail-on or above.',
    )
    .argument('<files...>', 'files, folders, or - for standard input')
    .addOption(new Option('--format <name>', 'how findings are printed').choices(CHECK_FORMATS).default('text'))
    .addOption(
      new Option('--fail-on <level>', 'lowest level that gives exit status 1')
        .choices([...SEVERITIES, 'never'])
        .default('warning'),
    )
    .option('--predictions', 'also list what is wrong inside predicted FENs, as info')
    .addOption(languageOption(LANGUAGES))
    .addOption(jobsOption())
    .addHelpText('after', AFTER_HELP)
    .action(async (paths: readonly string[], flags: CheckFlags) => setStatus(await check(paths, flags)));
}

async function check(paths: readonly string[], flags: CheckFlags): Promise<number> {
  const files = expandPaths(paths);
  const names: string[] = [];
  const documents = async function* (): AsyncGenerator<CheckJob> {
    for (const file of files) {
      const { name, text, language } = await readDocument(file, flags.language);
      names.push(name);
      yield { text, language, options: { predictions: flags.predictions === true } };
    }
  };
  const small = files.length === 1 || totalBytes(files) < SMALL_BYTES;
  const writer = checkWriter(flags.format, styleFor(process.stdout, process.env));
  const tally = emptyTally();
  const progress = new Progress('checking', files.length, systemClock);
  let failed = false;
  await withPool({ jobs: flags.jobs, small }, async (pool) => {
    for await (const result of pool.map('check', documents(), { window: READ_AHEAD })) {
      const file = names.shift() ?? STDIN;
      progress.step();
      if (!result.ok) throw new CliError(`cannot check ${file}: ${result.error.message}`, EXIT.bug);
      for (const { severity } of result.value) {
        tally[severity]++;
        failed ||= flags.failOn !== 'never' && atLeast(severity, flags.failOn);
      }
      await writer.write(result.value.map((finding) => ({ file, ...finding })));
    }
  });
  progress.end();
  await writer.end();
  if (flags.format === 'text') note(tallyText(tally, files.length));
  return failed ? EXIT.findings : EXIT.ok;
}
