import { type Command, Option } from 'commander';
import type { CheckJob, Finding } from '../../compute/jobs/jobs.ts';
import type { CheckOptions } from '../../core/languages/check.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { Severity } from '../../core/notation/diagnostics/codes.ts';
import { atLeast } from '../../core/notation/diagnostics/diagnostic.ts';
import type { Severities } from '../../core/notation/diagnostics/severities.ts';
import { LANGUAGES, type Language } from '../../core/notation/language.ts';
import { type Act, CliError, EXIT } from '../command.ts';
import { READ_AS, type ReadAs } from '../io/decoder.ts';
import { expandPaths, totalBytes } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { withPool } from '../open-pool.ts';
import { jobsOption, languageOption, mavDialectOption } from '../options.ts';
import { type FileBlock, type FileEnd, fileBlocks } from './check-files.ts';
import { addEngineOptions, type EngineFlags, severityOption } from './check-options.ts';
import { CHECK_FORMATS, type CheckFormat, type CheckWriter, checkWriter } from './check-writer.ts';
import {
  emptyTally,
  encodingFinding,
  type FileFinding,
  FileFindings,
  SEVERITIES,
  type Tally,
  tallyText,
} from './findings.ts';
import type { ValueCheck } from './value-check.ts';

/** Less text than this is checked before a thread has started. */
const SMALL = 500_000;
const MEGABYTE = 1_000_000;

const AFTER_HELP = `
Folders stand for the PGN, FEN, EPD and MAV files below them, \`-\` for standard input. What is wrong inside a predicted FEN is
no finding: predictions are data.

Example:
  $ statelens check games.pgn --format json`;

interface CheckFlags extends EngineFlags {
  readonly format: CheckFormat;
  readonly failOn: Severity | 'never';
  readonly predictions?: boolean;
  readonly strictExport?: boolean;
  readonly severity: Severities;
  readonly mavDialect?: MavDialect;
  readonly encoding: ReadAs;
  readonly language?: Language;
  readonly jobs?: number;
}

export function define(command: Command, act: Act): void {
  addEngineOptions(command)
    .description(
      'Find what is wrong in PGN, FEN, EPD and MAV files. Exit status 1 when there is a finding of level --fail-on or above.',
    )
    .argument('<files...>', 'files, folders, or - for standard input')
    .addOption(new Option('--format <name>', 'how findings are printed').choices(CHECK_FORMATS).default('text'))
    .addOption(
      new Option('--fail-on <level>', 'lowest level that gives exit status 1')
        .choices([...SEVERITIES, 'never'])
        .default('warning'),
    )
    .option('--predictions', 'also list what is wrong inside predicted FENs, as info')
    .option('--strict-export', 'also list what the export format asks for (PGN standard 3.2)')
    .addOption(severityOption())
    .addOption(mavDialectOption())
    .addOption(
      new Option('--encoding <name>', 'how bytes are read; auto: UTF-16 by its signs, else UTF-8, else Windows-1252')
        .choices(READ_AS)
        .default('auto'),
    )
    .addOption(languageOption(LANGUAGES))
    .addOption(jobsOption())
    .addHelpText('after', AFTER_HELP)
    .action(act(check));
}

async function check(terminal: Terminal, paths: readonly string[], flags: CheckFlags): Promise<number> {
  const files = expandPaths(paths);
  const writer = checkWriter(terminal, flags.format);
  const outcome = await terminal.interruptible((signal) => checkFiles(terminal, files, flags, writer, signal));
  await writer.end();
  if (outcome.interrupted) terminal.note('interrupted; the rest was not checked');
  else if (flags.format === 'text') terminal.note(tallyText(outcome.tally, files.length));
  return outcome.interrupted || outcome.left ? EXIT.incomplete : outcome.failed ? EXIT.findings : EXIT.ok;
}

interface Outcome {
  readonly tally: Tally;
  /** Whether there is a finding of level `--fail-on` or above. */
  readonly failed: boolean;
  /** Whether a part of a file was left out. */
  readonly left: boolean;
  readonly interrupted: boolean;
}

