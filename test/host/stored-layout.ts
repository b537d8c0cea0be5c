import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Waits until VS Code has stored which editors are open, which it does every few seconds: at its end it cannot. */
export const layoutKept = (page: Page, view: string): Promise<boolean> =>
  eventually(
    `${view} in the stored layout`,
    () => page.evaluate(isStored, view),
    (stored) => stored,
  );

async function isStored(view: string): Promise<boolean> {
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
    if (JSON.stringify(rows).includes(view)) return true;
  }
  return false;
}
