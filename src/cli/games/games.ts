import { type Command, Option } from 'commander';
import { GameStats, statisticsRows, statisticsSummary } from '../../core/datasets/game-stats.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import { columns } from '../io/columns.ts';
import { checkOutput, overwriteOption } from '../io/output.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { ChosenGames } from './chosen-games.ts';
import { gameFiles } from './game-blocks.ts';
import { addChoiceOptions, type Choice, type ChoiceFlags, choiceOf } from './games-options.ts';
import { PgnSink } from './pgn-sink.ts';
import { Target } from './target.ts';

const AFTER_HELP = `
A file may be compressed with gzip. The stages follow one another as the options are listed: the expression, what is left out or set,
equal games, the sample. The bytes of a chosen game are written as they are in its file unless an option changes the game. Files of any
size need the same memory; --unique needs about 60 bytes a game, --sample the games of the sample. docs/games.md describes it all.

Examples:
  $ statelens games lichess.pgn --where "elo >= 1900 and not variant" --out strong.pgn
  $ statelens games lichess.pgn --where 'eco in B20..B99 and promotion' --count
  $ statelens games lichess.pgn --unique moves --sample 1000 --by elo.mean:200 --seed 7 --out sample.pgn`;

interface GamesFlags extends ChoiceFlags {
  readonly count?: boolean;
  readonly stats?: boolean;
  readonly json?: boolean;
  readonly out?: string;
  readonly overwrite?: boolean;
}

export function define(command: Command, act: Act): void {
  addChoiceOptions(
    command
      .description('Choose games of PGN files by an expression, and write, count or describe them.')
      .argument('<files...>', 'PGN files, also with .gz, folders, or - for standard input'),
  )
    .addOption(new Option('--count', 'print the number of chosen games').conflicts(['stats', 'out']))
    .addOption(new Option('--stats', 'print statistics of the chosen games').conflicts('out'))
    .option('--json', 'with --stats: print one JSON object')
    .option('--out <file>', 'write the chosen games to this file (default: standard output)')
    .addOption(overwriteOption())
    .addHelpText('after', AFTER_HELP)
    .action(act(games));
}

async function games(terminal: Terminal, paths: readonly string[], flags: GamesFlags): Promise<number> {
  if (flags.json === true && flags.stats !== true) throw usageError('--json requires --stats');
  const files = gameFiles(paths);
  const choice = choiceOf(terminal, flags, files);
  if (choice === undefined) return EXIT.usage;
  const { out, overwrite } = flags;
  checkOutput(out, { kind: 'pgn', inputs: [...files, ...choice.notIn], overwrite });
  return terminal.interruptible((signal) => run(terminal, files, choice, flags, signal));
}

async function run(
  terminal: Terminal,
  files: readonly string[],
  choice: Choice,
  { count = false, stats = false, json = false, out }: GamesFlags,
  signal: AbortSignal,
): Promise<number> {
  const chosen = new ChosenGames(terminal, files, choice, signal);
  const statistics = stats ? new GameStats() : undefined;
  const target = count || stats ? undefined : new Target(terminal, out);
  const sink = target === undefined ? undefined : new PgnSink((bytes) => target.write(bytes));
  try {
    for await (const group of chosen.groups()) {
      for (const game of group) {
        statistics?.add(game.facts);
        sink?.add(game, game.bytes());
      }
      await target?.flush();
    }
    if (signal.aborted) {
      target?.discard();
      terminal.note(`interrupted${out === undefined ? '' : `; ${out} was not written`}`);
      return EXIT.incomplete;
    }
    target?.commit();
  } catch (error) {
    target?.discard();
    throw error;
  }
  const { read, sampled } = chosen.counts;
  if (count) await terminal.print(`${sampled}\n`);
  else if (statistics === undefined)
    terminal.note(`${sampled.toLocaleString('en-US')} of ${plural(read, 'game')} chosen`);
  else await printStatistics(terminal, statistics, json);
  const missing = chosen.missingTags;
  if (missing.length > 0) terminal.note(`no game has the tag ${missing.join(', ')}; an absent tag fits no comparison`);
  return chosen.isWhole ? EXIT.ok : EXIT.incomplete;
}

async function printStatistics(terminal: Terminal, stats: GameStats, json: boolean): Promise<void> {
  const statistics = stats.statistics();
  const text = json
    ? JSON.stringify(statistics, undefined, 2)
    : [statisticsSummary(statistics), ...columns(statisticsRows(statistics), ['left', 'right', 'right', 'left'])].join(
        '\n',
      );
  await terminal.print(`${text}\n`);
}
