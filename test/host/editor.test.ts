import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from './eventually.ts';
import { NUMBERS, sample } from './samples.ts';
import { Stage } from './stage.ts';

const GAMES = { files: { 'games.pgn': sample('world-cup.pgn') }, open: 'games.pgn' };

describe('the VSIX in a real VS Code', () => {
  const stage = new Stage();
  before(() => stage.start());
  after(() => stage.stop());

  it('colours a PGN with predictions', () =>
    stage.play('colours', GAMES, async ({ workbench }) => {
      const editor = workbench.editor('games.pgn');
      await workbench.language('PGN').waitFor();
      for (const part of ['Nepomniachtchi', '1. e4 e5', '%pfen'])
        await eventually(
          `colours of ${part}`,
          () => editor.colours(part),
          (colours) => colours.length >= 3,
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
    stage.play('lenses', GAMES, async ({ workbench, picture }) => {
      const { lenses } = workbench.editor('games.pgn');
      const shown = await eventually(
        'lenses with numbers',
        () => lenses.allInnerTexts(),
        (texts) => texts.length >= 4 && texts.every((text) => !text.includes('…')),
      );
      assert.ok(
        shown.some((text) => text.includes('side to move wrong') && NUMBERS.test(text)),
        shown.join('\n'),
      );
      await picture('lenses');
    }));

  it('shows the board as a picture on a prediction', () =>
    stage.play('hover', GAMES, async ({ workbench, picture }) => {
      const editor = workbench.editor('games.pgn');
      await editor.lenses.filter({ hasText: NUMBERS }).first().waitFor();
      await editor.hoverOver('[%pfen gpt-4o');
      await workbench.hover.filter({ hasText: 'side to move wrong' }).first().waitFor();
      await workbench.hoverPictures(1);
      await picture('hover-prediction');
    }));

  it('shows the board as a picture on a move', () =>
    stage.play('hover-move', GAMES, async ({ workbench, picture }) => {
      await workbench.editor('games.pgn').hoverOver('Nc6');
      await workbench.hoverPictures(1);
      await picture('hover-move');
    }));
});
