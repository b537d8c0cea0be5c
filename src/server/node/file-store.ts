import { appendFile, mkdir, open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { ResultStore, StoredResult } from '../host.ts';

export interface FileStoreOptions {
  /** Maximum number of results; the newest are kept. */
  readonly entries: number;
  /** Maximum number of bytes read, from the end of the file, which has the newest results. */
  readonly bytes: number;
}

const LIMITS: FileStoreOptions = { entries: 20_000, bytes: 32 * 1024 * 1024 };

/**
 * A file of results, one per line: key, tab, value. Lines are appended, so several servers can share it and a crash
 * costs at most the last line. It is rewritten when more than half of it is old, or when it is too large. A file of
 * that name with other text is left unchanged: most of its lines have no tab.
 */
export class FileStore implements ResultStore {
  readonly #file: string;
  readonly #limits: FileStoreOptions;
  /** True for a file with other content. */
  #isForeign = false;

  /** @param version version of the results' meaning: each has its own file */
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

  /** Reads the end of the file, up to the limit. */
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
      // The file stays as it is, and is read so next time.
    }
  }
}

const linesOf = (results: readonly StoredResult[]): string =>
  results.map(([key, value]) => `${key}\t${value}\n`).join('');
