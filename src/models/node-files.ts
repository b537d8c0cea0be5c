import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { GITIGNORE_CONTENT, gitignoreFile, STATELENS_FOLDER } from './statelens-folder.ts';

/** Age at which the temporary file of another machine's process counts as abandoned, in milliseconds. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

const host = (): string => createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8);

/** Pattern of names: `.NAME.HOST.PROCESS-RANDOM.tmp`. */
const TEMPORARY = /^\.(.+)\.([0-9a-f]{8})\.(\d+)-[0-9a-f]{8}\.tmp$/s;

/** Folders with temporary files of this process, and its temporary folders. */
const WRITTEN = new Set<string>();
const OWN = new Set<string>();
let beforeFirst: (() => void) | undefined;

/** Calls a listener once, before the first temporary file of this process is made. */
export function beforeTemporary(listener: () => void): void {
  beforeFirst = listener;
}

function announce(): void {
  const listener = beforeFirst;
  beforeFirst = undefined;
  listener?.();
}

/**
 * Returns the name of a file that replaces another one in one step: beside it, hidden, with its machine and process.
 */
export function temporaryFor(file: string): string {
  const folder = path.dirname(file);
  announce();
  WRITTEN.add(folder);
  return path.join(folder, `.${path.basename(file)}.${host()}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
}

/** Creates a folder among the temporary files of the machine. */
export function temporaryFolder(): string {
  announce();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'statelens-'));
  OWN.add(folder);
  return folder;
}

/** Removes the unfinished files of this process before a signal ends it. Never throws. */
export function removeUnfinished(): void {
  for (const folder of WRITTEN)
    removeTemporary(folder, ({ machine, pid }) => machine === host() && pid === process.pid);
  for (const folder of OWN) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The system cleans its folder of temporary files.
    }
  }
}

/**
 * Removes the files of killed processes from a folder: temporary files whose process is gone, and those of other machines after a day.
 * Never throws.
 *
 * @param name name of the file that was to be replaced; default: any
 */
export function removeAbandoned(folder: string, name?: string): void {
  removeTemporary(folder, ({ file, target, machine, pid }) => {
    if (name !== undefined && target !== name) return false;
    return machine === host() ? !isRunning(pid) : Date.now() - statSync(file).mtimeMs > ABANDONED_MS;
  });
}

/** A file with a name made by `temporaryFor`. */
interface Temporary {
  readonly file: string;
  readonly target: string;
  readonly machine: string;
  readonly pid: number;
}

function removeTemporary(folder: string, isGone: (found: Temporary) => boolean): void {
  try {
    for (const found of readdirSync(folder)) {
      const [, target = '', machine = '', pid] = TEMPORARY.exec(found) ?? [];
      const file = path.join(folder, found);
      if (pid !== undefined && isGone({ file, target, machine, pid: Number(pid) })) rmSync(file, { force: true });
    }
  } catch {
    // A folder that cannot be read stays unchanged.
  }
}

/** Returns true if a process with this number exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process that may not be signaled exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Creates the folder of a new file. The first file in its folder below `.statelens` gets a `.gitignore` there, unless there is one: a user
 * who removes it to commit runs does not get it again.
 *
 * @throws the system's error if the folder cannot be created
 */
export function makeParentFolder(file: string): void {
  const folder = path.dirname(path.resolve(file));
  const isFirst = !existsSync(folder) || (path.basename(folder) === STATELENS_FOLDER && !existsSync(file));
  mkdirSync(folder, { recursive: true });
  const ignore = isFirst ? gitignoreFile(path.join(folder, path.basename(file))) : undefined;
  if (ignore === undefined) return;
  try {
    writeFileSync(ignore, GITIGNORE_CONTENT, { flag: 'wx' });
  } catch {
    // It exists, or the folder is not writable: only the file itself matters.
  }
}
