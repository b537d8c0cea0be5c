import { csvRow } from '../base/text/escape.ts';
import {
  epdLines,
  GAME_COLUMNS,
  gameRow,
  type PlacedGame,
  POSITION_COLUMNS,
  positionRows,
  type Row,
} from './game-rows.ts';

/** Formats of games that are lines of text. */
export const TEXT_FORMATS = ['jsonl', 'csv', 'epd'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** What a row of a table is. */
export const ROWS = ['games', 'positions'] as const;
export type Rows = (typeof ROWS)[number];

/** The columns of a table, in order, with the types of their values. */
export const columnsOf = (rows: Rows): typeof GAME_COLUMNS | typeof POSITION_COLUMNS =>
  rows === 'games' ? GAME_COLUMNS : POSITION_COLUMNS;

/** The rows of a game. */
export const rowsOf = (rows: Rows, game: PlacedGame): readonly Row[] =>
  rows === 'games' ? [gameRow(game)] : positionRows(game);

/** The text before the first game. */
export const textHead = (format: TextFormat, rows: Rows): string =>
  format === 'csv' ? csvRow(Object.keys(columnsOf(rows))) : '';

/** The lines of a game, each with its end. */
export function gameText(format: TextFormat, rows: Rows, game: PlacedGame): string {
  switch (format) {
    case 'jsonl':
      return rowsOf(rows, game)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join('');
    case 'csv':
      return rowsOf(rows, game)
        .map((row) => csvRow(Object.values(row).map((cell) => cell ?? '')))
        .join('');
    case 'epd':
      return epdLines(game)
        .map((line) => `${line}\n`)
        .join('');
  }
}
