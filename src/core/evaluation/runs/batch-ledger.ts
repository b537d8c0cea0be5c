import type { LedgerCounts } from './run-schema.ts';

/** Outcomes of a request, from the least to the most that is known. */
const STATES = ['neverRun', 'failed', 'answered'] as const;
type RequestState = (typeof STATES)[number];

/** Counts that a server reports of an ended batch. */
interface ServerCounts {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
}

/** Requests of a batch, each of them answered, failed, never run or not received: the four always add up to the number sent. */
export class BatchLedger {
  readonly #states = new Map<string, RequestState | undefined>();
  /** Requests with a paid result in this batch. */
  readonly #completed = new Set<string>();

  /** @param sent ids of the requests */
  constructor(sent: Iterable<string>) {
    for (const id of sent) this.#states.set(id, undefined);
  }

  /** Returns true for a request of this batch. */
  has(id: string): boolean {
    return this.#states.has(id);
  }

  /**
   * Books a result; an existing one stays if it is known better.
   *
   * @param isCompleted true if the server counts it as completed
   */
  book(id: string, state: RequestState, isCompleted = false): void {
    if (!this.#states.has(id)) return;
    const known = this.#states.get(id);
    if (known === undefined || STATES.indexOf(state) > STATES.indexOf(known)) this.#states.set(id, state);
    if (isCompleted) this.#completed.add(id);
  }

  /**
   * Books requests without a result as never run, if the batch ended early and all that the server completed was
   * received. Without counts of the server that is only certain where there is no file of results.
   */
  closeEarly(counts: ServerCounts | undefined, hasOutput: boolean): void {
    const isCounted = counts !== undefined && counts.total > 0;
    if (isCounted ? this.#completed.size < counts.completed : hasOutput) return;
    for (const [id, state] of this.#states) if (state === undefined) this.#states.set(id, 'neverRun');
  }

  get counts(): LedgerCounts {
    const counts = { sent: this.#states.size, answered: 0, failed: 0, neverRun: 0, notReceived: 0 };
    for (const state of this.#states.values()) counts[state ?? 'notReceived']++;
    return counts;
  }
}

const number = (n: number): string => n.toLocaleString('en-US');

/** Formats the counts: `12 sent = 9 answered + 1 failed + 2 never run + 0 not received` */
export const ledgerText = ({ sent, answered, failed, neverRun, notReceived }: LedgerCounts): string =>
  `${number(sent)} sent = ${number(answered)} answered + ${number(failed)} failed + ${number(neverRun)} never run + ${number(notReceived)} not received`;

/**
 * Formats the server's counts, with contradictions to the ledger: `the server counts 12: 9 completed, 1 failed`;
 * undefined where it reports none.
 */
export function serverCountText({ sent }: LedgerCounts, counts: ServerCounts | undefined): string | undefined {
  if (counts === undefined || (counts.total === 0 && counts.completed === 0 && counts.failed === 0)) return undefined;
  const { total, completed, failed } = counts;
  const other = total === sent ? '' : `, which are not the ${number(sent)} that were sent`;
  return `the server counts ${number(total)}: ${number(completed)} completed, ${number(failed)} failed${other}`;
}
