import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { ResultStore, StoredResult } from '../../protocol/result-store.ts';

export interface FileStoreOptions {
  /** Results kept, the newest ones. */
  readonly entries: number;
  /** A larger file is left aside: nothing of ours. */
  readonly bytes: number;
}

const LIMITS: FileStoreOptions = { entries: 20_000, bytes: 32 * 1024 * 1024 };

/**
 * A file of results, a line each: key, tab, value. Lines are appended, so several servers may share it and a crash costs the
 * last line at most. It is written again when more than half of it is old.
 */
export class FileStore implements ResultStore {
  readonly #file: string;
  readonly #limits: FileStoreOptions;

  /** @param version version of the results' meaning: each has a file of its own */
  constructor(folder: string, version: number, limits: FileStoreOptions = LIMITS) {
    this.#file = path.join(folder, `scores-${version}.tsv`);
    this.#limits = limits;
  }

  async load(): Promise<readonly StoredResult[]> {
    const { entries, bytes } = this.#limits;
    const info = await stat(this.#file).catch(() => undefined);
    if (info === undefined) return [];
    if (info.size > bytes) {
      await writeFile(this.#file, '').catch(() => {});
      return [];
    }
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    const results = new Map<string, string>();
    let lines = 0;
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at);
      const tab = text.indexOf('\t', at);
      // A line without its end was torn by a crash.
      if (end < 0) break;
      if (tab >= 0 && tab < end) {
        const key = text.slice(at, tab);
        results.delete(key);
        results.set(key, text.slice(tab + 1, end));
      }
      lines++;
      at = end + 1;
    }
    const newest = [...results].slice(-entries);
    if (lines > 2 * newest.length + 100 || (text !== '' && !text.endsWith('\n'))) await this.#rewrite(newest);
    return newest;
  }

  async append(results: readonly StoredResult[]): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true });
    await appendFile(this.#file, linesOf(results));
  }

  async #rewrite(results: readonly StoredResult[]): Promise<void> {
    const fresh = `${this.#file}.${process.pid}`;
    try {
      await writeFile(fresh, linesOf(results));
      await rename(fresh, this.#file);
    } catch {
      // It stays as it is, and is read as it is next time.
    }
  }
}

const linesOf = (results: readonly StoredResult[]): string =>
  results.map(([key, value]) => `${key}\t${value}\n`).join('');
