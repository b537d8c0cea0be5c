import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import { GAMES_FOLDERS } from '../../models/runs/resumption.ts';
import { usageError } from '../command.ts';
import { bareName } from '../io/archives/archives.ts';
import type { Terminal } from '../io/terminal.ts';
import { TextSource } from '../io/text-source.ts';
import { wholeBlocks } from '../io/whole-blocks.ts';
import { foundGames } from './resume-command.ts';
import { isWalks } from './run-games.ts';

/** Files that are read to find the games by their hash, and their bytes in all. */
const MAX_FILES = 100;
const MAX_BYTES = 512 * 1024 ** 2;
/** Folders whose files are looked at below those of the run. */
const MAX_FOLDERS = 200;

/**
 * The games of a run, of which its file holds the name and a hash: a file of that name near the run file, else one of any name with
 * that content. Undefined for a run over random walks, which its file holds.
 *
 * @param given the file that the user named, which is taken
 */
export async function gamesOf(
  terminal: Terminal,
  file: string,
  { games, plan }: RunHeader,
  given: string | undefined,
): Promise<string | undefined> {
  if (plan?.walks !== undefined) return undefined;
  if (given !== undefined) return given;
  if (games === undefined) throw usageError(`${file} does not name its games; specify them with --games`);
  const { file: name } = games;
  const named = foundGames(file, name);
  if (plan === undefined && named !== undefined) return named;
  const hash = plan?.gamesHash;
  let bytes = 0;
  for (const one of candidates(file, name, named === undefined).slice(0, MAX_FILES)) {
    const isNamed = path.basename(one) === name;
    bytes += isNamed ? 0 : statSync(one).size;
    if (bytes > MAX_BYTES) break;
    if ((await hashOf(terminal, one)) !== hash) continue;
    if (!isNamed) terminal.note(`${file}: its games ${name} are ${one}, which has the same content`);
    return one;
  }
  // which is not what it was: the caller says so
  if (named !== undefined) return named;
  throw usageError(`cannot find ${name}, the games of ${file}, near it by name or by content; specify it with --games`);
}

/**
 * Files that may hold the games, those with their name first.
 *
 * @param isLost true if no file near the run has the name: then files of other names are looked for in subfolders, too
 */
function candidates(file: string, name: string, isLost: boolean): string[] {
  const near = [...GAMES_FOLDERS.map((up) => path.resolve(path.dirname(file), up)), path.resolve('.')];
  const folders = [...new Set([...near, ...near.flatMap(foldersIn)])].slice(0, MAX_FOLDERS);
  const named = folders.map((folder) => path.join(folder, name)).filter((one) => existsSync(one));
  const others = (isLost ? folders : [path.dirname(path.resolve(file)), path.resolve('.')]).flatMap((folder) =>
    entriesOf(folder).flatMap((entry) =>
      entry.isFile() && GAMES.test(bareName(entry.name)) ? [path.join(folder, entry.name)] : [],
    ),
  );
  return [...new Set([...named, ...others])];
}

const GAMES = /\.(?:pgn|walk)$/i;

const foldersIn = (folder: string): string[] =>
  entriesOf(folder).flatMap((entry) =>
    entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name) ? [path.join(folder, entry.name)] : [],
  );

/** The entries of a folder; none of one that cannot be read. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The hash of games as run files have it; undefined of a file that cannot be read. */
async function hashOf(terminal: Terminal, file: string): Promise<string | undefined> {
  const isOfWalks = isWalks(file);
  const hash = createHash('sha256');
  try {
    await TextSource.with(terminal, file, { language: isOfWalks ? 'walk' : 'pgn', command: 'run' }, async (source) => {
      if (isOfWalks) for await (const piece of source.pieces()) hash.update(piece);
      else for await (const { text } of wholeBlocks(source)) hash.update(text);
    });
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}
