import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { ModelServer } from './model-server.ts';
import { BARE_GAME } from './samples.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';

const MINE = '---\nid: mine\ntitle: My question\n---\n\n# system\n\nBe exact.\n\n# user\n\nMoves: {{{movetext}}}\n';
const BROKEN = '---\nid: broken\n---\n\n# user\n\n{{{movetext}}} {{{comments}}}\n';
const FEN = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';

/** Waits until the preview has a line with this text. */
const shows = ({ workbench }: Scene, text: string) =>
  workbench.editor('Prompt.md').lines.filter({ hasText: text }).first().waitFor();

describe('prompts in a real VS Code', () => {
  const models = new ModelServer(FEN);
  const stage = new SharedStage({ models });
  before(() => stage.start());
  after(() => stage.stop());
  const game = {
    'game.pgn': BARE_GAME,
    '.vscode/settings.json': JSON.stringify({ 'statelens.predict.template': 'pgn-to-fen' }),
    '.statelens/templates/mine.md': MINE,
    '.statelens/templates/broken.md': BROKEN,
  };

  it('are shown beside the text, with whom they would go to, and follow the cursor', () =>
    stage.play('prompt-preview', { files: game, open: 'game.pgn' }, async (scene) => {
      const { workbench } = scene;
      const editor = workbench.editor('game.pgn');
      await editor.clickBehind('3. Bb5');
      await workbench.run('Preview Prompt', 'StateLens');
      await shows(scene, 'game 1 after 5 plies');
      await shows(scene, '# system');
      await shows(scene, '1. e4 e5 2. Nf3 Nc6 3. Bb5');
      await shows(scene, `To: fake at ${new URL(models.baseUrl).host}`);
      await shows(scene, 'Size: 2 messages, ');
      await scene.picture('prompt-preview');
      await editor.clickBehind('1. e4');
      await shows(scene, 'game 1 after 1 ply');
      const rest = workbench.editor('Prompt.md').lines.filter({ hasText: 'e5 2. Nf3' });
      await rest.waitFor({ state: 'detached' });
      assert.deepEqual(models.seen, []);
    }));
});
