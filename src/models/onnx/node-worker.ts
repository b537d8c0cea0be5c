import { parentPort, workerData } from 'node:worker_threads';
import type { Result } from '../../core/base/result.ts';
import { type Completion, fault, type ModelFault } from '../model.ts';
import { decodeText } from './decode.ts';
import type { FromOnnx, OnnxThreadData, ToOnnx } from './messages.ts';
import { promptOf } from './model-config.ts';
import { type LoadedModel, loadModel, messageOf } from './node-load.ts';

// The thread of one model: it is loaded with the first request, and kept.
const port = parentPort;
if (port === null) throw new Error('not in a worker thread');
const { folder } = workerData as OnnxThreadData;
const cancelled = new Set<number>();
let loaded: Promise<Result<LoadedModel, string>> | undefined;
let queue: Promise<unknown> = Promise.resolve();

port.on('message', (message: ToOnnx) => {
  if (message.type === 'cancel') {
    cancelled.add(message.id);
    return;
  }
  queue = queue.then(async () => {
    const result = await complete(message);
    cancelled.delete(message.id);
    port.postMessage({ id: message.id, result } satisfies FromOnnx);
  });
});

async function complete({
  id,
  messages,
  isRaw,
  settings,
}: Extract<ToOnnx, { type: 'complete' }>): Promise<Result<Completion, ModelFault>> {
  if (cancelled.has(id)) return fault('cancelled', 'cancelled');
  try {
    loaded ??= loadModel(folder);
    const model = await loaded;
    if (!model.ok) return fault('unknown-model', model.error);
    const { value } = model;
    const prompt = promptOf(messages, isRaw, value.tokenizerConfig);
    const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
    return await decodeText(prompt, settings, value.model, value.vocabulary, turn, () => cancelled.has(id));
  } catch (error) {
    return fault('bad-response', `The model cannot be run: ${messageOf(error)}.`);
  }
}
