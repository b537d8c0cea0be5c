import path from 'node:path';
import { type Command, Option } from 'commander';
import type { JudgeJob } from '../../compute/jobs/jobs.ts';
import { plural } from '../../core/base/text/counts.ts';
import { looksLikeMav } from '../../core/mav/lexer.ts';
import { datasetText } from '../../core/mav/records-text.ts';
import { IndependentGames, JudgedGames, type JudgedLine, judgedLine } from '../../core/mav/stats/independent-games.ts';
import { judgeValues, valuedSections } from '../../core/mav/stats/judge-values.ts';
import { ReferenceValues } from '../../core/mav/stats/reference-values.ts';
import { summarizeTally } from '../../core/mav/stats/summary.ts';
import { addTallies, emptyTally, type MavTally, type PartialTally } from '../../core/mav/stats/tally.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { ValueSource } from '../../core/mav/values.ts';
import { type Act, CliError, EXIT, packageVersion, usageError } from '../command.ts';
import { jsonOption } from '../common-options.ts';
import { bareName } from '../io/archives/archives.ts';
import { fileBlocks } from '../io/file-blocks.ts';
import { displayPath, expandPaths, totalBytes, writeText } from '../io/files.ts';
import { checkOutput, overwriteOption } from '../io/output.ts';
import { type Progress, type Terminal } from '../io/terminal.ts';
import { READ_ENDINGS, readText } from '../io/text-source.ts';
import { withPool } from '../open-pool.ts';
import { digitsOption, jobsOption, mavDialectOption } from '../options.ts';
import { mavStatsPage, mavStatsTable, STATS_DIGITS, type StatsGroup } from './stats-output.ts';
import { addValueOptions, type ValueFlags, withValues } from './values.ts';

/** Version of the JSON object. New fields do not change it. */
const SCHEMA = 2;
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
  const { isWhole, ...judged } = await terminal.interruptible((signal) =>
    withValues(terminal, flags, (engine) =>
      judgeFiles(terminal, { files, out, flags, source: reference ?? engine }, signal),
    ),
  );
  const groups = exampleGroups(judged, out.size > 0, flags.mavDialect);
  if (flags.json === true) await terminal.print(`${JSON.stringify({ schema: SCHEMA, groups }, undefined, 2)}\n`);
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

/** The examples of a game. */
interface GameTally {
  tally: MavTally;
  readonly games: JudgedGames;
}

interface Judged {
  readonly tallies: Tallies;
  readonly independent: IndependentGames;
}

type Tallies = Map<StatsGroup['split'], Map<string, GameTally>>;

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
): Promise<Judged & { readonly isWhole: boolean }> {
  const values = source && new ValueJudge(terminal, source, dialect, signal);
  const tallies: Tallies = new Map();
  const independent = new IndependentGames();
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
      const games = tallies.get(split) ?? new Map<string, GameTally>();
      tallies.set(split, games);
      for (const [game, { tally, lines }] of Object.entries(result.value)) {
        const known = games.get(game) ?? { tally: emptyTally(), games: new JudgedGames(independent) };
        games.set(game, known);
        known.tally = addTallies(known.tally, tally);
        for (const line of lines) known.games.add(line);
      }
      for (const { game, line, tally } of (await values?.judge(text)) ?? []) {
        const known = games.get(game);
        if (known === undefined) continue;
        known.tally = addTallies(known.tally, tally);
        known.games.addMore(line);
      }
    }
  });
  progress.end();
  values?.end();
  return { tallies, independent, isWhole: isWhole && !signal.aborted };
}

/** Returns groups by game, in order of their names, with their sum if there are several. */
function exampleGroups(
  { tallies, independent }: Judged,
  isSplit: boolean,
  { base }: MavDialect = PUBLISHED_DIALECT,
): StatsGroup[] {
  const groups: StatsGroup[] = [];
  for (const split of isSplit ? (['in', 'out'] as const) : (['all'] as const)) {
    const games = [...(tallies.get(split) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [game, item] of games) groups.push({ split, game, ...summarizeTally(item.tally, item.games, base) });
    if (games.length > 1) {
      const all = games.reduce((sum, [, { tally }]) => addTallies(sum, tally), emptyTally());
      const together = new JudgedGames(independent);
      for (const [, entry] of games) together.addAll(entry.games);
      groups.push({ split, game: 'all', ...summarizeTally(all, together, base) });
    }
  }
  if (groups.length === 0) throw usageError('the files have no examples');
  return groups;
}

/** Compared values of an example or a trace. */
interface JudgedValues {
  readonly game: string;
  readonly line: JudgedLine;
  readonly tally: PartialTally<MavTally>;
}

/** Compares the values of MAV texts with those of a source. */
class ValueJudge {
  readonly #terminal: Terminal;
  readonly #source: ValueSource;
  readonly #dialect: MavDialect;
  readonly #signal: AbortSignal;
  readonly #progress: Progress;
  #positions = 0;
  #unvalued = 0;
  #reason: string | undefined;

  constructor(terminal: Terminal, source: ValueSource, dialect: MavDialect, signal: AbortSignal) {
    this.#terminal = terminal;
    this.#source = source;
    this.#dialect = dialect;
    this.#signal = signal;
    this.#progress = terminal.progress('valuing', undefined, ' positions');
  }

  /** Compares the values of a text that starts and ends at the border of examples or traces. */
  async judge(text: string): Promise<readonly JudgedValues[]> {
    const sections = [...valuedSections(text, this.#dialect)];
    this.#positions += sections.reduce((sum, { lists }) => sum + lists.length, 0);
    this.#progress.expect(this.#positions);
    return Promise.all(
      sections.map(async ({ game, keyed, source, lists }) => {
        let tally = emptyTally();
        for (const part of await Promise.all(lists.map((list) => this.#judgeList(list))))
          tally = addTallies(tally, part);
        return { game, tally: { values: tally.values }, line: judgedLine(keyed, source, tally) };
      }),
    );
  }

  async #judgeList(list: Parameters<typeof judgeValues>[0]): Promise<PartialTally<MavTally>> {
    const values = await this.#source.values(list.position, this.#signal);
    this.#progress.step();
    if (values.ok) return { values: judgeValues(list, values.value, this.#dialect) };
    this.#unvalued++;
    this.#reason ??= values.error.message;
    return {};
  }

  /** Reports positions without values. */
  end(): void {
    this.#progress.end();
    if (this.#unvalued === 0 || this.#signal.aborted) return;
    this.#terminal.note(`${this.#unvalued} of ${plural(this.#positions, 'list')} could not be valued: ${this.#reason}`);
  }
}
