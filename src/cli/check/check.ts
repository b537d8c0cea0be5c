import { type Command, Option } from 'commander';
import type { CheckJob, Finding } from '../../compute/jobs/jobs.ts';
import type { ComputeError } from '../../compute/worker/worker-protocol.ts';
import {
  dialectLanguage,
  holdsGames,
  languageEndings,
  languageName,
  languagesWhere,
} from '../../core/languages/languages.ts';
import type { CheckOptions } from '../../core/languages/sections.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { Language } from '../../core/notation/language.ts';
import { type Act, CliError, EXIT, missingArgument, usageError } from '../command.ts';
import { type InputEncoding, READ_AS } from '../io/decoder.ts';
import { type FileBlock, type FileEnd, fileBlocks } from '../io/file-blocks.ts';
import { CHECKED_ENDINGS, expandPaths, totalBytes } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { READ_ENDINGS } from '../io/text-source.ts';
import { withPool } from '../open-pool.ts';
import { nameGivenProgram, worldFlag } from '../open-world.ts';
import { jobsOption, languageOption, mavDialectOption } from '../options.ts';
import { addEngineOptions, type EngineFlags, variantOption, withoutSwallowed } from './check-options.ts';
import { addFindingOptions, type FindingFlags, FindingOutput } from './finding-output.ts';
import { encodingFinding, FileFindings } from './findings.ts';
import { addFixOptions, type FixFlags, type FixMode, fileAfterFix, fixMode } from './fix-options.ts';
import type { ValueCheck } from './value-check.ts';

/** Length, in bytes, of a text that is checked without threads, which would take longer to start. */
const SMALL = 500_000;
const MEGABYTE = 1_000_000;

const AFTER_HELP = `
A folder stands for all PGN, FEN, EPD, walk, MAV, PDDL and trace files in it and its subfolders. Errors inside a predicted FEN are not
findings: predictions are data. --engine also compares the values in MAV files: for chess with a UCI engine, for Connect Four, Hex and
Othello with a bundled solver and playouts; a file that can be checked is no path of an engine. A problem in PDDL is checked against its domain beside it; a table of a world (CSV, JSON) with
--language table, or where its first line names its columns.

A safe fix never changes which moves are played. Repairs of moves come with their proof; --fix all takes those that nothing
else competes with, and the first fix of other findings; --interactive asks about each. Fixed text goes to standard output, or where
--out or --in-place says, which keeps the old file as FILE.orig; --dry-run prints a unified diff, and exits with status 1 if there is any.

Examples:
  $ statelens check games.pgn --format json
  $ statelens check --fix games.pgn --dry-run
  $ statelens check games.pgn --interactive --in-place`;

interface CheckFlags extends EngineFlags, FixFlags, FindingFlags {
  readonly predictions?: boolean;
  readonly strictExport?: boolean;
  readonly variant?: string;
  readonly mavDialect?: MavDialect;
  readonly encoding: InputEncoding;
  readonly language?: Language;
  readonly jobs?: number;
  readonly world?: string;
}

export function define(command: Command, act: Act): void {
  addFindingOptions(addEngineOptions(command))
    .description('Check PGN, FEN, EPD, walk, MAV, PDDL and trace files, and tables of worlds.')
    .usage('[options] <files...>')
    .argument('[files...]', 'files, folders, or - for standard input')
    .option('--predictions', 'also report errors inside predicted FENs, as info')
    .option('--strict-export', 'also report deviations from the export format (PGN standard 3.2)')
    .addOption(variantOption())
    .addOption(mavDialectOption())
    .addOption(
      new Option('--encoding <name>', 'auto: UTF-16 if detected, otherwise UTF-8, otherwise Windows-1252')
        .choices(READ_AS)
        .default('auto'),
    )
    .addOption(languageOption(languagesWhere()))
    .addOption(worldFlag())
    .addOption(jobsOption());
  addFixOptions(command).addHelpText('after', AFTER_HELP).action(act(check));
}

async function check(terminal: Terminal, given: readonly string[], options: CheckFlags): Promise<number> {
  const first = fileAfterFix(options.fix);
  const { paths, engine } = withoutSwallowed(first === undefined ? given : [first, ...given], options.engine);
  const flags: CheckFlags = { ...options, ...(engine !== undefined && { engine }) };
  nameGivenProgram(flags.world);
  if (paths.length === 0) throw missingArgument('files', 'check');
  const mode = fixMode(flags);
  const files = expandPaths(
    paths,
    mode === undefined
      ? [...READ_ENDINGS, ...languageEndings(languagesWhere((name) => !holdsGames(name)))]
      : CHECKED_ENDINGS,
  );
  if (mode !== undefined) return fix(terminal, files, mode, flags);
  const output = new FindingOutput(terminal, flags);
  const isInterrupted = await terminal.interruptible((signal) => checkFiles(terminal, files, flags, output, signal));
  return output.end(files.length, isInterrupted, 'checked');
}

