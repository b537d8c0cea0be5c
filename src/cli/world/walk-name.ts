import path from 'node:path';
import { worldOption } from '../../core/worlds/world-spec.ts';
import type { OpenedWorld } from './open-world.ts';

/**
 * What a walk calls a world: its name, or the file that it was opened from, relative to the walk.
 *
 * @param file the walk file, or one in its folder
 */
export function nameInWalk({ spec, file: source }: OpenedWorld, file: string): string {
  if (source === undefined) return worldOption(spec);
  return path
    .relative(path.dirname(path.resolve(file)), path.resolve(source))
    .split(path.sep)
    .join('/');
}
