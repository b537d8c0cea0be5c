import path from 'node:path';
import { type Command, Option } from 'commander';
import type { JudgeJob } from '../../compute/jobs/jobs.ts';
import {
  calibrationRows,
  exampleCountsText,
  figureRows,
  mavStatsPage,
  STATS_DIGITS,
} from '../../core/evaluation/mav-stats-page.ts';
import { looksLikeMav } from '../../core/mav/lexer.ts';
import { datasetText } from '../../core/mav/records-text.ts';
import { CollectedStats, STATS_SCHEMA, type StatsGroup } from '../../core/mav/stats/collected-stats.ts';
import { ReferenceValues, ValueComparison } from '../../core/mav/stats/compare-values.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { ValueSource } from '../../core/mav/values.ts';
import { type Act, CliError, EXIT, packageVersion, usageError } from '../command.ts';
import { jsonOption } from '../common-options.ts';
import { bareName } from '../io/archives/archives.ts';
import { fileBlocks } from '../io/file-blocks.ts';
import { displayPath, expandPaths, totalBytes, writeText } from '../io/files.ts';
import { checkOutput, overwriteOption } from '../io/output.ts';
import { columns, type Style, type Terminal } from '../io/terminal.ts';
import { READ_ENDINGS, readText } from '../io/text-source.ts';
import { withPool } from '../open-pool.ts';
import { digitsOption, jobsOption, mavDialectOption } from '../options.ts';
import { addValueOptions, type ValueFlags, withValues } from './values.ts';

/** Shorter text is evaluated without threads, which would take longer to start. */
const SMALL_BYTES = 200_000;
const MEGABYTE = 1_000_000;

const AFTER_HELP = `
Lists, best actions and final states are evaluated on the true position and on the position that the model printed. The figures
of Table 3 of the paper are means over positions. Intervals count independent games, not examples: those of one game, as the comments
of mav make name it (# games.pgn game 3 ply 12, or # game: 17), and those that share a position. With fewer than ten games, and
without such comments, there are none. What cannot be evaluated is counted: prompts without an answer, answers with an
unknown position, missing outputs, lists with an ellipsis.

With --values engine, or --reference and a file of right answers, values are compared, too, on the state that the model printed:
error in buckets, Kendall's tau, agreement and regret of the best action, recall of the best k, calibration; --html shows
calibration as a plot.

Example:
  $ statelens mav stats answers.mav
  $ statelens mav stats answers.mav --values engine --engine-depth 6
  $ statelens mav stats puzzles.mav random-boards.mav --ood random-boards.mav --json`;

interface StatsFlags extends ValueFlags {
  readonly json?: boolean;
  readonly table?: boolean;
  readonly html?: string;
  readonly overwrite?: boolean;
  readonly digits?: number;
  readonly ood: readonly string[];
  readonly reference: readonly string[];
  readonly jobs?: number;
  readonly mavDialect?: MavDialect;
}

/** Adds `stats` to `mav`. */
export function addStats(mav: Command, act: Act): void {
  const command = mav
    .command('stats')
    .summary('evaluate answers')
    .description('Evaluate the answers in MAV files: states, lists, best actions, traces.')
    .argument('<files...>', 'MAV files, folders, or - for standard input')
    .addOption(jsonOption())
    .addOption(new Option('--table', 'print a table (default: without --json)').conflicts('json'))
    .option('--html <file>', 'write a self-contained page')
    .addOption(overwriteOption())
    .addOption(digitsOption(STATS_DIGITS))
    .addOption(
      new Option('--ood <file>', 'a file with out-of-distribution positions, evaluated separately (repeatable)')
        .default([], 'none')
        .argParser((file: string, before: readonly string[]) => [...before, file]),
    )
    .addOption(
      new Option('--reference <file>', 'a MAV file or dataset with the right values of the same positions (repeatable)')
        .default([], 'none')
        .argParser((file: string, before: readonly string[]) => [...before, file]),
    )
    .addOption(mavDialectOption())
    .addOption(jobsOption());
  addValueOptions(command, 'none').addHelpText('after', AFTER_HELP).action(act(stats));
}

async function stats(terminal: Terminal, paths: readonly string[], flags: StatsFlags): Promise<number> {
  const files = mavFiles([...paths, ...flags.ood]);
  const out = new Set(mavFiles(flags.ood).map(displayPath));
  checkOutput(flags.html, { kind: 'mav-html', inputs: files, overwrite: flags.overwrite });
  if (flags.reference.length > 0 && flags.values !== 'none')
    throw usageError('--reference and --values engine are two sources of the same values; specify one of them');
  const reference = await openReference(terminal, flags);
  const { isWhole, collected } = await terminal.interruptible((signal) =>
    withValues(terminal, flags, (engine) =>
      judgeFiles(terminal, { files, out, flags, source: reference ?? engine }, signal),
    ),
  );
  const groups = collected.groups(out.size > 0 ? ['in', 'out'] : ['all']);
  if (groups.length === 0) throw usageError('the files have no examples');
  if (flags.json === true) await terminal.print(`${JSON.stringify({ schema: STATS_SCHEMA, groups }, undefined, 2)}\n`);
  else await terminal.print(mavStatsTable(groups, terminal.style, flags.digits));
  if (flags.html !== undefined)
    writeText(flags.html, mavStatsPage(groups, `statelens ${packageVersion()}`, flags.digits));
  const hasLists = groups.some(({ truth }) => truth.all.n + truth.top.n > 0);
  if (flags.values === 'none' && reference === undefined && hasLists)
    terminal.note('values were not compared: --values engine does so');
  for (const { game, values } of groups)
    if (values !== null && values.habit !== null) terminal.note(`${game}: ${values.habit}`);
  if (!isWhole) terminal.note('interrupted; the rest was not evaluated');
  return isWhole ? EXIT.ok : EXIT.incomplete;
}

