import path from 'node:path';
import type { PlacedGame } from '../../core/datasets/game-rows.ts';
import { gameText, type Rows, TEXT_FORMATS, textHead } from '../../core/datasets/game-text.ts';
import { PgnSink } from '../../core/datasets/pgn-sink.ts';
import type { FileKind } from '../io/output.ts';
import type { SourceGame } from './game-blocks.ts';

export const GAME_FORMATS = ['pgn', ...TEXT_FORMATS, 'parquet'] as const;
export type GameFormat = (typeof GAME_FORMATS)[number];

/** Kinds of the files of each format. */
export const FORMAT_KINDS: Readonly<Record<GameFormat, FileKind>> = {
  pgn: 'pgn',
  jsonl: 'json',
  csv: 'games-csv',
  epd: 'epd',
  parquet: 'parquet',
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

/** Makes writers of a format; what a writer writes goes to `write`. */
export async function gameWriters(
  format: GameFormat,
  rows: Rows,
): Promise<(write: (bytes: Buffer) => void) => GameWriter> {
  const end = (): void => undefined;
  if (format === 'parquet') {
    const { parquetWriter } = await import('./parquet-writer.ts');
    return (write) => {
      const writer = parquetWriter(rows, write);
      return { add: (game) => writer.add(placed(game)), end: writer.end };
    };
  }
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
    return { add: (game) => print(gameText(format, rows, placed(game))), end };
  };
}

/** A game as a row names it: the file without its folder. */
const placed = ({ file, number, facts }: SourceGame): PlacedGame => ({
  file: path.basename(file),
  game: number,
  facts,
});
