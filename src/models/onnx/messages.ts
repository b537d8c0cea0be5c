import type { Result } from '../../core/base/result.ts';
import type { ChatMessage, Completion, DecodingSettings, ModelFault } from '../model.ts';

/** What the thread of a model is started with. */
export interface OnnxThreadData {
  readonly folder: string;
}

/** To the thread. Requests are answered one after the other, in their order. */
export type ToOnnx =
  | {
      readonly type: 'complete';
      readonly id: number;
      readonly messages: readonly ChatMessage[];
      readonly isRaw: boolean;
      readonly settings: DecodingSettings;
    }
  | { readonly type: 'cancel'; readonly id: number };

/** From the thread. */
export interface FromOnnx {
  readonly id: number;
  readonly result: Result<Completion, ModelFault>;
}
