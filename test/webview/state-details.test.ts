import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { stateLine } from '../../src/core/evaluation/game-trace/timeline.ts';
import type { ReferenceView } from '../../src/protocol/state.ts';
import { STATE_VERSION } from '../../src/protocol/state-messages.ts';
import { sampleComparison } from '../support/comparison-result.ts';
import { thoroughly } from '../support/thorough.ts';
import { mavComparison } from './mav-comparison.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { ANSWER, atMessage, GAME, lineMessage, resultAt, traced } from './state-lines.ts';

const GPT = 'gpt-4o-2024-08-06';
const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8').replace('d7c5', 'd7d1');

const LINE = traced();

/** What GPT-4o is known to have written at a step: nothing at every third. */
const answers = (at: number): object => ({
  version: STATE_VERSION,
  type: 'answers',
  lineId: 'line 1',
  at,
  answers: at % 3 === 0 ? [] : [ANSWER],
});

const RESULTS = GAME.map((_, at) => resultAt(LINE, at));

const twoFrames = ({ page }: OpenPage): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const value = (bucket: number) => ({ bucket, win: (bucket - 0.5) / 64 });
const ROW = {
  model: null,
  reference: null,
  difference: null,
  reason: null,
  isModelBest: false,
  isReferenceBest: false,
};
/** What the extension says of the example once its reference is known. */
const REFERENCE: ReferenceView = {
  values: 'Stockfish 19 lite, depth 8',
  lines: [
    { label: '%top_5', text: '2 of 3 actions of the reference listed, 1 illegal, 1 missing' },
    { label: '%best_action', text: 'f5; the reference has Rh8, 7 buckets better by its values' },
  ],
  rows: [
    {
      ...ROW,
      written: 'd7d1',
      name: 'd7d1',
      status: 'illegal',
      model: value(28),
      reason: 'the knight on d7 cannot move to d1 that way',
    },
    { ...ROW, written: 'd7c5', name: 'Nc5', status: 'missing', reference: value(30) },
    {
      ...ROW,
      written: 'f8h8',
      name: 'Rh8',
      status: 'both',
      model: value(29),
      reference: value(38),
      difference: -9,
      isReferenceBest: true,
    },
    {
      ...ROW,
      written: 'f6f5',
      name: 'f5',
      status: 'both',
      model: value(33),
      reference: value(31),
      difference: 2,
      isModelBest: true,
    },
    { ...ROW, written: 'd7b6', name: 'Nb6', status: 'only model', model: value(28) },
  ],
};

