import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { withoutSums } from '../../support/edited-run.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { chat, type ModelServer, sendJson, serveModel } from '../../support/model-server.ts';
import { type CliRun, cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const { folder, remove } = temporaryFolder();
const at = (name: string): string => path.join(folder, name);
fs.writeFileSync(at('games.pgn'), '1. e4 e5 *\n\n1. d4 d5 *\n');
const GAMES = ['--games', at('games.pgn'), '--model', 'openai:m'];
let server: ModelServer;
before(async () => {
  const content = [{ type: 'output_text', text: FEN }];
  const response = { object: 'response', status: 'completed', output: [{ type: 'message', content }] };
  server = await serveModel((reply, { path: asked }) =>
    sendJson(reply, 200, asked.endsWith('/responses') ? response : chat(FEN)),
  );
});
after(async () => {
  await server.close();
  remove();
});

const run = (...args: readonly string[]): Promise<CliRun> => cli(args, { cwd: folder, env: { OPENAI_API_KEY: '' } });
const apiOf = (file: string): unknown =>
  (jsonLines(fs.readFileSync(file, 'utf8'))[0]?.['models'] as { api?: string }[] | undefined)?.[0]?.api;
const asked = (since: number): string[] => [...new Set(server.received.slice(since).map(({ path: where }) => where))];

/** The header and the first sample of a run file, without checksums. */
function linesOf(file: string): { readonly header: string; readonly first: string } {
  const [header = '', ...rest] = withoutSums(fs.readFileSync(file, 'utf8')).split('\n');
  return { header, first: rest.find((line) => line.startsWith('{"kind":"sample"')) ?? '' };
}

describe('the interface that a server is asked by', () => {
  it('is the chosen one, stands in the run file, and its answers are no answers of the other', async () => {
    for (const [api, where] of [
      ['chat', '/v1/chat/completions'],
      ['responses', '/v1/responses'],
    ] as const) {
      const since = server.received.length;
      const out = at(`${api}.run.jsonl`);
      const done = await run('run', ...GAMES, '--base-url', server.baseUrl, '--api', api, '--out', out);
      assert.equal(done.status, 0, done.stderr);
      assert.deepEqual([asked(since), apiOf(out)], [[where], api]);
    }
    const merged = await run('merge', at('chat.run.jsonl'), at('responses.run.jsonl'), '--out', at('both.run.jsonl'));
    assert.equal(merged.status, 2);
    assert.match(merged.stderr, /belongs to a different run than .*: api differ/);
  });

  it('stays the same when a run goes on', async () => {
    const out = at('responses.run.jsonl');
    const { header, first } = linesOf(out);
    fs.writeFileSync(out, `${header}\n${first}\n`);
    const other = await run('resume', out, '--no-cache', '--api', 'chat');
    assert.equal(other.status, 2);
    assert.match(other.stderr, /was started with the API responses/);
    const again = await run('run', ...GAMES, '--base-url', server.baseUrl, '--api', 'chat', '--out', out);
    assert.equal(again.status, 2);
    assert.match(again.stderr, /api differ/);
    const since = server.received.length;
    const resumed = await run('resume', out, '--no-cache');
    assert.equal(resumed.status, 0, resumed.stderr);
    assert.deepEqual([server.received.length - since, asked(since)], [1, ['/v1/responses']]);
  });

  it('is taken as it comes of a file that does not say it', async () => {
    const out = at('chat.run.jsonl');
    const { header, first } = linesOf(out);
    fs.writeFileSync(out, `${header.replace('"api":"chat"', '"x":1')}\n${first}\n`);
    assert.equal(apiOf(out), undefined);
    const resumed = await run('run', ...GAMES, '--base-url', server.baseUrl, '--no-cache', '--out', out);
    assert.equal(resumed.status, 0, resumed.stderr);
  });

  it('is Responses at OpenAI and Chat Completions elsewhere, of an experiment, of one model, for batches too', async () => {
    const models = [
      'openai:a',
      { model: 'openai:b', api: 'chat' },
      { model: 'openai:c', baseUrl: server.baseUrl },
      { model: 'openai:d', baseUrl: server.baseUrl, api: 'responses' },
      { model: 'openai:e', settings: { seed: 1 } },
    ];
    const write = (more: object): void =>
      fs.writeFileSync(
        at('e.experiment.jsonc'),
        JSON.stringify({ games: 'games.pgn', models, output: 'out', ...more }),
      );
    const urls = async (): Promise<unknown[]> => {
      fs.rmSync(at('out'), { recursive: true, force: true });
      const made = await run('batch', 'export', at('e.experiment.jsonc'));
      assert.equal(made.status, 0, made.stderr);
      const file = (name: string): string => at(path.join('out', `e.${name}.batch-1.jsonl`));
      return ['a', 'b', 'c', 'd', 'e'].map((name) => jsonLines(fs.readFileSync(file(name), 'utf8'))[0]?.['url']);
    };
    write({});
    const [chatUrl, responses] = ['/v1/chat/completions', '/v1/responses'];
    assert.deepEqual(await urls(), [responses, chatUrl, chatUrl, responses, chatUrl]);
    write({ api: 'chat' });
    assert.deepEqual(await urls(), [chatUrl, chatUrl, chatUrl, responses, chatUrl]);
    write({ api: 'responses' });
    const seeded = await run('batch', 'export', at('e.experiment.jsonc'));
    assert.equal(seeded.status, 2);
    assert.match(seeded.stderr, /the Responses API does not support a seed, which e sets/);
  });
});
