import { Worker } from 'node:worker_threads';
import { besideBundle } from '../../compute/pool/node-threads.ts';
import type { FromReportThread, ReportCalls, ReportThreadData, ToReportThread } from './report-messages.ts';
import type { ReportProgress, ReportService, ReportSettings } from './report-session.ts';

interface Waiting {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A report of run files of this machine, in a thread of its own.
 *
 * @param bundle URL of the bundle that asks; the thread's program lies beside it
 */
export function nodeReportService(paths: readonly string[], settings: ReportSettings, bundle: string): ReportService {
  const worker = new Worker(besideBundle(bundle, 'report-worker.mjs'), {
    workerData: { paths, settings } satisfies ReportThreadData,
  });
  const waiting = new Map<number, Waiting>();
  let progress: (progress: ReportProgress) => void = () => undefined;
  let ended: Error | undefined;
  let last = 0;
  const end = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (message: FromReportThread) => {
    if (message.type === 'progress') {
      progress(message.progress);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'answer') asked?.resolve(message.output);
    else asked?.reject(new Error(message.message));
  });
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', (status) => end(new Error(`the thread of the report ended with status ${status}`)));
  const call = <Name extends keyof ReportCalls>(
    name: Name,
    input: ReportCalls[Name]['input'],
  ): Promise<ReportCalls[Name]['output']> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) {
        reject(ended);
        return;
      }
      const id = ++last;
      waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
      worker.postMessage({ id, name, input });
    });
  return {
    open: async (onProgress, signal) => {
      progress = onProgress;
      const cancel = (): void => worker.postMessage({ name: 'cancel' } satisfies ToReportThread);
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return await call('open', null);
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
    page: (query, from, count) => call('page', { query, from, count }),
    place: (sample) => call('place', sample),
    text: (format, games) => call('text', { format, games }),
    dispose: () => {
      end(new Error('the report was closed'));
      void worker.terminate();
    },
  };
}
