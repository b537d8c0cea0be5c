import { err, ok, type Result } from '../../base/result.ts';
import type { HeaderCommand } from '../author/commands.ts';
import type { GameLine } from '../author/random-line.ts';
import { rookChess } from './step.ts';
import { rookPolicyPrompt, rookStepPrompt } from './write-rook.ts';

/**
 * The prompt of RookWorld for a ply of a game, without a line end, or why there is none: of the environment where the commands of MAV
 * ask what an action leads to (`%prev_action`), else of the policy.
 */
export function rookPrompt(
  { game, states, actions }: GameLine,
  ply: number,
  commands: readonly HeaderCommand[],
): Result<string, string> {
  if (game !== 'chess') return err('RookWorld knows no game but chess');
  const { automaton } = rookChess();
  const fenAt = (at: number): string => automaton.print(states[at]);
  if (commands.some(({ command }) => command === 'prev_action')) {
    const action = actions[ply - 1];
    if (action === undefined) return err('the move that led to this position is unknown');
    return ok(rookStepPrompt(fenAt(ply - 1), action, actions.slice(0, ply - 1)));
  }
  return automaton.outcome(states[ply]) === undefined ? ok(rookPolicyPrompt(fenAt(ply))) : err('the game is over');
}
