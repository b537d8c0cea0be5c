import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BARE_GAME, NUMBERS, sample } from './samples.ts';
import { Stage } from './stage.ts';

describe("the VSIX in the browser's own extension host", () => {
  const stage = new Stage({ kind: 'web' });
  before(() => stage.start());
  after(() => stage.stop());

  it('underlines an illegal move', () =>
    stage.play(
      'web-problems',
      { files: { 'broken.pgn': BARE_GAME.replace('3. Bb5', '3. Bb7') }, open: 'broken.pgn' },
      async ({ workbench }) => {
        await workbench.editor('broken.pgn').root.locator('.squiggly-error').first().waitFor();
        assert.deepEqual(stage.languageServers, []);
      },
    ));

  it('shows verdict, numbers and board', () =>
    stage.play(
      'web-lenses',
      { files: { 'games.pgn': sample('chess960.pgn') }, open: 'games.pgn' },
      async ({ workbench, picture }) => {
        const editor = workbench.editor('games.pgn');
        assert.ok((await editor.settledLenses()).some((text) => NUMBERS.test(text)));
        await editor.hoverOver('[%pfen');
        await workbench.hoverPictures(1);
        await picture('web-hover');
        assert.deepEqual(stage.languageServers, []);
      },
    ));
});
