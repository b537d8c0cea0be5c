import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/**
 * Waits until VS Code has stored which editors are open, which it does every few seconds: at its end it cannot.
 *
 * @param parts all of what is to be there: a title, and JSON of the state of a page, which is stored apart from its title
 */
export const layoutKept = (page: Page, ...parts: string[]): Promise<boolean> =>
  eventually(
    `${parts.join(' and ')} in the stored layout`,
    () => page.evaluate(isStored, parts),
    (stored) => stored,
  );

async function isStored(parts: string[]): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('the database is not to be read')));
    });
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined || !name.startsWith('vscode-web-state-db')) continue;
    const database = await done(indexedDB.open(name));
    const tables = Array.from(database.objectStoreNames);
    const rows = await Promise.all(
      tables.map((table) => done(database.transaction(table).objectStore(table).getAll())),
    );
    database.close();
    // A state is text in text in text: each level escapes the quotes again.
    const text = JSON.stringify(rows).replaceAll('\\', '');
    if (parts.every((part) => text.includes(part))) return true;
  }
  return false;
}
