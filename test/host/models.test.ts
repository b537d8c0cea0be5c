import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { TOOLS } from '../../src/core/tools/table.ts';
import { answerAs } from '../support/able-server.ts';
import { type ModelServer, serveModel } from '../support/model-server.ts';
import { eventually } from './eventually.ts';
import { BARE_GAME } from './samples.ts';
import { it, itInEach } from './scenes.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';
import { FOUND } from './stagehand.ts';

/** Waits until the status bar's item says who predicts. */
const predictor = ({ workbench }: Scene, text: string) => workbench.predictor(text).waitFor();

/** Opens the picker by the status bar's item. */
async function pickModel({ page, workbench }: Scene): Promise<void> {
  await page.locator(String.raw`.statusbar-item[id$="statelens.model"] a`).click();
  await workbench.picks.first().waitFor();
}

/** Answers an input box, whose prompt has this text. */
async function answer({ page, workbench }: Scene, prompt: string, value: string): Promise<void> {
  await page.locator('.quick-input-widget .quick-input-message', { hasText: prompt }).waitFor();
  await workbench.input.fill(value);
  await page.keyboard.press('Enter');
}

const settingsOf = ({ folder }: Scene): Record<string, unknown> => {
  const file = path.join(folder, '.vscode/settings.json');
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
};

describe('models in a real VS Code', () => {
  let server: ModelServer;
  let stage: SharedStage;
  before(async () => {
    server = await serveModel((response, request) => answerAs({}, response, request));
    const named = { name: 'mine', model: 'm', baseUrl: server.baseUrl };
    stage = new SharedStage({ settings: { 'statelens.models': [named] } });
    await stage.start();
  });
  after(async () => {
    await stage.stop();
    await server.close();
  });

  const files = (more: Readonly<Record<string, unknown>> = {}) => ({
    files: { 'game.pgn': BARE_GAME, '.vscode/settings.json': JSON.stringify(more) },
    open: 'game.pgn',
  });
  const atServer = () => ({
    'statelens.model': 'openai',
    'statelens.openai.model': 'm',
    'statelens.openai.baseUrl': server.baseUrl,
  });

  it('are chosen by the status bar: the default, a baseline, one with a number, a named one, one for the workspace alone', () =>
    stage.play('pick-model', files(), async (scene) => {
      const { workbench, page, picture } = scene;
      await predictor(scene, 'mav-small');
      await pickModel(scene);
      await picture('model-picker');
      await workbench.choose('start-position');
      await predictor(scene, 'start-position');
      await pickModel(scene);
      await workbench.choose('lag-k');
      await answer(scene, 'How many plies behind', '3');
      await predictor(scene, 'lag-3');
      await pickModel(scene);
      await workbench.choose('mine');
      await predictor(scene, `mine @ ${server.host}`);
      assert.equal(server.received.length, 0, 'choosing asks nobody');
      assert.deepEqual(settingsOf(scene), {});
      await pickModel(scene);
      await workbench.picks.filter({ hasText: /mine.*current/ }).waitFor();
      await workbench.picks.filter({ hasText: 'lag-3' }).waitFor();
      await picture('models-used');
      await page.keyboard.press('Escape');

      await pickModel(scene);
      const row = workbench.picks.filter({ hasText: 'reference' }).first();
      await row.hover();
      await row.locator('.codicon-folder').click();
      await predictor(scene, 'reference:rules');
      const chosen = () => settingsOf(scene)['statelens.model'];
      await eventually('the settings of the workspace', chosen, (model) => model === 'reference:rules');
    }));

  itInEach("of agents find the tools, and are answered; a request to a server is the user's to allow", () =>
    stage.play('agent', files(atServer()), async (scene) => {
      const before = server.received.length;
      await scene.workbench.run('Ask Tools', 'Agent');
      const dialog = scene.page.locator('.monaco-dialog-box');
      await dialog.getByText(`Send 1 request to ${server.host}?`).waitFor();
      assert.equal(server.received.length, before);
      await scene.picture('agent-asks');
      await dialog.getByRole('button', { name: 'Yes' }).click();
      const file = path.join(scene.folder, FOUND);
      // A file that is being written is there, and empty.
      const found = await eventually(
        'what the agent found',
        () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''),
        (text) => text.endsWith('}'),
      );
      const { tools, replayed, checked, predicted } = JSON.parse(found) as Record<string, unknown>;
      // Newer versions list no tools where there is no chat, and call them all the same.
      const all = [...TOOLS.map(({ name }) => name), 'predict_state'].map((name) => `statelens_${name}`);
      if (Array.isArray(tools) && tools.length > 0) assert.deepEqual(tools, all);
      const { fen } = JSON.parse(String(replayed)) as { fen?: string };
      assert.equal(fen, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2');
      assert.match(String(checked), /illegal/i);
      assert.ok(!('error' in (JSON.parse(String(predicted)) as object)), String(predicted));
      assert.equal(server.received.length, before + 1);
      assert.match(server.received.at(-1)?.body ?? '', /3\. Bb5/);
    }),
  );
});
