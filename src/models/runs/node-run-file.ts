import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../core/base/result.ts';
import {
  encodeRunHeader,
  encodeRunLine,
  intactLength,
  type RunProblem,
  RunReader,
} from '../../core/evaluation/runs/run-file.ts';
import type { RunAttempt, RunBatch, RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { makeParentFolder, removeAbandoned, temporaryFor } from '../node-files.ts';
import { SECRETS } from '../secrets.ts';
import { FileLock } from './node-lock.ts';
import {
  GroupCommit,
  HEADER_BEGIN,
  type LineSink,
  type OpenedRun,
  type OpenRunOptions,
  type RunFileContents,
} from './run-store.ts';

/**
 * Reads a run file; memory is bounded by its longest line. `onSample` gets the lines in file order: a later one of an id replaces an
 * earlier one.
 *
 * @throws the system's error
 */
export async function readRunFile(
  file: string,
  onSample: (sample: RunSample, line: number) => void,
  onAttempt: (attempt: RunAttempt, line: number) => void = () => {},
  onBatch: (batch: RunBatch) => void = () => {},
): Promise<RunFileContents> {
  const reader = new RunReader();
  const problems: RunProblem[] = [];
  let header: RunHeader | undefined;
  const take = (events: ReturnType<RunReader['push']>): void => {
    for (const event of events) {
      if (event.type === 'sample') onSample(event.sample, event.line);
      else if (event.type === 'attempt') onAttempt(event.attempt, event.line);
      else if (event.type === 'batch') onBatch(event.batch);
      else if (event.type === 'header') header = event.header;
      else problems.push(event.problem);
    }
  };
  const text = createReadStream(file, { highWaterMark: 1 << 18 }).setEncoding('utf8');
  let begin = '';
  for await (const chunk of text) {
    if (begin.length < HEADER_BEGIN.length) begin += String(chunk).slice(0, HEADER_BEGIN.length);
    take(reader.push(String(chunk)));
  }
  take(reader.end());
  if (header !== undefined) return { header, problems, refusal: undefined, tail: reader.tail };
  const isCut =
    begin === '' || (reader.tail === 'torn' && (begin.startsWith(HEADER_BEGIN) || HEADER_BEGIN.startsWith(begin)));
  const message = reader.stopped ? problems.at(-1)?.message : undefined;
  return { header, problems, refusal: isCut ? undefined : (message ?? 'this is not a run file'), tail: reader.tail };
}

/**
 * Reads the header of a run file, without the rest. The error is one sentence.
 *
 * @throws the system's error
 */
export async function readRunHeader(file: string): Promise<Result<RunHeader, string>> {
  const reader = new RunReader();
  const text = createReadStream(file, { highWaterMark: 1 << 16 }).setEncoding('utf8');
  for await (const chunk of text) {
    const [first] = reader.push(String(chunk));
    if (first?.type === 'header') return ok(first.header);
    if (first?.type === 'problem') return err(first.problem.message);
  }
  const [last] = reader.end();
  if (last?.type === 'header') return ok(last.header);
  return err(
    last?.type === 'problem' ? `${last.problem.message}; create it again with statelens run` : 'it has no header',
  );
}

/**
 * Yields the lines of a run file unchanged, counted from 1 as its reader counts them.
 *
 * @throws the system's error
 */
export async function* runLines(file: string): AsyncGenerator<{ readonly number: number; readonly text: string }> {
  let number = 0;
  let rest = '';
  const text = createReadStream(file, { highWaterMark: 1 << 18 }).setEncoding('utf8');
  for await (const chunk of text) {
    const lines = String(chunk).split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      yield { number: ++number, text: (rest + line).trim() };
      rest = '';
    }
    rest += last;
  }
  if (rest.trim() !== '') yield { number: ++number, text: rest.trim() };
}

/**
 * Opens a run file to resume it: takes its lock, repairs its end (a partial line of a killed run is cut off) and reports its content. A new
 * file gets its header in one step. The error is one sentence for the user.
 *
 * @throws the system's error
 */
