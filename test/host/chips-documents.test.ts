import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { sample } from './samples.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';
import { Editor } from './workbench.ts';

const GAME = sample('whole-game.pgn');
const CHANGED = GAME.replace('[White "', '[White "New ');
const LINE = '4... Nxe4';
const CHIPS = [LINE, '✗ gpt-4o 0.56', '✓ o3-mini', '≈ gemini'];
const NOTEBOOK = `${JSON.stringify({
  cells: [
    {
      cell_type: 'code',
      execution_count: null,
      metadata: { vscode: { languageId: 'pgn' } },
      source: GAME.split(/(?<=\n)/),
      outputs: [],
    },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
})}\n`;
const SCENE = {
  // A file that became read-only stays that for its window: no other scene has one of that name.
  files: {
    'other.pgn': '1. e4 *\n',
    'game.pgn': GAME,
    'kept.pgn': GAME,
    'cells.ipynb': NOTEBOOK,
    '.vscode/settings.json': JSON.stringify({ 'files.readonlyInclude': { '**/kept.pgn': true } }),
  },
  open: 'other.pgn',
  settings: { 'statelens.predictions.show': 'chips' },
};

/** The editor of the document whose URI starts so. */
const editorFrom = (page: Page, start: string): Editor =>
  new Editor(page, page.locator(`.monaco-editor[data-uri^=${JSON.stringify(start)}]`));

/** Waits for the chips of a line that is on the screen. */
const chipsOf = (editor: Editor, chips: readonly string[]): Promise<unknown> =>
  eventually(
    `${chips.join(' ')} in the editor`,
    () => editor.chips(),
    (found) => found.some((line) => line.join() === chips.join()),
  );

/** Waits until the text of predictions is on the screen, or is none. */
const textIs = (editor: Editor, isShown: boolean): Promise<unknown> =>
  eventually(
    isShown ? 'the text of predictions' : 'folded predictions',
    () => editor.lines.filter({ hasText: '%pfen' }).count(),
    (count) => count > 0 === isShown,
  );

function commit(folder: string): void {
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init');
  git('add', 'game.pgn');
  git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '-m', 'A game');
}

describe('chips in documents of all kinds, in a real VS Code', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('stand in changes, at a commit, where nothing can be written and in cells; no character changes', () =>
    stage.play('chips-documents', SCENE, async ({ workbench, page, picture, folder }) => {
      const read = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');
      await page.setViewportSize({ width: 1440, height: 900 });
      commit(folder);
      fs.writeFileSync(path.join(folder, 'game.pgn'), CHANGED);

      // Changes never fold; both sides have chips. They are no first opening of the file.
      await workbench.run('Show Changes Since Commit', 'Agent');
      const changes = page.locator('.monaco-diff-editor').first();
      await changes.waitFor();
      for (const side of ['original', 'modified']) {
        const editor = new Editor(page, changes.locator(`.editor.${side} .monaco-editor`));
        await eventually(
          `chips on the ${side} side`,
          () => editor.chips(),
          (found) => found.length > 0,
        );
        await textIs(editor, true);
      }
      await picture('chips-changes');
      await workbench.run('View: Close All Editors');
      const game = await workbench.open('game.pgn');
      await textIs(game, false);
      await chipsOf(game, CHIPS);

      // The file as it was committed, which is read-only and of another scheme.
      await workbench.run('Show File at Commit', 'Agent');
      const committed = editorFrom(page, 'git:');
      await chipsOf(committed, CHIPS);
      await textIs(committed, false);
      await workbench.run('Toggle Prediction Text', 'StateLens');
      await textIs(committed, true);
      await picture('chips-committed');

      const kept = await workbench.open('kept.pgn');
      await chipsOf(kept, CHIPS);
      await textIs(kept, false);
      await kept.clickBehind(LINE);
      await page.keyboard.type('x');
      await page
        .getByText(/Editor is read-only/)
        .first()
        .waitFor();
      await picture('chips-read-only');

      await workbench.show('cells.ipynb');
      const cell = editorFrom(page, 'vscode-notebook-cell:');
      await eventually(
        'chips in a cell',
        () => cell.chips(),
        (found) => found.length > 0,
      );
      await textIs(cell, true);
      await picture('chips-cell');

      assert.deepEqual([read('game.pgn'), read('kept.pgn')], [CHANGED, GAME]);
      assert.deepEqual(JSON.parse(read('cells.ipynb')), JSON.parse(NOTEBOOK));
      assert.equal(await page.locator('.tab.dirty').count(), 0);
    }));

  it('leave what is searched, replaced, copied, pasted and typed with several cursors as it is without them', () => {
    const scenario = { files: { 'game.pgn': GAME }, open: 'game.pgn', settings: SCENE.settings };
    return stage.play('chips-edits', scenario, async ({ workbench, page, picture, folder, saved }) => {
      const editor = workbench.editor('game.pgn');
      const isGame = async (): Promise<void> => {
        await page.keyboard.press('Control+End');
        await page.keyboard.type(' ');
        await page.keyboard.press('Backspace');
        assert.equal(await saved('game.pgn', (text) => text === GAME), GAME);
      };
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.setViewportSize({ width: 1440, height: 900 });
      await chipsOf(editor, CHIPS);
      await textIs(editor, false);
      // What is folded is copied, too.
      await editor.clickBehind(LINE);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+c');
      await eventually(
        'the text on the clipboard',
        () => page.evaluate(() => navigator.clipboard.readText()),
        (text) => text === GAME,
      );
      await page.keyboard.press('F1');
      await workbench.input.fill('>New Untitled Text File');
      await workbench.picks.filter({ hasText: 'New Untitled Text File', hasNotText: 'Compare' }).first().click();
      await editorFrom(page, 'untitled:').root.waitFor();
      // Its first line makes it a PGN.
      await page.keyboard.press('Control+v');
      await page.locator('.statusbar-item', { hasText: /^PGN$/ }).waitFor();
      await page.keyboard.press('Control+Home');
      const pasted = editorFrom(page, 'untitled:');
      await textIs(pasted, false);
      await chipsOf(pasted, CHIPS);
      await picture('chips-pasted');
      await workbench.run('View: Revert and Close Editor');

      // Several cursors in the folded text: search selects all, and typing replaces the selections.
      const field = (name: string) => editor.root.locator(`.find-widget textarea[aria-label="${name}"]`);
      await editor.clickBehind(LINE);
      await page.keyboard.press('Control+f');
      await field('Find').fill('%pfen');
      await page.keyboard.press('Alt+Enter');
      await page.keyboard.type('%pfem');
      await eventually(
        'no chips',
        () => editor.chips(),
        (found) => found.length === 0,
      );
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Home');
      await isGame();

      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Control+h');
      await field('Find').fill('gemini');
      await field('Replace').fill('claude');
      await page.keyboard.press('Control+Alt+Enter');
      await page.keyboard.press('Escape');
      await eventually(
        'chips of the other name',
        () => editor.chips(),
        (found) => found.some((line) => line.some((text) => /^. claude/.test(text))),
      );
      await picture('chips-replaced');
      await page.keyboard.press('Control+z');
      await isGame();
      assert.equal(fs.readFileSync(path.join(folder, 'game.pgn'), 'utf8'), GAME);
    });
  });
});
