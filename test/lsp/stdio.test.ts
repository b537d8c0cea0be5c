import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { afterEach, describe, it } from 'node:test';
import { CodeLensRefreshRequest, CodeLensRequest, ExitNotification, ShutdownRequest } from 'vscode-languageserver/node';
import { Client } from './client.ts';

const STARTS: Readonly<Record<string, string[]>> = {
  'the server of the extension, on standard input and output': ['dist/server.cjs', '--stdio'],
  'statelens lsp --stdio': ['dist/cli.mjs', 'lsp', '--stdio'],
};

for (const [what, args] of Object.entries(STARTS))
  describe(what, () => {
    let child: ChildProcess | undefined;
    afterEach(() => child?.kill());

    const start = () => {
      const started = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      child = started;
      return { started, ended: once(started, 'exit'), client: new Client(started.stdout, started.stdin) };
    };

    it('answers, publishes, and ends with 0 after an orderly farewell', async () => {
      const { ended, client } = start();
      const { serverInfo } = await client.initialize();
      assert.equal(serverInfo?.name, 'StateLens');
      await client.open('file:///a.pgn', 'pgn', '1. e4 { open');
      const { diagnostics } = await client.published();
      assert.ok(diagnostics.some((d) => d.code === 'PGN_UNCLOSED_COMMENT'));
      await client.connection.sendRequest(ShutdownRequest.type);
      await client.connection.sendNotification(ExitNotification.type);
      assert.deepEqual(await ended, [0, null]);
    });

    it('scores predictions in worker threads', async () => {
      const { started, client } = start();
      await client.initialize({ workspace: { codeLens: { refreshSupport: true } } });
      const refreshed = new Promise<void>((resolve) => {
        client.connection.onRequest(CodeLensRefreshRequest.type, () => resolve());
      });
      const uri = 'file:///a.fen';
      const fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
      await client.open(uri, 'fen', `${fen}\n# pfen a ${fen.replace(' b ', ' w ')}\n`);
      const titles = async () => {
        const lenses = await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
        return lenses?.map(({ command }) => command?.title);
      };
      assert.deepEqual(await titles(), ['a: board right, side to move wrong · p₄ … · edit 1']);
      await refreshed;
      assert.deepEqual(await titles(), [
        'a: board right, side to move wrong · p₄ 0 (true side: 1) · r₄ 0 (1) · edit 1',
      ]);
      started.stdin.end();
    });

    it('ends with 1 when the client is gone', async () => {
      const { started, ended, client } = start();
      await client.initialize();
      started.stdin.end();
      assert.deepEqual(await ended, [1, null]);
    });
  });