export async function openRunFile(options: OpenRunOptions): Promise<Result<OpenedRun, string>> {
  const { file } = options;
  if (options.header !== undefined) makeParentFolder(file);
  else if (!existsSync(file)) return err(`there is no ${file}`);
  const lock = FileLock.take(file, options.breakLock);
  if (!lock.ok) return err(lock.error.message);
  try {
    const opened = await openLocked(options, lock.value);
    if (!opened.ok) lock.value.release();
    return opened;
  } catch (error) {
    lock.value.release();
    throw error;
  }
}

async function openLocked(
  { file, header, check, onSample, onAttempt, onBatch }: OpenRunOptions,
  lock: FileLock,
): Promise<Result<OpenedRun, string>> {
  removeAbandoned(path.dirname(file), path.basename(file));
  const none: RunFileContents = { header: undefined, problems: [], refusal: undefined, tail: 'whole' };
  const found = existsSync(file) ? await readRunFile(file, onSample, onAttempt, onBatch) : none;
  if (found.refusal !== undefined) return err(`${file}: ${found.refusal}`);
  let known = found.header;
  if (known === undefined) {
    if (header === undefined)
      return err(`${file} ends within its header: nothing was requested yet; start it again with statelens run`);
    known = header();
    createWhole(file, encodeRunHeader(SECRETS.redactAll(known)));
  } else {
    const refusal = check?.(known);
    if (refusal !== undefined) return err(`${file} ${refusal}`);
  }
  const handle = await open(file, 'r+');
  try {
    const sink = await FileSink.of(handle, lock, file, found.header === undefined ? 'whole' : found.tail);
    const commits = new GroupCommit(sink);
    return ok({
      header: known,
      isNew: found.header === undefined,
      contents: found,
      append: (...lines) => commits.append(SECRETS.redactAll(lines).map(encodeRunLine).join('')),
      close: async () => {
        await commits.drain();
        await handle.close();
        lock.release();
      },
    });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Creates a file that has all of its text at all times, also after a loss of power. */
function createWhole(file: string, text: string): void {
  const temporary = temporaryFor(file);
  try {
    const handle = openSync(temporary, 'w', 0o666);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Syncs a folder, if the system can (not on Windows), so that the new name survives a loss of power. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // The file itself is on the disk.
  }
}

/** End of a file that grows by whole lines. */
class FileSink implements LineSink {
  readonly #handle: FileHandle;
  readonly #lock: FileLock;
  readonly #file: string;
  #synced: number;
  #written: number;

  private constructor(handle: FileHandle, lock: FileLock, file: string, length: number) {
    this.#handle = handle;
    this.#lock = lock;
    this.#file = file;
    this.#synced = length;
    this.#written = length;
  }

  /** Repairs the end, and positions the sink after it. */
  static async of(handle: FileHandle, lock: FileLock, file: string, tail: RunReader['tail']): Promise<FileSink> {
    let { size } = await handle.stat();
    if (tail === 'torn') {
      size = await wholeLines(handle, size);
      await handle.truncate(size);
    } else if (tail === 'unended') {
      await handle.write('\n', size);
      size++;
    }
    if (tail !== 'whole') await handle.sync();
    return new FileSink(handle, lock, file, size);
  }

  async write(text: string): Promise<void> {
    if (!this.#lock.isHeld) throw new LockLost(`the lock of ${this.#file} was taken by another process`);
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, this.#written);
      done += bytesWritten;
      this.#written += bytesWritten;
    }
  }

  async sync(): Promise<void> {
    await this.#handle.datasync();
    this.#synced = this.#written;
  }

  async rollBack(): Promise<void> {
    if (!this.#lock.isHeld) return;
    await this.#handle.truncate(this.#synced);
    this.#written = this.#synced;
    await this.#handle.datasync();
  }
}

/** Error for a lock lost to another process, which now writes the file. */
export class LockLost extends Error {}

/** Bytes searched from the end for a line end. */
const PIECE = 1 << 16;

async function wholeLines(handle: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - PIECE);
    const bytes = Buffer.alloc(end - start);
    await handle.read(bytes, 0, bytes.length, start);
    const length = intactLength(bytes, start);
    if (length !== undefined) return length;
    end = start;
  }
  return 0;
}
