import { LruMap } from '../../base/lru.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { World } from '../../worlds/world.ts';
import { builtWorld, PROCESS, programSpec, type WorldSpec } from '../../worlds/world-spec.ts';

/** A world with what it was opened from. */
export interface OpenedWorld {
  readonly spec: WorldSpec;
  readonly world: World<unknown>;
}

/** The world behind the word `world` of a walk, or why there is none, as text without a period. */
export type WorldLookup = (name: string) => Result<OpenedWorld, string>;

/** The worlds that are files, and in an editor programs, by the names by which walks call them: their content, or why they could not be read. Plain data. */
export type WorldFiles = Readonly<Record<string, Result<WorldSpec, string>>>;

/** Reads the file of a world by the name by which a walk calls it, or says why it cannot be read. */
export type ReadWorld = (name: string) => Result<WorldSpec, string>;

/** True if a walk names a file, not a built-in world. */
export const isWorldFile = (name: string): boolean => /\.[A-Za-z]\w*$/.test(name) && !name.startsWith(PROCESS);

/** Worlds that are kept open. */
const KEPT = 16;
const NAMED = new LruMap<string, Result<OpenedWorld, string>>(KEPT);
const GIVEN = new WeakMap<WorldSpec, Result<OpenedWorld, string>>();

function opened(spec: WorldSpec): Result<OpenedWorld, string> {
  const built = builtWorld(spec);
  if (built.ok) return ok({ spec, world: built.value });
  const [first] = built.error;
  return err(first?.message ?? 'there is no such world');
}

/** Looks up built-in worlds, and programs where they may be started. */
export const namedWorlds: WorldLookup = (name) => {
  const program = programSpec(name);
  // one that is refused now may be named later
  if (program !== undefined) return opened(program);
  let found = NAMED.get(name);
  if (found === undefined) {
    found = isWorldFile(name)
      ? err(`the world ${name} is a file, which cannot be read here`)
      : opened({ kind: 'named', name });
    NAMED.set(name, found);
  }
  return found;
};

/** Looks up built-in worlds, and those of files. */
export function lookupIn(files: WorldFiles | undefined): WorldLookup {
  if (files === undefined) return namedWorlds;
  return (name) => {
    const given = Object.hasOwn(files, name) ? files[name] : undefined;
    if (given === undefined) return namedWorlds(name);
    if (!given.ok) return given;
    // a program is kept by who may start it
    if (given.value.kind === 'process') return opened(given.value);
    const known = GIVEN.get(given.value);
    if (known !== undefined) return known;
    const found = opened(given.value);
    GIVEN.set(given.value, found);
    return found;
  };
}
