import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ModelServer } from './model-server.ts';
import { BARE_GAME } from './samples.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';

const MINE = '---\nid: mine\ntitle: My question\n---\n\n# system\n\nBe exact.\n\n# user\n\nMoves: {{{movetext}}}\n';
const BROKEN = '---\nid: broken\n---\n\n# user\n\n{{{movetext}}} {{{comments}}}\n';
const FEN = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';
const MAV = `<mav game=chess> %FEN %top_1 </mav>\n[%FEN ${FEN}]\n[%top_1 a1a8 <ctrl64>]\n`;

/** Waits until the preview has a line with this text. */
const shows = ({ workbench }: Scene, text: string) =>
  workbench.editor('Prompt.md').lines.filter({ hasText: text }).first().waitFor();

const settingOf = ({ folder }: Scene, name: string): unknown => {
  // A file that is being written is empty.
  const text = fs.readFileSync(path.join(folder, '.vscode/settings.json'), 'utf8');
  return text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>)[name];
};

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

  it('are shown for walks, through a table beside them too', () => {
    const table = 'state,action,next\nclosed,open,ajar\najar,push,wide\n';
    const files = { 'a.walk': 'world door.csv\nopen push\n', 'door.csv': table };
    return stage.play('prompt-walk', { files, open: 'a.walk' }, async (scene) => {
      const { workbench } = scene;
      const editor = workbench.editor('a.walk');
      await editor.clickBehind('open');
      await workbench.run('Preview Prompt', 'StateLens');
      await shows(scene, 'walk 1 after 1 action');
      await shows(scene, 'Template: walk-to-state');
      await editor.clickBehind('open push');
      await shows(scene, 'walk 1 after 2 actions');
      await scene.picture('prompt-walk');
      assert.deepEqual(models.seen, []);
    });
  });

  it('are made by another template once one is chosen, of the workspace too', () =>
    stage.play('prompt-template', { files: game, open: 'game.pgn' }, async (scene) => {
      const { workbench } = scene;
      const editor = workbench.editor('game.pgn');
      await editor.clickBehind('3. Bb5');
      await workbench.run('Preview Prompt', 'StateLens');
      await shows(scene, 'Template: pgn-to-fen');
      await workbench.run('Choose Prompt Template…', 'StateLens');
      await workbench.choose('draw-board');
      await shows(scene, 'Template: draw-board');
      await workbench.run('Choose Prompt Template…', 'StateLens');
      await workbench.picks.filter({ hasText: 'line 7: it uses the unknown variable {{{comments}}}' }).waitFor();
      await scene.picture('templates');
      await workbench.choose('My question');
      await shows(scene, 'Moves: 1. e4 e5 2. Nf3 Nc6 3. Bb5');
      assert.equal(settingOf(scene, 'statelens.predict.template'), 'mine');
      await workbench.run('Predict State Here', 'StateLens');
      const text = await scene.saved('game.pgn', (now) => now.includes('%pfen'));
      assert.ok(text.includes(`[%pfen fake@mine ${FEN}]`), text);
      assert.match(models.asked.at(-1) ?? '', /Moves: 1\. e4 e5 2\. Nf3 Nc6 3\. Bb5"/);
    }));

  it('ask about one position in several ways, each so often as is wanted', () =>
    stage.play('sweep', { files: game, open: 'game.pgn' }, async (scene) => {
      const { workbench, page } = scene;
      await workbench.editor('game.pgn').clickBehind('3. Bb5');
      const before = models.asked.length;
      await workbench.run('Predict with Several Templates…', 'StateLens');
      await workbench.choose('At the cursor');
      // the one of the settings is ticked already
      await workbench.choose('draw-board');
      await workbench.choose('My question');
      await scene.picture('sweep');
      await page.keyboard.press('Enter');
      await page
        .locator('.quick-input-widget .quick-input-message', { hasText: 'One sample takes 3 requests' })
        .waitFor();
      await workbench.input.fill('2');
      await page.keyboard.press('Enter');
      const text = await scene.saved('game.pgn', (now) => now.includes('%pfen'));
      const labels = [...text.matchAll(/%pfen (\S+)/g)].map(([, label]) => label);
      const wanted = ['fake', 'fake#1', 'fake@draw-board', 'fake@draw-board#1', 'fake@mine', 'fake@mine#1'];
      assert.deepEqual(labels.sort(), wanted);
      assert.equal(models.asked.length - before, 6);
    }));

  it('with a mistake in their template show it where it stands', () =>
    stage.play('template-fault', { files: game, open: 'game.pgn', complaints: true }, async (scene) => {
      const { workbench } = scene;
      await workbench.editor('game.pgn').clickBehind('3. Bb5');
      await workbench.run('Choose Prompt Template…', 'StateLens');
      await workbench.choose('broken');
      const broken = workbench.editor('broken.md');
      await broken.root.locator('.squiggly-error').first().waitFor();
      await broken.root.locator('.active-line-number', { hasText: /^7$/ }).waitFor();
      await scene.picture('template-fault');
      await scene.page.keyboard.press('End');
      for (let i = 0; i < ' {{{comments}}}'.length; i++) await scene.page.keyboard.press('Backspace');
      await broken.root.locator('.squiggly-error').waitFor({ state: 'detached' });
    }));

  it('have new templates, which are used and followed', () =>
    stage.play('new-template', { files: game, open: 'game.pgn' }, async (scene) => {
      const { workbench, page } = scene;
      await workbench.editor('game.pgn').clickBehind('3. Bb5');
      await workbench.run('Preview Prompt', 'StateLens');
      await shows(scene, 'Template: pgn-to-fen');
      await workbench.run('New Template…', 'StateLens');
      await workbench.choose('step-by-step');
      await page.locator('.quick-input-widget .quick-input-message', { hasText: 'Name of the template' }).waitFor();
      await workbench.input.fill('own.question');
      await page.keyboard.press('Enter');
      await workbench.editor('own.question.md').lines.filter({ hasText: 'id: own.question' }).waitFor();
      await shows(scene, 'Template: own.question');
      await page.keyboard.press('Control+End');
      await page.keyboard.type('Please, the FEN.');
      const file = '.statelens/templates/own.question.md';
      const text = await scene.saved(file, (now) => now.includes('Please'));
      assert.match(text, /^---\nid: own\.question\n[\s\S]*# user[\s\S]*\{\{\{movetext\}\}\}\s+Please, the FEN\.\s*$/);
      await shows(scene, 'Please, the FEN.');
      await scene.picture('new-template');
    }));

  it('of MAV and of positions are shown, too', () =>
    stage.play('mav-preview', { files: { 'a.mav': MAV, 'b.fen': `${FEN}\n` }, open: 'a.mav' }, async (scene) => {
      const { workbench } = scene;
      await workbench.editor('a.mav').clickBehind('[%FEN');
      await workbench.run('Preview Prompt', 'StateLens');
      await shows(scene, 'the MAV example of line 1');
      await shows(scene, 'Template: mav ');
      await shows(scene, `[%FEN ${FEN}]`);
      assert.equal(await workbench.editor('Prompt.md').lines.filter({ hasText: 'a1a8' }).count(), 0);
      await scene.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'b.fen' }).click();
      await shows(scene, 'the position here');
      await shows(scene, '<mav game=chess> %FEN %top_5');
      await scene.picture('mav-preview');
    }));
});
