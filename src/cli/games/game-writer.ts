import path from 'node:path';
import type { PlacedGame } from '../../core/datasets/game-rows.ts';
import { gameText, type Rows, TEXT_FORMATS, textHead } from '../../core/datasets/game-text.ts';
import { PgnSink } from '../../core/datasets/pgn-sink.ts';
import { textLines } from '../../core/languages/positions.ts';
import type { HeaderCommand } from '../../core/mav/author/commands.ts';
import { makeRequest, printRequest } from '../../core/mav/author/prompt.ts';
import { positionAt } from '../../core/mav/author/random-line.ts';
import { sourceComment } from '../../core/mav/source-game.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { PlyPlan } from '../../core/notation/pgn/ply-plan.ts';
import type { FileKind } from '../io/output.ts';
import type { SourceGame } from './game-blocks.ts';

export const GAME_FORMATS = ['pgn', ...TEXT_FORMATS, 'parquet', 'mav'] as const;
export type GameFormat = (typeof GAME_FORMATS)[number];

/** Kinds of the files of each format. */
export const FORMAT_KINDS: Readonly<Record<GameFormat, FileKind>> = {
  pgn: 'pgn',
  jsonl: 'json',
  csv: 'games-csv',
  epd: 'epd',
  parquet: 'parquet',
  mav: 'mav',
};

/** Writes games one after another. */
export interface GameWriter {
  readonly add: (game: SourceGame) => void;
  /** Writes what stands behind the last game. */
  readonly end: () => void;
}

/** The format that an output has by its name, else PGN. */
export const formatOf = (out: string | undefined): GameFormat =>
  GAME_FORMATS.find((format) => out?.toLowerCase().endsWith(`.${format}`) === true) ?? 'pgn';

/** What is written of games. */
export interface Written {
  readonly format: GameFormat;
  readonly rows: Rows;
  /** The plies of positions; all without it. */
  readonly at: PlyPlan | undefined;
  /** Commands of MAV prompts. */
  readonly commands: readonly HeaderCommand[];
}

/** Makes writers of a format; what a writer writes goes to `write`. */
export async function gameWriters({
  format,
  rows,
  at,
  commands,
}: Written): Promise<(write: (bytes: Buffer) => void) => GameWriter> {
  const end = (): void => undefined;
  if (format === 'parquet') {
    const { parquetWriter } = await import('./parquet-writer.ts');
    return (write) => {
      const writer = parquetWriter(rows, write);
      return { add: (game) => writer.add(placed(game, at)), end: writer.end };
    };
  }
  if (format === 'mav')
    return (write) => {
      let isFirst = true;
      return {
        add: (game) => {
          for (const prompt of promptsOf(game, commands, at)) {
            write(Buffer.from(isFirst ? prompt : `\n${prompt}`));
            isFirst = false;
          }
        },
        end,
      };
    };
  if (format === 'pgn')
    return (write) => {
      const sink = new PgnSink((bytes) => write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
      return { add: (game) => sink.add(game, game.bytes()), end };
    };
  return (write) => {
    const print = (text: string): void => {
      if (text !== '') write(Buffer.from(text));
    };
    print(textHead(format, rows));
    return { add: (game) => print(gameText(format, rows, placed(game, at))), end };
  };
}

/** A game as a row names it: the file without its folder. */
const placed = ({ file, number, facts }: SourceGame, at: PlyPlan | undefined): PlacedGame => ({
  file: path.basename(file),
  game: number,
  facts,
  at,
});

/** MAV prompts for positions of the main line of a game, each below a remark that names its source; those that lack what the commands require have none. */
function* promptsOf(
  { file, number, text }: SourceGame,
  commands: readonly HeaderCommand[],
  at: PlyPlan | undefined,
): Generator<string, void, undefined> {
  for (const one of textLines(text, 'pgn')) {
    if ('skipped' in one) continue;
    const plies = one.line.actions.length;
    for (const ply of at?.(plies) ?? Array.from({ length: plies + 1 }, (_, i) => i)) {
      const request = makeRequest(positionAt(one.line, ply), commands);
      const source = sourceComment(`${path.basename(file)} game ${number}`, ply);
      if (request.ok) yield source + printRequest(request.value, PUBLISHED_DIALECT);
    }
  }
}
