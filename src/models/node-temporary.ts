import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** After this time the file of another machine's process is abandoned, in milliseconds. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

const host = (): string => createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8);

/** `.NAME.HOST.PROCESS-RANDOM.tmp` */
const TEMPORARY = /^\.(.+)\.([0-9a-f]{8})\.(\d+)-[0-9a-f]{8}\.tmp$/s;

/** The name of a file that replaces another one in one step: beside it, hidden, with its machine and process. */
export const temporaryFor = (file: string): string =>
  path.join(
    path.dirname(file),
    `.${path.basename(file)}.${host()}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`,
  );

/**
 * Removes what killed processes left behind in a folder: temporary files whose process is gone, and those of other machines
 * after a day. Never throws.
 *
 * @param name of the file that was to be replaced; without one of any
 */
export function removeAbandoned(folder: string, name?: string): void {
  try {
    for (const found of readdirSync(folder)) {
      const [, target, machine, pid] = TEMPORARY.exec(found) ?? [];
      if (target === undefined || (name !== undefined && target !== name)) continue;
      const file = path.join(folder, found);
      const isGone = machine === host() ? !isRunning(Number(pid)) : Date.now() - statSync(file).mtimeMs > ABANDONED_MS;
      if (isGone) rmSync(file, { force: true });
    }
  } catch {
    // A folder that cannot be read keeps what it has.
  }
}

/** True if there is a process of this number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One that must not be signaled is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
