import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TOOLS } from '../../src/core/tools/table.ts';
import { type Able, answerAs } from '../support/able-server.ts';
import { type ModelServer, type Responder, sendJson, serveModel } from '../support/model-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { followModel, tokenizerOf, writeModel } from '../support/tiny-model.ts';
import { eventually } from './eventually.ts';
import { BARE_GAME, CUTS } from './samples.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';
import { FOUND } from './stagehand.ts';

/** The ports at which the picker looks for servers. */
const LOCAL_PORTS = [1234, 8080, 8000, 11434];

/** A server at one of those ports; undefined where all of them are taken. */
async function serveLocally(respond: Responder): Promise<ModelServer | undefined> {
  for (const port of LOCAL_PORTS) {
    const server = await serveModel(respond, port).catch(() => undefined);
    if (server !== undefined) return server;
  }
  return undefined;
}

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

/** Waits for a message: VS Code puts one that comes right behind others into its list alone, where a bell tells of it. */
async function told({ workbench, page }: Scene, text: string): Promise<void> {
  const toast = workbench.toasts.filter({ hasText: text });
  const seen = await toast.waitFor({ timeout: 8000 }).then(
    () => true,
    () => false,
  );
  if (seen) return;
  await workbench.run('Show Notifications', 'Notifications');
  await page.locator('.notifications-center .notification-list-item-message', { hasText: text }).waitFor();
}

const settingsOf = ({ folder }: Scene): Record<string, unknown> => {
  const file = path.join(folder, '.vscode/settings.json');
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
};

