import { nameAt, type Position, successor } from '../check/example-model.ts';
import { keyOf } from '../check/trace-model.ts';
import type { MavView } from '../view.ts';

/** Longer paths are no search that anybody ran; their positions are not looked for. */
const MAX_PATH_LENGTH = 100;

/** The position that a node of a trace stands for: its own, or where its path leads from the nearest one above. */
export function nodePosition({ trace, byNode }: MavView, path: readonly string[]): Position | undefined {
  if (path.length > MAX_PATH_LENGTH) return undefined;
  for (let length = path.length; length >= 0; length--) {
    const node = trace?.nodes.get(keyOf(path.slice(0, length)));
    const found = node === undefined ? undefined : byNode.get(node);
    let position = found?.truth ?? found?.printed;
    for (const action of path.slice(length)) position &&= successor(position, nameAt(position, action));
    if (position !== undefined || found !== undefined) return position;
  }
  return undefined;
}
