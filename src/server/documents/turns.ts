import type { CancellationToken } from 'vscode-languageserver';
import type { Clock } from '../../protocol/clock.ts';
import type { ServerDocument } from './document.ts';
import type { Work } from './work.ts';

/** Work between two looks at the messages, in milliseconds, for all who take turns together. */
const SLICE_MS = 8;

/** Long work in this thread, which takes turns: one of it at a time goes on, for a slice, between messages. */
export class Turns {
  readonly #clock: Clock;
  readonly #defer: (callback: () => void) => void;
  /** In the order in which they asked. */
  readonly #waiting: (() => void)[] = [];
  #end = 0;
  #scheduled = false;

  constructor(clock: Clock, defer: (callback: () => void) => void) {
    this.#clock = clock;
    this.#defer = defer;
  }

  /** Resolves when it is one's turn. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  /** Undefined while one's turn lasts; then resolves at one's next turn. */
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

/** Items between two looks at the time: asking for it takes longer than making one. */
const LOOKS = 16;

/**
 * Collects what is made of a document that is read, in turns with other work, and anew when it is edited meanwhile.
 *
 * @param items the items, made one by one as they are asked for
 * @returns undefined when the document was closed or nobody waits for the answer any more
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
