import type { RunSample } from './run-schema.ts';

/** A reason for which requests failed. */
export interface CommonFault {
  readonly message: string;
  /** Samples that failed for it. */
  readonly count: number;
}

/** The samples of a run whose request failed, with the reason of each. */
export class FaultTally {
  readonly #messages = new Map<string, string>();

  get size(): number {
    return this.#messages.size;
  }

  get ids(): readonly string[] {
    return [...this.#messages.keys()];
  }

  has(id: string): boolean {
    return this.#messages.has(id);
  }

  add(id: string, { message }: NonNullable<RunSample['error']>): void {
    this.#messages.set(id, message);
  }

  delete(id: string): void {
    this.#messages.delete(id);
  }

  /** The commonest reason; of several the one that came first. Undefined where nothing failed. */
  get commonest(): CommonFault | undefined {
    const counts = new Map<string, number>();
    for (const message of this.#messages.values()) counts.set(message, (counts.get(message) ?? 0) + 1);
    let found: CommonFault | undefined;
    for (const [message, count] of counts) if (count > (found?.count ?? 0)) found = { message, count };
    return found;
  }
}

/** Where a message quotes a server. */
const QUOTE = ' It says: ';

/** A reason in few words: the server's own where the message quotes them. */
export function shortReason(message: string): string {
  const at = message.indexOf(QUOTE);
  return at < 0 ? message.replace(/\.$/, '') : message.slice(at + QUOTE.length);
}
