import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { chat, type ModelServer, type Responder, sendJson, serveModel } from '../../support/model-server.ts';
import { type CliRun, cli, startProcess } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const { folder, remove } = temporaryFolder();
const servers: ModelServer[] = [];
after(async () => {
  await Promise.all(servers.map((server) => server.close()));
  remove();
});
const at = (...parts: readonly string[]): string => path.join(folder, ...parts);
const serve = async (respond: Responder): Promise<ModelServer> => {
  const server = await serveModel(respond);
  servers.push(server);
  return server;
};
const MOVES = ['e4', 'd4', 'c4', 'Nf3', 'g3', 'b3', 'f4', 'Nc3'];
fs.writeFileSync(at('games.pgn'), MOVES.map((move) => `1. ${move} e6 2. h3 h6 3. a3 a6 *\n`).join('\n'));
const TASKS = MOVES.length * 6;
const run = (...args: readonly string[]): Promise<CliRun> => cli(args, { cwd: folder, env: { OPENAI_API_KEY: '' } });
/** The arguments of a run of all plies at a server. */
const of = (server: ModelServer, out: string): string[] => [
  'run',
  '--games',
  'games.pgn',
  '--model',
  'openai:m',
  '--base-url',
  server.baseUrl,
  '--plies',
  'every:1',
  '--no-cache',
  '--out',
  out,
];
/** The command that a message names, as its words. */
const commandIn = (stderr: string): string[] =>
  /statelens (resume .*?)(?: with another limit| requests| repeats)/.exec(stderr)?.[1]?.split(' ') ?? [];

/** What breaks the format, and is paid for. */
const unusable = { ...(chat(FEN) as object), choices: [] };

