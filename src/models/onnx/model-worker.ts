import { WorkerClient } from '../../compute/worker/worker-client.ts';
import type { StartWorker } from '../../compute/worker/worker-protocol.ts';
import type { Result } from '../../core/base/result.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import {
  type ChatMessage,
  type Completion,
  type CompletionRequest,
  type DecodingSettings,
  fault,
  type ModelCapabilities,
  type ModelFault,
} from '../model.ts';

/** Idle time after which a model frees its memory, in milliseconds. */
const IDLE_MS = 5 * 60_000;
/** Default token limit of a MAV answer: that of a long trace. */
const MAV_TOKENS = 4096;

/** Abilities of a model that runs here. */
export const LOCAL_CAPABILITIES: ModelCapabilities = {
  systemRole: true,
  streaming: false,
  seed: true,
  topLogprobs: 20,
  deterministic: true,
  offline: true,
};

/** Worker of one model. It runs while it has requests and for `IDLE_MS` after; idle, it keeps no process alive. */
export class ModelWorker {
  readonly #worker: WorkerClient<OnnxCalls>;
  #stopIdle: () => void = () => {};

  constructor(start: StartWorker) {
    this.#worker = new WorkerClient({ start, restarts: true, onBusy: (isBusy) => this.#busy(isBusy) });
  }

  async complete(
    { messages, isRaw = false, settings, task }: CompletionRequest,
    signal: AbortSignal,
  ): Promise<Result<Completion, ModelFault>> {
    // The samples of one position differ, and are the same the next time.
    const seed = (settings.seed ?? 0) + task.sample;
    const most = task.kind === 'mav' ? { maxTokens: MAV_TOKENS } : {};
    const dialect = task.kind === 'mav' ? { dialect: task.dialect } : {};
    const request = { messages, isRaw, settings: { ...most, ...settings, seed }, ...dialect };
    const answer = await this.#worker.call('complete', request, { signal });
    if (answer.ok) return answer.value;
    if (answer.error.code === 'COMPUTE_CANCELLED') return fault('cancelled', 'cancelled');
    const { message } = answer.error;
    return fault('bad-response', `The model's worker failed: ${message}. The model may be too big for this machine.`);
  }

  #busy(isBusy: boolean): void {
    this.#stopIdle();
    if (isBusy) return;
    const idle: unknown = setTimeout(() => void this.#worker.release(), IDLE_MS);
    // A Node process without other work ends.
    (idle as { unref?: () => void }).unref?.();
    this.#stopIdle = () => clearTimeout(idle as number);
  }
}

/**
 * Flags of V8 for the process of a local model: the work of a WebAssembly function, in bytes executed, after which it is optimized: some
 * tenths of a second. By default V8 also optimizes what runs once, as a session opens; one such function alone takes 200 MB and seconds.
 */
export const RUNTIME_FLAGS: readonly string[] = ['--wasm-tiering-budget=1000000000'];

/** Start data of the worker of a local model. */
export interface OnnxWorkerData {
  readonly folder: string;
}

/** Calls of the worker of a local model, which answers one request after another. */
export type OnnxCalls = {
  readonly complete: {
    readonly input: {
      readonly messages: readonly ChatMessage[];
      readonly isRaw: boolean;
      readonly settings: DecodingSettings;
      /** Dialect of the answer to a MAV prompt. */
      readonly dialect?: MavDialect;
    };
    readonly output: Result<Completion, ModelFault>;
    readonly progress: never;
  };
};
