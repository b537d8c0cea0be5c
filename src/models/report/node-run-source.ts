import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { intactLength } from '../../core/evaluation/runs/run-file.ts';
import { removeAbandoned, temporaryFor } from '../node-files.ts';
import { segmentFolder, segmentsAmong } from '../runs/segments.ts';
import type { RunPart, RunSource, ScoreFile } from './run-source.ts';

/** Bytes read at a time. */
const PIECE = 1 << 18;
/** Characters collected before they are written. */
const GATHERED = 1 << 16;

/** Returns the file of scores beside a run file: `gpt.scores.jsonl` for `gpt.run.jsonl`. */
export const scoresBeside = (run: string, what = 'scores'): string =>
  `${run.replace(/(?:\.run)?\.jsonl$/, '')}.${what}.jsonl`;

/** Yields the bytes of a file in pieces; an abort ends them. */
async function* filePieces(file: string, signal?: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const bytes of createReadStream(file, { highWaterMark: PIECE, signal })) yield bytes as Uint8Array;
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}

/**
 * Returns a run of this machine: its run file, and the segments in the folder beside it, as the editor leaves them in a browser.
 *
 * @param file its run file, which need not exist while there are segments
 * @param read reads the bytes, if they do not come from the disk alone
 * @param folder folder of the segments
 */
export function nodeRunSource(
  file: string,
  read: (file: string, signal?: AbortSignal) => AsyncIterable<Uint8Array> = filePieces,
  folder: string = segmentFolder(file),
): RunSource {
  return {
    path: file,
    name: path.basename(file),
    shown: file,
    parts: async () => {
      const segments = segmentsAmong(await namesIn(folder)).map((name) => path.join(folder, name));
      const files = segments.length > 0 && !existsSync(file) ? segments : [file, ...segments];
      return await Promise.all(files.map((item) => readPart(item, read)));
    },
    isAgain: true,
    newDigest: () => {
      const hash = createHash('sha256');
      return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
    },
    scores: (what) => nodeScoreFile(scoresBeside(file, what)),
  };
}

/** Returns the names in a folder; none if there is no such folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}

async function readPart(
  file: string,
  read: (file: string, signal?: AbortSignal) => AsyncIterable<Uint8Array>,
): Promise<RunPart> {
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  );
  return {
    shown: file,
    size,
    bytes: (signal) => read(file, signal),
    read: (from, length) => bytesAt(file, from, length),
  };
}

async function bytesAt(file: string, from: number, length: number): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await handle.read(bytes, 0, length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function nodeScoreFile(file: string): ScoreFile {
  return {
    bytes: () => (existsSync(file) ? filePieces(file) : undefined),
    append: (header) => {
      const isThere = existsSync(file);
      const handle = openSync(file, isThere ? 'a+' : 'w');
      if (isThere) ftruncateSync(handle, wholeLines(handle));
      const lines = gathering(handle);
      if (!isThere) lines.write(header);
      return lines;
    },
    replace: (lines) => {
      removeAbandoned(path.dirname(file), path.basename(file));
      const temporary = temporaryFor(file);
      try {
        const written = gathering(openSync(temporary, 'w'));
        for (const line of lines) written.write(line);
        written.close();
        renameSync(temporary, file);
      } finally {
        rmSync(temporary, { force: true });
      }
    },
  };
}

/** Returns a writer that collects lines into large pieces. */
function gathering(handle: number): { write(line: string): void; close(): void } {
  let text = '';
  const flush = (): void => {
    const bytes = Buffer.from(text);
    text = '';
    for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
  };
  return {
    write: (line) => {
      text += line;
      if (text.length >= GATHERED) flush();
    },
    close: () => {
      try {
        flush();
      } finally {
        closeSync(handle);
      }
    },
  };
}

/** Returns the length of the complete lines, in bytes. */
function wholeLines(handle: number): number {
  for (let end = fstatSync(handle).size; end > 0; ) {
    const start = Math.max(0, end - PIECE);
    const bytes = Buffer.alloc(end - start);
    readSync(handle, bytes, 0, bytes.length, start);
    const length = intactLength(bytes, start);
    if (length !== undefined) return length;
    end = start;
  }
  return 0;
}