/** Reads the files with right values; undefined without any. */
async function openReference(
  terminal: Terminal,
  { reference, mavDialect: dialect = PUBLISHED_DIALECT }: StatsFlags,
): Promise<ReferenceValues | undefined> {
  if (reference.length === 0) return undefined;
  const source = new ReferenceValues(reference.map((file) => path.basename(file)).join(', '));
  for (const file of reference) {
    const { name, text } = await readText(terminal, file);
    const isMav = text.split('\n').some(looksLikeMav);
    source.add(isMav ? text : datasetText(path.basename(name), text), dialect);
  }
  if (source.size === 0) throw usageError(`${source.label} has no lists with values`);
  return source;
}

/** Expands arguments to files; a folder stands for its MAV files. */
function mavFiles(paths: readonly string[]): string[] {
  const named = new Set(paths);
  return expandPaths(paths, READ_ENDINGS).filter(
    (file) => named.has(file) || bareName(file).toLowerCase().endsWith('.mav'),
  );
}

interface Judged {
  readonly collected: CollectedStats;
  /** False if a part was not evaluated. */
  readonly isWhole: boolean;
}

/** Input of a judgment: files, options and the source of values. */
interface JudgeTask {
  readonly files: readonly string[];
  /** Files out of distribution. */
  readonly out: ReadonlySet<string>;
  readonly flags: StatsFlags;
  /** Source of reference values; undefined if values are not compared. */
  readonly source: ValueSource | undefined;
}

async function judgeFiles(
  terminal: Terminal,
  { files, out, flags: { jobs: threads, mavDialect: dialect = PUBLISHED_DIALECT }, source }: JudgeTask,
  signal: AbortSignal,
): Promise<Judged> {
  const valuing = source && terminal.progress('valuing', undefined, ' positions');
  let isCounted = 0;
  const values =
    source &&
    new ValueComparison(source, dialect, signal, ({ lists, done }) => {
      valuing?.expect(lists);
      if (done > isCounted) valuing?.step();
      isCounted = done;
    });
  const collected = new CollectedStats(dialect);
  const total = files.includes('-') ? undefined : totalBytes(files) / MEGABYTE;
  const progress = terminal.progress('evaluating', total, ' MB');
  const onBytes = (bytes: number): void => progress.add(bytes / MEGABYTE);
  const waiting: { readonly file: string; readonly text: string }[] = [];
  let isWhole = true;
  const jobs = async function* (): AsyncGenerator<JudgeJob> {
    for await (const block of fileBlocks(terminal, files, {
      language: 'mav',
      readAs: 'auto',
      options: {},
      onBytes,
      signal,
    })) {
      if ('left' in block) {
        if (block.left === 0) continue;
        isWhole = false;
        terminal.note(
          `${block.file}: no example ends within ${block.left.toLocaleString('en-US')} characters; they are not evaluated`,
        );
      } else {
        waiting.push({ file: block.file, text: values === undefined ? '' : block.job.text });
        yield { text: block.job.text, dialect };
      }
    }
  };
  const small = total !== undefined && total * MEGABYTE < SMALL_BYTES;
  await withPool(terminal, { jobs: threads, small }, async (pool) => {
    for await (const result of pool.map('judge', jobs(), { window: 4 * pool.concurrency, signal, once: true })) {
      if (signal.aborted) break;
      const { file = '', text = '' } = waiting.shift() ?? {};
      if (!result.ok) throw new CliError(`cannot evaluate ${file}: ${result.error.message}`, EXIT.bug);
      const split = out.size === 0 ? 'all' : out.has(file) ? 'out' : 'in';
      collected.add(result.value, split);
      if (values !== undefined) collected.addValues(await values.judge(text), split);
    }
  });
  progress.end();
  valuing?.end();
  if (values?.problem !== undefined) terminal.note(values.problem);
  return { collected, isWhole: isWhole && !signal.aborted };
}

/**
 * Formats the groups as tables.
 *
 * @param digits decimals of shares
 */
function mavStatsTable(groups: readonly StatsGroup[], style: Style, digits = STATS_DIGITS): string {
  return `${groups.map((group) => groupTable(group, style, digits).join('\n')).join('\n\n')}\n`;
}

function groupTable(group: StatsGroup, style: Style, digits: number): string[] {
  const { head, rows } = figureRows(group, digits);
  const all = [head, ...rows, ...calibrationRows(group.values, digits)];
  const [first = '', ...lines] = columns(all, ['left', 'left', 'left']);
  return [style.bold(first), ...lines, style.dim(exampleCountsText(group))];
}
