import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import * as v from 'valibot';
import type { Completion } from '../model.ts';
import { removeAbandoned, temporaryFor } from '../node-files.ts';
import { type AnswerCache, cachedAnswerSchema } from './answer-cache.ts';

/** Size limit of a folder, in bytes of its answers. */
export const MAX_CACHE_BYTES = 256 * 2 ** 20;
/** Share of the limit that remains after a cleanup. */
const KEPT_SHARE = 0.8;

/**
 * Answers as files of a folder, each named by the hash of its question, in 256 subfolders. Several processes may use it at the same time.
 * Above the limit the least recently used answers are removed. A damaged file counts as missing.
 */
export class FolderAnswerCache implements AnswerCache {
  readonly #folder: string;
  readonly #earlier: string | undefined;
  readonly #maxBytes: number;
  /** Bytes of all files, once counted; the files written by this process are added. */
  #bytes: number | undefined;
  #evicting: Promise<void> | undefined;

  /**
   * @param folder folder, created on the first write, accessible only to its user
   * @param earlier another folder, whose answers are read and never changed
   */
  constructor(
    folder: string,
    { earlier, maxBytes = MAX_CACHE_BYTES }: { readonly earlier?: string | undefined; readonly maxBytes?: number } = {},
  ) {
    this.#folder = folder;
    this.#earlier = earlier;
    this.#maxBytes = maxBytes;
  }

  async get(key: string): Promise<Completion | undefined> {
    const file = fileIn(this.#folder, key);
    const own = await answerIn(file);
    if (own === undefined) return this.#earlier === undefined ? undefined : answerIn(fileIn(this.#earlier, key));
    const now = new Date();
    await utimes(file, now, now).catch(() => {});
    return own;
  }

  async put(key: string, answer: Completion): Promise<void> {
    const file = fileIn(this.#folder, key);
    const temporary = temporaryFor(file);
    const text = JSON.stringify(v.parse(cachedAnswerSchema, answer));
    try {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(temporary, text);
      await rename(temporary, file);
    } catch {
      // A full disk stops the cache; the run file reports it.
      await rm(temporary, { force: true }).catch(() => {});
      return;
    }
    if (this.#bytes !== undefined) this.#bytes += Buffer.byteLength(text);
    if (this.#bytes === undefined || this.#bytes > this.#maxBytes) {
      this.#evicting ??= this.#evict().finally(() => {
        this.#evicting = undefined;
      });
      await this.#evicting;
    }
  }

  /** Counts the files and removes the least recently used ones above the limit. */
  async #evict(): Promise<void> {
    const files: { readonly file: string; readonly bytes: number; readonly used: number }[] = [];
    for (const part of await readdir(this.#folder).catch(() => [])) {
      const below = path.join(this.#folder, part);
      removeAbandoned(below);
      for (const name of await readdir(below).catch(() => [])) {
        const file = path.join(below, name);
        const found = await stat(file).catch(() => undefined);
        if (found?.isFile() === true) files.push({ file, bytes: found.size, used: found.mtimeMs });
      }
    }
    let bytes = files.reduce((sum, item) => sum + item.bytes, 0);
    if (bytes > this.#maxBytes) {
      files.sort((a, b) => a.used - b.used);
      for (const entry of files) {
        if (bytes <= this.#maxBytes * KEPT_SHARE) break;
        await rm(entry.file, { force: true }).catch(() => {});
        bytes -= entry.bytes;
      }
    }
    this.#bytes = bytes;
  }
}

const fileIn = (folder: string, key: string): string => path.join(folder, key.slice(0, 2), `${key}.json`);

/** Returns the answer in a file; undefined if it is missing or damaged. */
async function answerIn(file: string): Promise<Completion | undefined> {
  try {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), cachedAnswerSchema), await readFile(file, 'utf8'));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/** Environment variable with the folder of answers. */
export const CACHE_VARIABLE = 'STATELENS_CACHE';

/** Cache folder of earlier versions, below the current folder or a folder of the workspace. */
export const EARLIER_ANSWERS = path.join('.statelens', 'cache');

interface Machine {
  readonly platform: NodeJS.Platform;
  /** The user's home folder; undefined if the system knows none. */
  readonly home: string | undefined;
}

/**
 * Returns the folder that stores the answers of runs: `STATELENS_CACHE`, else a folder in the user's cache folder (`XDG_CACHE_HOME` or
 * `~/.cache`; `~/Library/Caches` on macOS; `LOCALAPPDATA` on Windows). Undefined if the system names no such folder.
 */
export function answerFolder(
  env: Readonly<Record<string, string | undefined>>,
  { platform, home }: Machine = thisMachine(),
): string | undefined {
  const { STATELENS_CACHE: chosen = '', XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local = '' } = env;
  if (chosen !== '') return path.resolve(chosen);
  const system = platform === 'win32' ? path.win32 : path.posix;
  if (platform === 'win32') {
    const base = system.isAbsolute(local) ? local : home && system.join(home, 'AppData', 'Local');
    return base && system.join(base, 'statelens', 'cache', 'answers');
  }
  // The XDG specification says that a relative path is ignored.
  const own =
    platform === 'darwin' ? home && system.join(home, 'Library', 'Caches') : home && system.join(home, '.cache');
  const base = system.isAbsolute(xdg) ? xdg : own;
  return base && system.join(base, 'statelens', 'answers');
}

function thisMachine(): Machine {
  return { platform: process.platform, home: homeFolder() };
}

/** Returns the home folder; undefined for a user without an entry, as in containers. */
function homeFolder(): string | undefined {
  try {
    const home = os.homedir();
    return path.isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}
