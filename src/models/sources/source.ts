import type { Result } from '../../core/base/result.ts';
import type { WANTED_APIS } from '../../core/evaluation/runs/run-schema.ts';
import type { ValueSource } from '../../core/mav/values.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { Model, ModelCapabilities, ModelFault } from '../model.ts';
import type { RetryEvent, RetryPolicy } from '../retry.ts';

/** A source of models. An adapter is one file that exports one of these, and one entry in `SOURCES`. */
export interface ModelSource {
  /** Part of a label before the colon. */
  readonly id: string;
  /** Title in a picker. */
  readonly title: string;
  /** Names that `open` accepts, if the source can list them; a form such as `lag-k` stands for many. */
  readonly names: readonly string[];
  /** Returns the model of a name (the part of the label after the colon). Sends nothing over the network. */
  open(name: string, options?: Partial<OpenOptions>): Result<Model, ModelFault>;
}

/** Interface used for an OpenAI-compatible server. */
export type OpenAiApi = (typeof WANTED_APIS)[number];

/** Options of models over the network and of the reference; baselines ignore them. */
export interface OpenOptions {
  /** Base URL, always passed explicitly; default: OpenAI's own address. */
  readonly baseUrl?: string;
  /** Label of the model, if it differs from the name at the server. */
  readonly label?: string;
  /** Default `auto`: Responses at OpenAI itself, Chat Completions elsewhere. */
  readonly api?: OpenAiApi;
  /** Capabilities found by a probe (`probe.ts`). */
  readonly probed?: ModelCapabilities;
  /** Key sent as a bearer token; without one no such header is sent. */
  readonly apiKey?: string;
  /** Time limit of one attempt in milliseconds, including the whole answer. */
  readonly timeout: number;
  readonly retry: RetryPolicy;
  readonly clock: Clock;
  /** Uniform in [0, 1), for the jitter of waits. */
  readonly random: () => number;
  /** Called before every wait for another attempt. */
  readonly onRetry?: (event: RetryEvent) => void;
  /**
   * Called with a noteworthy fact about a server, once per server and model: a refused setting, a token count that cannot be right.
   */
  readonly onNotice?: (notice: string) => void;
  /** Observes each request as it is sent, and the body of each success. */
  readonly watch?: { readonly sent: () => void; readonly received: (body: unknown) => void };
  /** True in a browser: its rules (CORS) apply, which messages then name. */
  readonly browser?: boolean;
  /** Size limit of an answer in bytes. */
  readonly maxBytes?: number;
  /** For the reference: opens the source of action values when they are needed. Undefined if there is none. */
  readonly values?: () => ValueSource | undefined;
}
