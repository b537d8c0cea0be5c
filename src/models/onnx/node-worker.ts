import { threadEnd } from '../../compute/worker/node-threads.ts';
import { serveModel } from './model-server.ts';
import type { OnnxWorkerData } from './model-worker.ts';
import { loadModel } from './node-load.ts';

// The worker thread of one model.
const { data, post, listen } = threadEnd();
const { folder } = data as OnnxWorkerData;

serveModel({
  now: () => performance.now(),
  post,
  listen,
  load: (turn) => loadModel(folder, turn),
  turn: () => new Promise((resolve) => void setImmediate(resolve)),
});
