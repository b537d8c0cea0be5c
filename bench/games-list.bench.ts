// Scrolling through 100,000 games in the page of Query Games…: node bench/run.mjs games-list [--help]
import type { Page } from 'playwright-core';
import { GamesExtension, manyGames } from '../test/webview/games-extension.ts';
import { PageHost } from '../test/webview/page-host.ts';
import { skipReason } from '../test/webview/shared-browser.ts';
import { readOptions } from './harness/options.ts';
import { progressLine, publish, startMachine } from './harness/report.ts';
import { quantile } from './harness/spread.ts';
import { figure, type Table } from './harness/table.ts';

const GAMES = 100_000;
const FRAMES = 300;

/** Times of one way to scroll, in milliseconds. */
interface ScrollTimes {
  /** From a step to the rows behind it: script, style and layout of a frame. */
  readonly work: readonly number[];
  /** From a frame to the next. */
  readonly frames: readonly number[];
  /** Most rows in the page at once. */
  readonly rows: number;
}

/** Scrolls by so many pixels in each frame. */
async function scroll(page: Page, pixels: number): Promise<ScrollTimes> {
  return await page.evaluate(
    async ({ step, count }) => {
      const list = document.querySelector('.games');
      const body = document.querySelector('.rows');
      if (list === null || body === null) throw new Error('there is no list');
      list.scrollTop = 0;
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      const work: number[] = [];
      const frames: number[] = [];
      let rows = 0;
      let last = await frame();
      for (let i = 0; i < count; i++) {
        const started = performance.now();
        list.scrollTop += step;
        list.dispatchEvent(new Event('scroll'));
        // asks for style and layout, which the frame needs anyway
        body.getBoundingClientRect();
        work.push(performance.now() - started);
        const now = await frame();
        frames.push(now - last);
        last = now;
        rows = Math.max(rows, body.childElementCount);
      }
      return { work, frames, rows };
    },
    { step: pixels, count: FRAMES },
  );
}

const options = readOptions(process.argv.slice(2));
if (options !== undefined && skipReason !== undefined) console.error(skipReason);
else if (options !== undefined) {
  const machine = startMachine();
  const host = await PageHost.start();
  try {
    progressLine(`${GAMES} games`);
    const open = await host.open({ page: 'games', width: 1200 });
    const started = performance.now();
    const extension = new GamesExtension(open, manyGames(GAMES));
    await extension.show();
    await open.page.locator('.rows img.board').first().waitFor();
    const opened = performance.now() - started;
    const slow = await scroll(open.page, 40);
    const quick = await scroll(open.page, 1500);
    const far = await scroll(open.page, 20_000);
    const row = (name: string, { work, frames, rows }: ScrollTimes): string[] => [
      name,
      ...[quantile(work, 0.5), quantile(work, 0.95), quantile(frames, 0.5), quantile(frames, 0.95)].map(figure),
      String(rows),
    ];
    const table: Table = {
      title: 'Scrolling through 100,000 games',
      columns: [
        'in each frame',
        'work, median (ms)',
        'work, p95 (ms)',
        'frame, median (ms)',
        'frame, p95 (ms)',
        'rows',
      ],
      rows: [row('40 pixels', slow), row('1,500 pixels', quick), row('20,000 pixels', far)],
      notes: [
        `${FRAMES} frames each, in the page as VS Code shows it, with the games in another process, which read them and showed the first positions within ${figure(opened / 1000)} s. Work: from a step to the rows behind it, with style and layout. Rows: most in the page at once.`,
      ],
    };
    publish({ name: 'games-list', machine, tables: [table], data: { opened, slow, quick, far }, ok: true }, options);
    await open.page.close();
  } finally {
    await host.close();
  }
}
