import { randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { err, ok, type Result } from '../../core/base/result.ts';
import { isRunning } from '../node-files.ts';

const ownerSchema = v.object({
  pid: v.number(),
  host: v.string(),
  /** Start of the process, if the system reports it: a process with a reused number is not the owner. */
  began: v.exactOptional(v.string()),
  token: v.string(),
});
type Owner = v.InferOutput<typeof ownerSchema>;

/** Owner of a locked file, as the end of a sentence. */
export interface LockRefusal {
  readonly message: string;
}

/**
 * A lock beside a file (`FILE.lock`), with process and host. It holds among the processes of a machine, also when one is killed: the lock
 * of an ended process is taken over. The state of another machine's process is unknown, so its lock stays until it is broken on purpose.
 */
export class FileLock {
  readonly #path: string;
  readonly #token: string;

  private constructor(path: string, token: string) {
    this.#path = path;
    this.#token = token;
  }

  /**
   * Takes the lock.
   *
   * @param file file to lock
   * @param breaks true to take also a lock held by another machine's process
   * @throws the system's error if the folder cannot be written
   */
  static take(file: string, breaks = false): Result<FileLock, LockRefusal> {
    const path = `${file}.lock`;
    const began = processStart(process.pid);
    const mine: Owner = { pid: process.pid, host: os.hostname(), token: randomUUID(), ...(began && { began }) };
    removeDeadBeside(path);
    const ready = `${path}.${mine.token}`;
    writeFileSync(ready, JSON.stringify(mine), { flag: 'wx' });
    try {
      // Each round either ends or removes a dead lock; others may do the same at this moment.
      for (let round = 0; round < 20; round++) {
        if (linked(ready, path)) return ok(new FileLock(path, mine.token));
        const text = readText(path);
        if (text === undefined) continue;
        const owner = parseOwner(text);
        const foreign = owner !== undefined && owner.host !== mine.host;
        if (foreign ? !breaks : isAlive(owner)) return err({ message: refusal(file, path, owner, foreign) });
        removeDead(path, text);
      }
      return err({ message: `several processes tried to lock ${file} at once; try again` });
    } finally {
      rmSync(ready, { force: true });
    }
  }

  /** True if the lock still exists and belongs to this object: it can be broken by hand. */
  get isHeld(): boolean {
    return parseOwner(readText(this.#path) ?? '')?.token === this.#token;
  }

  release(): void {
    if (this.isHeld) rmSync(this.#path, { force: true });
  }
}

const refusal = (file: string, path: string, owner: Owner | undefined, foreign: boolean): string =>
  foreign
    ? `${file} is being written by process ${owner?.pid} on ${owner?.host}; if that process has ended, --break-lock takes over the lock`
    : `${file} is being written by process ${owner?.pid} on this machine (${path})`;

/** Creates a hard link, in one step or not at all: the lock never has half of its text. */
function linked(ready: string, path: string): boolean {
  try {
    linkSync(ready, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
  }
  // A file system without hard links (FAT, some network drives).
  try {
    writeFileSync(path, readFileSync(ready), { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Removes a dead lock. It is moved first and checked again: if another process was quicker, the moved file is that one's new lock, and is
 * moved back. Should a third one have come in between, the second notices before it writes again (`isHeld`).
 */
function removeDead(path: string, dead: string): void {
  const moved = `${path}.${randomUUID()}`;
  try {
    renameSync(path, moved);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readText(moved) !== dead) linked(moved, path);
  rmSync(moved, { force: true });
}

/** Removes the files of processes that were killed while they took or removed a lock. */
function removeDeadBeside(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !UUID.test(name)) continue;
    const file = join(folder, name);
    const owner = parseOwner(readText(file) ?? '');
    // A partial text may belong to a process that is writing it.
    if (owner !== undefined && owner.host === os.hostname() && !isAlive(owner)) rmSync(file, { force: true });
  }
}

const UUID = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the text of a lock; undefined if it no longer exists. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function parseOwner(text: string): Owner | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), ownerSchema), text);
  return read.success ? read.output : undefined;
}

/**
 * Returns true if the process of a lock still runs. A lock without a readable owner has none: locks are written whole.
 */
function isAlive(owner: Owner | undefined): boolean {
  if (owner === undefined) return false;
  if (!isRunning(owner.pid)) return false;
  const began = processStart(owner.pid);
  return owner.began === undefined || began === undefined || owner.began === began;
}

/** Returns the start of a process as Linux reports it, boot id and ticks; undefined elsewhere. */
function processStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the process is in parentheses and may contain any character.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return ticks === undefined ? undefined : `${boot}.${ticks}`;
  } catch {
    return undefined;
  }
}

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
