import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { sample } from './samples.ts';
import { it } from './scenes.ts';
import { partsOutside, title } from './searches.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';

const COUNTDOWN = sample('countdown.trace');
const MAZE = sample('maze.trace');
/** The second search of the sample: 12+31 is 44 in it. */
const WRONG = `${COUNTDOWN.split('\n\n')[1]?.trim() ?? ''}\n`;

const DIALECT = String.raw`{
  "id": "moves",
  "world": "boxes2x2",
  "none": ["-"],
  "lines": [
    { "event": "generate", "pattern": "#(?<id>\\d+) <- (?<parent>\\d+|-) via (?<action>\\S+) gives (?<state>.*)" },
    { "event": "abandon", "pattern": "#(?<node>\\d+) is no good: (?<reason>.*)" },
    { "event": "generate", "pattern": "#(?<id>\\d+) is (?<state>.*)" },
    { "event": "choose", "pattern": "so: (?<actions>.*)", "separator": ", then " }
  ]
}
`;
const FOREIGN = `#1 is 1: | 2:
#2 <- 1 via put(apple,1) gives 1: apple | 2:
#3 <- 2 via put(book,2) gives 1: apple | 2: apple
#2 is no good: the book is left
so: put(apple,1), then put(book,2)
`;

/** Waits for a finding in the Problems view. */
async function problem({ workbench }: Scene, text: string): Promise<void> {
  await workbench.run('Focus on Problems View', 'Problems');
  await workbench.problems.filter({ hasText: text }).first().waitFor();
}

describe('the text of traces in a real VS Code', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('have hovers with both states, an outline that is the tree, folds, links to parent and children, and mazes as boards beside them', () =>
    stage.play('trace-text', { files: { 'a.trace': WRONG, 'maze.trace': MAZE }, open: 'a.trace' }, async (scene) => {
      const { workbench, page, picture } = scene;
      const editor = workbench.editor('a.trace');
      await editor.lenses.filter({ hasText: 'first error: 12+31 is 43, not 44' }).waitFor();
      await editor.hoverOver('12+31=44');
      await workbench.hoverPictures(1);
      await picture('trace-hover');
      await page.mouse.move(0, 0);
      await workbench.run('Focus on Outline View', 'Explorer');
      const entries = page.locator('.outline-pane .monaco-list-row');
      await entries.filter({ hasText: '18 12 31' }).first().waitFor();
      await page.keyboard.press('ArrowRight');
      await entries.filter({ hasText: 'wrong state' }).first().waitFor();
      await picture('trace-outline');
      await editor.clickBehind('Generated Node #0,1: 37:[18, 44]');
      await page.keyboard.press('F12');
      await editor.root.locator('.active-line-number', { hasText: /^14$/ }).waitFor();
      await page.keyboard.press('F12');
      await editor.root.locator('.active-line-number', { hasText: /^1$/ }).waitFor();
      await page.keyboard.press('Shift+F12');
      const peek = page.locator('.reference-zone-widget .monaco-list-row');
      await peek.first().waitFor();
      await picture('trace-children');
      await page.keyboard.press('Escape');
      await editor.clickBehind('Generated Node #0,0: 37:[31, 30]');
      await page.keyboard.press('Control+Shift+BracketLeft');
      await editor.lines.filter({ hasText: '31-30=1' }).first().waitFor({ state: 'detached' });
      await picture('trace-folded');

      await page.setViewportSize({ width: 1440, height: 900 });
      const maze = await workbench.open('maze.trace');
      await maze.lenses.filter({ hasText: 'Open tree' }).first().click();
      await title(scene, /^maze\.trace:1 · /);
      await workbench.webview.locator('.boards img, .boards svg').first().waitFor();
      await picture('trace-maze');
      assert.deepEqual(await partsOutside(scene, ['.verdict', '.boards']), []);
      await maze.clickBehind('create 1 3');
      await workbench.webview.locator('.crumbs [aria-current=step]', { hasText: 'left' }).waitFor();
      await picture('trace-maze-node');
      await page.mouse.move(0, 0);
      await maze.hoverOver('create 3 4');
      await workbench.hoverPictures(1);
      await picture('trace-maze-hover');
    }));

  it('are readable in a format that nobody has seen, by a dialect file whose faults are told as it is written', () =>
    stage.play('trace-dialect', { files: { 'moves.trace': FOREIGN }, open: 'moves.trace' }, async (scene) => {
      const { workbench, page, picture, folder } = scene;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await problem(scene, 'no dialect of traces is recognized');
      await picture('trace-foreign');
      const faulty = DIALECT.replace('"event": "choose", ', '').replace('<reason>', '<why>');
      fs.writeFileSync(path.join(folder, 'moves.dialect.json'), faulty);
      const dialect = await workbench.open('moves.dialect.json');
      await problem(scene, 'event: missing');
      await dialect.root.locator('.squiggly-error').first().waitFor();
      await picture('trace-dialect-faults');
      await page.evaluate((text) => navigator.clipboard.writeText(text), DIALECT);
      await dialect.clickBehind('boxes2x2');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+v');
      await dialect.root.locator('.squiggly-error').first().waitFor({ state: 'detached' });
      const editor = await workbench.open('moves.trace');
      await editor.lenses.filter({ hasText: 'states wrong' }).waitFor();
      await problem(scene, 'the apple is in two places');
      await editor.lenses.filter({ hasText: 'Open tree' }).first().click();
      await title(scene, /^moves\.trace:1 · /);
      await picture('trace-dialect');
    }));
});
