import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { BatchProvider } from '../../support/batch-provider.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { sendJson } from '../../support/model-server.ts';
import { type CliRun, cli, startProcess } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KEY = 'sk-a-secret-of-the-test';
const { folder, remove } = temporaryFolder();
const provider = new BatchProvider();
before(() => provider.start());
after(async () => {
  await provider.stop();
  remove();
});

const at = (name: string): string => path.join(folder, name);
fs.writeFileSync(at('games.pgn'), ['e4', 'd4', 'c4', 'g3'].map((move) => `1. ${move} e6 2. h3 *\n`).join('\n'));
const GAMES = ['--games', at('games.pgn'), '--plies', 'every:1'];
const COUNT = 12;

const run = (args: readonly string[]): Promise<CliRun> => cli(args, { cwd: folder, env: { OPENAI_API_KEY: KEY } });
/** Files name the server: to one on this machine a key goes with leave, too. */
const trusted = (): readonly string[] => ['--trust-host', provider.server.host];
const REMOTE: ReadonlySet<string | undefined> = new Set(['submit', 'status', 'fetch', 'cancel']);
const batch = (...args: readonly string[]): Promise<CliRun> =>
  run(['batch', ...args, ...(REMOTE.has(args[0]) ? trusted() : [])]);

const exporting = (out: string, ...more: readonly string[]): Promise<CliRun> =>
  batch('export', ...GAMES, '--model', 'openai:m', '--base-url', provider.server.baseUrl, '--out', out, ...more);

/** Writes the requests of a run of a name; the file of requests and the run file. */
async function exported(name: string, ...more: readonly string[]): Promise<{ file: string; out: string }> {
  const out = at(`${name}.run.jsonl`);
  const made = await exporting(out, ...more);
  assert.equal(made.status, 0, made.stderr);
  return { file: at(`${name}.batch-1.jsonl`), out };
}

const response = (body: unknown) => ({ status_code: 200, request_id: 'r', body });
const chatBody = { object: 'chat.completion', choices: [{ message: { content: FEN }, finish_reason: 'stop' }] };
const answered = (id: string) => ({
  file: 'output' as const,
  line: { id: 'x', custom_id: id, response: response(chatBody), error: null },
});
const expired = (id: string) => ({
  file: 'error' as const,
  line: { id: 'x', custom_id: id, response: null, error: { code: 'batch_expired', message: 'too late' } },
});
const samplesOf = (file: string) =>
  jsonLines(fs.readFileSync(file, 'utf8')).filter(({ kind }) => kind === 'sample') as {
    id: string;
    raw: string | null;
    extraction: { fen: string } | null;
    error?: { message: string };
  }[];

