import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { TOOLS } from '../../../src/core/tools/table.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { chat, type ModelServer, sendJson, serveModel } from '../../support/model-server.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const root = path.join(folder, 'games');
fs.mkdirSync(root);
fs.writeFileSync(path.join(root, 'a.pgn'), '1. e4 e5 2. Ke3 *\n');
fs.writeFileSync(path.join(folder, 'secret.pgn'), '1. e5 *\n');
fs.symlinkSync(path.join(folder, 'secret.pgn'), path.join(root, 'link.pgn'));

/** Runs a session of the SDK's own client with `statelens mcp`. `consent` answers what the server asks the user. */
async function session(
  args: readonly string[],
  talk: (client: Client) => Promise<void>,
  consent?: (message: string) => 'accept' | 'decline',
): Promise<void> {
  const capabilities = consent === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (consent !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({ action: consent(params.message), content: {} }));
  }
  const command = [path.resolve('dist/cli.mjs'), 'mcp', '--root', root, ...args];
  await client.connect(new StdioClientTransport({ command: process.execPath, args: command, stderr: 'inherit' }));
  try {
    await talk(client);
  } finally {
    await client.close();
  }
}

/** What a tool answers. The text and the structured content have to say the same. */
async function call(client: Client, name: string, input: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: input });
  const [first] = result.content as { type: string; text: string }[];
  const answer = JSON.parse(first?.text ?? '') as Record<string, unknown>;
  assert.deepEqual(result.structuredContent, answer);
  return { answer, isError: result.isError === true };
}

const codeOf = ({ answer }: { answer: Record<string, unknown> }): string => (answer['error'] as { code: string }).code;

describe('statelens mcp', () => {
  it('offers the tools of the table, as tools that read only', () =>
    session([], async (client) => {
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
        JSON.parse(
          JSON.stringify(TOOLS.map(({ name, description, input }) => ({ name, description, inputSchema: input }))),
        ),
      );
      assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
    }));

  it('answers calls, and gives what is wrong as data', () =>
    session([], async (client) => {
      const { answer, isError } = await call(client, 'replay_moves', { moves: '1. e4 e5' });
      assert.equal(isError, false);
      assert.equal(answer['fen'], 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2');
      const wrong = await call(client, 'replay_moves', { move: 'e4' });
      assert.deepEqual([wrong.isError, codeOf(wrong)], [true, 'bad-input']);
      assert.equal(codeOf(await call(client, 'no_such_tool', {})), 'bad-input');
    }));

  itLong('reads compressed files, and says why it cannot', () =>
    session([], async (client) => {
      fs.writeFileSync(path.join(root, 'a.pgn.gz'), gzipSync('1. e4 e5 2. Ke3 *\n'));
      fs.writeFileSync(path.join(root, 'cut.pgn.gz'), gzipSync('1. e4 e5 2. Ke3 *\n').subarray(0, 20));
      fs.writeFileSync(path.join(root, 'a.pgn.xz'), Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 1]));
      const { answer } = await call(client, 'check_text', { file: 'a.pgn.gz' });
      assert.equal((answer['counts'] as { error: number }).error, 1);
      for (const [file, why] of [
        ['cut.pgn.gz', /^cut\.pgn\.gz: /],
        ['a.pgn.xz', /^a\.pgn\.xz is compressed \(xz\)/],
      ] as const) {
        const refused = await call(client, 'check_text', { file });
        assert.equal(codeOf(refused), 'no-file');
        assert.match((refused.answer['error'] as { message: string }).message, why);
      }
    }),
  );

  itLong('reads files below its root and no others, links included', () =>
    session([], async (client) => {
      const { answer } = await call(client, 'check_text', { file: 'a.pgn' });
      assert.equal((answer['counts'] as { error: number }).error, 1);
      for (const file of ['../secret.pgn', path.join(folder, 'secret.pgn'), 'link.pgn', '.', 'none.pgn']) {
        const refused = await call(client, 'check_text', { file });
        assert.deepEqual([file, refused.isError, codeOf(refused)], [file, true, 'no-file']);
      }
    }),
  );

  itLong('lets a baseline predict without a question', () =>
    session(['--model', 'baseline:naive-tracker'], async (client) => {
      const { answer } = await call(client, 'predict_state', { moves: '1. e4 e5 2. Nf3', at: 'every:1' });
      const predictions = answer['predictions'] as { move: string; verdict: string }[];
      assert.deepEqual(
        predictions.map(({ move }) => move),
        ['1.e4', '1...e5', '2.Nf3'],
      );
      assert.equal(codeOf(await call(client, 'predict_state', { moves: '1. e4 Ke4' })), 'bad-input');
    }),
  );

  it('says in one line that there is no such folder or model', async () => {
    const none = await cli(['mcp', '--root', path.join(folder, 'none')]);
    assert.notEqual(none.status, 0);
    assert.match(none.stderr, /^statelens: cannot read .*none: .*\n$/);
    const file = await cli(['mcp', '--root', path.join(root, 'a.pgn')]);
    assert.match(file.stderr, /^statelens: cannot read .*a\.pgn: part of the path is not a folder\n$/);
    assert.equal((await cli(['mcp', '--model', 'nobody'])).status, 2);
  });

  it('answers a line that is no JSON or no message, and goes on', async () => {
    const input = 'hello\n{"jsonrpc":"1.0"}\nbye\n';
    const { stdout } = await cli(['mcp', '--root', root], { input });
    assert.deepEqual(
      jsonLines(stdout).map(({ id, error }) => [id, (error as { code: number }).code]),
      [
        [null, -32700],
        [null, -32600],
        [null, -32700],
      ],
    );
  });

  it('ends when the client closes its end', async () => {
    assert.equal((await cli(['mcp', '--root', root])).status, 0);
  });
});