describe('the limits of a run', () => {
  it('of tokens hold over a run and those that resume it', async () => {
    const server = await serve((response) => {
      const body = chat(FEN) as { usage: object };
      body.usage = { prompt_tokens: 40, completion_tokens: 10 };
      sendJson(response, 200, body);
    });
    const out = at('tokens.run.jsonl');
    const limited = await run(...of(server, out), '--max-tokens-total', '200');
    assert.equal(limited.status, 3);
    assert.match(limited.stderr, /the limit of 200 tokens is reached \(200 tokens used\)/);
    assert.equal(server.received.length, 4);
    const same = await run('resume', out, '--no-cache');
    assert.equal(same.status, 3);
    assert.equal(server.received.length, 4, 'the limit is that of the run');
    await run('resume', out, '--no-cache', '--max-tokens-total', '300');
    assert.equal(server.received.length, 6);
  });

  it('of cost hold where the server bills answers without a content', async () => {
    const bill = { tokens: 0 };
    const server = await serve((response, _, n) => {
      const body = chat(n % 3 === 0 ? FEN : '', n % 3 === 0 ? 'stop' : 'length') as { usage: object };
      body.usage = { prompt_tokens: 40, completion_tokens: 100 };
      bill.tokens += 140;
      sendJson(response, 200, body);
    });
    const out = at('dear.run.jsonl');
    const args = [...of(server, out), '--max-tokens', '100', '--prices', '1000/1000USD@2026-01-31'];
    const limited = await run(...args, '--max-cost', '3');
    assert.equal(limited.status, 3);
    assert.match(limited.stderr, /limit of 3\.00 USD is reached/);
    assert.ok(bill.tokens > 0 && bill.tokens / 1000 <= 3, String(bill.tokens));
    for (let i = 0; i < 3; i++) await run('resume', out, '--no-cache', '--retry-errors');
    assert.ok(bill.tokens / 1000 <= 3, String(bill.tokens));
  });

  /** A server whose answers take 1,000 tokens each way. */
  const thousands = (): Promise<ModelServer> =>
    serve((response) => {
      const body = chat(FEN) as { usage: object };
      body.usage = { prompt_tokens: 1000, completion_tokens: 1000 };
      sendJson(response, 200, body);
    });
  const costIn = (stderr: string): string | undefined => /, ([\d.]+ ?[A-Z]*) at prices of/.exec(stderr)?.[1];

  it('count the cost of a resumed run by the prices it was started with, and never less than was spent at others', async () => {
    const server = await thousands();
    const out = at('priced.run.jsonl');
    const first = await run(...of(server, out), '--prices', '1000/2000USD@2026-01-31', '--max-requests', '2');
    assert.equal(costIn(first.stderr), '6.0000 USD', first.stderr);
    const same = await run('resume', out, '--no-cache', '--max-requests', '3');
    assert.equal(costIn(same.stderr), '9.0000 USD');
    assert.ok(!commandIn(same.stderr).includes('--prices'));
    // cheaper now: what was spent stays; dearer: all of it counts so
    const cheap = await run('resume', out, '--no-cache', '--max-requests', '4', '--prices', '1/2USD@2026-05-01');
    assert.equal(costIn(cheap.stderr), '12.0000 USD');
    const dear = await run('resume', out, '--no-cache', '--max-requests', '5', '--prices', '1000/3000USD@2026-05-01');
    assert.equal(costIn(dear.stderr), '20.0000 USD');
    assert.match(dear.stderr, /at prices of 2026-05-01/);
    const next = commandIn(dear.stderr);
    assert.deepEqual(next.slice(next.indexOf('--prices')).slice(0, 2), ['--prices', '1000/3000USD@2026-05-01']);
    const again = await run(...of(server, out), '--prices', '1/2USD@2026-05-01', '--max-requests', '6');
    assert.equal(costIn(again.stderr), '18.0000 USD', 'the same command with lower prices');
    const other = await run('resume', out, '--no-cache', '--prices', '1/2EUR@2026-05-01');
    assert.equal(other.status, 2);
    assert.match(other.stderr, /was started with prices in USD, which cannot be added to EUR/);
  });

  it('of cost can be given to a run that was started without prices', async () => {
    const server = await thousands();
    const out = at('unpriced.run.jsonl');
    const first = await run(...of(server, out), '--max-requests', '2');
    assert.equal(costIn(first.stderr), undefined);
    const limited = await run('resume', out, '--no-cache', '--max-requests', '48', '--max-cost', '9');
    assert.match(limited.stderr, /a cost limit requires prices/);
    const prices = ['--prices', '1000/2000@2026-01-31'];
    const priced = await run(
      'resume',
      out,
      '--no-cache',
      '--max-requests',
      '48',
      '--max-cost',
      '9',
      ...prices,
      '--concurrency',
      '1',
    );
    assert.equal(costIn(priced.stderr)?.trim(), '9.0000', priced.stderr);
    assert.match(priced.stderr, /the limit of 9\.00 is reached/);
    assert.equal(server.received.length, 3, 'the two requests before count');
  });

  it('of requests count attempts that failed, in this session and in the ones before', async () => {
    // Every other request is turned away, without a wait.
    const server = await serve((response, _, n) =>
      n % 2 === 0 ? sendJson(response, 200, chat(FEN)) : sendJson(response, 429, {}, { 'retry-after-ms': '0' }),
    );
    const out = at('many.run.jsonl');
    const limited = await run(...of(server, out), '--max-requests', '6');
    assert.equal(limited.status, 3);
    assert.equal(server.received.length, 6);
    await run('resume', out, '--no-cache');
    await run('resume', out, '--no-cache', '--max-requests', '6', '--retry-errors');
    assert.equal(server.received.length, 6);
    await run('resume', out, '--no-cache', '--max-requests', '8');
    assert.equal(server.received.length, 8);
  });

  it('of cost are not used up by requests that were turned away', async () => {
    const server = await serve((response, _, n) =>
      n % 2 === 0 ? sendJson(response, 200, chat(FEN)) : sendJson(response, 400, { error: { message: 'no' } }),
    );
    const args = [...of(server, at('turned.run.jsonl')), '--max-tokens', '100', '--prices', '1000/1000USD@2026-01-31'];
    // 0.117 an answer; the 24 refusals would be worth 0.2 each or more, were they not known to be free.
    const done = await run(...args, '--max-cost', '3.5', '--concurrency', '1');
    assert.match(done.stderr, /24 of 48 samples of m in .*, 24 requests failed/);
    assert.doesNotMatch(done.stderr, /unknown usage|limit of/);
  });

  itLong('count requests that a killed process had sent, and say that their usage is not known', async () => {
    let kill = (): void => {};
    const server = await serve((response, _, n) => {
      if (n === 4) kill();
      else if (n < 4) sendJson(response, 200, chat(FEN));
    });
    const out = at('killed.run.jsonl');
    const child = startProcess([...of(server, out), '--concurrency', '1', '--max-requests', '4'], { cwd: folder });
    kill = () => child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(server.received.length, 4);
    const resumed = await run('resume', out, '--no-cache');
    assert.equal(server.received.length, 4, resumed.stderr);
    assert.match(resumed.stderr, /3 of 48 samples .* 1 request of unknown usage not in it/);
    assert.match(resumed.stderr, /limit of 4 requests is reached/);
  });

  it('hold over all models of an experiment from the beginning, also where an earlier session reached the last', async () => {
    const server = await serve((response) => sendJson(response, 200, chat(FEN)));
    const models = ['a', 'b'].map((label) => ({ model: 'openai:m', label, baseUrl: server.baseUrl }));
    const write = (list: readonly object[], maxRequests: number): void =>
      fs.writeFileSync(
        at('two.jsonc'),
        JSON.stringify({ games: 'games.pgn', plies: 'every:1', models: list, maxRequests }),
      );
    write(models.slice(1), 30);
    await run('run', 'two.jsonc', '--no-cache');
    assert.equal(server.received.length, 30);
    write(models, 40);
    await run('run', 'two.jsonc', '--no-cache');
    assert.equal(server.received.length, 40);
  });

  itLong('hold for a run that was merged of its shards', async () => {
    const server = await serve((response, _, n) =>
      n % 2 === 0 ? sendJson(response, 200, chat(FEN)) : sendJson(response, 200, unusable),
    );
    for (const i of [1, 2]) await run(...of(server, at(`part-${i}.run.jsonl`)), '--shard', `${i}/2`);
    assert.equal(server.received.length, TASKS);
    const whole = at('whole.run.jsonl');
    const merged = await run('merge', at('part-1.run.jsonl'), at('part-2.run.jsonl'), '--out', whole);
    assert.equal(merged.status, 0, merged.stderr);
    const resumed = await run('resume', whole, '--retry-errors', '--no-cache', '--max-requests', String(TASKS + 3));
    assert.equal(resumed.status, 3);
    assert.equal(server.received.length, TASKS + 3);
  });
});

