import { err, ok } from '../base/result.ts';
import { isChessVariant } from '../games/chess/chess-variants.ts';
import { DEFAULT_OPTIONS } from '../metrics/affordance.ts';
import { POLICIES, TARGET_METHODS } from '../metrics/affordance-options.ts';
import { compareStates } from '../metrics/compare.ts';
import { COMPARED_GAME_NAMES, COMPARED_GAMES } from '../metrics/compared-games.ts';
import type { Comparison } from '../metrics/comparison.ts';
import { predictedState } from '../metrics/fen-reading.ts';
import { inferChessVariant } from '../notation/fen/record-position.ts';
import { DEPTH_FIELD, MAX_FEN_LENGTH, MOVES_FIELDS, replayLine } from './replay-moves.ts';
import {
  badInput,
  bounded,
  CANCELLED,
  defineTool,
  rounded,
  roundedAll,
  type ToolAnswer,
  toolCancellation,
} from './tool.ts';

const MAX_MOVES = 40;
const MAX_ERRORS = 80;

/** Tool that computes every metric of a pair of states. */
export const COMPARE_STATES = defineTool({
  name: 'compare_states',
  title: 'Compare a predicted state with the true one',
  description:
    'Compares a predicted game state with the true one: a verdict, p_m (share of move sequences legal in the predicted state ' +
    'that are also legal in the true one) and r_m (the reverse) by depth, edit distance, wrong squares, and the move that each wrong square ' +
    'missed. Pass the true state as a text, or the moves that lead to it.',
  fields: {
    predicted: {
      kind: 'text',
      most: MAX_FEN_LENGTH,
      required: true,
      description:
        'The predicted FEN, ? in place of fields that are not stated (for Connect Four, Hex and Othello: side || cells ||); empty or ? if the answer contained none.',
    },
    true_state: { kind: 'text', most: MAX_FEN_LENGTH, description: 'The true state; alternatively, pass moves.' },
    moves: {
      kind: 'text',
      most: MOVES_FIELDS.moves.most,
      description:
        'The moves that lead to the true state, instead of true_state. Wrong squares are then traced to the move they missed.',
    },
    start_fen: MOVES_FIELDS.start_fen,
    game: {
      kind: 'text',
      most: 20,
      oneOf: COMPARED_GAME_NAMES,
      description: 'Rules of the game; default: chess, or chess960 by the castling rights of the true state.',
    },
    depth: DEPTH_FIELD,
    method: {
      kind: 'text',
      most: 20,
      oneOf: TARGET_METHODS,
      description:
        'How p_m and r_m are computed; default auto: exactly, or where that takes too long by the stratified estimate. guided draws moves from a policy.',
    },
    policy: {
      kind: 'text',
      most: 20,
      oneOf: POLICIES,
      description:
        'The policy of method guided; default uniform. p and r are then expectations under it, unless importance is true.',
    },
    importance: {
      kind: 'flag',
      description:
        'Weighs guided rollouts so that they estimate p_m and r_m under uniform branching, whatever the policy.',
    },
    target_error: {
      kind: 'share',
      least: 0.001,
      most: 0.5,
      description: 'Chooses N for this standard error of p_m and r_m; the answer says whether it was reached.',
    },
  },
  run(input, _host, signal) {
    const { predicted, true_state: trueState, moves, start_fen: startFen, depth } = input;
    let game = input.game ?? inferChessVariant(trueState ?? '');
    const { method = 'auto', policy, importance, target_error: targetError } = input;
    if (method !== 'guided' && (policy !== undefined || importance))
      return badInput('"policy" and "importance" require the method guided');
    if (policy !== undefined && !COMPARED_GAMES[game].policies.names.includes(policy))
      return badInput(`${game} has no policy ${policy}`);
    if ((trueState === undefined) === (moves === undefined))
      return badInput('pass exactly one of "true_state" and "moves"');
    let trueFen = trueState ?? '';
    let history = {};
    if (moves !== undefined) {
      if (!isChessVariant(game)) return badInput('"moves" requires chess or chess960');
      const line = replayLine(moves, startFen, game);
      if (!line.ok) return badInput(line.error);
      const { plies, failed, variant } = line.value;
      game = variant;
      if (failed !== undefined) {
        return badInput(`half-move ${failed.ply}, ${failed.written}, cannot be played: ${failed.reason}`);
      }
      trueFen = plies[plies.length - 1]?.fen ?? '';
      history = { history: plies };
    }
    const pair = { variant: game, trueFen, predictedFen: predictedState(predicted) ?? undefined, ...history };
    const affordance = {
      m: depth,
      method,
      importance,
      nodeBudget: DEFAULT_OPTIONS.nodeBudget,
      ...(policy !== undefined && { policy }),
      ...(targetError !== undefined && { targetError }),
    };
    const options = { affordance, moves: true };
    const compared = compareStates(pair, options, toolCancellation(signal));
    if (compared.ok) return ok(comparisonAnswer(compared.value, trueFen));
    if (compared.error === 'unread')
      return badInput('"predicted" is ??, an answer that could not be read: there is no state to compare');
    return compared.error === 'cancelled'
      ? CANCELLED
      : err({ code: 'failed', message: 'the comparison took too long' });
  },
});

function comparisonAnswer(comparison: Comparison, trueFen: string): ToolAnswer {
  const {
    sentence,
    cause,
    verdict,
    verdictText,
    valid,
    reason,
    truthReason,
    m,
    p,
    r,
    method,
    samples,
    seed,
    conditional,
  } = comparison;
  const { guided, target, standardError } = comparison;
  const { editDistance, rawEditDistance, exactMatch, boardAccuracy, squares, squaresRight, errors, blame, lag } =
    comparison;
  return {
    true_state: trueFen,
    sentence,
    cause,
    verdict,
    says: verdictText,
    valid,
    reason,
    ...(comparison.unstated === undefined ? {} : { not_stated: comparison.unstated }),
    ...(truthReason === null ? {} : { true_state_invalid: truthReason }),
    m,
    p: roundedAll(p),
    r: roundedAll(r),
    method,
    ...(samples === null ? {} : { samples, seed }),
    ...(guided === null ? {} : { policy: guided.policy, importance: guided.importance }),
    ...(target === null
      ? {}
      : {
          target_error: target.error,
          target_reached: target.reached,
          standard_error: { p: rounded(standardError?.p.at(-1) ?? 0), r: rounded(standardError?.r.at(-1) ?? 0) },
        }),
    ...(conditional === null
      ? {}
      : { true_side: { p: roundedAll(conditional.trueSide.p), r: roundedAll(conditional.trueSide.r) } }),
    exact_match: exactMatch,
    edit_distance: editDistance,
    ...(rawEditDistance === undefined ? {} : { edit_distance_as_written: rawEditDistance }),
    squares: { right: squaresRight, of: squares, share: rounded(boardAccuracy) },
    errors: bounded(errors, MAX_ERRORS),
    ...(blame === null
      ? {}
      : {
          blame: bounded(
            blame.map(({ square, predicted, actual, ply, move }) => ({
              square,
              predicted,
              actual,
              true_until_ply: ply,
              missed_move: move,
            })),
            MAX_ERRORS,
          ),
        }),
    ...(lag === null ? {} : { lag }),
    moves_lost: bounded(
      (comparison.movesLost ?? []).map(({ san }) => san),
      MAX_MOVES,
    ),
    moves_invented: bounded(
      (comparison.movesInvented ?? []).map(({ san }) => san),
      MAX_MOVES,
    ),
  };
}
