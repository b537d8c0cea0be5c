import { err, type Result } from '../base/result.ts';
import type { World } from './world.ts';
import type { WorldFault } from './world-spec.ts';

/** Returns the world of the text of one task, or its faults. */
export function levelWorld(name: string, _text: string): Result<World<unknown>, readonly WorldFault[]> {
  return err([{ message: `unknown kind of level ${name}` }]);
}
