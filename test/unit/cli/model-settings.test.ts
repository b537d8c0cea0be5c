import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Terminal } from '../../../src/cli/io/terminal.ts';
import { modelNamed, modelPlace, modelSettings } from '../../../src/cli/predict/open-model.ts';
import { OPENAI_BASE_URL } from '../../../src/models/endpoint.ts';
import { serverOptions } from '../../../src/models/model-settings.ts';
import { memoryIo } from '../../support/memory-io.ts';
import { chat, type ModelServer, type Received, sendJson, serveModel } from '../../support/model-server.ts';
import { CLI, type CliRun, cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KINGS = '8/8/4k3/8/8/4K3/8/8 w - - 0 1';
/** Values of the environment: the usual key, one that is named, and an address that is never followed. */
const ENV = { OPENAI_API_KEY: 'usual-key', OTHER_KEY: 'named-key', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };

const { folder, remove } = temporaryFolder();
const at = (name: string): string => path.join(folder, name);
fs.writeFileSync(at('game.pgn'), '1. e4 e5 *\n');
fs.writeFileSync(at('two.pgn'), '1. e4 e5 *\n\n1. d4 d5 *\n');
fs.writeFileSync(at('prompts.mav'), `<mav game=chess> %FEN %best_action </mav>\n[%FEN ${KINGS}]\n`);

let server: ModelServer;
before(async () => {
  const output = [{ type: 'message', content: [{ type: 'output_text', text: FEN }] }];
  const logprobs = { tokens: ['d3'], token_logprobs: [-0.1], top_logprobs: [{ d3: -0.1 }] };
  server = await serveModel((reply, { path: where }) => {
    if (where.endsWith('/models')) return sendJson(reply, 200, { data: [{ id: 'm' }] });
    if (where.endsWith('/files')) return sendJson(reply, 200, { id: 'file-1', object: 'file' });
    if (where.endsWith('/responses')) return sendJson(reply, 200, { object: 'response', status: 'completed', output });
    if (where.endsWith('/chat/completions')) return sendJson(reply, 200, chat(FEN));
    if (where.endsWith('/completions'))
      return sendJson(reply, 200, { choices: [{ index: 0, text: 'd3', finish_reason: 'stop', logprobs }] });
    return sendJson(reply, 404, { error: { message: 'no such thing' } });
  });
});
after(async () => {
  await server.close();
  remove();
});

const run = (...args: readonly string[]): Promise<CliRun> => cli(args, { cwd: folder, env: ENV });

/** The requests that reach the server while some work is done. */
async function requestsOf(work: () => Promise<unknown>): Promise<readonly Received[]> {
  const before = server.received.length;
  await work();
  return server.received.slice(before);
}

/** A request by what settings decide: path, key, temperature and limit of tokens. */
function settingsOf({ path: where, headers, body }: Received): readonly unknown[] {
  const fields = (body.startsWith('{') ? JSON.parse(body) : {}) as Record<string, unknown>;
  const most = fields['max_completion_tokens'] ?? fields['max_tokens'] ?? fields['max_output_tokens'];
  return [where, headers.authorization, fields['temperature'], most];
}

async function predictByAgent(...args: readonly string[]): Promise<void> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: {} });
  const command = [CLI, 'mcp', '--root', folder, '--allow-requests', '9', ...args];
  await client.connect(new StdioClientTransport({ command: process.execPath, args: command, env: ENV }));
  try {
    await client.callTool({ name: 'predict_state', arguments: { moves: '1. e4' } });
  } finally {
    await client.close();
  }
}

const MODEL = ['--model', 'openai:m'];
/** Commands that ask with every flag of server and decoding, by their names. */
const ASKING: Readonly<Record<string, (flags: readonly string[], id: string) => Promise<unknown>>> = {
  predict: (flags) => run('predict', 'game.pgn', '--plies', 'ply:1', ...MODEL, ...flags),
  run: (flags, id) =>
    run('run', '--games', 'game.pgn', '--plies', 'ply:1', '--no-cache', ...MODEL, ...flags, '--out', `${id}.run.jsonl`),
  'mav answer': (flags) => run('mav', 'answer', 'prompts.mav', '--template', 'mav', ...MODEL, ...flags),
  search: (flags) => run('search', KINGS, '-M', '0', ...MODEL, ...flags),
  league: (flags) =>
    run('league', '--player', 'openai:m', '--player', 'random', '--openings', '1', '--template', 'mav', ...flags),
  mcp: (flags) => predictByAgent(...MODEL, ...flags),
};

