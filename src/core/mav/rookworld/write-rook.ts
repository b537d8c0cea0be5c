import { SINK } from '../../base/automaton.ts';
import type { ValuedAction } from '../../games/position-values.ts';
import { knownGame } from '../author/prompt-position.ts';
import { lacksMaterial } from '../check/example-model.ts';
import type { MavGame } from '../games.ts';
import { LOGIT_PER_CENTIPAWN, winProbability } from '../values.ts';
import { ROOK_HISTORY, ROOK_LIST, ROOK_REWARDS } from './rook-lines.ts';

/** Widths to which the published parts are padded. */
const WIDTHS = { fen: 90, moves: 30, values: 40 } as const;
/** Value of a mate in pawns, as published. */
const MATE = 999.99;

/**
 * Returns the prompt of the policy. The first space of the padding is for the model to write, as in the published
 * self-play.
 */
export const rookPolicyPrompt = (fen: string): string => `P: ${fen}`;

/**
 * Returns the prompt of the environment.
 *
 * @param before the moves before the action, of which the last ones are written
 */
export const rookStepPrompt = (fen: string, action: string, before: readonly string[] = []): string =>
  `A: ${fen}+${action}+${[...before, action].slice(-ROOK_HISTORY).join(' ')}+`;

/**
 * Returns the answer of the policy, with the padding after the prompt.
 *
 * @param ranked actions with their values, the best first; the first five are listed
 * @param order sorts them for the list
 */
export function rookPolicyAnswer(
  fen: string,
  ranked: readonly ValuedAction[],
  order: (best: readonly ValuedAction[]) => readonly ValuedAction[] = (best) => best,
): string {
  const best = order(ranked.slice(0, ROOK_LIST));
  const moves = best.map(({ action }) => action).join(' ');
  const values = best.map(({ win }) => winToPawns(win)).join(' ');
  const room = Math.max(1, WIDTHS.fen - fen.length);
  return `${' '.repeat(room)}M: ${moves.padEnd(WIDTHS.moves)}E: ${values.padEnd(WIDTHS.values)}B: ${ranked[0]?.action ?? ''}`;
}

/** Returns the answer of the environment, after its prompt. */
export function rookStepAnswer(state: unknown, action: string): string {
  const { state: next, reward, isTerminated, isTruncated } = rookOutcome(state, action);
  const number = Number.isInteger(reward) ? reward.toFixed(1) : String(reward);
  return `${rookGame().write(next, 'FEN')}+${number}+${isTerminated ? 1 : 0}+${isTruncated ? 1 : 0}`;
}

/** Converts a win probability to pawns, from the mover's side, with at most two decimals. */
export function winToPawns(win: number): string {
  const logit = Math.log(win / (1 - win)) / LOGIT_PER_CENTIPAWN / 100;
  // Avoids -0.
  const value = Math.round(100 * Math.min(MATE, Math.max(-MATE, logit))) / 100 + 0;
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** Returns the win probability of a value in pawns. */
export const pawnsToWin = (value: number): number => winProbability(100 * value);

export const rookGame = (): MavGame<unknown> => knownGame('chess');

/** Answer of the environment to a legal or illegal action. */
export interface RookOutcome {
  /** State of the automaton: after an illegal action the previous one. */
  readonly state: unknown;
  readonly reward: number;
  readonly isTerminated: boolean;
  readonly isTruncated: boolean;
  /** True if the game may also be over by fivefold repetition, which no line shows. */
  readonly canBeRepeated: boolean;
}

/** Plies without a capture or a pawn move that end a game without a claim, and those that five equal positions take. */
const SEVENTY_FIVE_MOVES = 150;
const FIVEFOLD = 16;

/**
 * Returns the answer of the environment (`generate_rollouts.py` of RookWorld): mates, stalemates, insufficient
 * material, 75 moves.
 */
export function rookOutcome(state: unknown, action: string): RookOutcome {
  const game = rookGame();
  const next = game.automaton.step(state, action);
  if (next === SINK)
    return { state, reward: ROOK_REWARDS.illegal, isTerminated: false, isTruncated: true, canBeRepeated: false };
  const { board = '', halfmove } = game.fieldsOf(next);
  const clock = Number(halfmove ?? 0);
  const result = game.automaton.outcome(next);
  const isMate = result !== undefined && result !== '1/2-1/2';
  const isDraw = !isMate && (result !== undefined || clock >= SEVENTY_FIVE_MOVES || lacksMaterial(board));
  return {
    state: next,
    reward: isMate ? ROOK_REWARDS.mate : isDraw ? ROOK_REWARDS.draw : ROOK_REWARDS.legal,
    isTerminated: isMate || isDraw,
    isTruncated: false,
    canBeRepeated: !isMate && !isDraw && clock >= FIVEFOLD,
  };
}
