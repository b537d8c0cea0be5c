import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { TOOLS } from '../../src/core/tools/table.ts';
import { answerAs } from '../support/able-server.ts';
import { type ModelServer, serveModel } from '../support/model-server.ts';
import { eventually } from './eventually.ts';
import { BARE_GAME } from './samples.ts';
import { itInEach } from './scenes.ts';
import { SharedStage } from './shared.ts';
import { FOUND } from './stagehand.ts';

describe('models in a real VS Code', () => {
  let server: ModelServer;
  const stage = new SharedStage();
  before(async () => {
    server = await serveModel((response, request) => answerAs({}, response, request));
    await stage.start();
  });
  after(async () => {
    await stage.stop();
    await server.close();
  });

  const atServer = () => ({
    'statelens.model': 'openai',
    'statelens.openai.model': 'm',
    'statelens.openai.baseUrl': server.baseUrl,
  });
  const files = () => ({ 'game.pgn': BARE_GAME, '.vscode/settings.json': JSON.stringify(atServer()) });

  itInEach("of agents find the tools, and are answered; a request to a server is the user's to allow", () =>
    stage.play('agent', { files: files(), open: 'game.pgn' }, async (scene) => {
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
