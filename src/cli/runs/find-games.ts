import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { shellWord } from '../../core/base/text/escape.ts';
import type { Prices, RunHeader } from '../../core/evaluation/runs/run-schema.ts';
import { originalSpec, worldOption } from '../../core/worlds/world-spec.ts';
import { keyRefused } from '../../models/api-key.ts';
import { GAMES_FOLDERS } from '../../models/runs/resumption.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import { usageError } from '../command.ts';
import { bareName } from '../io/archives/archives.ts';
import { wholeBlocks } from '../io/file-blocks.ts';
import type { Terminal } from '../io/terminal.ts';
import { TextSource } from '../io/text-source.ts';
import { findApiKey } from '../predict/open-model.ts';
import { pricesText } from './prices-option.ts';
import { isWalks } from './run-games.ts';

/** Limits of the files that are read to find the games by their hash, and of their total bytes. */
const MAX_FILES = 100;
const MAX_BYTES = 512 * 1024 ** 2;
/** Limit of the searched subfolders below the folder of the run. */
const MAX_FOLDERS = 200;

/**
 * Finds the games of a run, whose file holds their name and a hash: a file of that name near the run file, else one of any name with that
 * content. Undefined for a run over random walks, which its file holds.
 *
 * @param given file named by the user, which is used
 */
export async function findRunGames(
  terminal: Terminal,
  file: string,
  { games, plan }: RunHeader,
  given: string | undefined,
): Promise<string | undefined> {
  if (plan?.walks !== undefined) return undefined;
  if (given !== undefined) return given;
  if (games === undefined) throw usageError(`${file} does not name its games; specify them with --games`);
  const { file: name } = games;
  const named = findNamedGames(file, name);
  if (plan === undefined && named !== undefined) return named;
  const hash = plan?.gamesHash;
  let bytes = 0;
  for (const item of candidates(file, name, named === undefined).slice(0, MAX_FILES)) {
    const isNamed = path.basename(item) === name;
    bytes += isNamed ? 0 : statSync(item).size;
    if (bytes > MAX_BYTES) break;
    if ((await fileHash(terminal, item)) !== hash) continue;
    if (!isNamed) terminal.note(`${file}: its games ${name} are ${item}, which has the same content`);
    return item;
  }
  // Its content has changed, which the caller reports.
  if (named !== undefined) return named;
  throw usageError(`cannot find ${name}, the games of ${file}, near it by name or by content; specify it with --games`);
}

/**
 * Returns files that may hold the games, those with their name first.
 *
 * @param isLost true if no file near the run has the name: then files with other names are looked for in subfolders, too
 */
function candidates(file: string, name: string, isLost: boolean): string[] {
  const near = [...GAMES_FOLDERS.map((up) => path.resolve(path.dirname(file), up)), path.resolve('.')];
  const folders = [...new Set([...near, ...near.flatMap(foldersIn)])].slice(0, MAX_FOLDERS);
  const named = folders.map((folder) => path.join(folder, name)).filter((item) => existsSync(item));
  const others = (isLost ? folders : [path.dirname(path.resolve(file)), path.resolve('.')]).flatMap((folder) =>
    listFolder(folder).flatMap((entry) =>
      entry.isFile() && GAMES.test(bareName(entry.name)) ? [path.join(folder, entry.name)] : [],
    ),
  );
  return [...new Set([...named, ...others])];
}

const GAMES = /\.(?:pgn|walk)$/i;

const foldersIn = (folder: string): string[] =>
  listFolder(folder).flatMap((entry) =>
    entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name) ? [path.join(folder, entry.name)] : [],
  );

/** Returns the entries of a folder; none if it cannot be read. */
function listFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Returns the hash of games as run files have it; undefined for an unreadable file. */
async function fileHash(terminal: Terminal, file: string): Promise<string | undefined> {
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

/** Data for a later command that a run file lacks. */
export interface RunSource {
  /** PGN; undefined for a run over walks. */
  readonly games: string | undefined;
  /** Label of the model, which names the folder of a local one. */
  readonly model?: string | undefined;
  readonly apiKeyVariable?: string | undefined;
  /** Prices in the run file. */
  readonly prices: Prices | undefined;
}

/** Returns the PGN that a run file names, if it is found by that name; undefined otherwise. */
function findNamedGames(file: string, name: string): string | undefined {
  const folders = [...GAMES_FOLDERS.map((up) => path.resolve(path.dirname(file), up)), '.'];
  return folders.map((folder) => path.join(folder, name)).find((item) => existsSync(item));
}

/** Returns the command that resumes a run, with all required options. */
export function resumeCommand(
  terminal: Terminal,
  job: RunJob,
  { games, model, apiKeyVariable, prices }: RunSource,
): string {
  const { file, label } = job;
  const words = ['statelens', 'resume', file];
  const header = job.header();
  const found = games === undefined ? undefined : findNamedGames(file, header.games?.file ?? '');
  if (games !== undefined && (found === undefined || path.resolve(found) !== path.resolve(games)))
    words.push('--games', games);
  if (header.models[0]?.provider === 'onnx') words.push('--model', model ?? label);
  if (apiKeyVariable !== undefined) words.push('--api-key-variable', apiKeyVariable);
  if (job.prices !== undefined && JSON.stringify(job.prices) !== JSON.stringify(prices))
    words.push(...pricesText(job.prices));
  const world = header.plan?.walks?.world;
  if (world !== undefined && originalSpec(world).kind === 'process') words.push('--world', worldOption(world));
  const { endpoint } = job.model;
  const key = findApiKey(terminal, apiKeyVariable, { isFromFile: true, trustedHosts: [] });
  if (endpoint !== undefined && keyRefused(endpoint, key) !== undefined) words.push('--trust-host', endpoint.host);
  return words.map(shellWord).join(' ');
}