describe('the details of the state view', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  const sample = sampleComparison(0);
  const last = sample.history.length - 1;
  const line = lineMessage(
    stateLine(
      sample.history,
      sample.predictions.map(({ label, fen }) => ({ label, at: last, fen })),
      { title: sample.title, variant: 'chess', m: 4 },
    ),
  );
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  /** Opens the page at the end of the sample, with everything about it; afterwards nothing may have gone wrong in it. */
  async function withPage(run: (open: OpenPage) => Promise<void>): Promise<void> {
    const open = await host.open({ page: 'state', width: 546 });
    try {
      await open.send(line);
      await open.send(atMessage(last, { label: GPT }));
      await open.send({ version: STATE_VERSION, type: 'detail', lineId: 'line 1', at: last, result: sample });
      await open.page.locator('cg-board piece').first().waitFor();
      await run(open);
      assert.deepEqual(await open.violations(), []);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  it('unfold moves lost and invented, scores by depth, metrics and method', () =>
    withPage(async (open) => {
      const { page } = open;
      const { comparison } = sample.predictions.find(({ label }) => label === GPT) ?? {};
      const [lost, invented] = [comparison?.movesLost?.length, comparison?.movesInvented?.length];
      const moves = page.locator('summary', { hasText: 'Moves lost and invented' });
      await moves.getByText(`${lost} and ${invented}`).waitFor();
      await moves.click();
      await page.getByText(`Lost (${lost})`).waitFor();
      await page.locator('summary', { hasText: 'Scores by depth' }).click();
      await page.locator('.depths tbody tr').nth(3).waitFor();
      assert.equal(await page.locator('.depths tbody tr').count(), 4);
      await page.locator('summary', { hasText: 'Metrics and method' }).click();
      assert.match((await page.locator('.facts dl').textContent()) ?? '', /Edit distance\d+ .*exact · m 4/);
      await open.screenshot('state-details-546');
    }));

  it('move nothing above them while the page steps, at its end as at its top, and stay where they are as steps come again', async () => {
    const open = await host.open({ page: 'state', width: 546 });
    const { page } = open;
    await open.send(LINE);
    await open.send(atMessage(8));
    await page.getByText('What gpt-4o wrote').waitFor();
    for (const name of ['Wrong squares', 'Moves lost and invented', 'Scores by depth', 'Metrics and method'])
      await page.locator('summary', { hasText: name }).click();
    await open.send(answers(8));
    await page.locator('summary', { hasText: 'Prompt' }).click();
    await page.getByRole('region', { name: 'Prompt' }).waitFor();
    await twoFrames(open);
    await page.evaluate(() => {
      const seen = globalThis as unknown as { above: string[] };
      seen.above = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
          for (const { node } of entry.sources)
            if (node instanceof Element && node.closest('.details') === null) seen.above.push(node.className);
      }).observe({ type: 'layout-shift' });
    });
    /** The tops of the boards and of all headings below them, in the window. */
    const tops = (): Promise<number[]> =>
      page.evaluate(() =>
        [...document.querySelectorAll('.pair .board, .wrote, .detail')].map((one) => one.getBoundingClientRect().top),
      );
    const walk = async (): Promise<number[][]> => {
      const all: number[][] = [];
      for (const key of ['Home', ...Array.from({ length: thoroughly(16, 10) }, () => 'ArrowRight')]) {
        await page.keyboard.press(key);
        const at = await page.evaluate(() => Number(document.querySelector('.ticks')?.getAttribute('aria-valuenow')));
        all.push(await tops());
        await open.send(answers(at));
        await open.send({ version: STATE_VERSION, type: 'detail', lineId: 'line 1', at, result: RESULTS[at] });
        all.push(await tops());
      }
      return all;
    };
    // the boards and the answer stay from the first step on, what is below when the answer has had its longest text
    const first = await walk();
    assert.equal(new Set(first.map((all) => String(all.slice(0, 3)))).size, 1);
    for (const place of thoroughly([0, 240, 100_000], [100_000])) {
      await page.evaluate((top) => window.scrollTo(0, top), place);
      assert.equal(new Set((await walk()).map(String)).size, 1, `scrolled by ${place}`);
    }
    assert.deepEqual(await page.evaluate(() => (globalThis as unknown as { above: string[] }).above), []);
    assert.deepEqual(open.errors, []);
    await page.close();
  });

  it('give back their room when they are folded', () =>
    withPage(async (open) => {
      const { page } = open;
      const height = (): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);
      const folded = await height();
      const moves = page.locator('summary', { hasText: 'Moves lost and invented' });
      await moves.click();
      await page.getByText('Lost (').waitFor();
      assert.ok((await height()) > folded);
      await moves.click();
      await twoFrames(open);
      assert.equal(await height(), folded);
    }));

  it('are copied for the open model, or for all', () =>
    withPage(async (open) => {
      const { page } = open;
      const copied = async (item: string): Promise<string> => {
        await page.getByRole('button', { name: 'Copy' }).click();
        await page.getByRole('menuitem', { name: item, exact: true }).click();
        const message = (await open.sentByState()).at(-1);
        return message?.type === 'copy' ? message.text : '';
      };
      const one = await copied('Comparison as CSV');
      assert.ok(one.includes(GPT) && !one.includes('o3-mini'));
      assert.match(await copied('Boards as SVG'), /^<svg /);
      await page.getByRole('tab', { name: 'All' }).click();
      const all = (await copied('Comparison as Markdown')).replaceAll('\\', '');
      assert.ok(sample.predictions.every(({ label }) => all.includes(label)));
      assert.match(await copied('Strip as SVG'), /^<svg .*White – Black, a sample: p₄ by ply/);
    }));

  /** Opens the page at a position of the published example, with everything about it. */
  async function withExample(width: number, run: (open: OpenPage) => Promise<void>): Promise<void> {
    const result = await mavComparison(EXAMPLE, 0);
    const open = await host.open({ page: 'state', width });
    const states = result.predictions.map(({ label, fen }) => ({ label, at: 0, fen }));
    const history = [{ ply: 0, fen: result.trueFen }];
    try {
      await open.send(
        lineMessage(stateLine(history, states, { title: 'Example 1', variant: 'chess', m: 4, labels: 'states' })),
      );
      await open.send(atMessage(0));
      await open.send({ version: STATE_VERSION, type: 'detail', lineId: 'line 1', at: 0, result });
      await open.page.locator('summary', { hasText: 'Lists and reference' }).getByText('1 illegal').waitFor();
      await run(open);
      assert.deepEqual(await open.violations(), []);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  /** The texts of the cells of the table, row by row. */
  const cellsOf = (open: OpenPage): Promise<string[][]> =>
    open.page
      .locator('.list-table tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => (cell.textContent ?? '').replaceAll('\u00a0', ' '))),
      );

  it('have the list of a MAV file as a table, illegal actions first, and offer the reference', () =>
    withExample(546, async (open) => {
      const { page } = open;
      await page.locator('summary', { hasText: 'Lists and reference' }).click();
      assert.deepEqual(await cellsOf(open), [
        ['action', 'model'],
        ['d7d1✗ illegal: the knight on d7 cannot move to d1 that way', '28 (43 %)'],
        ['f5 f6f5', '33 (51 %)★ best'],
        ['Qf5 a5f5', '29 (45 %)'],
        ['Rh8 f8h8', '29 (45 %)'],
        ['Nb6 d7b6', '28 (43 %)'],
      ]);
      assert.equal(await page.locator('.list-table th[scope=col]').count(), 2);
      assert.equal(await page.locator('.list-table th[scope=row]').count(), 5);
      await page.getByText('By the rules alone').waitFor();
      await open.screenshot('state-list-546');
      await page.getByRole('button', { name: 'Compare with Reference' }).click();
      const sent = (await open.sentByState()).at(-1);
      assert.deepEqual(sent?.type === 'command' && sent.command, 'statelens.compareReference');
    }));

  it('unfold the list that a lens or a link names, and go there', () =>
    withExample(546, async (open) => {
      const { page } = open;
      await page.setViewportSize({ width: 546, height: 400 });
      await open.send({ version: STATE_VERSION, type: 'select', label: '%top_5' });
      await page.getByRole('table', { name: '%top_5 of the answer' }).waitFor();
      const isInSight = (box: Element): boolean => box.getBoundingClientRect().top < innerHeight;
      assert.ok(await page.locator('.list-box').evaluate(isInSight));
      // the label that was open stays open
      await page.getByRole('heading', { name: '%FEN: exact' }).waitFor();
    }));

  for (const width of [546, 273])
    it(`show a reference that was asked for at once, in a table that scrolls in its own box, at ${width} px`, () =>
      withExample(width, async (open) => {
        const { page } = open;
        const told = { version: STATE_VERSION, type: 'reference', lineId: 'line 1', at: 0 } as const;
        await open.send({ ...told, reference: REFERENCE, asked: 1 });
        await page.getByRole('table', { name: '%top_5 beside the reference' }).waitFor();
        const cells = await cellsOf(open);
        assert.deepEqual(cells[0], ['action', 'model', 'reference', 'difference']);
        assert.deepEqual(
          cells.slice(1).map(([action, , , difference]) => `${action?.split(' ')[0]} ${difference}`),
          ['d7d1✗ ', 'Nc5 ', 'Rh8 −9', 'f5 +2', 'Nb6 '],
        );
        assert.deepEqual(cells[2]?.slice(0, 3), ['Nc5 d7c5□ missing', '', '30 (46 %)']);
        assert.deepEqual(cells[3]?.slice(1, 3), ['29 (45 %)', '38 (59 %)★ best']);
        await page.getByRole('listitem').filter({ hasText: '%best_action: f5; the reference has Rh8' }).waitFor();
        // the page itself never scrolls sideways
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        assert.ok(await page.locator('.list-box').evaluate((box) => box.getBoundingClientRect().top < innerHeight));
        await open.screenshot(`state-reference-${width}`);
        // told again, as when scores come, it stays folded as the user has it
        await page.locator('summary', { hasText: 'Lists and reference' }).click();
        await open.send({ ...told, reference: REFERENCE, asked: 1 });
        await page.locator('.detail', { hasText: 'Lists and reference' }).and(page.locator(':not([open])')).waitFor();
        await page.locator('summary', { hasText: 'Lists and reference' }).click();
        await page.getByRole('button', { name: 'Open as Markdown' }).click();
        const sent = (await open.sentByState()).at(-1);
        assert.deepEqual(sent?.type === 'command' && sent.command, 'statelens.openReferenceText');
      }));
});
