import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { seeded } from '../../core/base/random.ts';
import { isStoneGame } from '../../core/board/stone-board.ts';
import { languageName } from '../../core/languages/languages.ts';
import { textLines } from '../../core/languages/positions.ts';
import { type GameLine, randomBoard, randomLine } from '../../core/mav/author/game-line.ts';
import { type HeaderCommand, readCommands } from '../../core/mav/author/header-commands.ts';
import { NOT_CHOSEN } from '../../core/mav/author/source-lines.ts';
import { MAV_GAMES, type MavGameName } from '../../core/mav/game-names.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { Language } from '../../core/notation/language.ts';
import { isGame, readPgn } from '../../core/notation/pgn/document.ts';
import { usageError } from '../command.ts';
import { checkWhere, type GameChooser } from '../games/game-query.ts';
import { fileBlocks, wholeBlocks } from '../io/file-blocks.ts';
import { expandPaths } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { READ_ENDINGS, TextSource } from '../io/text-source.ts';
import { mavDialectOption, type PlyPlan, pliesOption, wholeNumber } from '../options.ts';
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

export interface PositionFlags extends KindFlags {
  readonly plies: PlyPlan;
}

/** Upper bound of random games and boards. */
const MAX_RANDOM = 100_000_000;

function addRandom(text: string, before: readonly RandomGames[]): readonly RandomGames[] {
  const [name, count = '', ...rest] = text.split(':');
  const game = MAV_GAMES.find((known) => known === name);
  if (game === undefined || rest.length > 0)
    throw new InvalidArgumentError(`It must be GAME:COUNT, where GAME is one of ${MAV_GAMES.join(', ')}.`);
  return [...before, { game, count: wholeNumber(1, MAX_RANDOM)(count) }];
}

/** Adds the options for the game of records, and for random games and boards. */
export const addKindOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--game <name>', 'rules of the game (default: chess, or Chess960 by castling rights)').choices(
        MAV_GAMES,
      ),
    )
    .addOption(
      new Option(
        '--random <world:count>',
        'this many random walks of a world, such as othello:5; of a game they are random games (repeatable)',
      )
        .default([], 'none')
        .argParser(addRandom),
    )
    .addOption(
      new Option('--random-boards <n>', 'also use chess positions with random pieces on random squares')
        .default(0)
        .argParser(wholeNumber(0, MAX_RANDOM)),
    )
    .addOption(new Option('--hex-size <n>', 'cells of a side of Hex').default(11).argParser(wholeNumber(1, 26)))
    .addOption(new Option('--seed <n>', 'seed of all random draws').default(0).argParser(wholeNumber(0, 0xffffffff)))
    .addOption(mavDialectOption());

/** Adds the options that select positions. */
export const addPositionOptions = (command: Command, plies: string): Command =>
  addKindOptions(command.addOption(pliesOption(plies)));

/** Expands arguments to files; there may be none only with random games or boards. */
export function sourceFiles(paths: readonly string[], { random, randomBoards }: KindFlags): string[] {
  if (paths.length === 0 && random.length === 0 && randomBoards === 0)
    throw usageError('missing input; specify files, --random or --random-boards');
  return expandPaths(paths, READ_ENDINGS);
}

/** A game or record with the selected plies. */
export interface PlannedLine {
  /** Origin: `games.pgn game 3`. */
  readonly from: string;
  readonly line: GameLine;
  readonly plies: readonly number[];
  /** Ply in the named source game; undefined for examples without one. */
  readonly ply?: number | undefined;
}

/** A game or record that cannot be used. */
export interface Skipped {
  readonly from: string;
  readonly skipped: string;
}

/** Returns the language of files with one state per line. */
export const stateLineLanguage = (game: MavGameName | undefined): Language | undefined =>
  game !== undefined && isStoneGame(game) ? 'fen' : undefined;

