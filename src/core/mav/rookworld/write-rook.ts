import type { ValuedAction } from '../../games/position-values.ts';
import { winProbability } from '../values.ts';
import { rookChess, rookOutcome } from './step.ts';
import { ROOK_HISTORY, ROOK_LIST } from './syntax.ts';

/** Widths that the published parts are padded to. */
const WIDTHS = { fen: 90, moves: 30, values: 40 } as const;
/** A sure win, in pawns: as the mates of the published values. */
const MATE = 999.99;
/** Centipawns of a logarithm of odds, as `winProbability` has them. */
const PER_CENTIPAWN = 0.00368208;

/** The prompt of the policy. The blank that the padding begins with is the model's to write, as in the published self-play. */
export const rookPolicyPrompt = (fen: string): string => `P: ${fen}`;

/**
 * The prompt of the environment.
 *
 * @param before the moves before the action, the last ones of which are written
 */
export const rookStepPrompt = (fen: string, action: string, before: readonly string[] = []): string =>
  `A: ${fen}+${action}+${[...before, action].slice(-ROOK_HISTORY).join(' ')}+`;

/**
 * What the policy answers, with the padding from the prompt on.
 *
 * @param ranked actions with their values, the best first; the first five are listed
 * @param order puts them into the order of the list
 */
export function rookPolicyAnswer(
  fen: string,
  ranked: readonly ValuedAction[],
  order: (best: readonly ValuedAction[]) => readonly ValuedAction[] = (best) => best,
): string {
  const best = order(ranked.slice(0, ROOK_LIST));
  const moves = best.map(({ action }) => action).join(' ');
  const values = best.map(({ win }) => pawns(win)).join(' ');
  const room = Math.max(1, WIDTHS.fen - fen.length);
  return `${' '.repeat(room)}M: ${moves.padEnd(WIDTHS.moves)}E: ${values.padEnd(WIDTHS.values)}B: ${ranked[0]?.action ?? ''}`;
}

/** What the environment answers, behind its prompt. */
export function rookStepAnswer(state: unknown, action: string): string {
  const { state: next, reward, isTerminated, isTruncated } = rookOutcome(state, action);
  const number = Number.isInteger(reward) ? reward.toFixed(1) : String(reward);
  return `${rookChess().write(next, 'FEN')}+${number}+${isTerminated ? 1 : 0}+${isTruncated ? 1 : 0}`;
}

/** A win probability in pawns, from the mover's side, with two decimals at most. */
export function pawns(win: number): string {
  const logit = Math.log(win / (1 - win)) / PER_CENTIPAWN / 100;
  // never -0
  const value = Math.round(100 * Math.min(MATE, Math.max(-MATE, logit))) / 100 + 0;
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** The win probability of a value in pawns. */
export const winOfPawns = (value: number): number => winProbability(100 * value);
