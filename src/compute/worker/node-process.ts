import { fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { WorkerEnd } from './node-threads.ts';
import type { FromWorker, StartWorker, ToWorker, WorkerHandle } from './worker-protocol.ts';

/** Characters kept of a process's errors: its last ones have the reason why it ended. */
const MAX_ERROR = 2000;

/**
 * Starts processes of Node, for work whose memory must return to the system and whose settings must not reach the host. They end with their
 * parent. Without shared memory there are no flags.
 *
 * @param entry the bundled program, see `besideBundle`
 * @param data start data of the program, which survives JSON
 * @param flags options of Node and V8
 */
export const nodeProcess =
  (entry: URL, data?: unknown, flags: readonly string[] = []): StartWorker =>
  (events): WorkerHandle => {
    const child = fork(fileURLToPath(entry), [JSON.stringify(data ?? null)], {
      // those of the host, such as a debugger's port, belong to the host
      execArgv: [...flags],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // the executable of an editor is Electron
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    let open = true;
    let errors = '';
    const died = (reason: string) => {
      if (!open) return;
      open = false;
      events.died(errors.trim() === '' ? reason : `${reason}: ${errors.trim()}`);
    };
    child.stderr?.on('data', (text: Buffer) => {
      errors = (errors + text.toString('utf8')).slice(-MAX_ERROR);
    });
    child.on('message', (message) => {
      if (open) events.message(message as FromWorker);
    });
    child.on('error', (error) => died(error.message));
    child.on('close', (status, signal) => died(`the worker process ended with status ${status ?? signal}`));
    const keepAlive = (alive: boolean): void => {
      const streams = [child, child.channel, child.stderr as unknown as { ref(): void; unref(): void } | null];
      for (const stream of streams) stream?.[alive ? 'ref' : 'unref']();
    };
    return {
      flags: undefined,
      post: (message) => void (child.connected && child.send(message, () => {})),
      keepAlive,
      terminate() {
        open = false;
        if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
        keepAlive(true);
        return new Promise((resolve) => {
          child.once('close', () => resolve());
          child.kill('SIGKILL');
        });
      },
    };
  };

/** Returns this worker process's end: the counterpart of `nodeProcess`. */
export function processEnd(): WorkerEnd {
  if (process.send === undefined) throw new Error('not in a worker process');
  process.on('disconnect', () => process.exit());
  return {
    data: JSON.parse(process.argv[2] ?? 'null'),
    post: (message) => void (process.connected && process.send?.(message, undefined, undefined, () => {})),
    listen: (receive) => void process.on('message', (message) => receive(message as ToWorker)),
  };
}
