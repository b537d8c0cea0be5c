import { SINK } from '../../src/core/base/automaton.ts';
import { knownGame } from '../../src/core/mav/author/prompt-position.ts';
import { winProbability } from '../../src/core/mav/values.ts';
import { stateByRule } from '../../src/core/search/rule-models.ts';
import type { Evaluation, EvaluationRequest, ListedAction, WorldModel } from '../../src/core/search/world-model.ts';

/** Centipawns. */
const WORTH: Readonly<Record<string, number>> = { p: 100, n: 300, b: 315, r: 500, q: 900, k: 0 };

const CHESS = knownGame('chess');

/** What a piece is worth on a square, counted from a1: pawns ahead, the others in the middle, and kings at the edge. */
function worthAt(piece: string, square: number, isWhite: boolean): number {
  const [file, rank] = [square % 8, square >> 3];
  const ahead = isWhite ? rank : 7 - rank;
  const middle = 7 - Math.max(Math.abs(2 * file - 7), Math.abs(2 * rank - 7));
  return WORTH[piece] + (piece === 'p' ? 4 * ahead * (ahead - 1) : piece === 'k' ? -3 * middle : 4 * middle);
}

/** Material of White less that of Black, in centipawns; with `places` also where it stands. */
function balance(state: unknown, places: boolean): number {
  const board = CHESS.fieldsOf(state).board ?? '';
  let sum = 0;
  for (let square = 0; square < board.length; square++) {
    const letter = board[square];
    if (letter === '.') continue;
    const piece = letter.toLowerCase();
    const isWhite = letter !== piece;
    const worth = places ? worthAt(piece, square, isWhite) : WORTH[piece];
    sum += isWhite ? worth : -worth;
  }
  return sum;
}

/** What White is ahead in material, in centipawns. */
export const leadOf = (state: unknown): number => balance(state, false);

/** Rules, and for each action the material and its places behind it: what is taken back is not seen. */
export const materialModel = (): WorldModel => ({
  label: 'material and its places',
  evaluate: (batch) => batch.map((request) => Promise.resolve(evaluate(request))),
});

function evaluate(request: EvaluationRequest): Evaluation {
  const found = stateByRule(request);
  if ('kind' in found) return found;
  const { automaton } = CHESS;
  const sign = CHESS.fieldsOf(found.state).side === 'w' ? 1 : -1;
  const actions = automaton.legal(found.state).map((action): ListedAction => {
    const next = automaton.step(found.state, action);
    if (next === SINK) throw new Error(`${action} is not legal`);
    return { action, value: winProbability(sign * balance(next, true)) };
  });
  return { kind: 'state', state: found.text, actions };
}
