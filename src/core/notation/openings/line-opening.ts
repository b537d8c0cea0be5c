import { FRAME } from '../../games/chess/frame.ts';
import { playSan } from '../../games/chess/san.ts';
import { readSan } from '../../games/chess/san-code.ts';
import { parseChess } from '../../games/chess/state.ts';
import { OPENING_PLIES, type Opening, openingAt } from './openings.ts';

/**
 * The opening of a line: the last named position among its first `OPENING_PLIES` half-moves.
 *
 * @param moves SAN in export format, with spaces between them; what follows a move that cannot be played is not read
 * @returns undefined if no position has a name, or the start is none
 */
export function openingOfMoves(startFen: string, moves: string): Opening | undefined {
  const start = parseChess(startFen, false);
  if (!start.ok) return undefined;
  const words = new Int32Array(2 * FRAME);
  words.set(start.value.words);
  let found: Opening | undefined;
  let at = 0;
  for (const san of moves.split(' ', OPENING_PLIES)) {
    const code = san === '' ? -1 : readSan(san, 0, san.length);
    if (code < 0 || playSan(words, at, FRAME - at, code) < 0) break;
    at = FRAME - at;
    found = openingAt(words, at) ?? found;
  }
  return found;
}
