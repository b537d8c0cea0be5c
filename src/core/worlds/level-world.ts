import { err, type Result } from '../base/result.ts';
import { readCountdownLevel } from './planning/countdown.ts';
import { readMazeLevel } from './planning/maze.ts';
import type { World } from './world.ts';
import type { WorldFault } from './world-spec.ts';

/** Kinds of tasks whose text is a world. */
export const LEVEL_KINDS = ['countdown', 'maze'] as const;

type LevelResult = Result<World<unknown>, readonly WorldFault[]>;

/** Readers of the text of a level, by kind. */
const READERS: Readonly<Record<(typeof LEVEL_KINDS)[number], (name: string, text: string) => LevelResult>> = {
  countdown(name, text) {
    const read = readCountdownLevel(name, text);
    return read.ok ? read : err([{ message: read.error, offset: 0 }]);
  },
  maze: readMazeLevel,
};

/**
 * Returns the world of the text of one task, or its faults with offsets. The same text after the kind and a space is
 * the name of this world (`findBuiltInWorld`).
 *
 * @param name the kind of task, one of `LEVEL_KINDS`
 */
export function levelWorld(name: string, text: string): LevelResult {
  const kind = LEVEL_KINDS.find((known) => known === name);
  return kind === undefined
    ? err([{ message: `unknown kind of level ${name}; expected one of ${LEVEL_KINDS.join(', ')}` }])
    : READERS[kind](name, text);
}
