import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TraceNote } from '../../src/protocol/lsp.ts';
import { TREE_VERSION } from '../../src/protocol/tree-messages.ts';
import { chessSearch, discSearch, type Searched } from '../support/searched-tree.ts';
import { itLong } from '../support/thorough.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { focusRow, lastOf, openTree, tell, withTreePage } from './tree-page.ts';

describe('the page of search trees', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  let discs: Searched;
  let chess: Searched;
  before(async () => {
    [host, discs, chess] = await Promise.all([PageHost.start(), discSearch(), chessSearch()]);
  });
  after(() => host?.close());

  const facts = async ({ page }: OpenPage): Promise<string[]> => page.locator('.facts li').allTextContents();
  const rows = ({ page }: OpenPage) => page.locator('.children tbody tr');
  const column = async (open: OpenPage, index: number): Promise<string[]> =>
    open.page.locator(`.children tbody tr > *:nth-child(${index})`).allTextContents();
  const selects = ({ page }: OpenPage, level: number, name: string): Promise<void> =>
    page
      .locator(`[role=treegrid] [aria-selected=true][aria-level="${level}"] .move`)
      .filter({ hasText: name })
      .waitFor();

  it('shows what the file holds, and the moves of the root as they were counted', () =>
    withTreePage(host, async (open) => {
      await openTree(open, discs.text);
      await rows(open).first().waitFor();
      const { root, size } = discs.tree;
      const wrong = discs.text.split('"kind":"hallucination","state"').length - 1;
      assert.deepEqual(await facts(open), ['Connect Four', `${size} nodes`, `${wrong} hallucinations`, 'done']);
      assert.equal(await open.page.locator('h1').textContent(), 'tree.mcts.jsonl · rollouts: 4 · 120 simulations');
      const counts = [...root.visits].sort((a, b) => b - a).map(String);
      assert.deepEqual(await column(open, 3), counts);
      const chosen = root.actions[discs.tree.finalEdge()];
      assert.equal(await open.page.locator('.children .chosen th').textContent(), `${chosen} ★`);
      assert.match(
        (await open.page.locator('.children .chosen button').getAttribute('title')) ?? '',
        /^\S+: true state, chosen · the model listed 0\.\d\d for x · PUCT for x: Q 0\.\d+ \+ exploration 0\.\d+ = [01]\.\d+$/,
      );
      assert.deepEqual(await open.sentByTree(), [{ version: TREE_VERSION, type: 'ready' }]);
    }));

  itLong('sorts the moves, goes to one, and back by the path', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, chess.text);
      await rows(open).first().waitFor();
      await page.getByRole('button', { name: 'Listed' }).click();
      const listed = (await column(open, 6)).map(Number);
      assert.deepEqual(
        listed,
        [...listed].sort((a, b) => b - a),
      );
      assert.equal(await page.getByRole('columnheader', { name: 'Listed' }).getAttribute('aria-sort'), 'descending');
      assert.equal(await page.locator(':focus').textContent(), 'Listed');
      assert.match((await page.locator('.spark').first().getAttribute('aria-label')) ?? '', /0\.93 of the probability/);
      const chosen = page.locator('.children .chosen button');
      const name = ((await chosen.textContent()) ?? '').replace(' ★', '');
      await chosen.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `1.${name}`, exact: true }).waitFor();
      const { root } = chess.tree;
      assert.deepEqual(await lastOf(open, 'select'), {
        version: TREE_VERSION,
        type: 'select',
        node: root.children[chess.tree.finalEdge()]?.id,
      });
      await page.locator('.crumbs').getByRole('button', { name: 'Start' }).click();
      await page.getByRole('heading', { name: 'Start' }).waitFor();
      assert.equal((await lastOf(open, 'select'))?.node, 0);
      await page.keyboard.press('f');
      await page.locator('.cg-wrap.orientation-black').first().waitFor();
      await page.getByRole('button', { name: 'Copy state' }).click();
      assert.equal((await lastOf(open, 'copy'))?.text, root.state);
    }),
  );

  itLong("shows the model's state beside the true one, and what a hallucination said", () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, chess.text);
      await rows(open).first().waitFor();
      await page.getByLabel('Filter nodes').selectOption('diverged');
      await page.getByText(/^(?:1 of )?\d+ matches$/).waitFor();
      for (let i = 0; i < 60 && !(await page.locator('.differs').isVisible()); i++)
        await page.getByRole('button', { name: 'Next match' }).click();
      await page.locator('cg-board').nth(1).waitFor();
      const captions = await page.locator('figcaption').allTextContents();
      assert.match(captions[0], /^True after \d+\.+\S+$/);
      assert.equal(captions[1], 'Believed by forgetful');
      assert.match((await page.locator('.differs').textContent()) ?? '', /^\d+ squares? wrong/);
      assert.ok((await page.locator('.cg-custom-svgs g[cgHash]').count()) > 0);
      await page.getByLabel('Filter nodes').selectOption('hallucinations');
      await page.getByText(/^\d+ matches$/).waitFor();
      await page.getByRole('button', { name: 'Next match' }).click();
      await page.getByText('No state: not a state: 5 ranks instead of 8.').waitFor();
      assert.match((await page.locator('.raw').textContent()) ?? '', /^%state /);
    }),
  );

  itLong('shows text of a model as text', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, discs.text);
      await rows(open).first().waitFor();
      await page.getByLabel('Filter nodes').selectOption('hallucinations');
      await page.getByText(/^\d+ matches$/).waitFor();
      await page.keyboard.press('n');
      await page.getByRole('button', { name: 'Next match' }).click();
      await page.locator('.raw').waitFor();
      assert.equal(await page.locator('.raw').textContent(), '<b>I am not sure</b> & "so"\n');
      assert.equal(await page.locator('.raw b').count(), 0);
    }),
  );

  itLong('goes through the simulations by buttons, keys and the slider', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, discs.text);
      await rows(open).first().waitFor();
      await page.getByRole('button', { name: 'Before the first' }).click();
      await page.getByText('Before the first simulation').waitFor();
      assert.deepEqual(new Set(await column(open, 3)), new Set(['0']));
      await page.getByRole('button', { name: 'One forward' }).click();
      await page.getByText('1 / 120').waitFor();
      await page.keyboard.press('.');
      await page.getByText('2 / 120').waitFor();
      assert.equal(
        (await column(open, 3)).map(Number).reduce((a, b) => a + b, 0),
        2,
      );
      await page.keyboard.press(',');
      await page.getByText('1 / 120').waitFor();
      assert.match((await page.locator('.did').textContent()) ?? '', /^x\d: expanded, \S+ for x/);
      const slider = page.getByRole('slider', { name: 'Simulations' });
      assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^1 of 120\. x\d: expanded/);
      await slider.focus();
      await page.keyboard.press('ArrowRight');
      await page.getByText('2 / 120').waitFor();
      await page.getByLabel('Speed').selectOption('500');
      await page.getByRole('button', { name: 'Play' }).click();
      await page.getByText('120 / 120').waitFor();
      await page.getByRole('button', { name: 'Play' }).waitFor();
    }),
  );

  itLong('looks for moves and states, and takes letters while one types as letters', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, chess.text);
      await rows(open).first().waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('a6');
      await page.getByText(/^\d+ matches$/).waitFor();
      assert.equal(await page.getByLabel('Move or state').inputValue(), 'a6');
      await page.keyboard.press('Enter');
      await page.getByText(/^1 of \d+ matches$/).waitFor();
      await page.keyboard.press('Shift+Enter');
      await page.locator('.position h2').filter({ hasText: 'a6' }).waitFor();
      await page.getByLabel('Move or state').fill('figs');
      await page.getByText('0 matches').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Icicle' }).getAttribute('aria-pressed'), 'true');
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByLabel('Deepest').fill('1');
      await page.getByText(/^(?:1 of )?\d+ matches$/).waitFor();
      await page.getByLabel('Min. N').fill('1000');
      await page.getByText(/^(?:1 of )?1 match$/).waitFor();
    }),
  );

  itLong('is a table for those who hear it, and walks by arrow keys', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, discs.text);
      await rows(open).first().waitFor();
      await focusRow(open);
      const grid = page.getByRole('treegrid', { name: 'The tree' });
      const first = grid.getByRole('row').nth(1);
      assert.equal(await first.getAttribute('aria-level'), '1');
      assert.equal(await first.getAttribute('aria-expanded'), 'true');
      const order = await grid.locator('.rows [aria-level="2"] .move').allTextContents();
      const names = order.map((text) => text.replace(/^[▾▸]/, ''));
      await page.keyboard.press('ArrowRight');
      await selects(open, 2, names[0]);
      await page.keyboard.press('ArrowLeft');
      await page.locator('[aria-selected=true][aria-expanded=false]').waitFor();
      await page.keyboard.press('ArrowDown');
      await selects(open, 2, names[1]);
      const row = page.locator('[role=treegrid] [aria-selected=true]');
      assert.deepEqual(
        [await row.getAttribute('aria-posinset'), await row.getAttribute('aria-setsize')],
        ['2', String(order.length)],
      );
      await page.keyboard.press('Enter');
      await page.locator('[aria-selected=true][aria-expanded=true]').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.locator('[aria-selected=true][aria-level="3"]').waitFor();
      await page.keyboard.press('u');
      await page.locator('[aria-selected=true][aria-level="2"]').waitFor();
      await page.keyboard.press('Home');
      await selects(open, 1, 'start');
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-level')), '1');
    }),
  );

  itLong('lists its keys', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, discs.text);
      await rows(open).first().waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      await page.keyboard.press('t');
      assert.equal(
        await page.getByRole('button', { name: 'Tree', exact: true, includeHidden: true }).getAttribute('aria-pressed'),
        'false',
      );
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }),
  );

  it('has its tools in one row where it is narrow, the rest of them in a menu, and explains what is drawn', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await page.setViewportSize({ width: 340, height: 900 });
      await openTree(open, discs.text);
      const toolbar = page.getByRole('toolbar');
      await toolbar.waitFor();
      assert.ok(((await toolbar.boundingBox())?.height ?? 99) < 40);
      await toolbar.locator('summary').click();
      await toolbar.getByRole('button', { name: 'Keys' }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      const legend = page.locator('.tree-legend');
      await legend.getByText('expected line').waitFor();
      assert.equal(await legend.getByText('waiting for answers').isVisible(), false);
      assert.equal(await legend.getByText('state that does not exist').isVisible(), false);
      await page.setViewportSize({ width: 1000, height: 900 });
      await toolbar.getByRole('button', { name: 'Fit' }).waitFor();
    }));

  itLong('follows a search that runs, stops it and resumes it', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      const lines = discs.text.split('\n');
      const half = `${lines.slice(0, 60).join('\n')}\n`;
      const status = { state: 'running', done: 29, total: 120, canResume: false, text: '' } as const;
      await openTree(open, half, { source: 'search', title: 'Rollouts', isOpen: true });
      await tell(open, { type: 'status', status });
      await tell(open, { type: 'queued', paths: [[3, 0], [3]] });
      await page.getByText(/^\d+ \+12$/).waitFor();
      await page.getByText(/^running: 29 of 120/).waitFor();
      const before = (await column(open, 3)).map((text) => Number.parseInt(text, 10)).reduce((a, b) => a + b, 0);
      await page.getByRole('button', { name: 'Stop' }).click();
      assert.ok(await lastOf(open, 'stop'));
      await tell(open, { type: 'lines', text: lines.slice(60).join('\n'), done: false });
      await tell(open, { type: 'queued', paths: [] });
      await tell(open, { type: 'status', status: { ...status, state: 'stopped', done: 120, canResume: true } });
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      await page.getByText('120 / 120').waitFor();
      assert.doesNotMatch((await facts(open)).join(), /simulations|stopped/, 'what the status says');
      const after = (await column(open, 3)).map(Number).reduce((a, b) => a + b, 0);
      assert.ok(after > before);
      await page.getByRole('button', { name: 'Resume' }).click();
      assert.ok(await lastOf(open, 'resume'));
    }),
  );

  itLong('lets the search of a file go on, where it can', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      const resume = page.getByRole('button', { name: 'Resume' });
      await openTree(open, discs.text.replace(/\{"end":"done"\}\n$/, '{"end":"closed"}\n'));
      await page.getByText('no edge left to explore').waitFor();
      assert.equal(await resume.isVisible(), false);
      await openTree(open, discs.text.replace('"model":"rollouts: 4"', '"model":"internal search"'));
      await page.locator('h1').getByText('internal search').waitFor();
      assert.equal(await resume.isVisible(), false);
      await openTree(open, discs.text.replace(/\{"end":"done"\}\n$/, '{"end":"stopped"}\n'));
      await resume.click();
      assert.ok(await lastOf(open, 'resume'));
      await openTree(open, discs.text);
      await page.getByRole('button', { name: 'Search further' }).waitFor();
      assert.equal(await resume.isVisible(), false, 'it has all its simulations');
      await page.setViewportSize({ width: 580, height: 860 });
      await page.getByLabel('Zoom, export, keys').click();
      await page.getByRole('toolbar').getByRole('button', { name: 'Search further' }).waitFor();
    }),
  );

  itLong('stays where one is while a search goes on, until it is to be followed', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      const lines = discs.text.split('\n');
      await openTree(open, `${lines.slice(0, 60).join('\n')}\n`, { source: 'search', isOpen: true });
      const last = page.locator('.place', { hasText: /^([1-9]\d*) \/ \1$/ });
      const seen = Number.parseInt((await last.textContent()) ?? '', 10);
      await page.getByRole('button', { name: 'One back' }).click();
      await page.getByText(`${seen - 1} / ${seen}`).waitFor();
      await tell(open, { type: 'lines', text: lines.slice(60).join('\n'), done: false });
      await page.getByText(`${seen - 1} / 120`).waitFor();
      await page.getByRole('button', { name: 'Follow' }).click();
      await page.getByText('120 / 120').waitFor();
    }),
  );

  itLong('shows a trace with what its decisions weigh, and leads to its text', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      const { root } = discs.tree;
      const at = { line: 3, character: 0 };
      const [action] = root.actions;
      const note: TraceNote = {
        node: 0,
        name: '<root>',
        ranges: [{ start: at, end: at }],
        weighed: [[action, 0.42]],
        selected: action,
        unlisted: [1],
        findings: ['A decision weighs a move that was never expanded'],
      };
      await openTree(open, discs.text, { source: 'trace', notes: [note], selected: 1 });
      await rows(open).first().waitFor();
      await tell(open, { type: 'select', node: 0 });
      await page.locator('span').getByText('A decision weighs a move that was never expanded').waitFor();
      assert.equal((await lastOf(open, 'select'))?.node, undefined);
      assert.deepEqual(await page.locator('.children thead th').allTextContents(), [
        'State',
        'Move',
        'Listed',
        'Weighed',
        'Minimax',
      ]);
      assert.deepEqual((await column(open, 4)).slice(0, 2), ['0.42', '–']);
      const words = await rows(open).evaluateAll((all) => all.map((row) => (row as HTMLElement).title));
      assert.match(words[0], /^\S+: true state, selected · the model listed/);
      assert.match(words[1], /^\S+: true state, not listed/);
      await page.getByRole('slider', { name: 'Evaluations' }).waitFor();
      await page.getByRole('button', { name: 'Show in text' }).click();
      assert.equal((await lastOf(open, 'reveal'))?.node, 0);
    }),
  );

  itLong('asks for reference values, and shows them or says why there are none', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, chess.text, { hasValues: true });
      await page.getByRole('button', { name: 'Reference values' }).click();
      assert.deepEqual(await lastOf(open, 'values'), {
        version: TREE_VERSION,
        type: 'values',
        node: 0,
        state: chess.tree.root.state,
      });
      await tell(open, { type: 'values', node: 0, values: [], reason: 'no engine' });
      await page.getByText('No reference values: no engine').waitFor();
      await tell(open, { type: 'values', node: 0, values: [['e2e4', 0.53]], reason: '' });
      await page.getByRole('columnheader', { name: 'Reference' }).waitFor();
      assert.equal((await column(open, 7)).filter((text) => text === '0.53').length, 1);
    }),
  );

  itLong('shows what is left of a damaged file, and names the lines', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      const lines = discs.text.split('\n');
      const damaged = [...lines.slice(0, 10), '{"node"', ...lines.slice(10, 80)].join('\n');
      await openTree(open, damaged.slice(0, -20));
      await page.getByText(/lines? w(?:as|ere) left out; the rest is shown/).click();
      await page.getByText('line 11: this line is not a JSON object').waitFor();
      assert.ok((await facts(open)).includes('cut off before its end'));
      assert.ok((await rows(open).count()) > 0);
    }),
  );

  itLong('says why a file cannot be shown', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, '{"hello":1}\n');
      await page.getByText(/^The tree cannot be shown: not a search tree/).waitFor();
      await openTree(open, '');
      await page.getByText('The tree cannot be shown: the file is empty.').waitFor();
      await openTree(open, discs.text.replace('"version":2', '"version":9'));
      await page.getByText(/a newer StateLens wrote this search tree \(version 9/).waitFor();
      await openTree(open, discs.text);
      await rows(open).first().waitFor();
      assert.equal(await page.locator('.error').isVisible(), false);
      await tell(open, { type: 'notice', text: 'Saved.' });
      await page.getByText('Saved.').waitFor();
    }),
  );

  itLong('comes back where one was after it was hidden', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, discs.text);
      await rows(open).first().waitFor();
      await page.getByRole('button', { name: 'One back' }).click();
      await page.getByText('119 / 120').waitFor();
      const heading = page.locator('.position h2');
      const start = (await heading.textContent()) ?? '';
      await page.locator('.children .chosen button').click();
      await heading.filter({ hasNotText: start }).waitFor();
      await focusRow(open);
      const name = await heading.textContent();
      await page.reload();
      await open.theme('dark');
      await openTree(open, discs.text);
      await page.getByText('119 / 120').waitFor();
      assert.equal(await page.locator('.position h2').textContent(), name);
      assert.ok(await page.getByRole('treegrid').isVisible());
    }),
  );
});
