import { CallServer } from '../../compute/worker/calls.ts';
import { threadEnd } from '../../compute/worker/node-thread-end.ts';
import type { Result } from '../../core/base/result.ts';
import { type Completion, fault, type ModelFault } from '../model.ts';
import { decodeText } from './decode.ts';
import { promptOf } from './model-config.ts';
import { type LoadedModel, loadModel, messageOf } from './node-load.ts';
import type { OnnxCalls, OnnxWorkerData } from './onnx-calls.ts';

// The worker of one model, which is loaded with the first request and kept.
const { data, post, listen } = threadEnd();
const { folder } = data as OnnxWorkerData;
let loaded: Promise<Result<LoadedModel, string>> | undefined;

const server = new CallServer<OnnxCalls>({ complete: (request, { signal }) => complete(request, signal) }, post, {
  inOrder: true,
});
listen((message) => server.receive(message));
server.start();

async function complete(
  { messages, isRaw, settings }: OnnxCalls['complete']['input'],
  signal: AbortSignal,
): Promise<Result<Completion, ModelFault>> {
  if (signal.aborted) return fault('cancelled', 'cancelled');
  try {
    loaded ??= loadModel(folder);
    const model = await loaded;
    if (!model.ok) return fault('unknown-model', model.error);
    const { value } = model;
    const prompt = promptOf(messages, isRaw, value.tokenizerConfig);
    const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
    return await decodeText(prompt, settings, value.model, value.vocabulary, turn, () => signal.aborted);
  } catch (error) {
    return fault('bad-response', `The model failed to run: ${messageOf(error)}.`);
  }
}
