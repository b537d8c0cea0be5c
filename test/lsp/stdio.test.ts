import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { afterEach, describe, it } from 'node:test';
import { CodeLensRefreshRequest, CodeLensRequest, ExitNotification, ShutdownRequest } from 'vscode-languageserver/node';
import { itLong, thoroughly } from '../support/thorough.ts';
import { Client } from './client.ts';

const STARTS: Readonly<Record<string, string[]>> = {
  'the server of the extension, on standard input and output': ['dist/server.cjs', '--stdio'],
  'statelens lsp --stdio': ['dist/cli.mjs', 'lsp', '--stdio'],
};

/** What is wrong in a stream of messages, and bytes that it is wrong in. */
const FAULTS = [
  ['Content-Length must be a number of bytes, not \\"abc\\"', 'Content-Length: abc\r\n\r\n{}'],
  ['Content-Length must be a number of bytes, not \\"-5\\"', 'Content-Length: -5\r\n\r\n{}'],
  ['Content-Length must be a number of bytes', 'Content-Length: 1e3\r\n\r\n{}'],
  ['a message of 99999999999 bytes is too long', 'Content-Length: 99999999999\r\n\r\n{}'],
  ['a header must have one Content-Length, not 0', 'Content-Type: x\r\n\r\n{}'],
  ['a header must have one Content-Length, not 0', '\r\n\r\n{}'],
  ['a header must have one Content-Length, not 2', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  ['messages must be in UTF-8, not utf-16', 'Content-Type: a; charset=utf-16\r\nContent-Length: 2\r\n\r\n{}'],
  ['a header was expected', '{"jsonrpc":"2.0","id":1,"method":"shutdown"}\n'],
  ['a header was expected', 'Content-Length: 5\r\n{"id":1}'],
  ['a header was expected', '\0\0\0\0'],
  ['a line of a header does not end with CR LF', 'Content-Length: 2\n\n{}'],
  ['a line of a header does not end with CR LF', 'hello\n'],
  ['a header is too long', 'x'.repeat(100_000)],
  ['a header is too long', 'X-Y: z\r\n'.repeat(10_000)],
] as const;
/** One of each fault, but in a thorough run. */
const TRIED_FAULTS = thoroughly<readonly (readonly [fault: string, bytes: string])[]>(
  FAULTS,
  FAULTS.filter(([fault], i) => FAULTS.findIndex(([other]) => other === fault) === i),
);

for (const [what, args] of Object.entries(STARTS))
  describe(what, () => {
    let child: ChildProcess | undefined;
    afterEach(() => child?.kill());

    const start = () => {
      const started = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      child = started;
      return { started, ended: once(started, 'exit'), client: new Client(started.stdout, started.stdin) };
    };

    itLong('answers, publishes, and ends with 0 after an orderly farewell', async () => {
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

    itLong('scores predictions in worker threads', async () => {
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
      assert.deepEqual(await titles(), ['p₄ … · edit 1 · a: right board, wrong side to move']);
      await refreshed;
      assert.deepEqual(await titles(), [
        'p₄ 0 (true side: 1) · r₄ 0 (1) · edit 1 · a: right board, wrong side to move',
      ]);
      started.stdin.end();
    });

    for (const [fault, bytes] of TRIED_FAULTS)
      itLong(`ends with 1 and says why at ${JSON.stringify(bytes.slice(0, 60))}`, { timeout: 60_000 }, async () => {
        const broken = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'] });
        child = broken;
        let said = '';
        broken.stderr.on('data', (part: Buffer) => (said += part.toString()));
        broken.stdin.on('error', () => {});
        broken.stdin.write(bytes);
        assert.deepEqual(await once(broken, 'close'), [1, null]);
        assert.ok(
          said.startsWith(`statelens: the messages cannot be read: ${JSON.parse(`"${fault}"`) as string}`),
          said,
        );
        assert.equal(said.trim().split('\n').length, 1);
      });

    itLong('ends with 1 when the client is gone within a message', async () => {
      const broken = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'] });
      child = broken;
      let said = '';
      broken.stderr.on('data', (part: Buffer) => (said += part.toString()));
      broken.stdin.end('Content-Length: 100\r\n\r\n{"id"');
      assert.deepEqual(await once(broken, 'close'), [1, null]);
      assert.equal(said, 'statelens: the messages cannot be read: the input ended within a message\n');
    });

    it('answers shutdown before it takes an exit that came with it', async () => {
      const { ended, client } = start();
      await client.initialize();
      const done = client.connection.sendRequest(ShutdownRequest.type);
      await client.connection.sendNotification(ExitNotification.type);
      await done;
      assert.deepEqual(await ended, [0, null]);
    });

    itLong('ends with 1 when the client is gone', async () => {
      const { started, ended, client } = start();
      await client.initialize();
      started.stdin.end();
      assert.deepEqual(await ended, [1, null]);
    });
  });
