import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { eventually } from './eventually.ts';
import { Stage } from './stage.ts';

const sample = (name: string) => fs.readFileSync(`samples/${name}`, 'utf8');

describe('the VSIX in a real VS Code', () => {
  const stage = new Stage();
  before(() => stage.start());
  after(() => stage.stop());

  it('colours a PGN with predictions', () =>
    stage.play('colours', { files: { 'games.pgn': sample('world-cup.pgn') }, open: 'games.pgn' }, async (scene) => {
      const editor = scene.workbench.editor('games.pgn');
      await scene.workbench.language('PGN').waitFor();
      for (const part of ['Nepomniachtchi', '1. e4 e5', '%pfen'])
        await eventually(
          `colours of ${part}`,
          () => editor.colours(part),
          (colours) => colours.length >= 3,
        );
      await scene.picture('editor-highlighting');
    }));

  it('underlines an illegal move, and says why in the Problems view', () => {
    const broken = sample('world-cup.pgn').replace('3. Bb5', '3. Bb7');
    return stage.play('problems', { files: { 'broken.pgn': broken }, open: 'broken.pgn' }, async (scene) => {
      await scene.workbench.editor('broken.pgn').root.locator('.squiggly-error').first().waitFor();
      await scene.workbench.run('Focus on Problems View', 'Problems');
      await scene.workbench.problems.filter({ hasText: 'illegal move 3. Bb7' }).waitFor();
      await scene.picture('editor-problems');
    });
  });
});
