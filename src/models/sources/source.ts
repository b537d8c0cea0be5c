import type { Result } from '../../core/base/result.ts';
import type { WANTED_APIS } from '../../core/evaluation/runs/run-schema.ts';
import type { ValueSource } from '../../core/mav/values.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { Model, ModelCapabilities, ModelFault } from '../model.ts';
import type { RetryEvent, RetryPolicy } from '../retry.ts';

/** Where models come from. An adapter is one file that exports one of these, and one entry in `SOURCES`. */
export interface ModelSource {
  /** The part of a label before the colon. */
  readonly id: string;
  /** For a picker. */
  readonly title: string;
  /** Names that `open` takes, where the source can list them; a form such as `lag-k` stands for many. */
  readonly names: readonly string[];
  /** The model of that name (the part of the label behind the colon). Asks nothing over the network. */
  open(name: string, options?: Partial<OpenOptions>): Result<Model, ModelFault>;
}

/** Which of its interfaces an OpenAI-compatible server is asked by. */
export type OpenAiApi = (typeof WANTED_APIS)[number];

/** The options of models over the network and of the reference; baselines ignore them. */
export interface OpenOptions {
  /** Always explicit; default: OpenAI's own address. */
  readonly baseUrl?: string;
  /** The label of the model, where it is not the name that the server knows it by. */
  readonly label?: string;
  /** Default `auto`: Responses at OpenAI itself, Chat Completions elsewhere. */
  readonly api?: OpenAiApi;
  /** Capabilities found by a probe (`probe.ts`). */
  readonly probed?: ModelCapabilities;
  /** Sent as a bearer token; without one no such header is sent. */
  readonly apiKey?: string;
  /** Milliseconds that one attempt may take, the whole answer included. */
  readonly timeout: number;
  readonly retry: RetryPolicy;
  readonly clock: Clock;
  /** Uniform in [0, 1), for the jitter of waits. */
  readonly random: () => number;
  /** Called with every wait before another attempt. */
  readonly onRetry?: (event: RetryEvent) => void;
  /** Called with what is worth knowing of a server, once a server and model: what it refuses, a count of tokens that cannot be right. */
  readonly onNotice?: (notice: string) => void;
  /** Sees each request as it is sent, and the body of each success. */
  readonly watch?: { readonly sent: () => void; readonly received: (body: unknown) => void };
  /** This is a browser: its rules (CORS) apply, which messages then name. */
  readonly browser?: boolean;
  /** Longest answer in bytes. */
  readonly maxBytes?: number;
  /** For the reference: the source of action values, opened when values are needed. Undefined where there is none. */
  readonly values?: () => ValueSource | undefined;
}
