import { err, ok, type Result } from '../base/result.ts';
import { renamedWorld } from './renamed/renamed-world.ts';
import { tableWorld } from './tables/table.ts';
import type { World } from './world.ts';
import { worldNamed } from './worlds.ts';

/** What a world is opened from, as plain data: it goes to threads, into run files and into keys of caches. */
export type WorldSpec =
  /** A built-in world (`worldNamed`). */
  | { readonly kind: 'named'; readonly name: string }
  /** The text of a table (`tableWorld`). */
  | { readonly kind: 'table'; readonly name: string; readonly text: string }
  /** Another world under names of actions that say nothing (`renamedWorld`). */
  | { readonly kind: 'renamed'; readonly seed: number; readonly world: WorldSpec };

/** What is wrong with a world, and where: an offset into one of its texts; without one it is the world as a whole. */
export interface WorldFault {
  readonly message: string;
  readonly offset?: number;
}

/** The world of a description, or all that is wrong with it. */
export function builtWorld(spec: WorldSpec): Result<World<unknown>, readonly WorldFault[]> {
  if (spec.kind === 'renamed') {
    const original = builtWorld(spec.world);
    return original.ok ? ok(renamedWorld(original.value, spec.seed)) : original;
  }
  if (spec.kind === 'table') return tableWorld(spec.name, spec.text);
  const world = worldNamed(spec.name);
  return world.ok ? world : err([{ message: world.error }]);
}

/** The world that a description renames, or itself: both have the same states, and p_m and r_m of two states are the same in both. */
export const originalSpec = (spec: WorldSpec): WorldSpec => (spec.kind === 'renamed' ? originalSpec(spec.world) : spec);

/** What `--world` takes for a world: its name, or the file that its table was read from. */
export function worldOption(spec: WorldSpec): string {
  const original = originalSpec(spec);
  if (original.kind === 'renamed') return '';
  return original.kind === 'table' ? `${original.name}.csv` : original.name;
}
