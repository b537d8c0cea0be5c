import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { MAX_PDDL_TEXT } from '../../core/worlds/pddl/pddl-world.ts';
import type { PddlFolder } from '../../core/worlds/pddl/problem.ts';
import { DIALECT_FILE, MAX_DIALECT_BYTES, MAX_DIALECTS } from '../../protocol/lsp.ts';

/** A dialect file of this machine. */
interface StoredDialect {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** Returns the dialect files of a folder, in the order of their names; none if it cannot be read. */
export function dialectFiles(folder: string): readonly StoredDialect[] {
  try {
    const names = readdirSync(folder).filter((name) => DIALECT_FILE.test(name));
    return names
      .sort()
      .slice(0, MAX_DIALECTS)
      .flatMap((name) => readDialect(folder, name));
  } catch {
    return [];
  }
}

function readDialect(folder: string, name: string): StoredDialect[] {
  const file = path.join(folder, name);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size > MAX_DIALECT_BYTES) return [];
  return [{ name, path: file, text: readFileSync(file, 'utf8') }];
}

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