describe('the message of a run that stopped', () => {
  itLong('names the command that asks for the rest, and numbers that add up', async () => {
    const server = await serve((response, _, n) =>
      n <= 5 ? sendJson(response, 200, unusable) : sendJson(response, 200, chat(FEN)),
    );
    fs.mkdirSync(at('else where'));
    const out = path.join('else where', 'a', 'b', 'c', 'd.run.jsonl');
    const first = await run(...of(server, out), '--concurrency', '1', '--max-requests', '20');
    assert.match(
      first.stderr,
      /15 of 48 samples of m in .*, 5 requests failed \(--retry-errors repeats them\), 28 left/,
    );
    assert.match(first.stderr, /requests the other 28, with --retry-errors also the 5 that failed/);
    // The games are not where the run file is: the command says so.
    assert.match(first.stderr, /statelens resume "else where\/a\/b\/c\/d\.run\.jsonl" with another limit/);
    const rest = await run('resume', out, '--no-cache', '--max-requests', '48');
    assert.deepEqual([rest.status, server.received.length], [3, 48], rest.stderr);
    const failed = await run('resume', out, '--no-cache', '--max-requests', '48', '--retry-errors');
    assert.equal(server.received.length, 48);
    assert.match(
      failed.stderr,
      /resume "[^"]*" --retry-errors with another limit \(--max-requests, --max-cost or --max-tokens-total\) repeats the 5 that failed/,
    );
    const all = await run('resume', out, '--no-cache', '--max-requests', '99', '--retry-errors');
    assert.deepEqual([all.status, server.received.length], [0, 53], all.stderr);
  });

  it('names every option that the command does not work without', async () => {
    const server = await serve((response, _, n) =>
      n > 2 ? sendJson(response, 401, {}) : sendJson(response, 200, chat(FEN)),
    );
    const far = fs.mkdtempSync(`${folder}-far-`);
    try {
      fs.mkdirSync(path.join(far, 'x', 'y', 'z'), { recursive: true });
      const out = path.join(far, 'x', 'y', 'z', 'm.run.jsonl');
      const stopped = await run(
        ...of(server, out).map((word) => (word === 'games.pgn' ? at('games.pgn') : word)),
        '--concurrency',
        '1',
      );
      assert.deepEqual([stopped.status, commandIn(stopped.stderr).slice(0, 2)], [3, ['resume', out]], stopped.stderr);
      const moved = await cli([...commandIn(stopped.stderr), '--no-cache', '--max-requests', '1'], { cwd: folder });
      assert.match(moved.stderr, /resuming after 2 answers/);
      const away = await cli(
        [...of(server, out).map((word) => (word === 'games.pgn' ? at('games.pgn') : word)), '--concurrency', '1'],
        { cwd: far },
      );
      assert.deepEqual(commandIn(away.stderr), ['resume', out, '--games', at('games.pgn')]);
      const named = await cli([...commandIn(away.stderr), '--no-cache', '--max-requests', '1'], { cwd: far });
      assert.match(named.stderr, /resuming after 2 answers/);
    } finally {
      fs.rmSync(far, { recursive: true });
    }
  });
});
