import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { seeded } from '../../core/base/random.ts';
import { randomBoard } from '../../core/mav/author/random-board.ts';
import { type GameLine, randomLine } from '../../core/mav/author/random-line.ts';
import { textLines } from '../../core/mav/author/text-lines.ts';
import { MAV_GAMES, type MavGameName } from '../../core/mav/games.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { Language } from '../../core/notation/language.ts';
import { fileBlocks } from '../check/check-files.ts';
import { usageError } from '../command.ts';
import { expandPaths, readDocument } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { mavDialectOption, type PlyPlan, parsePlyPlan, wholeNumber } from '../options.ts';
import type { SourceBlock } from './dataset-run.ts';

/** Random games of a kind. */
export interface RandomGames {
  readonly game: MavGameName;
  readonly count: number;
}

export interface KindFlags {
  readonly game?: MavGameName;
  readonly random: readonly RandomGames[];
  readonly randomBoards: number;
  readonly hexSize: number;
  readonly seed: number;
  readonly mavDialect?: MavDialect;
}

export interface SourceFlags extends KindFlags {
  readonly plies: PlyPlan;
}

/** More random games or boards at once are a slip of the finger. */
const MAX_RANDOM = 100_000_000;

function addRandom(text: string, before: readonly RandomGames[]): readonly RandomGames[] {
  const [name, count = '', ...rest] = text.split(':');
  const game = MAV_GAMES.find((known) => known === name);
  if (game === undefined || rest.length > 0)
    throw new InvalidArgumentError(`It has to be GAME:COUNT with one of ${MAV_GAMES.join(', ')}.`);
  return [...before, { game, count: wholeNumber(1, MAX_RANDOM)(count) }];
}

/** Adds the options that say what is read, and what is random. */
export const addKindOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--game <name>',
        'what FEN records are of, or lines with states (default: chess, or Chess960 by castling)',
      ).choices(MAV_GAMES),
    )
    .addOption(
      new Option('--random <game:count>', 'also games of random legal actions (repeatable)')
        .default([], 'none')
        .argParser(addRandom),
    )
    .addOption(
      new Option('--random-boards <n>', 'also chess positions of random pieces on random squares')
        .default(0)
        .argParser(wholeNumber(0, MAX_RANDOM)),
    )
    .addOption(
      new Option('--hex-size <n>', 'size of the boards of random Hex games').default(11).argParser(wholeNumber(1, 26)),
    )
    .addOption(new Option('--seed <n>', 'seed of all that is random').default(0).argParser(wholeNumber(0, 0xffffffff)))
    .addOption(mavDialectOption());

/** Adds the options that say which positions are meant. */
export const addSourceOptions = (command: Command, plies: string): Command =>
  addKindOptions(
    command.addOption(
      new Option('--plies <plies>', 'of games: ends, every:K, or ply:N,M,…')
        .argParser(parsePlyPlan)
        .default(parsePlyPlan(plies), plies),
    ),
  );

/** The files that are named; none only where random games or boards are asked for. */
export function sourceFiles(paths: readonly string[], { random, randomBoards }: KindFlags): string[] {
  if (paths.length === 0 && random.length === 0 && randomBoards === 0)
    throw usageError('from what? Name files, or use --random or --random-boards');
  return expandPaths(paths);
}

/** A game or record with the plies that are asked for. */
export interface PlannedLine {
  /** Where it is from: `games.pgn game 3`. */
  readonly from: string;
  readonly line: GameLine;
  readonly plies: readonly number[];
}

/** What a file has that cannot be used. */
export interface Skipped {
  readonly from: string;
  readonly skipped: string;
}

/** The language of files with a state a line. */
const linesOf = (game: MavGameName | undefined): Language | undefined =>
  game === 'connect_four' || game === 'hex' ? 'fen' : undefined;

/** The games and positions of files one after the other, then the random ones. */
export async function* plannedLines(
  terminal: Terminal,
  files: readonly string[],
  flags: SourceFlags & { readonly language?: Language },
): AsyncGenerator<PlannedLine | Skipped> {
  const { plies: plan, game, seed, hexSize } = flags;
  for (const file of files) {
    const document = await readDocument(terminal, file, flags.language ?? linesOf(game));
    for (const one of textLines(document.text, document.language, game, flags.mavDialect)) {
      const from = `${document.name} ${document.language === 'pgn' ? 'game' : 'record'} ${one.index + 1}`;
      if ('skipped' in one) yield { from, skipped: one.skipped };
      else
        yield { from, line: one.line, plies: one.isRecord ? [one.line.actions.length] : plan(one.line.actions.length) };
    }
  }
  const random = seeded(seed);
  for (const kind of flags.random)
    for (let i = 0; i < kind.count; i++) {
      const line = randomLine(kind.game, random, { hexSize });
      yield { from: `random ${kind.game} ${i + 1}`, line, plies: plan(line.actions.length) };
    }
  for (let i = 0; i < flags.randomBoards; i++)
    yield {
      from: `random board ${i + 1}`,
      line: { game: 'chess', states: [randomBoard(random)], actions: [] },
      plies: [0],
    };
}

/** Characters of a file that are made into examples together: a few dozen games. */
const BLOCK = 1 << 15;
/** Random games and boards that are made together. */
const RANDOM_BLOCK = { games: 16, boards: 512 } as const;

/** The same, as blocks for the compute pool. How they are divided depends on nothing but the files. */
export async function* blocksOf(
  terminal: Terminal,
  files: readonly string[],
  flags: KindFlags,
  signal: AbortSignal,
): AsyncGenerator<SourceBlock> {
  const { game, random, randomBoards, hexSize } = flags;
  const settings = { language: linesOf(game), readAs: 'auto', options: {}, size: BLOCK, signal } as const;
  for await (const block of fileBlocks(terminal, files, settings)) {
    if ('left' in block) {
      if (block.left > 0)
        throw usageError(`${block.file}: no game ends in ${block.left.toLocaleString('en-US')} characters`);
      continue;
    }
    const { text, language } = block.job;
    yield {
      source: path.basename(block.file),
      block: { kind: 'text', text, language, ...(game !== undefined && { game }) },
    };
  }
  for (const [i, kind] of random.entries()) {
    const before = random.slice(0, i).reduce((sum, one) => sum + (one.game === kind.game ? one.count : 0), 0);
    for (const { from, count } of slices(kind.count, RANDOM_BLOCK.games))
      yield {
        source: `random ${kind.game}`,
        block: { kind: 'random', game: kind.game, hexSize, from: before + from, count },
      };
  }
  for (const slice of slices(randomBoards, RANDOM_BLOCK.boards))
    yield { source: 'random boards', block: { kind: 'boards', ...slice } };
}

/** `total` things in parts of at most `size`. */
function* slices(total: number, size: number): Generator<{ readonly from: number; readonly count: number }> {
  for (let from = 0; from < total; from += size) yield { from, count: Math.min(size, total - from) };
}
