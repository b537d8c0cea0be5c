import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe } from 'node:test';
import { sample } from './samples.ts';
import { it } from './scenes.ts';
import { partsOutside, title } from './searches.ts';
import { SharedStage } from './shared.ts';
import { layoutKept } from './stored-layout.ts';
import { Editor } from './workbench.ts';

/** The second search of the sample: one of its sums is wrong. */
const SEARCH = sample('countdown.trace').split('\n\n').at(-1)?.trimStart() ?? '';
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');

describe('traces in a real VS Code', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('show a trace beside its text, and the selection of each follows the other', () =>
    stage.play('trace-tree', { files: { 'trace.mav': TRACE }, open: 'trace.mav' }, async (scene) => {
      const { workbench, page, picture } = scene;
      const editor = workbench.editor('trace.mav');
      await page.setViewportSize({ width: 1440, height: 900 });
      await editor.lenses.filter({ hasText: 'Open search tree' }).first().click();
      await title(scene, /^trace\.mav:\d+ · breadth 3, depth 1 · 3 evaluations$/);
      const { webview } = workbench;
      await webview.locator('.verdict', { hasText: 'Qg5 (g3g5) was never expanded: the choice rests on 2' }).waitFor();
      await webview.locator('.boards cg-board').first().waitFor();
      assert.deepEqual(await partsOutside(scene, ['.verdict', '.boards', '.children']), []);
      await picture('trace-narrow');
      await editor.clickBehind('[%prev_action g3g6]');
      const selected = workbench.webview.locator('[role=row][aria-selected=true]');
      await workbench.webview.getByRole('button', { name: 'Table', exact: true }).click();
      await selected.filter({ hasText: 'Qxg6' }).waitFor();
      await picture('trace-tree');
      await workbench.webview.locator('[role=treegrid] [role=row]', { hasText: 'Re2' }).first().click();
      await editor.root.locator('.selected-text').first().waitFor();
      const lines = TRACE.split('\n');
      const first = lines.findIndex((text) => text.includes('Evaluation for node: <root c2e2>')) + 1;
      const last = lines.findIndex((text) => text.includes('Decision for node: <root c2e2>'));
      await editor.root.locator('.active-line-number', { hasText: new RegExp(`^${last}$`) }).waitFor();
      assert.ok(await editor.root.locator('.line-numbers', { hasText: new RegExp(`^${first}$`) }).isVisible());
      await picture('trace-selected');
      await editor.clickBehind('Decision for node: <root c2e2>');
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('# a remark\n\n');
      await selected.filter({ hasText: 'Re2' }).waitFor();
      await editor.clickBehind('[%prev_action g3d6]');
      await selected.filter({ hasText: 'Qd6' }).waitFor();
      await workbench.webview.getByRole('button', { name: 'Reference values' }).click();
      await workbench.webview.locator('.children th', { hasText: 'Ref' }).waitFor();
      await picture('trace-values');
      await editor.clickBehind('# a remark');
      await scene.saved('trace.mav', (text) => text.startsWith('# a remark'));
      await layoutKept(page, 'mainThreadWebview-statelens.tree');
      await page.goto(stage.host.url({ folder: scene.folder }));
      await title(scene, /^trace\.mav:\d+ · breadth 3, depth 1 · 3 evaluations$/);
    }));

  it('are named, judged and shown as a tree where a search is pasted into an empty editor', () =>
    stage.play('trace-pasted', { files: { 'notes.txt': '' }, open: 'notes.txt' }, async (scene) => {
      const { workbench, page, picture } = scene;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.keyboard.press('F1');
      await workbench.input.fill('>New Untitled Text File');
      await workbench.picks.filter({ hasText: 'New Untitled Text File', hasNotText: 'Compare' }).first().click();
      const editor = new Editor(page, page.locator('.editor-instance .monaco-editor[data-uri^="untitled:"]'));
      await editor.root.waitFor();
      await page.evaluate((text) => navigator.clipboard.writeText(text), SEARCH);
      const pasted = performance.now();
      await page.keyboard.press('Control+v');
      const verdict = editor.lenses.filter({
        hasText: 'Solves 37 from 18 12 31 with a valid plan; 1 of 8 states wrong',
      });
      await verdict.waitFor();
      console.log(`    from the paste to the verdict: ${Math.round(performance.now() - pasted)} ms`);
      await page.locator('.statusbar-item', { hasText: /^Trace$/ }).waitFor();
      await editor.root.locator('.squiggly-error').first().waitFor();
      await page.keyboard.press('Control+Home');
      await picture('trace-pasted');
      await editor.lenses.filter({ hasText: 'Open tree' }).first().click();
      await workbench.webview.locator('.verdict', { hasText: '1 of 8 states wrong (12+31=44)' }).waitFor();
      await workbench.webview.locator('.findings', { hasText: '12+31 is 43, not 44' }).waitFor();
      await picture('trace-pasted-tree');
    }));
});
