import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DIALECT_FILE, MAX_DIALECT_BYTES, MAX_DIALECTS } from '../../protocol/lsp.ts';

/** A dialect file of this machine. */
export interface StoredDialect {
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