describe('the requests of a command', () => {
  for (const [name, ask] of Object.entries(ASKING)) {
    it(`of ${name} have server, API, key, temperature and tokens of the flags`, async () => {
      for (const [api, where] of [
        ['chat', '/v1/chat/completions'],
        ['responses', '/v1/responses'],
      ] as const) {
        const flags = ['--base-url', server.baseUrl, '--api', api, '--api-key-variable', 'OTHER_KEY'];
        const found = await requestsOf(() =>
          ask([...flags, '--temperature', '0.3', '--max-tokens', '77', '--timeout', '60'], `${api}-flags`),
        );
        assert.ok(found.length > 0, `${name} asks`);
        for (const one of found) assert.deepEqual(settingsOf(one), [where, 'Bearer named-key', 0.3, 77]);
      }
    });

    it(`of ${name} have the key of the environment, and the model's own decoding, without flags`, async () => {
      const found = await requestsOf(() => ask(['--base-url', server.baseUrl], 'default'));
      assert.ok(found.length > 0, `${name} asks`);
      for (const one of found)
        assert.deepEqual(settingsOf(one), ['/v1/chat/completions', 'Bearer usual-key', undefined, undefined]);
    });
  }

  it('of lab have server and key of the flags; a measure decodes in its own way', async () => {
    const lab = ['lab', 'othello6', ...MODEL, '--measure', 'legality', '--histories', '1', '--length', '2'];
    const flags = ['--base-url', server.baseUrl, '--api-key-variable', 'OTHER_KEY', '--timeout', '60'];
    const found = await requestsOf(() => run(...lab, ...flags));
    assert.ok(found.length > 0);
    for (const one of found) assert.deepEqual(settingsOf(one), ['/v1/completions', 'Bearer named-key', 0, 1]);
    assert.match((await run(...lab, '--temperature', '1')).stderr, /unknown option '--temperature'/);
  });

  it('of doctor have API and key of the flags', async () => {
    const flags = ['--api', 'responses', '--api-key-variable', 'OTHER_KEY', '--timeout', '60'];
    const found = await requestsOf(() => run('doctor', server.baseUrl, ...flags));
    assert.ok(found.some(({ path: where }) => where === '/v1/responses'));
    for (const { headers } of found) assert.equal(headers.authorization, 'Bearer named-key');
  });

  it('of a resumed run are those of its file, with the key of the flags', async () => {
    const flags = ['--base-url', server.baseUrl, '--temperature', '0.4', '--max-tokens', '9', '--api', 'responses'];
    const games = ['--games', 'two.pgn', '--plies', 'ply:1', '--no-cache', '--max-requests', '1', '--concurrency', '1'];
    await run('run', ...games, ...MODEL, ...flags, '--out', 'part.run.jsonl');
    const resumed = ['resume', 'part.run.jsonl', '--max-requests', '9', '--no-cache'];
    assert.match((await run(...resumed)).stderr, /would be sent to 127\.0\.0\.1:\d+, which a file names/);
    const trust = ['--trust-host', server.host, '--api-key-variable', 'OTHER_KEY'];
    const found = await requestsOf(() => run(...resumed, ...trust));
    assert.deepEqual(found.map(settingsOf), [['/v1/responses', 'Bearer named-key', 0.4, 9]]);
    assert.match((await run(...resumed, '--temperature', '1')).stderr, /unknown option '--temperature'/);
  });

  it('of a batch are written with API, temperature and tokens of the flags, and go to the server of the file', async () => {
    const flags = ['--base-url', server.baseUrl, '--temperature', '0.3', '--max-tokens', '77', '--api', 'responses'];
    const games = ['--games', 'game.pgn', '--plies', 'ply:1', ...MODEL, '--out', 'batch.run.jsonl'];
    assert.equal((await run('batch', 'export', ...games, ...flags)).status, 0);
    const file = fs.readdirSync(folder).find((name) => /^batch\..*batch-1\.jsonl$/.test(name)) ?? '';
    const line = JSON.parse(fs.readFileSync(at(file), 'utf8').split('\n')[0] ?? '') as Record<string, unknown>;
    const { temperature, max_output_tokens: most } = line['body'] as Record<string, unknown>;
    assert.deepEqual([line['url'], temperature, most], ['/v1/responses', 0.3, 77]);
    const trust = ['--trust-host', server.host, '--api-key-variable', 'OTHER_KEY'];
    const found = await requestsOf(() => run('batch', 'submit', file, ...trust));
    assert.ok(found.length > 0);
    for (const { headers } of found) assert.equal(headers.authorization, 'Bearer named-key');
  });
});

