import { err, ok, type Result } from '../../core/base/result.ts';
import { replayed } from '../../core/worlds/random-walk.ts';
import type { WorldTask } from '../model.ts';

/**
 * The text of the state after the first `count` actions of a walk. The error is one sentence: no state to start from, or the first action
 * that is not legal.
 */
export function stateAfter({ world, startFen, moves }: WorldTask, count: number): Result<string, string> {
  const start = world.automaton.parse(startFen);
  if (!start.ok) return err(`the walk starts in no state: ${start.error}`);
  const { states, illegal } = replayed(world, moves.slice(0, count), start.value);
  if (illegal !== undefined) return err(`action ${illegal.at + 1}, ${illegal.action}, is not legal`);
  return ok(world.automaton.print(states.at(-1)));
}
