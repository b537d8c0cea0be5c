import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay, parseSan } from 'chessops/san';
import { INITIAL_FEN } from '../../src/core/games/chess/state.ts';
import type { HistoryPly } from '../../src/core/metrics/placement.ts';

/** The history of a line of SAN moves; numbers and blanks between them do not matter. */
export function lineOf(moves: string, startFen: string = INITIAL_FEN): HistoryPly[] {
  const position = parseFen(startFen)
    .chain((setup) => Chess.fromSetup(setup))
    .unwrap();
  const plies: HistoryPly[] = [{ ply: 0, fen: makeFen(position.toSetup()) }];
  for (const word of moves.split(/\s+/)) {
    if (word === '' || /^\d+\.+$/.test(word)) continue;
    const move = parseSan(position, word);
    if (move === undefined) throw new Error(`${word} is not legal after ${plies.length - 1} plies`);
    const san = makeSanAndPlay(position, move);
    plies.push({ ply: plies.length, san, fen: makeFen(position.toSetup()) });
  }
  return plies;
}
