import { LruMap } from '../../core/base/lru.ts';
import { ok, type Result } from '../../core/base/result.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { worldReader } from '../../core/metrics/world-pairs.ts';
import { builtWorld, type WorldFault, type WorldSpec } from '../../core/worlds/world-spec.ts';

/** Worlds that are kept open, each with its tables. */
const WORLDS = new LruMap<string, Result<PairComparer, readonly WorldFault[]>>(8);
/** By object as well: a batch of jobs names one world, and the text of a table is long. */
const OF_SPECS = new WeakMap<WorldSpec, string>();

/** The comparer of a world, kept from one job to the next; or why there is no such world. */
export function worldComparer(spec: WorldSpec): Result<PairComparer, readonly WorldFault[]> {
  const key = OF_SPECS.get(spec) ?? JSON.stringify(spec);
  OF_SPECS.set(spec, key);
  const known = WORLDS.get(key) ?? comparerOf(spec);
  // a program that is refused now may be named later
  if (known.ok) WORLDS.set(key, known);
  return known;
}

function comparerOf(spec: WorldSpec): Result<PairComparer, readonly WorldFault[]> {
  const world = builtWorld(spec);
  return world.ok ? ok(new PairComparer(worldReader(world.value))) : world;
}
