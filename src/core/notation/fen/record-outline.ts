import { plural } from '../../base/text/plural.ts';
import type { Range } from '../../base/text/range.ts';
import { legalMoves } from '../../games/chess/chess.ts';
import { operandText, readOperations } from './epd.ts';
import { type FenRecord, readFenFile } from './fen-file.ts';
import { positionOf } from './position.ts';
import { readFen } from './read-fen.ts';
import type { FenReading } from './reading.ts';

/** A record of a FEN or EPD file, for lists. */
export interface FenEntry {
  /** The record with the predictions below it. */
  readonly range: Range;
  /** Its own line. */
  readonly line: Range;
  /** The `id` of an EPD record, else the start of the piece placement. */
  readonly name: string;
  /** `White to move, 20 moves`, or only the side; empty if the position cannot be read. */
  readonly detail: string;
}

const NAME_LENGTH = 40;

/**
 * The records of a FEN or EPD file, in text order.
 *
 * @param moves whether the moves of each position are counted
 */
export function fenOutline(text: string, epd: boolean, moves = true): FenEntry[] {
  return readFenFile(text).records.map((record) => {
    const { range } = record;
    const reading = readFen(text, range.start, range.end, { epd });
    return {
      range: recordRange(record),
      line: range,
      name: nameOf(text, range, reading.end),
      detail: moves ? detailOf(text, reading) : sideOf(reading),
    };
  });
}

/** A record with the predictions below it. */
export const recordRange = ({ range, predictions }: FenRecord): Range => ({
  start: range.start,
  end: predictions.at(-1)?.end ?? range.end,
});

const sideOf = ({ turn }: FenReading): string =>
  turn === undefined ? '' : `${turn === 1 ? 'Black' : 'White'} to move`;

function detailOf(text: string, reading: FenReading): string {
  const { state } = positionOf(text, reading);
  if (state === undefined) return '';
  const moves = legalMoves(state).length;
  return `${sideOf(reading)}, ${plural(moves, 'move')}`;
}

function nameOf(text: string, { start, end }: Range, operationsStart: number): string {
  const { operations } = readOperations(text, operationsStart, end);
  const id = operations.find(({ opcode }) => opcode === 'id');
  const name = (id?.operands ?? [])
    .map((operand) => operandText(text, operand))
    .join(' ')
    .trim();
  if (name !== '') return name;
  const words = text.slice(start, Math.min(end, start + 2 * NAME_LENGTH)).split(/\s+/);
  const shown = words.slice(0, 2).join(' ');
  return shown.length > NAME_LENGTH ? `${shown.slice(0, NAME_LENGTH)}…` : shown;
}
