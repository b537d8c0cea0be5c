import { fileURLToPath } from 'node:url';
import { JOB_VERSIONS, type Jobs } from '../../compute/jobs/jobs.ts';
import { Pool } from '../../compute/pool/pool.ts';
import { nodeThreads, workerBeside } from '../../compute/worker/node-threads.ts';
import { killAtExit, stopProgram } from '../../compute/worlds/node-process-world.ts';
import { type AllowedPrograms, newShared } from '../../compute/worlds/node-program-channel.ts';
import { commandKey } from '../../core/worlds/world-spec.ts';
import { openValueSource } from '../../engine/node-value-source.ts';
import { CHECK_LIMITS } from '../../engine/value-sources.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { ProgramHost, ServerHost } from '../host.ts';
import { FileStore } from './file-store.ts';
import { dialectsBeside, filesInPddl, readWorld } from './read-world.ts';

/**
 * Returns the platform of Node, with heavy work in threads.
 *
 * @param bundle URL of the running file; the worker's bundle is beside it
 */
export const nodeHost = (bundle: string): ServerHost => ({
  clock,
  defer: (callback) => void setImmediate(callback),
  transport: () => nodeThreads(workerBeside(bundle)),
  openStore: (folder) => new FileStore(folder, JOB_VERSIONS.compare),
  readWorld,
  pddlFolder: filesInPddl,
  dialectFiles: dialectsBeside,
  programs: programHost(bundle),
  openValues: (settings) =>
    openValueSource({
      ...settings,
      bundle,
      clock,
      // one thread besides those of the pool; it starts with the first position of Connect Four, Hex or Othello
      runner: new Pool<Jobs>({ transport: nodeThreads(workerBeside(bundle), 1), versions: JOB_VERSIONS, clock }),
      solver: CHECK_LIMITS,
    }),
});

const clock: Clock = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Returns the programs of Node: each has a compute thread that may start this program and no other.
 *
 * @param bundle URL of the running file; the worker's bundle is beside it
 */
export const programHost = (bundle: string): ProgramHost => ({
  folder(uri) {
    if (!uri.startsWith('file:')) return undefined;
    try {
      const path = fileURLToPath(uri);
      return path.length > 1 ? path.replace(/[\\/]$/, '') : path;
    } catch {
      return undefined;
    }
  },
  start(spec) {
    const shared = newShared();
    killAtExit(shared);
    const allowed: AllowedPrograms = { commands: [commandKey(spec)], shared };
    return { transport: nodeThreads(workerBeside(bundle), 1, allowed), end: () => stopProgram(shared) };
  },
});
