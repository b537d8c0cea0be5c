import { CallServer } from '../../compute/worker/calls.ts';
import type { FromWorker, ToWorker } from '../../compute/worker/messages.ts';
import type { Result } from '../../core/base/result.ts';
import { type Completion, fault, type ModelFault } from '../model.ts';
import { decodeText } from './decode.ts';
import { type LoadedModel, messageOf } from './load-model.ts';
import { promptOf } from './model-config.ts';
import type { OnnxCalls } from './onnx-calls.ts';

/** A worker's end of its messages, and what else its platform has. */
export interface ModelServerOptions {
  readonly post: (message: FromWorker) => void;
  readonly listen: (receive: (message: ToWorker) => void) => void;
  readonly load: () => Promise<Result<LoadedModel, string>>;
  /** Lets messages come in. */
  readonly turn: () => Promise<void>;
}

/** Answers the calls of one model, one after another. It is loaded with the first and kept. */
export function serveModel({ post, listen, load, turn }: ModelServerOptions): void {
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
      loaded ??= load();
      const found = await loaded;
      if (!found.ok) return fault('unknown-model', found.error);
      const { model, vocabulary, tokenizerConfig, guess } = found.value;
      const prompt = promptOf(messages, isRaw, tokenizerConfig);
      return await decodeText(prompt, settings, model, vocabulary, turn, () => signal.aborted, guess);
    } catch (error) {
      return fault('bad-response', `The model failed to run: ${messageOf(error)}.`);
    }
  }
}
