import path from 'node:path';
import { csvRow } from '../../core/base/text/escape.ts';
import { GameFacts } from '../../core/datasets/game-facts.ts';
import { epdLines, gameRow, type PlacedGame, positionRows, type Row } from '../../core/datasets/game-rows.ts';
import { readChunk } from '../../core/notation/pgn/document.ts';
import type { FileKind } from '../io/output.ts';
import type { SourceGame } from './game-blocks.ts';
import { PgnSink } from './pgn-sink.ts';

export const GAME_FORMATS = ['pgn', 'jsonl', 'csv', 'epd'] as const;
export type GameFormat = (typeof GAME_FORMATS)[number];

/** What a row of JSON Lines or CSV is. */
export const ROWS = ['games', 'positions'] as const;
export type Rows = (typeof ROWS)[number];

/** Kinds of the files of each format. */
export const FORMAT_KINDS: Readonly<Record<GameFormat, FileKind>> = {
  pgn: 'pgn',
  jsonl: 'json',
  csv: 'games-csv',
  epd: 'epd',
};

/** Writes games one after another. */
export interface GameWriter {
  readonly add: (game: SourceGame) => void;
}

/** The format that an output has by its name, else PGN. */
export const formatOf = (out: string | undefined): GameFormat =>
  GAME_FORMATS.find((format) => out?.toLowerCase().endsWith(`.${format}`) === true) ?? 'pgn';

/** A writer of a format; what it writes goes to `write`, games in whole lines. */
export function gameWriter(format: GameFormat, rows: Rows, write: (bytes: Buffer) => void): GameWriter {
  const print = (text: string): void => {
    if (text !== '') write(Buffer.from(text));
  };
  const rowsOf = (game: SourceGame): readonly Row[] =>
    rows === 'games' ? [gameRow(placed(game))] : positionRows(placed(game));
  switch (format) {
    case 'pgn': {
      const sink = new PgnSink(write);
      return { add: (game) => sink.add(game, game.bytes()) };
    }
    case 'jsonl':
      return {
        add: (game) =>
          print(
            rowsOf(game)
              .map((row) => `${JSON.stringify(row)}\n`)
              .join(''),
          ),
      };
    case 'csv':
      print(csvRow(columnsOf(rows)));
      return {
        add: (game) =>
          print(
            rowsOf(game)
              .map((row) => csvRow(Object.values(row).map((cell) => cell ?? '')))
              .join(''),
          ),
      };
    case 'epd':
      return {
        add: (game) =>
          print(
            epdLines(placed(game))
              .map((line) => `${line}\n`)
              .join(''),
          ),
      };
  }
}

const placed = ({ file, number, facts }: SourceGame): PlacedGame => ({
  file: path.basename(file),
  game: number,
  facts,
});

/** The names of the columns: those of the rows of a game of no moves. */
function columnsOf(rows: Rows): string[] {
  const empty = { file: '', game: 1, facts: new GameFacts('*', readChunk('*', 0), 0) };
  return Object.keys(rows === 'games' ? gameRow(empty) : (positionRows(empty)[0] ?? {}));
}