describe('settings of a model', () => {
  it('are those of the flags, then of the file, then of the environment, then the defaults', async () => {
    const model = {
      model: 'openai:m',
      baseUrl: server.baseUrl,
      apiKeyVariable: 'OTHER_KEY',
      settings: { maxTokens: 5 },
    };
    const experiment = {
      games: 'game.pgn',
      plies: 'ply:1',
      models: [model],
      settings: { temperature: 0.5, maxTokens: 4 },
      api: 'responses',
      output: 'runs',
    };
    fs.writeFileSync(at('all.jsonc'), JSON.stringify(experiment));
    const trust = ['--trust-host', server.host, '--trust-variable', 'OTHER_KEY', '--no-cache'];
    const byFile = await requestsOf(() => run('run', 'all.jsonc', ...trust));
    assert.deepEqual(byFile.map(settingsOf), [['/v1/responses', 'Bearer named-key', 0.5, 5]]);
    // a flag replaces what a run file says, and what it leaves open is as it was
    const first = fs.readdirSync(at('runs'))[0] ?? '';
    const again = ['run', '--from', path.join('runs', first), '--temperature', '0.1', '--out', 'again.run.jsonl'];
    const byFlag = await requestsOf(() => run(...again, '--base-url', server.baseUrl, '--no-cache'));
    assert.deepEqual(byFlag.map(settingsOf), [['/v1/responses', 'Bearer usual-key', 0.1, 5]]);
    // an experiment file is not mixed with flags that it sets
    for (const flag of [
      ['--temperature', '1'],
      ['--max-tokens', '1'],
      ['--api', 'chat'],
      ['--base-url', server.baseUrl],
    ])
      assert.match((await run('run', 'all.jsonc', ...flag)).stderr, /cannot be combined with an experiment file/);
  });

  it('are the same value for every command, whose time limit is in milliseconds', () => {
    const terminal = new Terminal(memoryIo({ env: ENV, signal: undefined, isTTY: false }));
    const flags = { baseUrl: 'http://localhost:1/v1', timeout: 7, temperature: 0, api: 'chat' } as const;
    const settings = modelSettings(terminal, 'openai:m', flags);
    assert.deepEqual(
      [settings.label, settings.baseUrl, settings.api, settings.timeout, settings.decoding, settings.key?.value],
      ['openai:m', 'http://localhost:1/v1', 'chat', 7000, { temperature: 0 }, 'usual-key'],
    );
    assert.equal(serverOptions(settings, modelPlace(terminal)).timeout, 7000);
  });

  it('name OpenAI as the server by default, whatever the environment says', () => {
    const terminal = new Terminal(memoryIo({ env: ENV, signal: undefined, isTTY: false }));
    assert.equal(modelNamed(terminal, 'openai:m', {}).endpoint?.baseUrl, OPENAI_BASE_URL);
    assert.equal(serverOptions(modelSettings(terminal, 'openai:m', {}), modelPlace(terminal)).timeout, 120_000);
  });
});

describe('flags that were those of a search', () => {
  it('are said to be of the model where one is asked, and refused where none is', async () => {
    const searched = await run(
      'search',
      KINGS,
      '-M',
      '0',
      ...MODEL,
      '--base-url',
      server.baseUrl,
      '--temperature',
      '0.1',
    );
    assert.match(searched.stderr, /--temperature is of requests to a model; that of the search is --prior-temperature/);
    const both = ['--temperature', '0.1', '--prior-temperature', '0.2'];
    const said = await run('search', KINGS, '-M', '0', ...MODEL, '--base-url', server.baseUrl, ...both);
    assert.doesNotMatch(said.stderr, /--prior-temperature/);
    for (const [flag, own] of [
      ['--temperature', '--prior-temperature'],
      ['--timeout', '--evaluation-timeout'],
    ] as const) {
      const refused = await run('search', '--game', 'hex', '--model', 'rollouts', '-M', '1', flag, '2');
      assert.deepEqual([refused.status, refused.stderr.includes(own)], [2, true], refused.stderr);
      const league = await run('league', '--player', 'random', '--player', 'rollouts:1', '--openings', '1', flag, '2');
      assert.deepEqual([league.status, league.stderr.includes(own)], [2, true], league.stderr);
    }
    const falling = await run('search', KINGS, '--temperature', '0.1..0.05 by 40');
    assert.match(falling.stderr, /the prior of a search has --prior-temperature/);
  });
});
