import { discCellName } from '../games/connect-four/connect-four.ts';
import { hexCellName } from '../games/hex/cell-name.ts';
import { type Compared, isComparedWorld } from '../metrics/compared.ts';
import { FEN_FIELDS, readFen } from '../metrics/fen-reading.ts';
import { EMPTY, isWhite, pieceLetter, squareName, UNKNOWN } from '../metrics/placement.ts';
import { roleName } from '../metrics/wording-details.ts';
import { isStoneGame, stonePair } from './stone-pair.ts';
import { wrongParts } from './wrong-parts.ts';

/** A place at which a predicted state differs from the true one, in words. */
export interface Difference {
  /** `e4`, `castling`; a word of the text in worlds without a board. */
  readonly place: string;
  /** What the prediction has there: `white pawn`, `empty`, `x`, `not described`. */
  readonly predicted: string;
  /** The same of the true state; where `place` is empty, what the word should be: `it is 1`. */
  readonly actual: string;
}

const NOTHING = 'empty';

/**
 * The squares, cells or words that differ, in the order of the text; of FENs the fields as well. Empty where a text has no board.
 *
 * @param truth, predicted states as they are written
 */
export function differences(game: Compared, truth: string, predicted: string): Difference[] {
  if (isComparedWorld(game))
    return wrongParts(game, truth, predicted).map(({ start, end, says }) => ({
      place: '',
      predicted: predicted.slice(start, end),
      actual: says,
    }));
  return isStoneGame(game) ? stoneDifferences(game, truth, predicted) : fenDifferences(truth, predicted);
}

function stoneDifferences(game: Parameters<typeof stonePair>[0], truth: string, predicted: string): Difference[] {
  const { truth: actual, predicted: written, wrong } = stonePair(game, truth, predicted);
  const size = Math.round(Math.sqrt(actual.cells.length));
  // cells of Othello have the names of Hex: letters from the left, numbers from the top
  const nameOf = (cell: number): string => (game === 'connect_four' ? discCellName(cell) : hexCellName(cell, size));
  const word = (stone: string | undefined): string => (stone === undefined || stone === '.' ? NOTHING : stone);
  return wrong.map((cell) => ({
    place: nameOf(cell),
    predicted: word(written.cells[cell]),
    actual: word(actual.cells[cell]),
  }));
}

function fenDifferences(truth: string, predicted: string): Difference[] {
  const [actual, written] = [readFen(truth), readFen(predicted)];
  if (written.placement.squares.every((square) => square === UNKNOWN)) return [];
  const found: Difference[] = [];
  for (let s = 0; s < 64; s++) {
    const [is, said] = [actual.placement.squares[s] ?? EMPTY, written.placement.squares[s] ?? EMPTY];
    if (is !== said) found.push({ place: squareName(s), predicted: pieceWords(said), actual: pieceWords(is) });
  }
  for (const field of FEN_FIELDS) {
    const [is, said] = [actual.fields[field], written.fields[field]];
    if (is !== said) found.push({ place: field, predicted: said ?? 'missing', actual: is ?? 'missing' });
  }
  return found;
}

function pieceWords(code: number): string {
  if (code === UNKNOWN) return 'not described';
  const letter = pieceLetter(code);
  return letter === null ? NOTHING : `${isWhite(code) ? 'white' : 'black'} ${roleName(letter)}`;
}
