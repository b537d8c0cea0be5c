import { CallServer } from '../../compute/worker/calls.ts';
import type { FromWorker, ToWorker } from '../../compute/worker/messages.ts';
import type { Result } from '../../core/base/result.ts';
import { type Completion, type DecodingSettings, fault, type ModelFault } from '../model.ts';
import { decodeText } from './decode.ts';
import { decodeTogether } from './decode-batch.ts';
import { isGuessedWell } from './guess-state.ts';
import { type LoadedModel, plainMessageOf } from './load-model.ts';
import { promptOf } from './model-config.ts';
import type { OnnxCalls } from './onnx-calls.ts';

/** A worker's end of its messages, and what else its platform has. */
export interface ModelServerOptions {
  readonly post: (message: FromWorker) => void;
  readonly listen: (receive: (message: ToWorker) => void) => void;
  readonly load: () => Promise<Result<LoadedModel, string>>;
  /** Lets messages come in. */
  readonly turn: () => Promise<void>;
  /** Milliseconds of a clock that never goes backwards; without one queued answers do not say how long they took. */
  readonly now?: () => number;
}

type Answer = Result<Completion, ModelFault>;

/** A request that waits for its answer. */
interface Waiting {
  readonly prompt: string;
  readonly ids: readonly number[];
  readonly settings: DecodingSettings;
  readonly isCancelled: () => boolean;
  /** Others were there before it. */
  readonly isQueued: boolean;
  readonly answer: (answer: Answer) => void;
}

/** Prompts that are answered together, at most. */
const TOGETHER = 16;

/** Answers the calls of one model in their order, those of one length together. It is loaded with the first and kept. */
export function serveModel({ post, listen, load, turn, now }: ModelServerOptions): void {
  let loaded: Promise<Result<LoadedModel, string>> | undefined;
  let waiting: Waiting[] = [];
  let isRunning = false;
  const server = new CallServer<OnnxCalls>({ complete: (request, { signal }) => complete(request, signal) }, post);
  listen((message) => server.receive(message));
  server.start();

  async function complete(
    { messages, isRaw, settings }: OnnxCalls['complete']['input'],
    signal: AbortSignal,
  ): Promise<Answer> {
    if (signal.aborted) return fault('cancelled', 'cancelled');
    try {
      loaded ??= load();
      const found = await loaded;
      if (!found.ok) return fault('unknown-model', found.error);
      const model = found.value;
      const prompt = promptOf(messages, isRaw, model.tokenizerConfig);
      const ids = model.vocabulary.encode(prompt);
      return await new Promise((answer) => {
        const isQueued = isRunning || waiting.length > 0;
        waiting.push({ prompt, ids, settings, isCancelled: () => signal.aborted, isQueued, answer });
        if (!isRunning) void answerAll(model);
      });
    } catch (error) {
      return failed(error);
    }
  }

  async function answerAll(model: LoadedModel): Promise<void> {
    isRunning = true;
    // requests that are sent at once come in before the first of them is answered
    await turn();
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const group = together(first, model);
      waiting = waiting.filter((other) => !group.includes(other));
      try {
        const began = now?.() ?? 0;
        const answers = await answersOf(group, model);
        const timed = now === undefined ? {} : { elapsed: Math.max(0, now() - began) };
        for (const [i, { answer, isQueued }] of group.entries()) {
          const own = answers[i] ?? fault('cancelled', 'cancelled');
          answer(own.ok && isQueued ? { ok: true, value: { ...own.value, ...timed } } : own);
        }
      } catch (error) {
        for (const { answer } of group) answer(failed(error));
      }
    }
    isRunning = false;
  }

  /** A request with those behind it that can be read together with it. */
  function together(first: Waiting, { model, guess }: LoadedModel): readonly Waiting[] {
    if (model.batch === undefined || (guess !== undefined && isGuessedWell(first.prompt))) return [first];
    if (first.isCancelled()) return [first];
    const isAlike = ({ ids, isCancelled }: Waiting): boolean => ids.length === first.ids.length && !isCancelled();
    return waiting.filter(isAlike).slice(0, TOGETHER);
  }

  async function answersOf(
    group: readonly Waiting[],
    { model, vocabulary, guess }: LoadedModel,
  ): Promise<readonly Answer[]> {
    const [first] = group;
    if (first === undefined) return [];
    if (group.length > 1 && model.batch !== undefined)
      return decodeTogether(group, model.batch(group.length), model, vocabulary, turn);
    return [await decodeText(first.ids, first.settings, model, vocabulary, turn, first.isCancelled, guess)];
  }
}

const failed = (error: unknown): Answer => fault('bad-response', `The model failed to run: ${plainMessageOf(error)}.`);
