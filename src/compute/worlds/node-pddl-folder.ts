import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { MAX_PDDL_TEXT } from '../../core/worlds/pddl/pddl-world.ts';
import type { PddlFolder } from '../../core/worlds/pddl/problem.ts';

/** Maximum bytes of a character in UTF-8. */
const BYTES = 4;

/** Returns the PDDL files of a folder; none if it cannot be read. Files that are too long for PDDL are not read. */
export function pddlFolder(folder: string): PddlFolder {
  return {
    names: namesIn(folder),
    read(name) {
      const file = path.join(folder, name);
      try {
        const stat = statSync(file);
        return stat.isFile() && stat.size <= BYTES * MAX_PDDL_TEXT ? readFileSync(file, 'utf8') : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /\.pddl$/i.test(name));
  } catch {
    return [];
  }
}