async function checkFiles(
  terminal: Terminal,
  files: readonly string[],
  flags: CheckFlags,
  writer: CheckWriter,
  signal: AbortSignal,
): Promise<Outcome> {
  const { language, encoding: readAs } = flags;
  // pipes have no size
  const bytes = files.includes('-') ? 0 : totalBytes(files);
  const progress = terminal.progress('checking', bytes === 0 ? undefined : bytes / MEGABYTE, ' MB');
  const options: CheckOptions = {
    predictions: flags.predictions === true,
    strictExport: flags.strictExport === true,
    ...(flags.mavDialect !== undefined && { mavDialect: flags.mavDialect }),
  };
  const onBytes = (bytes: number): void => progress.add(bytes / MEGABYTE);
  const all = fileBlocks(terminal, files, { language, readAs, options, onBytes, signal });
  const blocks = bytes === 0 ? await ahead(all, SMALL) : { all, whole: bytes < SMALL };
  const findings = new FileFindings(flags.severity);
  const tally = emptyTally();
  let failed = false;
  let left = false;

  const waiting: (FileEnd | Waiting)[] = [];
  const jobs = async function* (): AsyncGenerator<CheckJob> {
    for await (const block of blocks.all) {
      waiting.push('left' in block ? block : { file: block.file, job: block.job, encoding: encodingFinding(block) });
      if ('job' in block) yield block.job;
    }
  };
  const write = async (found: readonly FileFinding[]): Promise<void> => {
    for (const { severity } of found) {
      tally[severity]++;
      failed ||= flags.failOn !== 'never' && atLeast(severity, flags.failOn);
    }
    await writer.write(found);
  };
  /** The block whose result is next; the files that end before it are over. */
  const nextBlock = async (): Promise<Waiting | undefined> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!('left' in next)) return next;
      if (next.left > 0) {
        left = true;
        const line = findings.place.line + 1;
        const length = next.left.toLocaleString('en-US');
        terminal.note(
          `${next.file}: no game or record ends in ${length} characters from line ${line} on; the rest is not checked`,
        );
      }
      await write(findings.end());
    }
    return undefined;
  };
  const values = flags.engine === undefined ? undefined : await openValueCheck(terminal, flags, signal);
  try {
    await withPool(terminal, { jobs: flags.jobs, small: blocks.whole }, async (pool) => {
      pool.start();
      for await (const result of pool.map('check', jobs(), { window: 4 * pool.concurrency, signal, once: true })) {
        if (signal.aborted) break;
        const block = await nextBlock();
        if (block === undefined) break;
        if (!result.ok) throw new CliError(`cannot check ${block.file}: ${result.error.message}`, EXIT.bug);
        const output = values === undefined ? result.value : await values.add(block.job, result.value);
        if (signal.aborted) break;
        await write(findings.add(block.file, output, block.encoding));
      }
    });
    if (!signal.aborted) await nextBlock();
  } finally {
    // also of a file that could not be read on
    await write(findings.end());
    left = (await values?.end()) === true || left;
  }
  progress.end();
  return { tally, failed, left, interrupted: signal.aborted };
}

/** A block that is being checked. */
interface Waiting {
  readonly file: string;
  readonly job: CheckJob;
  readonly encoding: Finding | undefined;
}

/** Loaded when an engine is asked for, so that nobody else pays for it. */
async function openValueCheck(terminal: Terminal, flags: CheckFlags, signal: AbortSignal): Promise<ValueCheck> {
  const { ValueCheck } = await import('./value-check.ts');
  return new ValueCheck(terminal, flags, flags.jobs, signal);
}

/** Takes blocks until there are so many characters; `whole`: there are no more. */
async function ahead(
  blocks: AsyncGenerator<FileBlock | FileEnd>,
  characters: number,
): Promise<{ readonly all: AsyncGenerator<FileBlock | FileEnd>; readonly whole: boolean }> {
  const taken: (FileBlock | FileEnd)[] = [];
  let length = 0;
  let failure: { readonly error: unknown } | undefined;
  let whole = false;
  try {
    while (length < characters && !whole) {
      const next = await blocks.next();
      if (next.done === true) whole = true;
      else {
        taken.push(next.value);
        if ('job' in next.value) length += next.value.job.text.length;
      }
    }
  } catch (error) {
    // it comes after the results of what was read before it
    failure = { error };
  }
  const all = async function* () {
    yield* taken;
    if (failure !== undefined) throw failure.error;
    yield* blocks;
  };
  return { all: all(), whole: whole || failure !== undefined };
}
