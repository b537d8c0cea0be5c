import type { Result } from '../../core/base/result.ts';
import type { ChatMessage, Completion, DecodingSettings, ModelFault } from '../model.ts';

/** What the worker of a local model is started with. */
export interface OnnxWorkerData {
  readonly folder: string;
}

/** What the worker of a local model can be asked; it answers one request after another. */
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
