import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { NUMBERS, sample } from './samples.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';
import type { Workbench } from './workbench.ts';

const FILE = 'worlds.walk';

/** What the view says of the state: the action that leads to it. */
const shows = ({ webview }: Workbench, action: string): Promise<string> =>
  eventually(
    `${action} in the state view`,
    () => webview.locator('header .move').innerText(),
    (text) => text === action,
  );

/** A walk through the program of the samples, with a wrong prediction and an action that is not legal. */
const COUNTED = {
  'counter.py': sample('counter.py'),
  'counter.walk': 'world process:python3 counter.py\nup double up\n# pstate m 4\nhalve\n',
};

describe('walk files in a real VS Code', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('have numbers in their lenses, and a state view that draws two boards and steps by action', () =>
    stage.play('walk', { files: { [FILE]: sample(FILE) }, open: FILE }, async ({ workbench, page, picture }) => {
      const { webview: view } = workbench;
      const editor = workbench.editor(FILE);
      await editor.lenses.filter({ hasText: NUMBERS }).first().waitFor();
      await editor.clickBehind('b3 b2 e4 a3 c2 e5');
      await page.locator('.editor-actions [aria-label^="Open State View"]').click();
      await shows(workbench, 'e5');
      const scenes = view.locator('.board.world img.scene');
      await eventually(
        'two boards of Othello',
        () => scenes.evaluateAll((all) => all.map((one) => (one as { naturalWidth?: number }).naturalWidth ?? 0)),
        (widths) => widths.length === 2 && widths.every((width) => width > 0),
      );
      await view
        .locator('h1.sentence', { hasText: /thinks cell/ })
        .first()
        .waitFor();
      await picture('walk-othello');
      await view.locator('.boards').first().focus();
      await page.keyboard.press('ArrowLeft');
      await shows(workbench, 'c2');
      await page.keyboard.press('Home');
      await shows(workbench, 'start');
    }));

  it('go through a program that the user starts for the window, and stops', () =>
    stage.play('world-program', { files: COUNTED, open: 'counter.walk' }, async ({ workbench, page, picture }) => {
      const editor = workbench.editor('counter.walk');
      await editor.root.locator('.squiggly-info').first().waitFor();
      await editor.clickBehind('world process:python3');
      await workbench.quickFix('Start python3 counter.py for this window…');
      await page.keyboard.press('Enter');
      const dialog = page.locator('.monaco-dialog-box', { hasText: 'Start this program for this window?' });
      await dialog.getByText('Command: python3 counter.py').waitFor();
      await picture('world-program');
      await dialog.getByRole('button', { name: 'Start Program', exact: true }).click();
      await editor.lenses
        .filter({ hasText: 'thinks state is 4, not 3' })
        .filter({ hasText: NUMBERS })
        .first()
        .waitFor();
      await editor.root.locator('.squiggly-error').first().waitFor();
      await eventually(
        'the mark of the prediction',
        () => editor.marks(),
        (marks) => marks.join() === 'wrong',
      );
      await picture('world-program-lenses');
      await workbench.run('Stop World Programs', 'StateLens');
      await editor.root.locator('.squiggly-error').first().waitFor({ state: 'detached' });
      await editor.root.locator('.squiggly-info').first().waitFor();
    }));
});
