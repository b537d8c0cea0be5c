import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { BatchProvider } from '../../support/batch-provider.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { sendJson } from '../../support/model-server.ts';
import { type CliRun, cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const { folder, remove } = temporaryFolder();
const provider = new BatchProvider();
before(() => provider.start());
after(async () => {
  await provider.stop();
  remove();
});

const at = (name: string): string => path.join(folder, name);
fs.writeFileSync(at('games.pgn'), ['e4', 'd4', 'c4', 'g3'].map((move) => `1. ${move} e6 2. h3 *\n`).join('\n'));
const COUNT = 12;

const run = (args: readonly string[]): Promise<CliRun> =>
  cli(args, { cwd: folder, env: { OPENAI_API_KEY: 'sk-a-secret-of-the-test' } });
const REMOTE: ReadonlySet<string | undefined> = new Set(['submit', 'status', 'fetch', 'cancel']);
const batch = (...args: readonly string[]): Promise<CliRun> =>
  run(['batch', ...args, ...(REMOTE.has(args[0]) ? ['--trust-host', provider.server.host] : [])]);
const source = (out: string): readonly string[] => [
  '--games',
  at('games.pgn'),
  '--plies',
  'every:1',
  '--model',
  'openai:m',
  '--base-url',
  provider.server.baseUrl,
  '--out',
  out,
];

async function exported(name: string, ...more: readonly string[]): Promise<{ file: string; out: string }> {
  const out = at(`${name}.run.jsonl`);
  const made = await batch('export', ...source(out), ...more);
  assert.equal(made.status, 0, made.stderr);
  return { file: at(`${name}.batch-1.jsonl`), out };
}

const usage = { prompt_tokens: 1000, completion_tokens: 500 };
const body = { object: 'chat.completion', choices: [{ message: { content: FEN }, finish_reason: 'stop' }], usage };
const lineOf = (id: string, response: unknown, error: unknown = null) => ({ id: 'x', custom_id: id, response, error });
const answered = (id: string) => ({
  file: 'output' as const,
  line: lineOf(id, { status_code: 200, request_id: 'r', body }),
});
const refused = (id: string, status: number) => ({
  file: 'error' as const,
  line: lineOf(id, { status_code: status, body: { error: { message: `no ${status}` } } }),
});

type Line = Record<string, unknown> & { id: string };
const linesOf = (file: string, kind: string): Line[] =>
  jsonLines(fs.readFileSync(file, 'utf8')).filter((line) => line['kind'] === kind) as Line[];

/** The ledger that a fetch prints, which adds up. */
function ledgerOf({ stderr }: CliRun): number[] {
  const found = /(\d+) sent = (\d+) answered \+ (\d+) failed \+ (\d+) never run \+ (\d+) not received/.exec(stderr);
  assert.ok(found, stderr);
  const [sent = 0, ...parts] = found.slice(1).map(Number);
  assert.equal(
    parts.reduce((sum, part) => sum + part, 0),
    sent,
    stderr,
  );
  return parts;
}

/** Serves another text in place of a file of results, while something is done. */
async function withContent<T>(change: (text: string) => string | undefined, work: () => Promise<T>): Promise<T> {
  provider.meddle = (reply, { path: where }) => {
    const id = /\/files\/([^/]+)\/content/.exec(where)?.[1];
    const text = id === undefined ? undefined : provider.files.get(id);
    if (text === undefined || id === provider.last.inputFile) return false;
    const changed = change(text);
    if (changed === undefined) sendJson(reply, 404, { error: { message: 'no such file' } });
    else reply.writeHead(200, { 'content-type': 'application/jsonl' }).end(changed);
    return true;
  };
  try {
    return await work();
  } finally {
    provider.meddle = () => false;
  }
}

describe('the ledger of a batch', () => {
  it('keeps what a cut or empty download left out open, and fetches it again', async () => {
    const { file, out } = await exported('cut');
    await batch('submit', file);
    provider.end('completed', answered);
    const empty = await withContent(
      () => '',
      () => batch('fetch', file),
    );
    assert.deepEqual([empty.status, ledgerOf(empty)], [3, [0, 0, 0, COUNT]]);
    assert.match(empty.stderr, /the server counts 12: 12 completed, 0 failed/);
    const half = await withContent(
      (text) => text.slice(0, text.indexOf('\n', text.length / 2) + 30),
      () => batch('fetch', file),
    );
    const [received = 0, , , open = 0] = ledgerOf(half);
    assert.ok(received > 0 && open > 0, half.stderr);
    assert.match(
      (await run(['resume', out, '--trust-host', provider.server.host])).stderr,
      /not fetched yet: \d+ requests/,
    );
    const whole = await batch('fetch', file);
    assert.deepEqual([whole.status, ledgerOf(whole)], [0, [COUNT, 0, 0, 0]]);
    assert.deepEqual([linesOf(out, 'sample').length, linesOf(out, 'attempt').length], [COUNT, 2 * COUNT]);
    assert.match((await batch('fetch', file)).stderr, /already fetched/);
    const last = linesOf(out, 'batch').at(-1);
    assert.deepEqual(
      [last?.['status'], last?.['ledger']],
      ['fetched', { sent: COUNT, answered: COUNT, failed: 0, neverRun: 0, notReceived: 0 }],
    );
  });

  it('names forget for a batch or results that are gone, which releases the run', async () => {
    const { file, out } = await exported('gone');
    assert.match((await batch('forget', file)).stderr, /was not submitted: there is nothing to forget/);
    await batch('submit', file);
    provider.end('completed', (id, i) => (i < 3 ? refused(id, 400) : answered(id)));
    const lost = await withContent(
      (text) => (text.includes('no 400') ? text : undefined),
      () => batch('fetch', file),
    );
    assert.deepEqual([lost.status, ledgerOf(lost)], [3, [0, 3, 0, 9]]);
    assert.match(lost.stderr, /file of results \S+ is gone .*HTTP 404/);
    assert.match(lost.stderr, /batch forget \S+gone\.batch-1\.jsonl releases its run/);
    const { last } = provider;
    provider.batches.pop();
    for (const command of ['fetch', 'status', 'cancel']) {
      const gone = await batch(command, file);
      assert.equal(gone.status, 3);
      assert.match(gone.stderr, /HTTP 404\).*batch forget \S+gone\.batch-1\.jsonl/, command);
    }
    assert.equal((await run(['resume', out, '--trust-host', provider.server.host])).status, 2);
    assert.equal((await batch('forget', file)).status, 0);
    assert.match((await batch('forget', file)).stderr, /already forgotten/);
    assert.match((await batch('submit', file)).stderr, /was forgotten; statelens batch export/);
    await exported('gone');
    assert.equal(jsonLines(fs.readFileSync(at('gone.batch-2.jsonl'), 'utf8')).length, COUNT);
    provider.batches.push(last);
    const late = await batch('fetch', file);
    assert.deepEqual(ledgerOf(late), [9, 3, 0, 0], 'what comes back after all is not lost');
  });

  it('asks again what failed in passing, and takes a 400 alone as a refusal', async () => {
    const { file, out } = await exported('passing');
    await batch('submit', file);
    const nothing = (id: string, error: unknown) => ({ file: 'error' as const, line: lineOf(id, null, error) });
    provider.end('completed', (id, i) => {
      if (i === 0) return refused(id, 400);
      if (i < 4) return refused(id, [429, 500, 503][i - 1] ?? 0);
      if (i < 6) return nothing(id, i === 4 ? null : { code: 'server_error', message: 'oops' });
      return answered(id);
    });
    const fetched = await batch('fetch', file);
    assert.deepEqual(ledgerOf(fetched), [6, 6, 0, 0]);
    assert.match(fetched.stderr, /6 answers of m imported .*, 1 request failed, 5 requests to be repeated/);
    const failed = linesOf(out, 'sample').filter(({ error }) => error !== undefined);
    assert.deepEqual(
      failed.map(({ error }) => (error as { code: string }).code),
      ['refused-request'],
    );
    const asked = provider.server.received.length;
    provider.meddle = (reply, { path: where }) => {
      if (!where.endsWith('/chat/completions')) return false;
      sendJson(reply, 200, body);
      return true;
    };
    const resumed = await run(['resume', out, '--no-cache', '--trust-host', provider.server.host]);
    provider.meddle = () => false;
    assert.match(resumed.stderr, /11 of 12 samples of m in .*, 1 request failed/);
    assert.equal(provider.server.received.length - asked, 5);
  });

  it('refuses requests that were changed before they are submitted, and such as another batch has', async () => {
    const { file } = await exported('changed', '--max-tokens', '50');
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replaceAll('"m"', '"n"'));
    const count = provider.batches.length;
    const changed = await batch('submit', file);
    assert.equal(changed.status, 2);
    assert.match(changed.stderr, /was changed since it was written: its hash is not the one in \S+changed\.run\.jsonl/);
    fs.writeFileSync(file, text);
    assert.equal((await batch('submit', file)).status, 0);
    fs.writeFileSync(at('changed.batch-2.jsonl'), text);
    assert.match(
      (await batch('submit', at('changed.batch-2.jsonl'))).stderr,
      /in another batch: 12 of 12 requests|already submitted/,
    );
    assert.equal(provider.batches.length, count + 1);
  });

  it('finds the batch of a lost state by the run file or on the server before anything is sent again', async () => {
    const { file, out } = await exported('lost');
    await batch('submit', file);
    const count = provider.batches.length;
    const { id } = provider.last;
    const state = at('lost.batch-1.state.json');
    fs.rmSync(state);
    const resumed = await run(['resume', out, '--trust-host', provider.server.host]);
    assert.match(resumed.stderr, /not fetched yet: 12 requests/);
    await exported('lost');
    assert.equal(fs.existsSync(at('lost.batch-2.jsonl')), false);
    assert.match((await batch('submit', file)).stderr, new RegExp(`already submitted as ${id}`));
    // without the run file's line either, by the server's list
    fs.rmSync(state);
    const lines = fs.readFileSync(out, 'utf8').split('\n');
    fs.writeFileSync(out, lines.filter((line) => !line.includes('"submitted"')).join('\n'));
    assert.match((await batch('submit', file)).stderr, new RegExp(`already submitted to \\S+ as ${id}`));
    assert.equal(provider.batches.length, count);
    fs.rmSync(state);
    fs.rmSync(file);
    assert.match(
      (await run(['resume', out, '--trust-host', provider.server.host])).stderr,
      /no longer there; statelens batch fetch/,
    );
    provider.end('completed', answered);
    const fetched = await batch('fetch', file);
    assert.deepEqual([fetched.status, ledgerOf(fetched)], [0, [COUNT, 0, 0, 0]], fetched.stderr);
  });

  itLong('costs half, or what its user says, also in one run with others', async () => {
    const PRICES = ['--prices', '2/8USD@2026-01-31'];
    for (const [name, more, each] of [
      ['half', [], (1000 * 1 + 500 * 4) / 1e6],
      ['own', ['--batch-price', '0.5/3'], (1000 * 0.5 + 500 * 3) / 1e6],
    ] as const) {
      const { file, out } = await exported(name, ...PRICES, ...more);
      await batch('submit', file);
      provider.end('expired', (id, i) => (i < 8 ? answered(id) : undefined));
      assert.deepEqual(ledgerOf(await batch('fetch', file)), [8, 0, 4, 0]);
      provider.meddle = (reply, { path: where }) => {
        if (!where.endsWith('/chat/completions')) return false;
        sendJson(reply, 200, body);
        return true;
      };
      const resumed = await run(['resume', out, '--no-cache', '--trust-host', provider.server.host]);
      provider.meddle = () => false;
      const cost = 8 * each + (4 * (1000 * 2 + 500 * 8)) / 1e6;
      assert.ok(resumed.stderr.includes(`${cost.toFixed(4)} USD`), resumed.stderr);
      const report = await run(['report', out, '--format', 'json', '--no-baselines']);
      const { cost: shown } = (JSON.parse(report.stdout) as { series: { all: { cost: { amount: number } } }[] })
        .series[0]?.all ?? { cost: undefined };
      assert.ok(Math.abs((shown?.amount ?? 0) - cost) < 1e-12, report.stderr);
    }
    const none = await batch('export', ...source(at('none.run.jsonl')), '--batch-price', '1/2');
    assert.match(none.stderr, /--batch-price requires --prices/);
  });

  itLong('always adds up, loses nothing and pays for nothing twice, whatever the server does', async () => {
    const line = fc.constantFrom('answer', 'answer', 'twice', '400', '500', 'null', 'missing', 'expired');
    const download = fc.constantFrom('whole', 'whole', 'cut', 'empty', 'gone', 'alien');
    const ending = fc.constantFrom('completed' as const, 'expired' as const, 'cancelled' as const, 'failed' as const);
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: COUNT, maxLength: COUNT }),
        fc.array(download, { maxLength: 3 }),
        ending,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (lines, downloads, status, where) => {
          const { file, out } = await exported(`any-${number++}`);
          assert.equal((await batch('submit', file)).status, 0);
          const paid = new Map<string, number>();
          if (status !== 'failed')
            provider.end(status, (id, i) => {
              const kind = lines[i];
              if (kind === 'answer' || kind === 'twice') paid.set(id, 1);
              if (kind === 'missing') return undefined;
              if (kind === '400' || kind === '500') return refused(id, Number(kind));
              if (kind === 'null') return { file: 'error', line: lineOf(id, null) };
              if (kind === 'expired')
                return { file: 'error', line: lineOf(id, null, { code: 'batch_expired', message: 'too late' }) };
              return answered(id);
            });
          else provider.last.status = 'failed';
          const damage = (kind: string) => (text: string) => {
            const doubled = text
              .split('\n')
              .filter((one) => one !== '')
              .flatMap((one, i) => (lines[i] === 'twice' ? [one, one] : [one]))
              .map((one) => `${one}\n`)
              .join('');
            if (kind === 'cut') return doubled.slice(0, Math.floor(doubled.length * where));
            if (kind === 'empty') return '';
            if (kind === 'gone') return undefined;
            if (kind === 'alien') return `${JSON.stringify(answered('m#99.0.0').line)}\n{"custom_id":\n${doubled}`;
            return doubled;
          };
          for (const kind of [...downloads, 'whole']) {
            const fetched = await withContent(damage(kind), () => batch('fetch', file));
            if (/already fetched|was not submitted/.test(fetched.stderr)) continue;
            const [, , , open = 0] = ledgerOf(fetched);
            assert.equal(fetched.stderr.includes('stays open'), open > 0);
          }
          const answers = linesOf(out, 'sample').filter(({ error }) => error === undefined);
          assert.deepEqual(
            answers.map(({ id }) => id).sort(),
            [...paid.keys()].sort(),
            'nothing is lost, nothing doubled',
          );
          const ends = linesOf(out, 'attempt').filter(({ result }) => result === 'answered');
          assert.equal(ends.length, paid.size);
          const failures = linesOf(out, 'attempt').filter(
            ({ result }) => result !== undefined && result !== 'answered',
          );
          assert.equal(new Set(failures.map(({ id }) => id)).size, failures.length, 'a failure is booked once');
          // what is asked next is what has no answer, once nothing is open
          const open = linesOf(out, 'batch').at(-1)?.['status'] === 'submitted';
          if (open) assert.equal((await batch('forget', file)).status, 0);
          const next = await batch('export', ...source(out));
          const left = COUNT - paid.size;
          assert.match(
            next.stderr,
            left === 0 ? /already has all answers/ : new RegExp(`${left} requests? of m written`),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
