import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { RunReader } from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import type { ModelServer } from '../../support/model-server.ts';
import { cli } from '../../support/run-cli.ts';
import { DRAFT, serveModes } from '../../support/server-modes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
let server: ModelServer;
before(async () => {
  server = await serveModes();
  const game = (n: number): string => `[Event "${n}"]\n\n1. e4 e5 2. Nf3 *\n`;
  fs.writeFileSync(path.join(folder, 'games.pgn'), [1, 2, 3, 4, 5, 6].map(game).join('\n'));
});
after(async () => {
  await server.close();
  remove();
});

/** Runs the six games, whose question is the same, one by one with a server in this mode. */
async function run(mode: string, ...more: readonly string[]) {
  const out = path.join(folder, `${mode}.run.jsonl`);
  const args = [
    'run',
    '--games',
    'games.pgn',
    '--model',
    `openai:${mode}`,
    '--base-url',
    server.baseUrl,
    '--plies',
    'ends',
  ];
  const env = { OPENAI_API_KEY: 'sk-a-key-of-this-test' };
  const { status, stderr } = await cli(
    [...args, '--temperature', '0', '--no-cache', '--concurrency', '1', '--out', out, ...more],
    { cwd: folder, env },
  );
  const reader = new RunReader();
  const events = [...reader.push(fs.readFileSync(out, 'utf8')), ...reader.end()];
  const samples = events.flatMap((event): RunSample[] => (event.type === 'sample' ? [event.sample] : []));
  const asked = server.received.filter(({ body }) => body.includes(`"model":"${mode}"`)).length;
  return { status, stderr, samples, asked, last: stderr.trimEnd().split('\n').at(-1) ?? '' };
}

describe('a run at a server', () => {
  it('that moderates prompts goes on, and blames no key', async () => {
    const { status, stderr, samples, last } = await run('mixmod');
    assert.equal(status, 3);
    assert.deepEqual(
      samples.map(({ error }) => error?.code),
      [undefined, 'moderated', undefined, undefined, 'moderated', undefined],
    );
    assert.doesNotMatch(stderr, /API key/);
    assert.match(last, /2 failed; most often, 2 times: .* refused the prompt by its moderation \(HTTP 403\)/);
  });

  it('that refuses all says the reason in its last line', async () => {
    for (const [mode, reason] of [
      ['e_str', 'System role not supported'],
      ['e_detaill', 'Extra inputs are not permitted'],
      ['detail', 'Input should be a valid string'],
    ] as const) {
      const { status, samples, last } = await run(mode);
      assert.deepEqual([status, samples.length], [3, 6]);
      assert.ok(last.includes(reason), last);
    }
  });

  it('that refuses a setting says so once, and what went without it', async () => {
    const { status, stderr, samples, asked } = await run('both', '--max-tokens', '300');
    assert.deepEqual([status, asked], [0, 8]);
    assert.equal(stderr.match(/does not take all that was set for both/g)?.length, 1);
    assert.ok(samples.every(({ served }) => served?.without?.join() === 'temperature'));
  });

  it('keeps the reasoning of a model, apart from its answers', async () => {
    const { samples } = await run('dsok');
    assert.ok(
      samples.every(({ reasoning, raw }) => reasoning === `draft ${DRAFT}` && raw?.includes('draft') === false),
    );
  });

  itLong('waits while the model is loaded, and says so', async () => {
    const { status, stderr } = await run('loading');
    assert.equal(status, 0, stderr);
    assert.match(stderr, /is loading the model \(HTTP 503\)\. It says: Loading model/);
  });

  it('counts reasoning against its limit of tokens', async () => {
    const { status, stderr, asked } = await run('usagereason', '--max-tokens-total', '2000', '--max-tokens', '300');
    assert.deepEqual([status, asked], [3, 2], stderr);
    assert.match(stderr, /the limit of 2,000 tokens is reached \(1,940 tokens used/);
  });
});

describe('the doctor', () => {
  const doctor = (mode: string, ...more: readonly string[]) =>
    cli(['doctor', server.baseUrl, '--model', mode, ...more], { env: { OPENAI_API_KEY: '' } });

  it('says on one screen what a server takes, and what to set', async () => {
    const { status, stdout } = await doctor('both');
    assert.equal(status, 0);
    for (const line of [
      /^server {2,}http:\S+ answers$/m,
      /^models {2,}\d+ listed: /m,
      /^temperature {2,}no: the default of the model is used$/m,
      /^token limit {2,}max_completion_tokens$/m,
      /^seed {2,}yes, two answers were the same$/m,
      /^finish reasons {2,}stop$/m,
      /^token counts {2,}50 in, 20 out$/m,
      /^what to set {2,}--model openai:both --base-url http:/m,
    ])
      assert.match(stdout, line);
    assert.ok(stdout.trimEnd().split('\n').length <= 24);
    assert.match((await doctor('dsok')).stdout, /^reasoning {2,}in reasoning_content$/m);
  });

  it('prints it as JSON', async () => {
    const { stdout } = await doctor('system', '--json');
    const found = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual(
      [found['model'], (found['capabilities'] as Record<string, unknown>)['systemRole'], found['tokenField']],
      ['system', false, 'max_tokens'],
    );
    assert.ok((found['models'] as string[]).includes('plain'));
  });

  it('fails with the reason of a server that refuses, and asks for a model where there are several', async () => {
    const refused = await doctor('credit');
    assert.equal(refused.status, 3);
    assert.match(refused.stderr, /no credit left.*It says: Insufficient credits/);
    const many = await cli(['doctor', server.baseUrl]);
    assert.equal(many.status, 3);
    assert.match(many.stderr, /answers and lists \d+ models \(.*\); choose one with --model/);
    assert.equal((await cli(['doctor', 'nonsense'])).status, 2);
  });

  it('finds the interface below an address without its end', async () => {
    const { stdout } = await cli(['doctor', server.baseUrl.replace(/\/v1$/, ''), '--model', 'plain']);
    assert.match(stdout, /--base-url http:\S+\/v1$/m);
  });
});
