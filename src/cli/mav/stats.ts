import { type Command, Option } from 'commander';
import type { JudgeJob } from '../../compute/jobs/jobs.ts';
import { MIN_CLUSTERS } from '../../core/base/stats/intervals.ts';
import { IndependentGames, JudgedGames } from '../../core/mav/stats/independent.ts';
import {
  type MavSummary,
  type MeanSummary,
  type RateSummary,
  type SideSummary,
  summarize,
} from '../../core/mav/stats/summary.ts';
import { added, emptyTally, type MavTally } from '../../core/mav/stats/tally.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { fileBlocks } from '../check/check-files.ts';
import { type Act, CliError, EXIT, usageError } from '../command.ts';
import { bareName } from '../io/archives/archives.ts';
import { columns } from '../io/columns.ts';
import { expandPaths, shownName, totalBytes } from '../io/files.ts';
import { plural, type Style, type Terminal } from '../io/terminal.ts';
import { READ_ENDINGS } from '../io/text-source.ts';
import { withPool } from '../open-pool.ts';
import { jobsOption, mavDialectOption } from '../options.ts';

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

Example:
  $ statelens mav stats answers.mav
  $ statelens mav stats puzzles.mav random-boards.mav --ood random-boards.mav --json`;

interface StatsFlags {
  readonly json?: boolean;
  readonly table?: boolean;
  readonly ood: readonly string[];
  readonly jobs?: number;
  readonly mavDialect?: MavDialect;
}

/** A group of examples: those of one game, or of all. */
interface StatsGroup extends MavSummary {
  /** `all` where no file is named out of distribution. */
  readonly split: 'all' | 'in' | 'out';
  readonly game: string;
}

/** Adds `stats` to `mav`. */
export function addStats(mav: Command, act: Act): void {
  mav
    .command('stats')
    .summary('evaluate answers')
    .description('Evaluate the answers in MAV files: states, lists, best actions, traces.')
    .argument('<files...>', 'MAV files, folders, or - for standard input')
    .option('--json', 'print one JSON object')
    .addOption(new Option('--table', 'print a table (the default)').conflicts('json'))
    .addOption(
      new Option('--ood <file>', 'a file with out-of-distribution positions, evaluated separately (repeatable)')
        .default([], 'none')
        .argParser((file: string, before: readonly string[]) => [...before, file]),
    )
    .addOption(mavDialectOption())
    .addOption(jobsOption())
    .addHelpText('after', AFTER_HELP)
    .action(act(stats));
}

async function stats(terminal: Terminal, paths: readonly string[], flags: StatsFlags): Promise<number> {
  const files = mavFiles([...paths, ...flags.ood]);
  const out = new Set(mavFiles(flags.ood).map(shownName));
  const { isWhole, ...judged } = await terminal.interruptible((signal) =>
    judgeFiles(terminal, files, out, flags, signal),
  );
  const groups = groupsOf(judged, out.size > 0);
  if (flags.json === true) await terminal.print(`${JSON.stringify({ schema: SCHEMA, groups }, undefined, 2)}\n`);
  else await terminal.print(mavStatsTable(groups, terminal.style));
  if (!isWhole) terminal.note('interrupted; the rest was not evaluated');
  return isWhole ? EXIT.ok : EXIT.incomplete;
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

async function judgeFiles(
  terminal: Terminal,
  files: readonly string[],
  out: ReadonlySet<string>,
  { jobs: threads, mavDialect: dialect = PUBLISHED_DIALECT }: StatsFlags,
  signal: AbortSignal,
): Promise<Judged & { readonly isWhole: boolean }> {
  const tallies: Tallies = new Map();
  const independent = new IndependentGames();
  const total = files.includes('-') ? undefined : totalBytes(files) / MEGABYTE;
  const progress = terminal.progress('evaluating', total, ' MB');
  const onBytes = (bytes: number): void => progress.add(bytes / MEGABYTE);
  const waiting: string[] = [];
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
        waiting.push(block.file);
        yield { text: block.job.text, dialect };
      }
    }
  };
  const small = total !== undefined && total * MEGABYTE < SMALL_BYTES;
  await withPool(terminal, { jobs: threads, small }, async (pool) => {
    for await (const result of pool.map('judge', jobs(), { window: 4 * pool.concurrency, signal, once: true })) {
      if (signal.aborted) break;
      const file = waiting.shift() ?? '';
      if (!result.ok) throw new CliError(`cannot evaluate ${file}: ${result.error.message}`, EXIT.bug);
      const split = out.size === 0 ? 'all' : out.has(file) ? 'out' : 'in';
      const games = tallies.get(split) ?? new Map<string, GameTally>();
      tallies.set(split, games);
      for (const [game, { tally, lines }] of Object.entries(result.value)) {
        const known = games.get(game) ?? { tally: emptyTally(), games: new JudgedGames(independent) };
        games.set(game, known);
        known.tally = added(known.tally, tally);
        for (const line of lines) known.games.add(line);
      }
    }
  });
  progress.end();
  return { tallies, independent, isWhole: isWhole && !signal.aborted };
}

/** Groups by game, in order of their names, with their sum if there are several. */
function groupsOf({ tallies, independent }: Judged, isSplit: boolean): StatsGroup[] {
  const groups: StatsGroup[] = [];
  for (const split of isSplit ? (['in', 'out'] as const) : (['all'] as const)) {
    const games = [...(tallies.get(split) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [game, one] of games) groups.push({ split, game, ...summarize(one.tally, one.games) });
    if (games.length > 1) {
      const all = games.reduce((sum, [, { tally }]) => added(sum, tally), emptyTally());
      const together = new JudgedGames(independent);
      for (const [, one] of games) together.addAll(one.games);
      groups.push({ split, game: 'all', ...summarize(all, together) });
    }
  }
  if (groups.length === 0) throw usageError('the files have no examples');
  return groups;
}

const NONE = '-';
const DIGITS = 3;
/** Rounds down near 1: 1.000 means all. */
function share(value: number | null): string {
  if (value === null) return NONE;
  const text = value.toFixed(DIGITS);
  return value < 1 && Number(text) === 1 ? '0.999' : text;
}

const interval = (value: number | null, low: number | null, high: number | null): string => {
  if (value === null) return NONE;
  return low === null ? share(value) : `${share(value)} [${share(low)}, ${share(high)}]`;
};
const rate = ({ rate: value, low, high, n }: RateSummary): string =>
  value === null ? NONE : `${interval(value, low, high)} of ${n.toLocaleString('en-US')}`;
const mean = ({ mean: value, low, high }: MeanSummary): string => interval(value, low, high);

const TITLES = { all: '', in: ', in distribution', out: ', out of distribution' } as const;

/** Formats the groups as tables. */
function mavStatsTable(groups: readonly StatsGroup[], style: Style): string {
  return `${groups.map((group) => groupTable(group, style).join('\n')).join('\n\n')}\n`;
}

function groupTable(group: StatsGroup, style: Style): string[] {
  const { truth, printed, traces, updated, rights } = group;
  const both = (name: string, cell: (side: SideSummary) => string): string[] => [name, cell(truth), cell(printed)];
  const rows = [
    both('%best_action legal', ({ best }) => rate(best)),
    both('%top_all precision', ({ all }) => mean(all.precision)),
    both('%top_all recall', ({ all }) => mean(all.recall)),
    both('%top_all F1 score', ({ all }) => mean(all.f1)),
    both('  over all actions: precision', ({ all }) => share(all.micro.precision)),
    both('  recall', ({ all }) => share(all.micro.recall)),
    both('  F1 score', ({ all }) => share(all.micro.f1)),
    both('%top_all exact', ({ all }) => rate(all.exact)),
    both('%top_k correct', ({ top }) => rate(top)),
    both('  actions legal', ({ topActions }) => share(topActions.rate)),
    ['updated state correct', rate(updated), NONE],
    ['castling rights, en passant correct', rate(rights), NONE],
    both('final state correct', ({ final }) => rate(final)),
    both('end of game correct', ({ terminal }) => rate(terminal)),
    ['shape of traces correct', rate(traces.shape), NONE],
    ['traces without an error', rate(traces.clean), NONE],
  ].filter(([, ...cells]) => cells.some((cell) => cell !== NONE));
  const head = [`${group.game}${TITLES[group.split]}`, 'on the true state', 'on the printed state'];
  const [first = '', ...lines] = columns([head, ...rows], ['left', 'left', 'left']);
  return [style.bold(first), ...lines, style.dim(countsOf(group))];
}

function countsOf({ examples, clusters, unknownGames, notJudged }: StatsGroup): string {
  const { prompts, unknown, missing, elided } = notJudged;
  const counts = [
    [prompts, 'without an answer'],
    [unknown, 'with an unknown position'],
    [missing, 'missing outputs'],
    [elided, 'lists with an ellipsis'],
  ] as const;
  const left = counts.flatMap(([n, what]) => (n === 0 ? [] : `${n.toLocaleString('en-US')} ${what}`));
  const few = (clusters ?? 0) < MIN_CLUSTERS ? ' (fewer than ten: no intervals)' : '';
  const some = unknownGames === examples ? '' : ` of ${unknownGames.toLocaleString('en-US')}`;
  const games =
    clusters === null ? `, games${some} unknown: no intervals` : ` of ${plural(clusters, 'independent game')}${few}`;
  const all = `${plural(examples, 'example')}${games}`;
  return left.length === 0 ? all : `${all}; not evaluated: ${left.join(', ')}`;
}
