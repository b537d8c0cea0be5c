import type { Command } from 'commander';
import { type Act, EXIT, usageError } from '../command.ts';
import { totalBytes } from '../io/files.ts';
import { checkOutput, overwriteOption } from '../io/output.ts';
import { ReplacedFile } from '../io/replaced-file.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { gameBlocks, gameFiles, type SourceGame } from './game-blocks.ts';
import { PgnSink } from './pgn-sink.ts';
import { type GivenQuery, readQuery } from './query-option.ts';

const MEGABYTE = 1_000_000;

const AFTER_HELP = `
A file may be compressed with gzip. The bytes of a chosen game are written as they are in its file. Files of any size need the same
memory. docs/games.md describes the expressions.

Examples:
  $ statelens games lichess.pgn --where "elo >= 1900 and not variant" --out strong.pgn
  $ statelens games lichess.pgn --where 'eco in B20..B99 and promotion' --count`;

interface GamesFlags {
  readonly where?: string;
  readonly count?: boolean;
  readonly out?: string;
  readonly overwrite?: boolean;
}

export function define(command: Command, act: Act): void {
  command
    .description('Choose games of PGN files by an expression, and write or count them.')
    .argument('<files...>', 'PGN files, also with .gz, folders, or - for standard input')
    .option('--where <expression>', 'choose the games for which this is true, such as "elo >= 1900"')
    .option('--count', 'print the number of chosen games')
    .option('--out <file>', 'write the chosen games to this file (default: standard output)')
    .addOption(overwriteOption())
    .addHelpText('after', AFTER_HELP)
    .action(act(games));
}

async function games(terminal: Terminal, paths: readonly string[], flags: GamesFlags): Promise<number> {
  const { where, count = false, out, overwrite } = flags;
  if (count && out !== undefined) throw usageError('--count writes no games; leave out --out');
  const query = where === undefined ? undefined : readQuery(terminal, '--where', where);
  if (where !== undefined && query === undefined) return EXIT.usage;
  const files = gameFiles(paths);
  checkOutput(out, { kind: 'pgn', inputs: files, overwrite });
  return terminal.interruptible((signal) => choose(terminal, files, { query, count, out }, signal));
}

interface Job {
  readonly query: GivenQuery | undefined;
  readonly count: boolean;
  readonly out: string | undefined;
}

async function choose(terminal: Terminal, files: readonly string[], job: Job, signal: AbortSignal): Promise<number> {
  const { query, count, out } = job;
  const file = out === undefined || out === '-' ? undefined : new ReplacedFile(out);
  let waiting: Buffer[] = [];
  const sink = new PgnSink((bytes) => {
    if (file === undefined) waiting.push(bytes);
    else file.write(bytes);
  });
  const tally = { read: 0, chosen: 0 };
  const missing = new Set(query?.tags);
  const isChosen = ({ facts }: SourceGame): boolean => {
    for (const name of missing) if (facts.tag(name) !== undefined) missing.delete(name);
    return query === undefined || query.test(facts);
  };
  let isWhole = true;
  const bytes = files.includes('-') ? 0 : totalBytes(files);
  const progress = terminal.progress('reading', bytes === 0 ? undefined : bytes / MEGABYTE, ' MB');
  try {
    for await (const block of gameBlocks(terminal, files, { signal, onBytes: (n) => progress.add(n / MEGABYTE) })) {
      if (signal.aborted) break;
      if ('problem' in block) {
        if (block.problem === undefined) continue;
        isWhole = false;
        terminal.note(`${block.file}: ${block.problem}; the games before that were read`);
        continue;
      }
      for (const game of block.games()) {
        tally.read++;
        if (!isChosen(game)) continue;
        tally.chosen++;
        if (!count) sink.add(game, game.bytes());
      }
      if (waiting.length > 0) await terminal.print(Buffer.concat(waiting));
      waiting = [];
    }
    if (!signal.aborted) file?.commit();
  } catch (error) {
    file?.discard();
    throw error;
  }
  progress.end();
  if (signal.aborted) {
    file?.discard();
    terminal.note(`interrupted${file === undefined ? '' : `; ${out} was not written`}`);
    return EXIT.incomplete;
  }
  if (count) await terminal.print(`${tally.chosen}\n`);
  else terminal.note(`${tally.chosen.toLocaleString('en-US')} of ${plural(tally.read, 'game')} chosen`);
  if (missing.size > 0 && tally.read > 0)
    terminal.note(`no game has the tag ${[...missing].join(', ')}; an absent tag fits no comparison`);
  return isWhole ? EXIT.ok : EXIT.incomplete;
}
