import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { BARE_GAME, NUMBERS, sample } from './samples.ts';
import { it, itInEach } from './scenes.ts';
import { SharedStage } from './shared.ts';

/** White mates by Ra8. */
const MATE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';

describe("the VSIX in the browser's own extension host", () => {
  const stage = new SharedStage({ kind: 'web' });
  before(() => stage.start());
  after(() => stage.stop());

  it('underlines an illegal move, shows numbers and board, starts no program, and opens the samples as documents of their own', () => {
    const files = {
      'broken.pgn': BARE_GAME.replace('3. Bb5', '3. Bb7'),
      'games.pgn': sample('chess960.pgn'),
      'counter.walk': 'world process:python3 counter.py\nup\n',
    };
    return stage.play('web-editor', { files, open: 'broken.pgn' }, async ({ workbench, page, picture }) => {
      await workbench.editor('broken.pgn').root.locator('.squiggly-error').first().waitFor();
      const games = await workbench.open('games.pgn');
      assert.ok((await games.settledLenses()).some((text) => NUMBERS.test(text)));
      await games.hoverOver('[%pfen');
      await workbench.hoverPictures(1);
      await picture('web-hover');
      const walk = await workbench.open('counter.walk');
      await walk.root.locator('.squiggly-info').first().waitFor();
      await walk.clickBehind('world process:python3');
      await workbench.run('Start World Program…', 'StateLens');
      await workbench.toasts.filter({ hasText: 'a browser cannot start a program' }).waitFor();
      assert.deepEqual(stage.languageServers, []);
      await workbench.run('Open Samples', 'StateLens');
      const tabs = page.locator('.tab', { hasText: 'Untitled' });
      await eventually(
        'the samples',
        () => tabs.count(),
        (count) => count === 6,
      );
      await workbench.webview.locator('h1.sentence', { hasText: 'still on f3' }).waitFor();
      await tabs.filter({ hasText: 'Traces of internal' }).first().click();
      await page.locator('.codelens-decoration', { hasText: 'Open search tree' }).first().waitFor();
    });
  });

  itInEach('inserts reference answers with values: the engine runs in a worker', () =>
    stage.play(
      'web-reference',
      {
        files: { 'prompt.mav': `<mav game=chess> %FEN %top_3 %best_action </mav>\n[%FEN ${MATE}]\n` },
        open: 'prompt.mav',
      },
      async ({ workbench, picture }) => {
        const editor = workbench.editor('prompt.mav');
        await editor.clickBehind('[%FEN 6k1');
        await workbench.run('Insert Reference Answer', 'StateLens');
        const text = await eventually(
          'the answer',
          () => editor.shownText(),
          (shown) => shown.includes('[%best_action'),
        );
        assert.match(text, /\[%top_3 a1a8:<ctrl64>\s*(?:\d+\s%\s*)?\s/);
        assert.match(text, /\[%best_action a1a8\]/);
        await picture('web-reference');
      },
    ),
  );
});
