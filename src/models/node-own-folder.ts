import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { IGNORED, ignoreFileFor, OWN_FOLDER } from './own-folder.ts';

/**
 * Makes the folder of a file that is about to be made. The first file of its folder below `.statelens` gets a `.gitignore` there, unless
 * there is one: who removes it to commit runs does not get it again.
 *
 * @throws the system's error where the folder cannot be made
 */
export function makeFolderOf(file: string): void {
  const folder = path.dirname(path.resolve(file));
  const isFirst = !existsSync(folder) || (path.basename(folder) === OWN_FOLDER && !existsSync(file));
  mkdirSync(folder, { recursive: true });
  const ignore = isFirst ? ignoreFileFor(path.join(folder, path.basename(file))) : undefined;
  if (ignore === undefined) return;
  try {
    writeFileSync(ignore, IGNORED, { flag: 'wx' });
  } catch {
    // there is one, or the folder takes none: the file itself matters
  }
}
