import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { sample } from './samples.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';
import type { Scenario } from './stage.ts';
import { setTheme } from './themes.ts';
import type { Workbench } from './workbench.ts';

const NAMES = fs.readdirSync('samples').sort();
const SAMPLES: Scenario = {
  folder: 'samples',
  files: Object.fromEntries(NAMES.map((name) => [name, sample(name)])),
  open: 'states.fen',
};

/** What GPT-4o believes in the game that is shown first. */
const BELIEF = 'thinks the knight is still on f3: missed 4.Nxd4';
/** Themes other than the dark one, by the class that the window has in them. */
const THEMES = { vs: 'Default Light Modern', 'hc-black': 'Default High Contrast' };

/** Both boards have their pieces. */
const boards = ({ webview }: Workbench): Promise<number[]> =>
  eventually(
    'pieces on both boards',
    () => webview.locator('cg-board').evaluateAll((found) => found.map((board) => board.children.length)),
    (counts) => counts.length >= 2 && counts.every((count) => count >= 20),
  );

describe('the first minute', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('shows the belief of GPT-4o in words beside both boards, by keys alone, on narrow screens and in every theme', () =>
    stage.play('first-minute', SAMPLES, async ({ workbench, page, folder, picture }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.keyboard.press('F1');
      await workbench.input.fill('>StateLens: Open Samples');
      await workbench.picks.filter({ hasText: 'Open Samples' }).first().waitFor();
      await page.keyboard.press('Enter');
      const sentence = workbench.webview.locator('h1.sentence', { hasText: BELIEF });
      await sentence.waitFor();
      await boards(workbench);
      const lenses = await workbench.editor('world-cup.pgn').settledLenses();
      assert.ok(
        lenses.some((text) => /^p₄ 0.* · gpt-4o[^:]*: knight still on f3, missed 4\.Nxd4/.test(text)),
        lenses.join('\n'),
      );
      await picture('first-minute-dark');
      for (const [kind, theme] of Object.entries(THEMES)) {
        setTheme(folder, theme);
        await page.locator(`.monaco-workbench.${kind}`).waitFor();
        await sentence.waitFor();
        await boards(workbench);
        await picture(`first-minute-${kind}`);
      }
      // The samples open with the keyboard where the keys work; Esc gives it to the text.
      await page.keyboard.press('ArrowLeft');
      await workbench.webview.locator('header .move', { hasText: '7...d5' }).waitFor();
      await page.keyboard.press('ArrowRight');
      await sentence.waitFor();
      await page.keyboard.press('Escape');
      await workbench.editor('world-cup.pgn').root.and(page.locator('.focused')).waitFor();
      // A panel of 400 pixels, and the window of a browser at 200 %.
      await page.setViewportSize({ width: 1150, height: 900 });
      await boards(workbench);
      await picture('first-minute-400');
      await page.setViewportSize({ width: 720, height: 450 });
      await sentence.waitFor();
      await picture('first-minute-200-percent');
      await page.setViewportSize({ width: 1440, height: 900 });
      // By keys alone: to the group beside the text, to the boards, and back in the game.
      await page.keyboard.press('Control+2');
      const focused = workbench.webview.locator('.boards:focus');
      const reaches = async (): Promise<boolean> => {
        if (await focused.isVisible()) return true;
        await page.keyboard.press('Tab');
        return false;
      };
      await eventually('the boards by the tabulator', reaches, (there) => there);
      for (const move of ['7...d5', '7.Bd3', '6...bxc6', '6.Nxc6']) {
        await page.keyboard.press('ArrowLeft');
        await workbench.webview.locator('header .move', { hasText: move }).waitFor();
      }
      await workbench.webview.locator('h1.sentence', { hasText: 'captured knight is still on c6' }).waitFor();
      await picture('first-minute-keys');
    }));

  it('has a view that leads to each thing, one line since its first link was used', () =>
    stage.play('start-view', SAMPLES, async ({ workbench, page, picture }) => {
      await page.locator('.activitybar a[aria-label^="StateLens"]').click();
      const view = page.locator('.welcome-view-content').first();
      const state = page.locator('.tab', { hasText: /^State: / });
      const link = (name: string) => view.locator('a', { hasText: name });
      await page.locator('.pane-header[aria-expanded=false]', { hasText: 'Start: samples, walkthrough' }).click();
      await view.getByRole('button', { name: 'Open Samples' }).waitFor();
      await page.mouse.move(700, 600);
      await picture('start-view');
      for (const [name, file] of [
        ['Debug MAV', 'traces.mav'],
        ['Run an evaluation', 'experiment.jsonc'],
        ['Trace a game', 'whole-game.pgn'],
        ['Compare models', 'world-cup.pgn'],
      ] as const) {
        await link(name).click();
        await workbench.editor(file).root.waitFor();
        if (name === 'Debug MAV') {
          await workbench.webview.locator('h1', { hasText: 'g3g5 was never expanded' }).waitFor();
          await workbench.webview.getByRole('button', { name: 'Quick Fix…' }).waitFor();
          await picture('start-view-mav');
        } else if (name === 'Run an evaluation') await state.waitFor({ state: 'detached' });
        else await state.waitFor();
      }
      await link('Walkthrough').click();
      await page.getByText('Get Started with StateLens').first().waitFor();
      await state.waitFor({ state: 'detached' });
      await link('Inspect a search').click();
      await page.locator('.tab.active', { hasText: 'state-tracking.mcts.jsonl' }).waitFor();
      await link('Read failures').click();
      await page.locator('.tab.active', { hasText: 'Report' }).waitFor();
    }));
});
