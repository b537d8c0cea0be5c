import assert from 'node:assert/strict';
import type { FromTree, ToTree } from '../../src/protocol/tree-messages.ts';
import { TREE_VERSION } from '../../src/protocol/tree-messages.ts';
import type { OpenPage, PageHost } from './page-host.ts';

type Message<T extends ToTree['type']> = Extract<ToTree, { readonly type: T }>;
type Unversioned<T> = T extends unknown ? Omit<T, 'version'> : never;

/** Sends the page of trees what the extension would. */
export const tell = (open: OpenPage, message: Unversioned<ToTree>): Promise<void> =>
  open.send({ version: TREE_VERSION, ...message });

/** Opens a tree in the page of trees: its lines come in pieces that are cut anywhere. */
export async function openTree(
  open: OpenPage,
  text: string,
  options: Partial<Message<'open'>> & { readonly isOpen?: boolean } = {},
): Promise<void> {
  const { isOpen = false, ...rest } = options;
  await tell(open, {
    type: 'open',
    source: 'file',
    title: 'tree.mcts.jsonl',
    orientation: 'white',
    size: text.length,
    hasValues: false,
    notes: [],
    selected: 0,
    ...rest,
  });
  const size = Math.max(1, Math.ceil(text.length / 3) + 7);
  for (let at = 0; at < text.length; at += size)
    await tell(open, { type: 'lines', text: text.slice(at, at + size), done: false });
  if (!isOpen) await tell(open, { type: 'lines', text: '', done: true });
}

/** What the page said last of a kind. */
export async function lastOf<T extends FromTree['type']>(
  open: OpenPage,
  type: T,
): Promise<Extract<FromTree, { readonly type: T }> | undefined> {
  const said = await open.sentByTree();
  return said.filter((message): message is Extract<FromTree, { readonly type: T }> => message.type === type).at(-1);
}

/** Opens the page and runs something in it; afterwards nothing may have gone wrong. */
export async function withTreePage(
  host: PageHost,
  run: (open: OpenPage) => Promise<void>,
  { width = 1200 }: { readonly width?: number } = {},
): Promise<void> {
  const open = await host.open({ page: 'tree', width });
  try {
    await run(open);
    assert.deepEqual(await open.violations(), []);
    assert.deepEqual(open.errors, []);
  } finally {
    await open.page.close();
  }
}

/** Shows the table, and puts the focus on the row that is selected. */
export async function focusRow({ page }: OpenPage): Promise<void> {
  await page.keyboard.press('g');
  await page.locator('[role=treegrid] [aria-selected=true]').focus();
}
