import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { STATE_VERSION } from '../../src/protocol/state-messages.ts';
import { thoroughly } from '../support/thorough.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { ANSWER, atMessage, boardHere, GAME, longLine, traced } from './state-lines.ts';
import { TRIED_THEMES } from './themes.ts';

describe('the look of the state view', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  /** Opens the page behind 4...Nxe4 with an answer; afterwards nothing may have gone wrong in it. */
  async function withPage(width: number, run: (open: OpenPage) => Promise<void>): Promise<void> {
    const open = await host.open({ page: 'state', width });
    try {
      await open.send(traced());
      await open.send(atMessage(8, { board: boardHere(GAME[8]?.fen ?? '') }));
      await open.send({ version: STATE_VERSION, type: 'answers', lineId: 'line 1', at: 8, answers: [ANSWER] });
      await open.page.getByText('312 tokens').waitFor();
      await open.page.locator('cg-board piece').first().waitFor();
      await run(open);
      assert.deepEqual(await open.violations(), []);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  for (const theme of TRIED_THEMES) {
    it(`has nothing that axe finds fault with, in the theme ${theme}`, () =>
      withPage(546, async (open) => {
        await open.theme(theme);
        assert.deepEqual(await open.axeFaults(), []);
        await open.screenshot(`state-${theme}-546`);
        await open.page.getByRole('tab', { name: 'All' }).click();
        await open.page.locator('.models img').first().waitFor();
        assert.deepEqual(await open.axeFaults(), []);
        await open.screenshot(`state-all-${theme}`);
      }));
  }

  // 273 is a panel of 546 at 200 % zoom.
  for (const width of thoroughly([273, 360, 546, 960], [360])) {
    it(`has its boards side by side, and text of 11 px at least, at a width of ${width}`, () =>
      withPage(width, async (open) => {
        const { page } = open;
        const seen = await page.evaluate(() => {
          const boards = [...document.querySelectorAll('.pair .board')].map((one) => one.getBoundingClientRect());
          const texts = [...document.querySelectorAll<HTMLElement>('main *')].filter(
            (one) =>
              one.checkVisibility() &&
              [...one.childNodes].some(
                ({ nodeType, data }: Node & { data?: string }) => nodeType === 3 && data?.trim() !== '',
              ),
          );
          return {
            tooWide: document.documentElement.scrollWidth - window.innerWidth,
            tops: boards.map(({ top }) => top),
            widths: boards.map((board) => board.width),
            smallest: Math.min(...texts.map((one) => Number.parseFloat(getComputedStyle(one).fontSize))),
          };
        });
        assert.ok(seen.tooWide <= 0, `${seen.tooWide} px too wide`);
        assert.equal(seen.tops[0], seen.tops[1]);
        assert.ok(Math.min(...seen.widths) >= (width < 360 ? 104 : 150), String(seen.widths));
        assert.ok(seen.smallest >= 11, String(seen.smallest));
        await open.screenshot(`state-dark-${width}`);
      }));
  }

  for (const width of [280, 330, 546])
    it(`has a long sentence in two lines and below the boards, and cuts no number, at ${width} px`, async () => {
      const open = await host.open({ page: 'state', width });
      const { page } = open;
      const shown = traced();
      const parts = [
        'thinks the knight is still on f3: missed 4.Nxd4',
        'thinks the bishop is on b4',
        'also wrong: clocks',
      ];
      const sentence = [...parts, ...parts, ...parts].join('; ');
      const rows = shown.line.rows.map((row) => ({
        ...row,
        label: row.label.replace('gpt-4o', 'gpt-4o-2024-08-06'),
        cells: row.cells.map((cell) => cell && { ...cell, sentence }),
      }));
      await open.send({ ...shown, line: { ...shown.line, rows } });
      await open.send(atMessage(8));
      await page.locator('h1', { hasText: 'thinks' }).waitFor();
      await page.locator('.more', { hasText: 'thinks' }).waitFor();
      const seen = await page.evaluate(() => {
        const [h1, more] = [document.querySelector('h1'), document.querySelector('.more')];
        const line = h1 === null ? 1 : Number.parseFloat(getComputedStyle(h1).lineHeight);
        const cut = [...document.querySelectorAll('.statement, .sentence, .numbers, .more')].filter(
          (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1,
        );
        return {
          lines: Math.round((h1?.clientHeight ?? 0) / line),
          words: `${h1?.textContent} ${more?.textContent}`,
          cut: cut.map(({ className }) => className),
        };
      });
      // A first part that fills more alone is shown whole.
      assert.ok(seen.lines <= (width < 400 ? 3 : 2), String(seen.lines));
      assert.deepEqual(seen.cut, []);
      assert.equal(seen.words.match(/thinks the knight/g)?.length, 3, 'nothing is lost');
      await open.screenshot(`state-sentence-${width}`);
      // What does not fit beside the buttons is not to be seen at all.
      const names = await page.evaluate(() => {
        const where = document.querySelector('.where')?.getBoundingClientRect();
        return [...document.querySelectorAll('.where .ply, .row .name')].flatMap((one) => {
          const { right, top } = one.getBoundingClientRect();
          const isCut = one.matches('.ply')
            ? top < (where?.bottom ?? 0) && right > (where?.right ?? 0) + 0.5
            : one.scrollWidth > one.clientWidth;
          return isCut ? [one.textContent] : [];
        });
      });
      // names have the room that they need where it is there
      assert.deepEqual(names, width < 546 ? names.filter((name) => !name?.startsWith('ply')) : []);
      assert.deepEqual(open.errors, []);
      await page.close();
    });

  it('moves nothing while it steps, whatever is said and whatever comes', () =>
    withPage(546, async (open) => {
      const { page } = open;
      await page.evaluate(() => {
        const shifts: unknown[] = ((globalThis as unknown as { shifts: unknown[] }).shifts = []);
        const where = (node: Node | null): string =>
          node instanceof Element ? node.className : String(node?.nodeName);
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
            shifts.push(entry.sources.map(({ node }) => where(node)));
        }).observe({ type: 'layout-shift' });
      });
      for (const row of thoroughly(['gpt-4o', 'gemini'], ['gpt-4o'])) {
        await page.locator('.row .name', { hasText: row }).click();
        // A shift that follows an input counts like any other here.
        for (const key of ['Home', ...Array.from({ length: 16 }, () => 'ArrowRight'), 'Home', 'End']) {
          await page.keyboard.press(key);
          const at = await page.evaluate(() => Number(document.querySelector('.ticks')?.getAttribute('aria-valuenow')));
          await open.send({
            version: STATE_VERSION,
            type: 'answers',
            lineId: 'line 1',
            at,
            answers: at % 2 === 0 ? [ANSWER] : [],
          });
        }
      }
      assert.deepEqual(await page.evaluate(() => (globalThis as unknown as { shifts: unknown[] }).shifts), []);
    }));

  it('shows every step of a long game in the frame of its key', async () => {
    const plies = thoroughly(300, 60);
    const open = await host.open({ page: 'state', width: 546 });
    const line = longLine(plies);
    await open.send(line);
    await open.send(atMessage(0));
    await open.page.locator('cg-board piece').first().waitFor();
    // In each frame a key, and what stands on the page when the next one starts.
    const seen = await open.page.evaluate(
      (count) =>
        new Promise<string[]>((done) => {
          const names: string[] = [];
          const frame = (): void => {
            const name = document.querySelector('.where .move')?.textContent ?? '';
            const cursor = document.querySelector('.ticks')?.getAttribute('aria-valuetext') ?? '';
            if (names.length > 0) names[names.length - 1] = `${name}; ${cursor}`;
            if (names.length === count) return done(names);
            names.push('');
            document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
            requestAnimationFrame(frame);
          };
          requestAnimationFrame(frame);
        }),
      plies,
    );
    assert.deepEqual(
      seen,
      line.line.steps.slice(1).map(({ name, ply }) => `${name}; ${name}, ply ${ply}`),
    );
    await open.screenshot('state-long-546');
    assert.deepEqual(open.errors, []);
    await open.page.close();
  });

  it('scrolls a strip whose plies have no pixel each, and keeps the ply in sight', async () => {
    const open = await host.open({ page: 'state', width: 360 });
    await open.send(longLine(300));
    await open.send(atMessage(290));
    const strip = open.page.locator('.timeline-scroll');
    await open.page.waitForFunction(() => (document.querySelector('.timeline-scroll')?.scrollLeft ?? 0) > 0);
    const [outer, cursor] = [await strip.boundingBox(), await open.page.locator('.ply-cursor').boundingBox()];
    assert.ok(outer && cursor && cursor.x > outer.x + 72 && cursor.x < outer.x + outer.width - 48);
    await open.page.keyboard.press('Home');
    await open.page.waitForFunction(() => document.querySelector('.timeline-scroll')?.scrollLeft === 0);
    await open.page.close();
  });
});
