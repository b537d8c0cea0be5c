import { fileURLToPath } from 'node:url';
import { nodeThreads, workerBeside } from '../../compute/worker/node-threads.ts';
import type { AllowedPrograms } from '../../compute/worlds/node-allowed.ts';
import { newShared } from '../../compute/worlds/node-process-channel.ts';
import { killAtExit, stopProgram } from '../../compute/worlds/node-process-world.ts';
import { commandKey } from '../../core/worlds/world-spec.ts';
import type { ProgramHost } from '../host.ts';

/**
 * Programs in Node: each has a compute thread that may start it and no other.
 *
 * @param bundle URL of the file that runs; the worker's bundle lies beside it
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
