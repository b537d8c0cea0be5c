import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { SINK } from '../../base/automaton.ts';
import { knownGame } from '../author/position.ts';
import type { MavGame } from '../game.ts';
import { ROOK_REWARDS } from './syntax.ts';

export const rookChess = (): MavGame<unknown> => knownGame('chess');

/** What the environment answers to a legal or illegal action. */
export interface RookOutcome {
  /** A state of the automaton: after an illegal action the one before it. */
  readonly state: unknown;
  readonly reward: number;
  readonly isTerminated: boolean;
  readonly isTruncated: boolean;
  /** True where the game may also be over by a position that came five times, which no line shows. */
  readonly mayBeRepeated: boolean;
}

/** Half-moves without a capture or a pawn move that end a game without a claim, and those that five equal positions take. */
const SEVENTY_FIVE_MOVES = 150;
const FIVEFOLD = 16;

/** The answer of the environment (`generate_rollouts.py` of RookWorld): mates, stalemates, too little material, 75 moves. */
export function rookOutcome(state: unknown, action: string): RookOutcome {
  const game = rookChess();
  const next = game.automaton.step(state, action);
  if (next === SINK)
    return { state, reward: ROOK_REWARDS.illegal, isTerminated: false, isTruncated: true, mayBeRepeated: false };
  const clock = Number(game.fieldsOf(next).halfmove ?? 0);
  const result = game.automaton.outcome(next);
  const isMate = result !== undefined && result !== '1/2-1/2';
  const isDraw = !isMate && (result !== undefined || clock >= SEVENTY_FIVE_MOVES || isDead(game.write(next, 'FEN')));
  return {
    state: next,
    reward: isMate ? ROOK_REWARDS.mate : isDraw ? ROOK_REWARDS.draw : ROOK_REWARDS.legal,
    isTerminated: isMate || isDraw,
    isTruncated: false,
    mayBeRepeated: !isMate && !isDraw && clock >= FIVEFOLD,
  };
}

/** True where nobody has the material to mate. */
function isDead(fen: string): boolean {
  if (/[pqr]/i.test(fen.slice(0, fen.indexOf(' ')))) return false;
  const setup = parseFen(fen);
  if (!setup.isOk) return false;
  const position = Chess.fromSetup(setup.value);
  return position.isOk && position.value.isInsufficientMaterial();
}
