import { turns } from '../../compute/system-clock.ts';
import type { Result } from '../../core/base/result.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { ModelFault, ModelFaultCode } from '../model.ts';

export interface ConcurrencyOptions {
  /** Number of concurrent requests. */
  readonly concurrency: number;
  readonly clock: Clock;
}

/** Results of many requests. */
export interface RequestResults<Item, Answer> {
  /** Answers, in the order of the requests, without faults. */
  readonly answered: readonly { readonly asked: Item; readonly answer: Answer }[];
  /** Number of requests by the message of their fault; canceled ones are not counted. */
  readonly faults: ReadonlyMap<string, number>;
  /** Number of requests never made: canceled, or given up. */
  readonly unasked: number;
}

/** Fault of a request, as far as it decides on the others. */
export type RequestFault = Pick<ModelFault, 'message'> & { readonly code: string };

/** Faults that every further request would meet, too. */
const HOPELESS: ReadonlySet<string> = new Set<ModelFaultCode>(['unauthorized', 'unknown-model', 'unavailable']);
/** Faults of only one request. */
const ALONE: ReadonlySet<string> = new Set<ModelFaultCode>(['moderated', 'too-long']);
/** Consecutive faults of any kind that end the remaining requests as well. */
const MAX_CONSECUTIVE_FAILURES = 3;

/** Makes many requests, with limited concurrency. Answers from before a cancellation are kept. `ask` never rejects. */
export async function askMany<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result<Answer, RequestFault>>,
  { concurrency, clock }: ConcurrencyOptions,
  signal: AbortSignal,
): Promise<RequestResults<Item, Answer>> {
  const found: ({ asked: Item; answer: Answer } | undefined)[] = items.map(() => undefined);
  const faults = new Map<string, number>();
  let asked = 0;
  let inARow = 0;
  let hopeless = false;
  // Models of this process answer without waiting; in between the rest of the program gets its turn, and can cancel.
  const turn = turns(clock);
  const rest = items.entries();
  const worker = async (): Promise<void> => {
    while (!signal.aborted && !hopeless) {
      const { done, value } = rest.next();
      if (done === true) return;
      const [index, item] = value;
      const result = await ask(item);
      if (!result.ok && result.error.code === 'cancelled') return;
      asked++;
      if (result.ok) {
        inARow = 0;
        found[index] = { asked: item, answer: result.value };
      } else {
        const { code, message } = result.error;
        if (!ALONE.has(code)) inARow++;
        faults.set(message, (faults.get(message) ?? 0) + 1);
        hopeless ||= HOPELESS.has(code) || inARow >= MAX_CONSECUTIVE_FAILURES;
      }
      await turn();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  return { answered: found.filter((entry) => entry !== undefined), faults, unasked: items.length - asked };
}

/** Returns the most frequent fault of some requests, for the one message about them. */
export function mainFault(faults: ReadonlyMap<string, number>): Pick<ModelFault, 'message'> | undefined {
  const [first] = [...faults].sort(([, a], [, b]) => b - a);
  return first && { message: first[0] };
}
