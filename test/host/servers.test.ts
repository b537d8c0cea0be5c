import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chat, type ModelServer, type Responder, sendJson, serveModel } from '../support/model-server.ts';
import { eventually } from './eventually.ts';
import { BARE_GAME } from './samples.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';

const FEN = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const FILES = { files: { 'game.pgn': BARE_GAME }, open: 'game.pgn' };

/** Asks for the position behind 3. Bb5. */
const predict = async ({ workbench }: Scene): Promise<void> => {
  // The palette shows what fits the language, and that comes a moment after the text.
  await workbench.language('PGN').waitFor();
  await workbench.editor('game.pgn').clickBehind('3. Bb5');
  await workbench.run('Predict State Here', 'StateLens');
};

describe('a model behind a server', () => {
  let respond: Responder = (response) => sendJson(response, 500, {});
  let server: ModelServer;
  let stage: SharedStage;
  before(async () => {
    server = await serveModel((...args) => respond(...args));
    const settings = {
      'statelens.model': 'openai',
      'statelens.openai.model': 'fake',
      'statelens.openai.baseUrl': server.baseUrl,
    };
    stage = new SharedStage({ settings });
    await stage.start();
  });
  after(async () => {
    await stage.stop();
    await server.close();
  });

  it('is asked with the moves alone, and named in the status bar', () =>
    stage.play('server', FILES, async (scene) => {
      respond = (response) => sendJson(response, 200, chat(`It is ${FEN}.`));
      await predict(scene);
      const text = await scene.saved('game.pgn', (now) => now.includes('%pfen'));
      assert.ok(text.includes(`3. Bb5\n{ [%pfen fake ${FEN}] }\n3...`), text);
      const asked = server.received.at(-1)?.body ?? '';
      assert.ok(asked.includes('1. e4 e5 2. Nf3 Nc6 3. Bb5'), asked);
      assert.ok(!asked.includes('a6'), asked);
      await scene.page.locator('.statusbar-item', { hasText: `fake @ ${server.host}` }).waitFor();
      await scene.picture('server');
    }));

  it('has its answer written where its move is by then', () =>
    stage.play('moved', FILES, async (scene) => {
      let answer = (): void => {};
      respond = (response) => (answer = () => sendJson(response, 200, chat(FEN)));
      const count = server.received.length;
      await predict(scene);
      await eventually(
        'the request',
        () => server.received.length,
        (n) => n > count,
      );
      await scene.picture('asking');
      await scene.page.keyboard.press('Control+Home');
      await scene.page.keyboard.type('1. d4 d5 *\n\n');
      answer();
      const text = await scene.saved('game.pgn', (now) => now.includes('%pfen'));
      assert.ok(text.startsWith('1. d4 d5 *'), text);
      assert.ok(text.includes(`3. Bb5\n{ [%pfen fake ${FEN}] }\n3...`), text);
    }));

  it('has its answer kept when its move was edited meanwhile', () =>
    stage.play('kept', { ...FILES, complaints: true }, async (scene) => {
      let answer = (): void => {};
      respond = (response) => (answer = () => sendJson(response, 200, chat(FEN)));
      const count = server.received.length;
      await predict(scene);
      await eventually(
        'the request',
        () => server.received.length,
        (n) => n > count,
      );
      await scene.workbench.editor('game.pgn').clickBehind('3. Bb5');
      for (let i = 0; i < 3; i++) await scene.page.keyboard.press('Backspace');
      await scene.page.keyboard.type('Bc4');
      answer();
      await scene.workbench.toasts.filter({ hasText: 'not written because the moves' }).waitFor();
      await scene.picture('kept');
      assert.ok(!(await scene.saved('game.pgn', (now) => now.includes('Bc4'))).includes('%pfen'));
    }));

  it('that sends a web page is one clear message, and nothing is written', () =>
    stage.play('page', { ...FILES, complaints: true }, async (scene) => {
      respond = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hi');
      await predict(scene);
      await scene.workbench.toasts.filter({ hasText: 'web page instead of JSON' }).waitFor();
      await scene.picture('web-page');
      assert.equal(await scene.saved('game.pgn', () => true), BARE_GAME);
    }));
});
