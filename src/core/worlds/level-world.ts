import { err, type Result } from '../base/result.ts';
import { readBlocksLevel } from './pddl/blocks-level.ts';
import { readCountdownLevel } from './planning/countdown.ts';
import { readMazeLevel } from './planning/maze.ts';
import type { LevelFault } from './planning/maze-level.ts';
import { readSokobanLevel } from './planning/sokoban.ts';
import { sokobanLine } from './planning/sokoban-level.ts';
import type { World } from './world.ts';

/** Kinds of tasks whose text is a world. */
export const LEVEL_KINDS = ['countdown', 'maze', 'sokoban', 'blocks'] as const;
type LevelKind = (typeof LEVEL_KINDS)[number];

type LevelResult = Result<World<unknown>, readonly LevelFault[]>;

/** Readers of the text of a level, by kind. */
const READERS: Readonly<Record<LevelKind, (name: string, text: string) => LevelResult>> = {
  countdown(name, text) {
    const read = readCountdownLevel(name, text);
    return read.ok ? read : err([{ message: read.error, offset: 0 }]);
  },
  maze: readMazeLevel,
  sokoban: readSokobanLevel,
  blocks: readBlocksLevel,
};

/** Levels of kinds that are worlds without a text, too: a task with a solution, a maze of 6 moves with a longer way round. */
const USUAL: ReadonlyMap<string, string> = new Map([
  ['countdown', '46 39 54 3 -> 17'],
  ['maze', 'start 0 0 goal 3 3 wall 1 1 wall 1 2 wall 2 2 wall 3 2 wall 3 0'],
]);

/**
 * Returns the world of the text of one task, or its faults with offsets in the text.
 *
 * @param kind one of `LEVEL_KINDS`
 * @param name of the world; by default its kind
 */
export function levelWorld(kind: string, text: string, name = kind): LevelResult {
  const known = LEVEL_KINDS.find((one) => one === kind);
  return known === undefined
    ? err([{ message: `unknown kind of level ${kind}; expected one of ${LEVEL_KINDS.join(', ')}`, offset: 0 }])
    : READERS[known](name, text);
}

const NAME = new RegExp(`^(${LEVEL_KINDS.join('|')})(?:\\s([^]*))?$`);

/**
 * Returns the world of a name that is a kind of level, a space and its text, as in `countdown 23 46 10 -> 59`, or a
 * kind with a usual level alone. Undefined for other names, an error with the first fault of the text.
 */
export function parseLevelName(name: string): Result<World<unknown>, string> | undefined {
  const [, kind = '', text = USUAL.get(kind)] = NAME.exec(name) ?? [];
  if (text === undefined) return undefined;
  const level = levelWorld(kind, text, name);
  return level.ok ? level : err(level.error[0]?.message ?? 'the level has a fault');
}

/** Returns the name in one line by which `parseLevelName` finds the world of a level. */
export const levelName = (kind: string, text: string): string =>
  `${kind} ${kind === 'sokoban' ? sokobanLine(text) : text.trim().replace(/\s+/g, ' ')}`;