describe('predict_state at a server', () => {
  let server: ModelServer;
  before(async () => {
    const fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
    server = await serveModel((response) => sendJson(response, 200, chat(fen)));
  });
  after(() => server.close());
  const flags = (): string[] => ['--model', 'openai:fake', '--base-url', server.baseUrl];

  itLong('asks the user first, with number and host, and asks the model after a yes', async () => {
    const questions: string[] = [];
    await session(
      flags(),
      async (client) => {
        const { answer } = await call(client, 'predict_state', { moves: '1. e4' });
        assert.equal((answer['predictions'] as { verdict: string }[])[0]?.verdict, 'exact');
      },
      (message) => {
        questions.push(message);
        return 'accept';
      },
    );
    assert.equal(questions.length, 1);
    assert.match(questions[0] ?? '', /^Send 1 request to fake at 127\.0\.0\.1:\d+\?[\s\S]*1\. e4$/);
  });

  it('fails where the server gives no answer at all', async () => {
    const closed = await serveModel((response) => sendJson(response, 401, { error: { message: 'who?' } }));
    try {
      const args = ['--model', 'openai:fake', '--base-url', closed.baseUrl, '--allow-requests', '1'];
      await session(args, async (client) => {
        const failed = await call(client, 'predict_state', { moves: '1. e4' });
        assert.deepEqual([failed.isError, codeOf(failed)], [true, 'failed']);
        assert.match(JSON.stringify(failed.answer), /API key/);
      });
    } finally {
      await closed.close();
    }
  });

  itLong('says that an answer was cut off, and where', async () => {
    const cut = await serveModel((response) => sendJson(response, 200, chat('FEN: r1bqk', 'length')));
    try {
      const args = ['--model', 'openai:fake', '--base-url', cut.baseUrl, '--allow-requests', '1'];
      await session(args, async (client) => {
        const { answer } = await call(client, 'predict_state', { moves: '1. e4' });
        const [prediction] = answer['predictions'] as { sentence: string; answer: string }[];
        assert.equal(prediction?.sentence, 'no state in the answer: it is cut off after `FEN: r1bqk`');
        assert.equal(prediction.answer, 'FEN: r1bqk');
      });
    } finally {
      await cut.close();
    }
  });

  itLong('sends nothing after a no, and nothing where the client cannot ask', async () => {
    const before = server.received.length;
    const refused = async (client: Client): Promise<void> => {
      assert.equal(codeOf(await call(client, 'predict_state', { moves: '1. e4' })), 'declined');
    };
    await session(flags(), refused, () => 'decline');
    await session(flags(), refused);
    assert.equal(server.received.length, before);
  });

  itLong('sends as many unasked as the command line allows', () =>
    session([...flags(), '--allow-requests', '2'], async (client) => {
      const first = await call(client, 'predict_state', { moves: '1. e4 e5', at: 'every:1' });
      assert.equal((first.answer['predictions'] as unknown[]).length, 2);
      assert.equal(codeOf(await call(client, 'predict_state', { moves: '1. e4' })), 'declined');
    }),
  );
});
