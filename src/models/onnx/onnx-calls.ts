import type { Result } from '../../core/base/result.ts';
import type { ChatMessage, Completion, DecodingSettings, ModelFault } from '../model.ts';

/** The data that the worker of a local model is started with. */
export interface OnnxWorkerData {
  readonly folder: string;
}

/** The calls of the worker of a local model; it answers one request after another. */
export type OnnxCalls = {
  readonly complete: {
    readonly input: {
      readonly messages: readonly ChatMessage[];
      readonly isRaw: boolean;
      readonly settings: DecodingSettings;
    };
    readonly output: Result<Completion, ModelFault>;
    readonly progress: never;
  };
};
