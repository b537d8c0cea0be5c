import type { Cancellation } from '../../core/base/cancellation.ts';
import { type LineRepairs, lineAround, repairSteps } from '../../core/notation/pgn/repair/repairs.ts';
import type { Turns } from '../documents/turns.ts';
import type { GameView } from '../games/game-view.ts';

/** The repairs of the lines of replayed games: an editor asks again at every place of the cursor. */
const known = new WeakMap<GameView, Map<number, LineRepairs>>();

/** The repairs of the line around an offset of a game, searched between messages; undefined when cancelled. */
export async function lineRepairs(
  view: GameView,
  offset: number,
  turns: Turns,
  cancel: Cancellation,
): Promise<LineRepairs | undefined> {
  const lines = known.get(view) ?? new Map<number, LineRepairs>();
  known.set(view, lines);
  const node = lineAround(view, offset);
  const before = lines.get(node);
  if (before !== undefined || node < 0) return before;
  const steps = repairSteps(view, node);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) {
      lines.set(node, step.value);
      return step.value;
    }
    const pause = turns.pause();
    if (pause !== undefined) await pause;
    if (cancel.cancelled) return undefined;
  }
}
