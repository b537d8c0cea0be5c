import type { CancellationToken } from 'vscode-languageserver';
import type { ServerDocument } from './document.ts';
import type { Turns } from './turns.ts';
import type { Work } from './work.ts';

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
