import { err, type Result } from '../base/result.ts';
import { tableWorld } from './tables/table.ts';
import type { World } from './world.ts';
import { worldNamed } from './worlds.ts';

/** What a world is opened from, as plain data: it goes to threads, into run files and into keys of caches. */
export type WorldSpec =
  /** A built-in world (`worldNamed`). */
  | { readonly kind: 'named'; readonly name: string }
  /** The text of a table (`tableWorld`). */
  | { readonly kind: 'table'; readonly name: string; readonly text: string };

/** What is wrong with a world, and where: an offset into one of its texts; without one it is the world as a whole. */
export interface WorldFault {
  readonly message: string;
  readonly offset?: number;
}

/** The world of a description, or all that is wrong with it. */
export function builtWorld(spec: WorldSpec): Result<World<unknown>, readonly WorldFault[]> {
  if (spec.kind === 'table') return tableWorld(spec.name, spec.text);
  const world = worldNamed(spec.name);
  return world.ok ? world : err([{ message: world.error }]);
}
