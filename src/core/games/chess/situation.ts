import { plural } from '../../base/text/plural.ts';
import { inCheck } from './attacks.ts';
import { legalMoves } from './chess.ts';
import { TURN } from './frame.ts';
import type { ChessState } from './state.ts';

/** Whose move it is and how many there are: `White to move, 31 legal moves`, or how the game ended. */
export function situation(state: ChessState, legal = legalMoves(state).length): string {
  const side = state.words[TURN] === 0 ? 'White' : 'Black';
  const check = inCheck(state.words, 0);
  if (legal === 0) return check ? `${side} is mated` : `${side} is stalemated`;
  return `${side} to move${check ? ', in check' : ''}, ${plural(legal, 'legal move')}`;
}
