import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  chat,
  type ModelServer,
  type Received,
  type Responder,
  sendJson,
  serveModel,
} from '../../support/model-server.ts';
import { type CliRun, cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KEY = 'sk-cli-3fWm/9+q_Zk=T6vN2';
const { folder, remove } = temporaryFolder();
const servers: ModelServer[] = [];
after(async () => {
  await Promise.all(servers.map((server) => server.close()));
  remove();
});
const at = (...parts: readonly string[]): string => path.join(folder, ...parts);
const MOVES = ['e4', 'd4', 'c4', 'Nf3', 'g3', 'b3', 'f4', 'Nc3'];
fs.writeFileSync(at('games.pgn'), MOVES.map((move) => `1. ${move} e6 2. h3 h6 3. a3 a6 *\n`).join('\n'));
fs.writeFileSync(at('prompt.mav'), '<mav game="chess">\n');

const json = (
  response: Parameters<Responder>[0],
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
};
const unicode = (text: string): string =>
  Array.from(text)
    .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
const answered = (over: object, text = FEN): unknown => {
  const body = chat(text) as { choices: [object] };
  Object.assign(body.choices[0], over);
  return body;
};

/** Answers that say the key in every place of an answer. */
const ECHOES: readonly ((response: Parameters<Responder>[0], key: string, header: string) => void)[] = [
  (response, key) => sendJson(response, 200, chat(`${FEN} ${key}`)),
  (response, key) => sendJson(response, 200, chat(`${Buffer.from(key).toString('base64')} ${FEN}`)),
  (response, key) =>
    sendJson(response, 200, chat(`${encodeURIComponent(key)} ${key.slice(0, 10)}\n${key.slice(10)} ${FEN}`)),
  (response, key) => json(response, 200, JSON.stringify(chat(FEN)).replace(FEN, `${FEN} ${unicode(key)}`)),
  (response, key) => sendJson(response, 200, { error: { message: `wrong key ${key}` } }),
  (response, key) => sendJson(response, 200, { error: key }),
  (response, key) => json(response, 200, `{"error":{"message":"${'x'.repeat(190)} ${key}"}}`),
  (response, key) => json(response, 400, `{"error":{"message":"${unicode(key)}","code":"${key}"}}`),
  (response, key) => json(response, 400, `bad \\u0073${key.slice(1)} ${key}`),
  (response, _, header) =>
    sendJson(response, 422, { error: { message: `header ${header}`, type: header, param: header } }),
  (response, key) => {
    response.writeHead(400, `Bad ${key.replaceAll(/[^\w-]/g, '')} ${key}`, { 'x-key': key });
    response.end();
  },
  (response, key) => response.writeHead(307, { location: `http://127.0.0.1:1/v1?key=${key}` }).end(key),
  (response, key) => sendJson(response, 200, answered({ finish_reason: key })),
  (response, key) =>
    sendJson(response, 200, { ...(answered({}) as object), model: key, id: key, system_fingerprint: key }),
  (response, key) => sendJson(response, 200, answered({ message: { content: null, refusal: key } })),
  (response, key) =>
    sendJson(
      response,
      200,
      answered({
        message: {
          content: [
            { type: 'text', text: key.slice(0, 9) },
            { type: 'text', text: `${key.slice(9)} ${FEN}` },
          ],
        },
      }),
    ),
  (response, key) =>
    sendJson(
      response,
      200,
      answered({
        logprobs: {
          content: Array.from(key).map((token) => ({
            token,
            logprob: -1,
            top_logprobs: [{ token: key, logprob: -1 }],
          })),
        },
      }),
    ),
  (response, key) => json(response, 200, `<html>${key}</html>`),
  (response, key) => json(response, 200, `{"choices":[{"message":{"content":"${key}`),
];

/** What of a text must not be there: the key, long parts of it, and what decodes to them. */
function assertClean(name: string, text: string): void {
  const forms = [
    text,
    text.replaceAll('\\', ''),
    ...(text.match(/[A-Za-z0-9+/_-]{16,}/g) ?? []).map((word) => Buffer.from(word, 'base64').toString('latin1')),
  ];
  for (let from = 0; from + 12 <= KEY.length; from++) {
    const part = KEY.slice(from, from + 12);
    for (const form of forms)
      assert.ok(
        !form.includes(part),
        `${name}: ${text.slice(Math.max(0, text.indexOf(part) - 60), text.indexOf(part) + 60)}`,
      );
    assert.ok(!text.includes(encodeURIComponent(part)) && !text.includes(unicode(part)), name);
  }
}

function assertAllClean(runs: readonly CliRun[]): void {
  for (const { stdout, stderr } of runs) {
    assertClean('stdout', stdout);
    assertClean('stderr', stderr);
  }
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    assertClean('a name', name);
    if (fs.statSync(at(name)).isFile()) assertClean(name, fs.readFileSync(at(name), 'utf8'));
  }
}

