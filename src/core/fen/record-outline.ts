import { legalMoves } from '../games/chess/chess.ts';
import type { Range } from '../text/range.ts';
import { operandText, readOperations } from './epd.ts';
import { readFenFile } from './fen-file.ts';
import { positionOf } from './position.ts';
import { readFen } from './read-fen.ts';

/** A record of a FEN or EPD file, for lists. */
export interface FenEntry {
  /** The record with the predictions below it. */
  readonly range: Range;
  /** Its own line. */
  readonly line: Range;
  /** The `id` of an EPD record, else what the piece placement begins with. */
  readonly name: string;
  /** `White to move, 20 moves`; empty when the position cannot be read. */
  readonly detail: string;
}

const NAME_LENGTH = 40;

/** The records of a FEN or EPD file, in text order. */
export function fenOutline(text: string, epd: boolean): FenEntry[] {
  return readFenFile(text).records.map(({ range, predictions }) => {
    const reading = readFen(text, range.start, range.end, { epd });
    const { state } = positionOf(text, reading);
    const moves = state === undefined ? undefined : legalMoves(state).length;
    const side = reading.turn === 1 ? 'Black' : 'White';
    return {
      range: { start: range.start, end: predictions.at(-1)?.end ?? range.end },
      line: range,
      name: nameOf(text, range, reading.end),
      detail: moves === undefined ? '' : `${side} to move, ${moves} ${moves === 1 ? 'move' : 'moves'}`,
    };
  });
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
