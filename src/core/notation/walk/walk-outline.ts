import { plural } from '../../base/text/plural.ts';
import type { Range } from '../../base/text/range.ts';
import type { ReplayedWalk } from './replay-walk.ts';

/** A walk of a file, for lists. */
export interface WalkEntry {
  /** The walk with its predictions. */
  readonly range: Range;
  /** Its `world` line. */
  readonly line: Range;
  /** Its world, as the walk names it. */
  readonly name: string;
  /** `12 actions, 3 predictions`, and what is in the way. */
  readonly detail: string;
}

export function walkEntry({ walk, illegal, fault }: ReplayedWalk): WalkEntry {
  const { range, world, actions, predictions } = walk;
  const parts = [plural(actions.length, 'action')];
  if (predictions.length > 0) parts.push(plural(predictions.length, 'prediction'));
  if (fault !== undefined) parts.push('not replayed');
  else if (illegal !== undefined) parts.push(`illegal at ${illegal + 1}`);
  return {
    range,
    line: { start: range.start, end: Math.max(world.range.end, range.start + 'world'.length) },
    name: world.text === '' ? 'world' : world.text,
    detail: parts.join(', '),
  };
}
