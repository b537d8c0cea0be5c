import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dialectFiles, pddlFolder } from '../../compute/worlds/node-files-beside.ts';
import { LruMap } from '../../core/base/lru-map.ts';
import { err, type Result, thrownMessage } from '../../core/base/result.ts';
import { worldFromFile } from '../../core/notation/walk/walk-world.ts';
import type { PddlFolder } from '../../core/worlds/pddl/problem.ts';
import type { WorldSpec } from '../../core/worlds/world-spec.ts';
import type { DialectText } from '../../protocol/lsp.ts';

/** Returns the modification times of the PDDL files of a folder, one of which is the domain of the others. */
const writtenIn = (folder: string, names: readonly string[]): string =>
  names
    .slice(0, MAX_STAMPS)
    .map((name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs)
    .join(' ');

/** Maximum number of files beside a problem whose times are read. */
const MAX_STAMPS = 200;
/** Maximum size of a world's file, in bytes. */
const MAX_BYTES = 1 << 24;
/** Number of files whose worlds are kept. */
const KEPT = 32;

/** Worlds of files, kept until the files are written. */
const READ = new LruMap<string, { readonly written: string; readonly world: Result<WorldSpec, string> }>(KEPT);

/**
 * Reads the file of a world that a document names. It is read synchronously between two messages: a table is small, and
 * is read again only after it was written.
 *
 * @param uri of the document
 * @param name relative to the document's folder
 */
export function readWorld(uri: string, name: string): Result<WorldSpec, string> {
  if (!uri.startsWith('file:')) return err(`${name} cannot be read: the walk itself is in no file`);
  if (path.isAbsolute(name)) return err(`${name} must be relative to the folder of the walk`);
  const file = path.join(path.dirname(fileURLToPath(uri)), name);
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() !== true) return err(`cannot read ${name}: there is no such file beside the walk`);
    if (stat.size > MAX_BYTES) return err(`${name} is too large for a world`);
    const folder = pddlFolder(path.dirname(file));
    const written = `${stat.mtimeMs} ${/\.pddl$/i.test(name) ? writtenIn(path.dirname(file), folder.names) : ''}`;
    const known = READ.get(file);
    if (known !== undefined && known.written === written) return known.world;
    const world = worldFromFile(name, readFileSync(file, 'utf8'), folder);
    READ.set(file, { written, world });
    return world;
  } catch (error) {
    return err(`cannot read ${name}: ${thrownMessage(error)}`);
  }
}

/** Returns the dialect files in the folder of a document; none for one that is no file. */
export const dialectsBeside = (uri: string): readonly DialectText[] =>
  uri.startsWith('file:')
    ? dialectFiles(path.dirname(fileURLToPath(uri))).map((file) => ({
        uri: pathToFileURL(file.path).href,
        text: file.text,
      }))
    : [];

/** Returns the PDDL files in the folder of a document; undefined for one that is no file. */
export const filesInPddl = (uri: string): PddlFolder | undefined =>
  uri.startsWith('file:') ? pddlFolder(path.dirname(fileURLToPath(uri))) : undefined;
