import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { COUNTDOWN, linesOfTrace, MAZE } from '../support/searched-traces.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';
import { focusRow, lastOf, openTree, withTreePage } from './tree-page.ts';

const VERDICT = 'Solves 59 from 39 3 46 with a valid plan; 1 of 7 states wrong (39/3=12), 29 % of the search below it';
const FINDING = '39/3 is 13, not 12';
const countdown = linesOfTrace(COUNTDOWN, {
  verdict: VERDICT,
  findings: [
    {
      severity: 'error',
      code: 'SEARCH_STATE',
      message: FINDING,
      range: { start: COUNTDOWN.indexOf('39/3=12'), end: COUNTDOWN.indexOf('39/3=12') + 7 },
    },
  ] as never,
});
const maze = linesOfTrace(MAZE, { verdict: 'Reaches the goal in 4 steps, which is the shortest; cell 1 1 is a wall' });

const BESIDE = { width: 580, height: 860 };

describe('the tree of a trace of any world', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  const open = async (page: OpenPage, trace: typeof countdown, title: string): Promise<void> => {
    const notes = trace.notes.filter(({ findings }) => findings.length > 0);
    await openTree(page, trace.lines, { source: 'trace', title, notes });
    await page.page.locator('.children tbody tr').first().waitFor();
  };

  for (const theme of TRIED_THEMES)
    it(`looks, ${theme}`, () =>
      withTreePage(host, async (page) => {
        await page.theme(theme);
        for (const size of [BESIDE, { width: 1400, height: 900 }]) {
          await page.page.setViewportSize(size);
          await open(page, countdown, 'countdown.trace:1');
          await page.screenshot(`trace-countdown-${theme}-${size.width}`);
          await page.page.locator('.children').getByRole('button').nth(1).click();
          await page.page.keyboard.press('i');
          await page.screenshot(`trace-countdown-icicle-${theme}-${size.width}`);
          await page.page.keyboard.press('g');
          await page.screenshot(`trace-countdown-table-${theme}-${size.width}`);
          await page.page.keyboard.press('t');
          await open(page, maze, 'maze.trace:1');
          await page.screenshot(`trace-maze-${theme}-${size.width}`);
          await page.page
            .getByLabel('Action or state')
            .fill('1 1')
            .catch(() => undefined);
          await page.page.keyboard.press('Enter');
          await page.screenshot(`trace-maze-wall-${theme}-${size.width}`);
        }
      }));
});
