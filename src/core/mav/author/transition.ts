import { inCheck } from '../../games/chess/attacks.ts';
import { legalMoves } from '../../games/chess/chess.ts';
import { moveName } from '../../games/chess/moves.ts';
import { isEnPassant, sanOf } from '../../games/chess/san-print.ts';
import type { ChessState } from '../../games/chess/state.ts';
import { knownGame, type PromptPosition } from './position.ts';

/** What an action did that an example gives, the rarest first; `none` where it gives a position without an action. */
export const TRANSITIONS = ['enPassant', 'promotion', 'castling', 'end', 'check', 'capture', 'quiet', 'none'] as const;
export type Transition = (typeof TRANSITIONS)[number];

/**
 * The shares of a balanced dataset in percent. Half of a chess game's moves are quiet, one in a hundred is a promotion, and one in a
 * thousand captures en passant: these shares let a model see each often enough.
 */
export const BALANCE: Readonly<Record<Transition, number>> = {
  enPassant: 5,
  promotion: 8,
  castling: 7,
  end: 5,
  check: 10,
  capture: 20,
  quiet: 30,
  none: 15,
};

/** What led to a position: of several the first of `TRANSITIONS`. */
export function transitionOf({ game, state, before }: PromptPosition): Transition {
  const isOver = knownGame(game).automaton.outcome(state) !== undefined;
  if (before === undefined) return isOver ? 'end' : 'none';
  if (game !== 'chess' && game !== 'chess960') return isOver ? 'end' : 'quiet';
  const { words } = before.state as ChessState;
  const move = legalMoves(before.state as ChessState).find((one) => moveName(one) === before.action);
  if (move === undefined) throw new Error(`${before.action} is not legal`);
  if (isEnPassant(words, 0, move)) return 'enPassant';
  const san = sanOf(words, 0, move);
  if (san.includes('=')) return 'promotion';
  if (san.startsWith('O')) return 'castling';
  if (isOver) return 'end';
  if (inCheck((state as ChessState).words, 0)) return 'check';
  return san.includes('x') ? 'capture' : 'quiet';
}