describe('statelens batch', () => {
  it('goes all the way by the Responses API: submitted, waited for, fetched into the run file', async () => {
    const { file, out } = await exported('whole', '--api', 'responses');
    const submitted = await batch('submit', file);
    assert.equal(submitted.status, 0, submitted.stderr);
    assert.match(submitted.stderr, /12 requests submitted to 127\.0\.0\.1:\d+ as batch_\d+, validating/);
    assert.equal(provider.last.endpoint, '/v1/responses');
    const [request] = provider.requests;
    assert.deepEqual(
      [request?.['method'], request?.['url'], (request?.['body'] as { store?: unknown } | undefined)?.store],
      ['POST', '/v1/responses', false],
    );
    const waiting = await batch('fetch', file);
    assert.equal(waiting.status, 3);
    assert.match(waiting.stderr, /validating/);
    provider.last.status = 'in_progress';
    const status = await batch('status', file, '--json');
    assert.equal(status.status, 3);
    const [told] = jsonLines(status.stdout);
    assert.deepEqual([told?.['status'], told?.['batch'], told?.['fetched']], ['in_progress', provider.last.id, false]);
    const content = [{ type: 'output_text', text: `It is ${FEN}` }];
    provider.end('completed', (id, i) => {
      if (i === 0)
        return {
          file: 'error',
          line: { custom_id: id, response: { status_code: 400, body: { error: { message: 'no' } } } },
        };
      const body = {
        object: 'response',
        status: 'completed',
        output: [{ type: 'message', content }],
        usage: { input_tokens: 5, output_tokens: 7 },
      };
      return { file: 'output', line: { custom_id: id, response: response(body), error: null } };
    });
    const fetched = await batch('fetch', file);
    assert.equal(fetched.status, 3, fetched.stderr);
    assert.match(fetched.stderr, /11 answers of m imported .*, 1 request failed, 1 without an answer/);
    const samples = samplesOf(out);
    assert.deepEqual(
      [samples.length, samples.filter(({ extraction }) => extraction?.fen === FEN).length],
      [COUNT, COUNT - 1],
    );
    assert.match(samples.find(({ error }) => error !== undefined)?.error?.message ?? '', /HTTP 400\): no/);
    assert.match((await batch('fetch', file)).stderr, /already fetched/);
    assert.equal(samplesOf(out).length, COUNT);
    const done = await batch('status', file);
    assert.match(done.stdout, /completed, 11 of 12 done, 1 failed \(batch_\d+\), fetched/);
    assert.equal(done.status, 0);
  });

  it('is submitted once, though the answer is lost, the process dies or it is submitted again', async () => {
    const { file } = await exported('once', '--api', 'chat');
    const count = provider.batches.length;
    let lost = 0;
    provider.meddle = (reply, { method, path: where, body }) => {
      if (method !== 'POST' || where !== '/v1/batches' || lost++ > 0) return false;
      provider.create(body);
      sendJson(reply, 500, { error: { message: 'lost' } }, { 'retry-after': '0' });
      return true;
    };
    const submitted = await batch('submit', file);
    provider.meddle = () => false;
    assert.equal(submitted.status, 0, submitted.stderr);
    assert.deepEqual([provider.batches.length, lost], [count + 1, 1]);
    assert.equal(provider.last.endpoint, '/v1/chat/completions');

    const again = await batch('submit', file);
    assert.match(again.stderr, /was already submitted as batch_/);
    // as a process leaves it that dies after the upload
    const state = at('once.batch-1.state.json');
    const { batch: id, ...rest } = JSON.parse(fs.readFileSync(state, 'utf8')) as Record<string, unknown>;
    fs.writeFileSync(state, JSON.stringify(rest));
    const revived = await batch('submit', file);
    assert.match(revived.stderr, new RegExp(`as ${String(id)}`));
    assert.equal(provider.batches.length, count + 1);

    const more = await exporting(at('once.run.jsonl'), '--api', 'chat');
    assert.match(more.stderr, /12 requests of m already submitted and not yet fetched/);
    assert.ok(!fs.existsSync(at('once.batch-2.jsonl')));
    fs.appendFileSync(file, fs.readFileSync(file));
    const changed = await batch('submit', file);
    assert.equal(changed.status, 2);
    assert.match(changed.stderr, /changed since/);
  });

  it('keeps what an expired batch has, and writes the rest into another file', async () => {
    const { file, out } = await exported('expired');
    await batch('submit', file);
    provider.end('expired', (id, i) => (i < 5 ? answered(id) : i < 8 ? expired(id) : undefined));
    const fetched = await batch('fetch', file);
    assert.equal(fetched.status, 3);
    assert.match(fetched.stderr, /5 answers of m imported .*, 3 expired or canceled, 7 without an answer/);
    assert.equal(samplesOf(out).length, 5);
    await exported('expired');
    assert.equal(jsonLines(fs.readFileSync(at('expired.batch-2.jsonl'), 'utf8')).length, 7);
    assert.equal(jsonLines(fs.readFileSync(file, 'utf8')).length, COUNT);
    await batch('submit', at('expired.batch-2.jsonl'));
    provider.end('completed', answered);
    assert.equal((await batch('fetch', at('expired.batch-2.jsonl'))).status, 0);
    assert.equal(new Set(samplesOf(out).map(({ id }) => id)).size, COUNT);
  });

  it('tells why a file was refused, and lets it be submitted again', async () => {
    const { file } = await exported('refused');
    await batch('submit', file);
    const count = provider.batches.length;
    provider.last.status = 'failed';
    provider.last.errors = [{ line: 3, message: 'The model is not available.' }];
    const fetched = await batch('fetch', file);
    assert.equal(fetched.status, 3);
    assert.match(fetched.stderr, /failed, line 3: The model is not available\./);
    assert.equal((await batch('submit', file)).status, 0);
    assert.equal(provider.batches.length, count + 1);
  });

  itLong('meets refusals and broken connections by another attempt, within bounds', async () => {
    const { file, out } = await exported('faults');
    let refused = 0;
    provider.meddle = (reply) => {
      if (refused++ > 0) return false;
      sendJson(reply, 429, { error: { message: 'slowly' } }, { 'retry-after': '0' });
      return true;
    };
    assert.equal((await batch('submit', file)).status, 0);
    provider.end('completed', answered);
    let cut = 0;
    provider.meddle = (reply, { path: where }) => {
      if (!where.endsWith('/content') || cut++ > 0) return false;
      reply.writeHead(200, { 'content-length': '100000' });
      reply.write(`${JSON.stringify(answered('broken').line)}\n`, () => reply.destroy());
      return true;
    };
    const fetched = await batch('fetch', file, '--wait', '1');
    provider.meddle = () => false;
    assert.equal(fetched.status, 0, fetched.stderr);
    assert.ok(cut > 1);
    assert.equal(samplesOf(out).length, COUNT);
    assert.ok(!fs.readdirSync(folder).some((name) => name.endsWith('.part')));

    provider.meddle = (reply) => {
      sendJson(reply, 401, { error: { message: 'who?' } });
      return true;
    };
    const unknown = await batch('status', file);
    provider.meddle = () => false;
    assert.equal(unknown.status, 3);
    assert.match(unknown.stderr, /rejected the API key/);
  });

  itLong('is interrupted in good order, and fetched whole by the same command', async () => {
    const { file, out } = await exported('interrupted');
    await batch('submit', file);
    provider.end('completed', answered);
    const begun = new Promise<void>((resolve) => {
      provider.meddle = (reply, { path: where }) => {
        if (!where.endsWith('/content')) return false;
        reply.writeHead(200, { 'content-type': 'application/jsonl' }).write('{"custom_id"', () => resolve());
        return true;
      };
    });
    const child = startProcess(['batch', 'fetch', file, ...trusted()], { cwd: folder, env: { OPENAI_API_KEY: KEY } });
    const ended = once(child, 'exit');
    await begun;
    child.kill('SIGINT');
    assert.deepEqual(await ended, [3, null]);
    provider.meddle = () => false;
    assert.deepEqual(
      fs
        .readdirSync(folder)
        .filter((name) => name.startsWith('interrupted.batch-1.'))
        .sort(),
      ['interrupted.batch-1.jsonl', 'interrupted.batch-1.state.json'],
    );
    assert.equal((await batch('fetch', file)).status, 0);
    assert.equal(samplesOf(out).length, COUNT);
  });

  it('can be given up, and says that nothing was submitted', async () => {
    const { file } = await exported('given-up');
    const never = await batch('fetch', file);
    assert.equal(never.status, 2);
    assert.match(never.stderr, /was not submitted/);
    await batch('submit', file);
    assert.match((await batch('cancel', file)).stderr, /cancelling/);
    assert.equal(provider.last.status, 'cancelling');
    provider.end('cancelled', (id, i) => (i === 0 ? answered(id) : undefined));
    assert.match((await batch('cancel', file)).stderr, /has already ended: cancelled/);
    assert.match((await batch('fetch', file)).stderr, /1 answer of m imported .*, 11 without an answer/);
  });

  it('submits nothing that was answered since it was exported', async () => {
    const { file, out } = await exported('stale');
    const requests = jsonLines(fs.readFileSync(file, 'utf8'));
    fs.writeFileSync(at('some.jsonl'), JSON.stringify(answered(String(requests[2]?.['custom_id'])).line));
    await batch('import', out, at('some.jsonl'));
    const refused = await batch('submit', file);
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /answered by now: 1 of 12 requests in \S+; statelens batch export writes/);
    assert.match((await exporting(out)).stderr, /11 requests of m written/);
    assert.equal((await batch('submit', file)).status, 0);
  });

  it('asks for nothing one by one that is in a batch which is not fetched', async () => {
    const { file, out } = await exported('pending');
    await batch('submit', file);
    const asked = provider.server.received.length;
    for (const command of [
      ['resume', out, ...trusted()],
      ['run', ...GAMES, '--model', 'openai:m', '--base-url', provider.server.baseUrl, '--out', out, '--no-cache'],
    ]) {
      const refused = await run(command);
      assert.equal(refused.status, 2, refused.stderr);
      assert.match(
        refused.stderr,
        /not fetched yet: 12 requests of m in a submitted batch; use statelens batch fetch \S+pending\.batch-1\.jsonl/,
      );
    }
    assert.equal(provider.server.received.length, asked);
    fs.writeFileSync(
      at('all.jsonl'),
      jsonLines(fs.readFileSync(file, 'utf8'))
        .map((line) => JSON.stringify(answered(String(line['custom_id'])).line))
        .join('\n'),
    );
    await batch('import', out, at('all.jsonl'));
    assert.equal((await run(['resume', out, ...trusted()])).status, 0, 'its answers came in another way');
  });

  it('exports an experiment, and imports its results, without trust in the host that it names', async () => {
    const models = [{ model: 'openai:m', baseUrl: provider.server.baseUrl }];
    fs.writeFileSync(at('named.jsonc'), JSON.stringify({ games: 'games.pgn', output: '.', models }));
    const made = await batch('export', at('named.jsonc'));
    assert.equal(made.status, 0, made.stderr);
    const [id] = jsonLines(fs.readFileSync(at('named.m.batch-1.jsonl'), 'utf8')).map((line) => line['custom_id']);
    fs.writeFileSync(at('results.jsonl'), JSON.stringify(answered(String(id)).line));
    const imported = await batch('import', at('named.m.run.jsonl'), at('results.jsonl'));
    assert.match(imported.stderr, /1 answer of m imported/);
  });

  it('sends a key to no host that only a file names, and writes it nowhere', async () => {
    const out = at('far.run.jsonl');
    await batch('export', ...GAMES, '--model', 'openai:m', '--base-url', 'https://far.example/v1', '--out', out);
    const submitted = await batch('submit', at('far.batch-1.jsonl'));
    assert.equal(submitted.status, 2);
    assert.match(
      submitted.stderr,
      /would be sent to far\.example, which a file names; allow it with --trust-host far\.example/,
    );
    for (const name of fs.readdirSync(folder)) {
      if (fs.statSync(at(name)).isFile()) assert.ok(!fs.readFileSync(at(name), 'utf8').includes(KEY), name);
    }
    assert.ok(provider.server.received.every(({ headers }) => headers.authorization === `Bearer ${KEY}`));
  });
});