describe('models in a real VS Code', () => {
  const { folder, remove } = temporaryFolder();
  let able: Able = {};
  let respond: Responder = (response, request) => answerAs(able, response, request);
  let server: ModelServer;
  let stage: SharedStage;
  before(async () => {
    server = await serveModel((...args) => respond(...args));
    const named = { name: 'mine', model: 'm', baseUrl: server.baseUrl };
    stage = new SharedStage({ settings: { 'statelens.models': [named] } });
    await stage.start();
  });
  after(async () => {
    await stage.stop();
    await server.close();
    remove();
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

  it('are looked for on this machine when that is chosen, and not before', async (t) => {
    const local = await serveLocally((response) => sendJson(response, 200, { data: [{ id: 'at-home' }] }));
    if (local === undefined) return t.skip('every port of local servers is taken');
    try {
      await stage.play('local-server', files({ 'statelens.model': 'baseline:start-position' }), async (scene) => {
        const { workbench } = scene;
        await pickModel(scene);
        assert.equal(local.received.length, 0, 'the picker alone looks for nothing');
        // what does not fit into the list is not drawn
        await workbench.input.fill('Local server');
        await workbench.choose('Local server…');
        await workbench.picks.filter({ hasText: 'at-home' }).waitFor();
        assert.deepEqual(
          local.received.map(({ method, path: at }) => `${method} ${at}`),
          ['GET /v1/models'],
        );
        await scene.picture('local-server');
        await workbench.choose('at-home');
        await predictor(scene, `at-home @ localhost:${new URL(local.baseUrl).port}`);
        assert.equal(settingsOf(scene)['statelens.model'], 'openai');
      });
    } finally {
      await local.close();
    }
  });

  it('of a server are those that it lists, or one that is typed', () =>
    stage.play('server-models', files(), async (scene) => {
      able = { list: [{ id: 'small' }, { id: 'large' }] };
      const { workbench, page, picture } = scene;
      const toServer = async (): Promise<void> => {
        await predictor(scene, '');
        await pickModel(scene);
        // what does not fit into the list is not drawn
        await workbench.input.fill('OpenAI-compatible');
        await workbench.choose('OpenAI-compatible…');
        await answer(scene, 'Base URL', server.baseUrl);
      };
      await toServer();
      await workbench.picks.filter({ hasText: 'small' }).waitFor();
      await picture('server-models');
      await workbench.choose('large');
      await predictor(scene, `large @ ${server.host}`);
      able = {};
      await toServer();
      const typing = page.locator('.quick-input-widget input[placeholder*="type its name"]');
      await typing.waitFor();
      await workbench.input.fill('typed');
      await workbench.picks.filter({ hasText: /typed.*as typed/ }).waitFor();
      await page.keyboard.press('Enter');
      await predictor(scene, `typed @ ${server.host}`);
      await pickModel(scene);
      await workbench.picks.filter({ hasText: /typed.*current/ }).waitFor();
      await workbench.picks.filter({ hasText: 'large' }).waitFor();
      await picture('server-models-used');
      await page.keyboard.press('Escape');
    }));

  it('are tried, and what works is told', () =>
    stage.play('connection', files(atServer()), async (scene) => {
      able = { systemRole: false, streaming: true, topLogprobs: 20, list: [{ id: 'm', max_model_len: 4096 }] };
      const { workbench, page } = scene;
      await predictor(scene, `m @ ${server.host}`);
      await workbench.run('Test Connection', 'StateLens');
      await workbench.toasts.filter({ hasText: `${server.host} answers and has m.` }).waitFor();
      const before = server.received.length;
      await page.locator('.notifications-toasts .monaco-button', { hasText: 'Find Out' }).click();
      const said =
        'm answers. It has streaming, log probabilities (20 a token), a seed, an entry in the model list. ' +
        'It lacks system messages. 4,096 tokens of context.';
      await told(scene, said);
      assert.ok(server.received.length > before);
      await scene.picture('connection');
    }));

  it('that refuse are told of with what can be done', () =>
    stage.play('refused', { ...files(atServer()), complaints: true }, async (scene) => {
      respond = (response) => sendJson(response, 401, { error: { message: 'no such key' } });
      const { workbench, page } = scene;
      await predictor(scene, `m @ ${server.host}`);
      await workbench.run('Test Connection', 'StateLens');
      await workbench.toasts.filter({ hasText: '401' }).waitFor();
      await page.locator('.notifications-toasts .monaco-button', { hasText: 'Set API Key' }).waitFor();
      await scene.picture('refused');
      respond = (response, request) => answerAs(able, response, request);
    }));

  it('that ask to wait are waited for in words: lens, notification, status bar; Cancel ends it', () =>
    stage.play('waiting', { ...files(atServer()), complaints: true }, async (scene) => {
      respond = (response) =>
        sendJson(response, 429, { error: { message: 'too many requests' } }, { 'retry-after': '50' });
      const { workbench, page } = scene;
      await predictor(scene, `m @ ${server.host}`);
      const before = server.received.length;
      const editor = workbench.editor('game.pgn');
      await editor.clickBehind('3. Bb5');
      await workbench.run('Predict State Here', 'StateLens');
      const wait = /rate limited \(429\), attempt 2, next try in \d+ s/;
      await workbench.toasts.filter({ hasText: wait }).filter({ hasText: '0 of 1' }).waitFor();
      const lens = editor.lenses.filter({ hasText: /m: rate limited \(429\), attempt 2, next try at / });
      await lens.waitFor();
      const inBar = page.locator('.statusbar-item', { hasText: wait });
      await inBar.waitFor();
      await scene.picture('waiting');
      await page.locator('.notifications-toasts .monaco-button', { hasText: 'Cancel' }).click();
      await inBar.waitFor({ state: 'detached' });
      await lens.waitFor({ state: 'detached' });
      assert.equal(server.received.length, before + 1);
      respond = (response, request) => answerAs(able, response, request);
    }));

  it('run in a folder of this machine, in ONNX form', () => {
    const fen = ['r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R', 'b', 'KQkq', '- 3 3'];
    const words = ['<end>', ...fen, '<unk>'];
    const own = { 'tokenizer.json': tokenizerOf(words), 'config.json': { eos_token_id: 0 } };
    const model = writeModel(path.join(folder, 'tiny'), followModel(), own);
    return stage.play('onnx', files({ 'statelens.model': `onnx:${model}` }), async (scene) => {
      await predictor(scene, 'onnx:tiny');
      await scene.workbench.editor('game.pgn').clickBehind('3. Bb5');
      await scene.workbench.run('Predict State Here', 'StateLens');
      const text = await scene.saved('game.pgn', (now) => now.includes('%pfen'));
      assert.ok(text.includes(`3. Bb5\n{ [%pfen onnx:tiny ${fen.join(' ')}] }\n3... a6`), text);
      await scene.workbench.editor('game.pgn').lenses.filter({ hasText: 'onnx:tiny: exact' }).waitFor();
      await scene.picture('onnx');
    });
  });

  it('are traced through a game of the samples: lens and state view', () => {
    const settings = JSON.stringify({ 'statelens.model': 'baseline:naive-tracker' });
    const scenario = { files: { 'games.pgn': CUTS, '.vscode/settings.json': settings } };
    return stage.play('trace-game', { ...scenario, open: 'games.pgn' }, async (scene) => {
      const { workbench, page } = scene;
      await predictor(scene, 'naive-tracker');
      await workbench.run('Trace Game…', 'StateLens');
      await answer(scene, 'Predict every k plies first', '12');
      // the first game has five plies
      await workbench.toasts.filter({ hasText: 'too few positions of this game to trace it' }).waitFor();
      await workbench.editor('games.pgn').clickBehind('[Event');
      await page.keyboard.press('Control+End');
      await workbench.run('Trace Game…', 'StateLens');
      await answer(scene, 'Predict every k plies first', '12');
      const found = /baseline:naive-tracker: (?:first lost after \S+ \(ply \d+\)|never lost)/;
      await workbench.toasts.filter({ hasText: found }).waitFor();
      await workbench.editor('games.pgn').lenses.filter({ hasText: found }).first().waitFor();
      await page.locator('.notifications-toasts .monaco-button', { hasText: 'Show Trace' }).click();
      await workbench.webview.getByRole('tab', { name: /naive-tracker/ }).waitFor();
      await scene.picture('trace-game');
    });
  });

  it("of agents find the tools, and are answered; a request to a server is the user's to allow", () =>
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
    }));
});
