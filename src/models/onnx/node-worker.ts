import { threadEnd } from '../../compute/worker/node-thread-end.ts';
import { loadModel } from './node-load.ts';
import type { OnnxWorkerData } from './onnx-calls.ts';
import { serveModel } from './serve-model.ts';

// The worker thread of one model.
const { data, post, listen } = threadEnd();
const { folder } = data as OnnxWorkerData;

serveModel({
  now: () => performance.now(),
  post,
  listen,
  load: () => loadModel(folder),
  turn: () => new Promise((resolve) => void setImmediate(resolve)),
});
