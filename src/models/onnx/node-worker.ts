import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { processEnd } from '../../compute/worker/node-process.ts';
import { threadEnd } from '../../compute/worker/node-threads.ts';
import { serveModel } from './model-server.ts';
import { type OnnxWorkerData, RUNTIME_FLAGS } from './model-worker.ts';
import { loadModel } from './node-load.ts';

// The worker of one model: a process, or a thread of a program whose process is its own.
const { data, post, listen } = isMainThread ? processEnd() : threadEnd();
const { folder } = data as OnnxWorkerData;
// A process has them from its start; the host of a thread may be Electron, whose flags are not ours to set.
if (!isMainThread && process.versions['electron'] === undefined)
  for (const flag of RUNTIME_FLAGS) setFlagsFromString(flag);

serveModel({
  now: () => performance.now(),
  post,
  listen,
  load: (turn) => loadModel(folder, turn),
  turn: () => new Promise((resolve) => void setImmediate(resolve)),
});
