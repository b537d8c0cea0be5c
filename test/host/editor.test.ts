import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from './eventually.ts';
import { NUMBERS, sample } from './samples.ts';
import { Stage } from './stage.ts';

const GAMES = { files: { 'games.pgn': sample('world-cup.pgn') }, open: 'games.pgn' };
const CHESS960 = { files: { 'chess960.pgn': sample('chess960.pgn') }, open: 'chess960.pgn' };

describe('the VSIX in a real VS Code', () => {
  const stage = new Stage();
  before(() => stage.start());
  after(() => stage.stop());

  it('colors a PGN with predictions', () =>
    stage.play('colors', GAMES, async ({ workbench }) => {
      const editor = workbench.editor('games.pgn');
      await workbench.language('PGN').waitFor();
      for (const part of ['Nepomniachtchi', '1. e4 e5', '%pfen'])
        await eventually(
          `colors of ${part}`,
          () => editor.colors(part),
          (colors) => colors.length >= 3,
        );
    }));

  it('underlines an illegal move, and says why in the Problems view', () => {
    const broken = sample('world-cup.pgn').replace('3. Bb5', '3. Bb7');
    return stage.play('problems', { files: { 'broken.pgn': broken }, open: 'broken.pgn' }, async (scene) => {
      await scene.workbench.editor('broken.pgn').root.locator('.squiggly-error').first().waitFor();
      await scene.workbench.run('Focus on Problems View', 'Problems');
      await scene.workbench.problems.filter({ hasText: 'illegal move 3. Bb7' }).waitFor();
      await scene.picture('problems');
    });
  });

  it('shows verdict and numbers over every prediction', () =>
    stage.play('lenses', CHESS960, async ({ workbench, picture }) => {
      const texts = await workbench.editor('chess960.pgn').settledLenses();
      assert.ok(texts.filter((text) => NUMBERS.test(text) && /squares? wrong|exact|differ/.test(text)).length >= 2);
      await picture('lenses');
    }));

  it('sums up every model, and folds many predictions of a position into one lens', () =>
    stage.play('aggregates', GAMES, async ({ workbench, picture }) => {
      const texts = await workbench.editor('games.pgn').settledLenses();
      assert.ok(texts.some((text) => /^o3-mini-\S+ · 20 · exact \d+ · .*mean p₄ 0\.\d\d r₄ 0\.\d\d$/.test(text)));
      assert.ok(texts.some((text) => /^4 models: best o3-mini-\S+ 1 · worst .* · Compare all$/.test(text)));
      await picture('lenses-of-models');
    }));

  it('shows the board as a picture on a prediction', () =>
    stage.play('hover', GAMES, async ({ workbench, picture }) => {
      const editor = workbench.editor('games.pgn');
      await editor.settledLenses();
      await editor.hoverOver('[%pfen gpt-4o');
      await workbench.hover.filter({ hasText: 'side to move wrong' }).first().waitFor();
      await workbench.hoverPictures(1);
      await picture('hover-prediction');
    }));

  it('shows the board as a picture on a move', () =>
    stage.play('hover-move', GAMES, async ({ workbench, picture }) => {
      const editor = workbench.editor('games.pgn');
      await editor.settledLenses();
      await editor.hoverOver('Nc6');
      await workbench.hoverPictures(1);
      await picture('hover-move');
    }));
});
