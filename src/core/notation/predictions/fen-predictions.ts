import type { Range } from '../../base/text/range.ts';
import { printChess } from '../../games/chess/state.ts';
import type { HistoryPly } from '../../metrics/placement.ts';
import { type FenRecord, predictionValueStart, readFenFile } from '../fen/fen-file.ts';
import { positionOf } from '../fen/position.ts';
import { readFen } from '../fen/read-fen.ts';
import type { FenReading } from '../fen/reading.ts';
import { type CommandValue, readValue } from './codec.ts';
import type { ChessPrediction } from './types.ts';

/** The value of a `# pfen` line, or the part that is missing. */
export const readFenLine = (text: string, { start, end }: Range): CommandValue | 'label' | 'fen' =>
  readValue(text, start + predictionValueStart(text.slice(start, Math.min(end, start + 40))), end);

/** Half-moves before a position, by its side to move and fullmove number; 0 if they cannot be read. */
const plyOf = ({ turn, fullmoves }: FenReading): number =>
  turn === undefined || fullmoves === undefined || fullmoves < 1 ? 0 : 2 * (fullmoves - 1) + turn;

/** The predictions below the records of a FEN or EPD file, in text order. The record is the ground truth. */
export const fenPredictions = (text: string, epd: boolean): ChessPrediction[] =>
  recordsPredictions(text, epd, 0).predictions;

/**
 * The predictions of a part of such a file, which begins where a record does, and the number of its records.
 *
 * @param first number of its first record
 */
export function recordsPredictions(
  text: string,
  epd: boolean,
  first: number,
): { readonly predictions: ChessPrediction[]; readonly records: number } {
  const { records } = readFenFile(text);
  const predictions = records.flatMap((record, i) =>
    record.predictions.length > 0 ? recordPredictions(text, record, first + i, epd) : [],
  );
  return { predictions, records: records.length };
}

function recordPredictions(text: string, record: FenRecord, game: number, epd: boolean): ChessPrediction[] {
  const predictions: ChessPrediction[] = [];
  const reading = readFen(text, record.range.start, record.range.end, { epd });
  const { state, variant } = positionOf(text, reading);
  const trueFen = state === undefined ? undefined : printChess(state);
  const ply = plyOf(reading);
  const history: readonly HistoryPly[] = trueFen === undefined ? [] : [{ ply, fen: trueFen }];
  for (const range of record.predictions) {
    const value = readFenLine(text, range);
    if (typeof value === 'string') continue;
    predictions.push({
      label: value.label,
      fen: value.fen,
      range,
      fenRange: { start: value.fenStart, end: value.fenEnd },
      game,
      ply,
      path: [],
      san: undefined,
      variant,
      trueFen,
      unknown: trueFen === undefined ? 'the record above holds no position' : undefined,
      history: () => history,
    });
  }
  return predictions;
}