/** Loads the code of fixes only when it is needed. */
async function fix(terminal: Terminal, files: readonly string[], mode: FixMode, flags: CheckFlags): Promise<number> {
  const { engine, format, encoding, severity: severities, language, failOn } = flags;
  const other =
    engine !== undefined ? '--engine' : format !== 'text' ? '--format' : encoding !== 'auto' ? '--encoding' : '';
  if (other !== '') throw usageError(`${other} cannot be used with fixes`);
  const { fixFiles } = await import('./fix.ts');
  const { dryRun = false, interactive = false } = flags;
  const options = checkOptions(flags);
  const read = language ?? dialectLanguage(flags.mavDialect);
  return fixFiles(terminal, files, {
    ...flags,
    mode,
    dryRun,
    interactive,
    options,
    severities,
    failOn,
    language: read,
  });
}

/** Returns the reason why the rest of a file was not checked; undefined if all of it was. */
function unreadReason({ left, problem, language }: FileEnd, line: number): string | undefined {
  const length = left.toLocaleString('en-US');
  const { wholeText } = languageName(language) ?? {};
  if (left > 0 && wholeText !== undefined) return `${wholeText} with ${length} characters or more is not checked`;
  if (left > 0) return `no game or record ends within ${length} characters from line ${line}; the rest is not checked`;
  return problem === undefined ? undefined : `${problem}; what is before that was checked`;
}

/** Checks files; returns true if the user interrupted it. */
async function checkFiles(
  terminal: Terminal,
  files: readonly string[],
  flags: CheckFlags,
  output: FindingOutput,
  signal: AbortSignal,
): Promise<boolean> {
  const { language, encoding: readAs } = flags;
  // Pipes have no size.
  const bytes = files.includes('-') ? 0 : totalBytes(files);
  const progress = terminal.progress('checking', bytes === 0 ? undefined : bytes / MEGABYTE, ' MB');
  const options = checkOptions(flags);
  const onBytes = (bytes: number): void => progress.add(bytes / MEGABYTE);
  const all = fileBlocks(terminal, files, { language, readAs, options, onBytes, signal });
  const blocks = bytes === 0 ? await ahead(all, SMALL) : { all, whole: bytes < SMALL };
  const findings = new FileFindings(flags.severity);
  const waiting: (FileEnd | Waiting)[] = [];
  const jobs = async function* (): AsyncGenerator<CheckJob> {
    for await (const block of blocks.all) {
      waiting.push('left' in block ? block : { file: block.file, job: block.job, encoding: encodingFinding(block) });
      if ('job' in block) yield block.job;
    }
  };
  /** Returns the block of the next result. Completes the files that end before it. */
  const nextBlock = async (): Promise<Waiting | undefined> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!('left' in next)) return next;
      const unread = unreadReason(next, findings.place.line + 1);
      output.isIncomplete ||= unread !== undefined;
      if (unread !== undefined) terminal.note(`${next.file}: ${unread}`);
      await output.write(findings.end());
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
        if (!result.ok) throw checkFailed(block.file, result.error);
        const checked = values === undefined ? result.value : await values.add(block.job, result.value);
        if (signal.aborted) break;
        await output.write(findings.add(block.file, checked, block.encoding));
      }
    });
    if (!signal.aborted) await nextBlock();
  } finally {
    // Written even if the rest of a file could not be read.
    await output.write(findings.end());
    if ((await values?.end()) === true) output.isIncomplete = true;
  }
  progress.end();
  return signal.aborted;
}

const checkOptions = (flags: CheckFlags): CheckOptions => ({
  predictions: flags.predictions === true,
  strictExport: flags.strictExport === true,
  ...(flags.variant !== undefined && { variant: flags.variant }),
  ...(flags.mavDialect !== undefined && { mavDialect: flags.mavDialect }),
});

/** A block being checked. */
interface Waiting {
  readonly file: string;
  readonly job: CheckJob;
  readonly encoding: Finding | undefined;
}

/** Loads the check of values only when an engine is requested. */
/** Returns the failure of a check: a program of a world may fail, anything else is a bug. */
const checkFailed = (file: string, { code, message }: ComputeError): CliError =>
  new CliError(`cannot check ${file}: ${message}`, code === 'COMPUTE_WORLD_FAILED' ? EXIT.incomplete : EXIT.bug);

async function openValueCheck(terminal: Terminal, flags: CheckFlags, signal: AbortSignal): Promise<ValueCheck> {
  const { ValueCheck } = await import('./value-check.ts');
  return new ValueCheck(terminal, flags, flags.jobs, signal);
}

/** Reads blocks ahead up to a number of characters; `whole`: there are no others. */
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
    // Reported after the results of the blocks before it.
    failure = { error };
  }
  const all = async function* () {
    yield* taken;
    if (failure !== undefined) throw failure.error;
    yield* blocks;
  };
  return { all: all(), whole: whole || failure !== undefined };
}