const keyOf = ({ headers }: Received): string => (headers.authorization ?? '').replace('Bearer ', '');

describe('a key that a server echoes', () => {
  itLong('is in nothing that is written or shown, wherever it is in an answer', async () => {
    const server = await serveModel((response, request, n) => {
      const echo = n % 2 === 0 ? undefined : ECHOES[((n - 1) / 2) % ECHOES.length];
      if (echo === undefined) sendJson(response, 200, chat(FEN));
      else echo(response, keyOf(request), request.headers.authorization ?? '');
    });
    servers.push(server);
    const env = { OPENAI_API_KEY: KEY };
    const run = (...args: readonly string[]): Promise<CliRun> => cli(args, { cwd: folder, env });
    const model = ['--model', 'openai:m', '--base-url', server.baseUrl];
    const out = at('m.run.jsonl');
    const runs = [
      await run('run', '--games', 'games.pgn', '--plies', 'every:1', ...model, '--out', out, '--concurrency', '1'),
      await run('resume', out, '--retry-errors', '--concurrency', '1'),
      await run('predict', 'games.pgn', ...model, '--plies', 'every:1', '--out', at('predicted.pgn')),
      await run('annotate', out, '--in', 'games.pgn', '--out', at('annotated.pgn')),
      await run('report', out, '--out', at('report.html'), '--jobs', '1', '-m', '1'),
      await run('report', out, '--format', 'json', '--jobs', '1', '-m', '1'),
    ];
    assert.ok(server.received.length > 2 * ECHOES.length + 10, String(server.received.length));
    assert.ok(server.received.every((request) => keyOf(request) === KEY));
    assert.match(fs.readFileSync(out, 'utf8'), /\(the key\)/);
    assertAllClean(runs);
  });

  it('is in no answer of a tool for agents', async () => {
    const server = await serveModel((response, request, n) =>
      ECHOES[(n - 1) % ECHOES.length]?.(response, keyOf(request), request.headers.authorization ?? ''),
    );
    servers.push(server);
    const client = new Client({ name: 'test', version: '1' });
    const model = ['--model', 'openai:m', '--base-url', server.baseUrl, '--allow-requests', '100'];
    const args = [path.resolve('dist/cli.mjs'), 'mcp', '--root', folder, ...model];
    const env = { PATH: process.env['PATH'] ?? '', OPENAI_API_KEY: KEY };
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' }));
    try {
      for (const _ of ECHOES) {
        const told = await client.callTool({ name: 'predict_state', arguments: { moves: '1. e4 e5' } });
        assertClean('a tool', JSON.stringify(told));
      }
    } finally {
      await client.close();
    }
    assert.ok(server.received.length >= ECHOES.length);
  });

  itLong('is in no message about a URL or a variable either', async () => {
    const env = { OPENAI_API_KEY: KEY };
    const runs = await Promise.all(
      [`https://me:${KEY}@h.invalid/v1`, `https://h.invalid/v1?key=${KEY}`, KEY, `ftp://${KEY}`].map((url) =>
        cli(['run', '--games', 'games.pgn', '--model', 'openai:m', '--base-url', url], { cwd: folder, env }),
      ),
    );
    for (const { status } of runs) assert.equal(status, 2);
    assertAllClean(runs);
  });
});
