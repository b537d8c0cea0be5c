import { appendFile, mkdir, open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { ResultStore, StoredResult } from '../host.ts';

export interface FileStoreOptions {
  /** Results kept, the newest ones. */
  readonly entries: number;
  /** Of a larger file only so many at its end are read: what is newest. */
  readonly bytes: number;
}

const LIMITS: FileStoreOptions = { entries: 20_000, bytes: 32 * 1024 * 1024 };

/**
 * A file of results, a line each: key, tab, value. Lines are appended, so several servers may share it and a crash costs the
 * last line at most. It is written again when more than half of it is old, or when it is too large. A file of that name with other
 * text in it is left as it is: most of its lines have no tab.
 */
export class FileStore implements ResultStore {
  readonly #file: string;
  readonly #limits: FileStoreOptions;
  /** True for a file of something else. */
  #isForeign = false;

  /** @param version version of the results' meaning: each has a file of its own */
  constructor(folder: string, version: number, limits: FileStoreOptions = LIMITS) {
    this.#file = path.join(folder, `scores-${version}.tsv`);
    this.#limits = limits;
  }

  async load(): Promise<readonly StoredResult[]> {
    const { text, isWhole } = await this.#end().catch(() => ({ text: '', isWhole: true }));
    const results = new Map<string, string>();
    let lines = 0;
    let own = 0;
    // the first line of a part is cut
    for (let at = isWhole ? 0 : text.indexOf('\n') + 1; at < text.length; ) {
      const end = text.indexOf('\n', at);
      const tab = text.indexOf('\t', at);
      // A line without its end was torn by a crash.
      if (end < 0) break;
      if (tab >= 0 && tab < end) {
        const key = text.slice(at, tab);
        results.delete(key);
        results.set(key, text.slice(tab + 1, end));
        own++;
      }
      lines++;
      at = end + 1;
    }
    this.#isForeign = 2 * own < lines || (lines === 0 && !isWhole);
    if (this.#isForeign) return [];
    const newest = [...results].slice(-this.#limits.entries);
    if (lines > 2 * newest.length + 100 || !isWhole) await this.#rewrite(newest);
    else if (text !== '' && !text.endsWith('\n')) await appendFile(this.#file, '\n').catch(() => {});
    return newest;
  }

  async append(results: readonly StoredResult[]): Promise<void> {
    if (this.#isForeign) return;
    await mkdir(path.dirname(this.#file), { recursive: true });
    await appendFile(this.#file, linesOf(results));
  }

  /** The end of the file, as much as is read of it. */
  async #end(): Promise<{ readonly text: string; readonly isWhole: boolean }> {
    const file = await open(this.#file);
    try {
      const { size } = await file.stat();
      const length = Math.min(size, this.#limits.bytes);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
      return { text: buffer.toString('utf8', 0, bytesRead), isWhole: length === size };
    } finally {
      await file.close();
    }
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