/** Yields the games and positions of files, then random ones; only chosen games. */
export async function* plannedLines(
  terminal: Terminal,
  files: readonly string[],
  flags: PositionFlags & { readonly language?: Language },
  chooser?: GameChooser,
): AsyncGenerator<PlannedLine | Skipped> {
  const { plies: plan, game, seed, hexSize } = flags;
  for (const file of files) {
    const { source, close } = await TextSource.open(terminal, file, {
      language: flags.language ?? stateLineLanguage(game),
      command: 'mav make',
      dialect: flags.mavDialect,
    });
    try {
      checkWhere(chooser, source.name, source.language);
      yield* sourceLines(source, flags, chooser);
    } finally {
      close();
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

/** Yields the same of one file, which is read block by block. */
async function* sourceLines(
  source: TextSource,
  { plies: plan, game, mavDialect }: PositionFlags,
  chooser: GameChooser | undefined,
): AsyncGenerator<PlannedLine | Skipped> {
  const kind = languageName(source.language)?.hasGames === true ? 'game' : 'record';
  let number = 0;
  for await (const { text } of wholeBlocks(source))
    for (const item of textLines(text, source.language, {
      game,
      dialect: mavDialect,
      isWanted: chooser?.isWanted,
    })) {
      number++;
      const from = ('source' in item ? item.source?.game : undefined) ?? `${source.name} ${kind} ${number}`;
      if (!('skipped' in item)) {
        const { length } = item.line.actions;
        yield { from, line: item.line, plies: item.isRecord ? [length] : plan(length), ply: item.source?.ply };
      } else if (item.skipped !== NOT_CHOSEN) yield { from, skipped: item.skipped };
    }
}

/** Characters per block: a few dozen games. */
const BLOCK = 1 << 15;
/** Random games and boards per block. */
const RANDOM_BLOCK = { games: 16, boards: 512 } as const;

/** Yields the same as blocks for the compute pool. The division depends only on the files. */
export async function* poolBlocks(
  terminal: Terminal,
  files: readonly string[],
  flags: KindFlags,
  signal: AbortSignal,
  chooser?: GameChooser,
): AsyncGenerator<SourceBlock> {
  const { game, random, randomBoards, hexSize } = flags;
  const settings = {
    language: stateLineLanguage(game),
    readAs: 'auto',
    options: {},
    size: BLOCK,
    signal,
    command: 'mav dataset',
  } as const;
  for await (const block of fileBlocks(terminal, files, settings)) {
    if ('left' in block) {
      if (block.left > 0)
        throw usageError(`${block.file}: no game ends within ${block.left.toLocaleString('en-US')} characters`);
      if (block.problem !== undefined) throw usageError(`${block.file}: ${block.problem}`);
      continue;
    }
    const { text, language } = block.job;
    checkWhere(chooser, block.file, language);
    const chosen = chooser && { chosen: chooseGames(text, chooser) };
    yield {
      source: path.basename(block.file),
      block: { kind: 'text', text, language, ...(game !== undefined && { game }), ...chosen },
    };
  }
  for (const [i, kind] of random.entries()) {
    const before = random.slice(0, i).reduce((sum, item) => sum + (item.game === kind.game ? item.count : 0), 0);
    for (const { from, count } of slices(kind.count, RANDOM_BLOCK.games))
      yield {
        source: `random ${kind.game}`,
        block: { kind: 'random', game: kind.game, hexSize, from: before + from, count },
      };
  }
  for (const slice of slices(randomBoards, RANDOM_BLOCK.boards))
    yield { source: 'random boards', block: { kind: 'boards', ...slice } };
}

/** Returns for each game of a PGN whether it is chosen. */
function chooseGames(text: string, { isWanted }: GameChooser): boolean[] {
  const { chunks, offsets } = readPgn(text);
  return chunks.flatMap((chunk, c) => (isGame(chunk) ? [isWanted(text, chunk, offsets[c] ?? 0)] : []));
}

/** Divides `total` items into parts of at most `size`. */
function* slices(total: number, size: number): Generator<{ readonly from: number; readonly count: number }> {
  for (let from = 0; from < total; from += size) yield { from, count: Math.min(size, total - from) };
}

/** Default commands of a prompt. */
export const DEFAULT_COMMANDS = '%state %top_5 %best_action';

/** Parses commands. The game is not known yet: FENs are refused later for games without FENs. */
export function parseCommands(text: string): HeaderCommand[] {
  const commands = readCommands(text, 'chess');
  if (commands.ok) return commands.value;
  throw new InvalidArgumentError(`They must be commands of a header: ${commands.error}.`);
}
