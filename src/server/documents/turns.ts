import type { CancellationToken } from 'vscode-languageserver';
import type { Clock } from '../../protocol/clock.ts';
import type { ServerDocument } from './document.ts';
import type { Work } from './work.ts';

/** Time slice of work between two polls for messages, in milliseconds, for all tasks together. */
const SLICE_MS = 8;

/** A scheduler of long tasks in this thread: one at a time runs for a slice, between messages. */
export class Turns {
  readonly #clock: Clock;
  readonly #defer: (callback: () => void) => void;
  /** Resolvers in the order of the requests. */
  readonly #waiting: (() => void)[] = [];
  #end = 0;
  #scheduled = false;

  constructor(clock: Clock, defer: (callback: () => void) => void) {
    this.#clock = clock;
    this.#defer = defer;
  }

  /** Resolves at the caller's turn. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  /** Returns undefined while the caller's turn lasts; otherwise resolves at the next one. */
  pause(): Promise<void> | undefined {
    return this.#clock.now() < this.#end ? undefined : this.next();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#defer(() => {
      this.#scheduled = false;
      this.#end = this.#clock.now() + SLICE_MS;
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}

/** Number of items between two clock checks: a check takes longer than making an item. */
const LOOKS = 16;

/**
 * Collects items from a document that is read, in turns with other work, and starts again when it is edited meanwhile.
 *
 * @param items items, made one by one on request
 * @returns undefined if the document was closed or the request was canceled
 */
export async function inTurns<Item>(
  { work, turns }: { readonly work: Work; readonly turns: Turns },
  document: ServerDocument,
  token: CancellationToken,
  items: () => Iterable<Item>,
): Promise<Item[] | undefined> {
  const isWanted = (): boolean => !token.isCancellationRequested && !document.signal.aborted;
  while (isWanted() && (await work.whenRead(document))) {
    const { version } = document;
    const found: Item[] = [];
    let isSame = true;
    for (const item of items()) {
      found.push(item);
      if (found.length % LOOKS !== 0) continue;
      await turns.pause();
      isSame = document.version === version && isWanted();
      if (!isSame) break;
    }
    if (isSame) return found;
  }
  return undefined;
}
