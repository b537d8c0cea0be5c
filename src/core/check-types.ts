import type { Cancellation } from './cancellation.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import type { Language } from './language.ts';

export interface CheckOptions {
  /** Also list what is wrong inside predicted FENs, as info. Default false: predictions are data. */
  readonly predictions?: boolean;
  readonly cancel?: Cancellation;
}

/** `check.ts`: all diagnostics of a document, by place. */
export type CheckText = (text: string, language: Language, options?: CheckOptions) => readonly Diagnostic[];
