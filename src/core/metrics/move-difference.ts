import { Chess, normalizeMove } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import { parseUci } from 'chessops/util';
import type { NamedMove } from './comparison.ts';

/**
 * The moves of one list that another lacks, in UCI and SAN, sorted by UCI.
 *
 * @param fen a valid position in which the moves of `from` are legal
 * @param from, other legal moves as UCI strings
 */
export function movesOnlyIn(fen: string, from: readonly string[], other: readonly string[]): NamedMove[] {
  const known = new Set(other);
  const only = from.filter((uci) => !known.has(uci)).sort();
  if (only.length === 0) return [];
  const position = parseFen(fen)
    .chain((setup) => Chess.fromSetup(setup))
    .unwrap();
  return only.map((uci) => {
    const move = parseUci(uci);
    return { uci, san: move === undefined ? uci : makeSan(position, normalizeMove(position, move)) };
  });
}
