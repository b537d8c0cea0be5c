import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { jsonLines } from '../../support/json-lines.ts';
import { chat, type ModelServer, type Responder, sendJson, serveModel } from '../../support/model-server.ts';
import { type CliRun, cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const { folder, remove } = temporaryFolder();
const servers: ModelServer[] = [];
after(async () => {
  await Promise.all(servers.map((server) => server.close()));
  remove();
});
const serve = async (respond: Responder): Promise<ModelServer> => {
  const server = await serveModel(respond);
  servers.push(server);
  return server;
};
const at = (...parts: readonly string[]): string => path.join(folder, ...parts);
const run = (args: readonly string[], cwd = folder): Promise<CliRun> =>
  cli(args, { cwd, env: { OPENAI_API_KEY: 'sk-a-secret-of-the-test' } });
const GAMES = ['e4', 'd4', 'c4'].map((move) => `1. ${move} e6 2. h3 *\n`).join('\n');

type Line = Record<string, unknown>;
const linesOf = (file: string): Line[] => jsonLines(fs.readFileSync(file, 'utf8'));
const samplesOf = (file: string): Line[] => linesOf(file).filter(({ kind }) => kind === 'sample');

/** A run of a baseline with only its first two samples. */
async function begun(place: string): Promise<string> {
  fs.mkdirSync(at(place, 'data'), { recursive: true });
  fs.writeFileSync(at(place, 'data', 'games.pgn'), GAMES);
  const out = at(place, 'runs', 'a.run.jsonl');
  const made = await run([
    'run',
    '--games',
    at(place, 'data', 'games.pgn'),
    '--model',
    'baseline:naive-tracker',
    '--plies',
    'every:1',
    '--seed',
    '5',
    '--out',
    out,
  ]);
  assert.equal(made.status, 0, made.stderr);
  const kept = fs.readFileSync(out, 'utf8').split('\n').slice(0, 3);
  fs.writeFileSync(out, `${kept.join('\n')}\n`);
  return out;
}

describe('the games of a run', () => {
  it('are found when its folder was moved, and by their content when they were renamed', async () => {
    await begun('first');
    fs.renameSync(at('first'), at('moved'));
    const out = at('moved', 'runs', 'a.run.jsonl');
    const moved = await run(['resume', out, '--max-requests', '1']);
    assert.match(moved.stderr, /resuming after 2 answers/);
    fs.renameSync(at('moved', 'data', 'games.pgn'), at('moved', 'runs', 'other-name.pgn'));
    // one of the old name, which is another file
    fs.writeFileSync(at('moved', 'games.pgn'), '1. a3 *\n');
    const renamed = await run(['resume', out]);
    assert.equal(renamed.status, 0, renamed.stderr);
    assert.match(renamed.stderr, /its games games\.pgn are \S+other-name\.pgn, which has the same content/);
    assert.equal(samplesOf(out).length, 9);
  });

  it('are refused where they have changed, and asked for where they are nowhere', async () => {
    const out = await begun('changed');
    fs.appendFileSync(at('changed', 'data', 'games.pgn'), '\n1. a4 *\n');
    fs.renameSync(at('changed', 'data', 'games.pgn'), at('changed', 'games.pgn'));
    const changed = await run(['resume', out]);
    assert.equal(changed.status, 2);
    assert.match(changed.stderr, /is not the file that \S+ was created from, or has changed since/);
    fs.rmSync(at('changed', 'games.pgn'));
    const nowhere = await run(['resume', out], at('changed', 'runs'));
    assert.equal(nowhere.status, 2);
  });
});

describe('statelens run --from', () => {
  it('asks a run again by its file alone, into a new file', async () => {
    const asked: string[] = [];
    const server = await serve((response, { body }) => {
      asked.push(body);
      sendJson(response, 200, chat(FEN));
    });
    fs.writeFileSync(at('again.pgn'), GAMES);
    fs.writeFileSync(at('own.md'), '---\nid: own\nrole: user\n---\n\nOur own words about {{{movetext}}}\n');
    const out = at('again.run.jsonl');
    const first = await run([
      'run',
      '--games',
      at('again.pgn'),
      '--model',
      'openai:m',
      '--base-url',
      server.baseUrl,
      '--template',
      'own.md',
      '--plies',
      'random:1,2x3',
      '--seed',
      '7',
      '--temperature',
      '0.5',
      '--max-tokens',
      '70',
      '--samples',
      '2',
      '--out',
      out,
    ]);
    assert.equal(first.status, 0, first.stderr);
    const before = asked.splice(0).sort();
    fs.rmSync(at('own.md'));
    const trust = ['--trust-host', server.host];
    const again = await run(['run', '--from', out, ...trust]);
    assert.equal(again.status, 0, again.stderr);
    assert.deepEqual(asked.splice(0).sort(), before, 'the same requests, none out of a cache');
    const file = at('again.again.run.jsonl');
    const ids = (name: string): string[] =>
      samplesOf(name)
        .map(({ id }) => String(id))
        .sort();
    assert.deepEqual(ids(file), ids(out));
    const [a, b] = [linesOf(out)[0], linesOf(file)[0]];
    for (const name of ['models', 'settings', 'seed', 'plan', 'prompt', 'games'])
      assert.deepEqual(b?.[name], a?.[name], name);
    assert.match(
      (await run(['run', '--from', out, '--out', out, ...trust])).stderr,
      /stays as it is: name another file/,
    );
    const other = at('other.run.jsonl');
    const over = await run(['run', '--from', out, '--temperature', '1', '--samples', '1', '--out', other, ...trust]);
    assert.equal(over.status, 0, over.stderr);
    const settings = linesOf(other)[0]?.['settings'];
    assert.deepEqual(settings, { temperature: 1, maxTokens: 70, samplesPerPosition: 1 });
    const base = at('base.run.jsonl');
    assert.equal((await run(['run', '--from', out, '--model', 'baseline:start-position', '--out', base])).status, 0);
    assert.equal(samplesOf(base).length, samplesOf(out).length);
    assert.match(
      (await run(['run', at('x.jsonc'), '--from', out])).stderr,
      /cannot be combined with an experiment file/,
    );
  });

  it('makes the same random walks again', async () => {
    const out = at('walks.run.jsonl');
    const model = ['--model', 'reference:rules'];
    await run([
      'run',
      '--random',
      'othello:2',
      '--length',
      '6',
      '--plies',
      'every:3',
      '--seed',
      '3',
      ...model,
      '--out',
      out,
    ]);
    const again = await run(['run', '--from', out, '--out', at('walks-2.run.jsonl')]);
    assert.equal(again.status, 0, again.stderr);
    assert.deepEqual(
      samplesOf(at('walks-2.run.jsonl')).map(({ trueFen }) => trueFen),
      samplesOf(out).map(({ trueFen }) => trueFen),
    );
  });
});

describe('attempts of a run', () => {
  itLong('cost the same in resume and report, where a file has lines twice or a merge has answers twice', async () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 500 };
    const server = await serve((response) => sendJson(response, 200, { ...Object(chat(FEN)), usage }));
    fs.writeFileSync(at('cost.pgn'), GAMES);
    const ask = (out: string) =>
      run([
        'run',
        '--games',
        at('cost.pgn'),
        '--model',
        'openai:m',
        '--base-url',
        server.baseUrl,
        '--no-cache',
        '--prices',
        '2/8USD@2026-01-31',
        '--out',
        out,
      ]);
    const each = (1000 * 2 + 500 * 8) / 1e6;
    const costs = async (file: string): Promise<readonly [string, number]> => {
      const resumed = await run(['resume', file, '--no-cache', '--trust-host', server.host]);
      const report = await run(['report', file, '--format', 'json', '--no-baselines']);
      const [series] = (JSON.parse(report.stdout) as { series: { all: { cost: { amount: number } } }[] }).series;
      return [/([\d.]+) USD/.exec(resumed.stderr)?.[1] ?? resumed.stderr, series?.all.cost.amount ?? -1];
    };
    await ask(at('one.run.jsonl'));
    await ask(at('two.run.jsonl'));
    assert.deepEqual(await costs(at('one.run.jsonl')), [(3 * each).toFixed(4), 3 * each]);
    // two machines asked the same: both were paid for
    await run(['merge', at('one.run.jsonl'), at('two.run.jsonl'), '--out', at('both.run.jsonl')]);
    assert.deepEqual(await costs(at('both.run.jsonl')), [(6 * each).toFixed(4), 6 * each]);
    // a copy behind itself: paid for once
    const text = fs.readFileSync(at('one.run.jsonl'), 'utf8');
    fs.writeFileSync(at('copied.run.jsonl'), text + text.slice(text.indexOf('\n') + 1));
    assert.deepEqual(await costs(at('copied.run.jsonl')), [(3 * each).toFixed(4), 3 * each]);
  });

  itLong('tell waits before another attempt apart from the time of the answer', async () => {
    let refusals = 2;
    const server = await serve((response) => {
      if (refusals-- > 0) sendJson(response, 503, { error: { message: 'busy' } }, { 'retry-after-ms': '600' });
      else sendJson(response, 200, chat(FEN));
    });
    fs.writeFileSync(at('time.pgn'), GAMES);
    const out = at('time.run.jsonl');
    const asked = await run([
      'run',
      '--games',
      at('time.pgn'),
      '--model',
      'openai:m',
      '--base-url',
      server.baseUrl,
      '--no-cache',
      '--concurrency',
      '1',
      '--plies',
      'ply:1',
      '--out',
      out,
    ]);
    assert.equal(asked.status, 0, asked.stderr);
    const timings = samplesOf(out).map(({ timing }) => timing as { elapsed: number; waited?: number });
    const waits = timings.map(({ waited }) => waited ?? 0);
    assert.ok(Math.max(...waits) >= 1200, JSON.stringify(timings));
    assert.equal(waits.filter((wait) => wait > 0).length, 1);
  });
});

describe('JSON that is nested without end', () => {
  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  it('is a located message of an experiment', async () => {
    for (const levels of [5000, 200_000]) {
      fs.writeFileSync(at('deep.jsonc'), `{\n  // [[[ in a comment, "[[[" in a text\n  "games": ${deep(levels)}\n}`);
      const refused = await run(['run', at('deep.jsonc'), '--dry-run']);
      assert.equal(refused.status, 2);
      assert.match(refused.stderr, /deep\.jsonc:3:111: nested more than 100 levels deep/);
    }
  });

  it('is a line that an import leaves out', async () => {
    const row = (more: string): string => `{"fen":"${FEN}","response":"${FEN}","extra":${more}}\n`;
    fs.writeFileSync(at('deep.jsonl'), row('1') + row(deep(5000)) + row('2'));
    const made = await run(['import', at('deep.jsonl'), '--out', at('imported.run.jsonl')]);
    assert.notEqual(made.status, 70, made.stderr);
    assert.match(made.stderr, /deep\.jsonl.*line 2.*nested more than 500 levels deep/);
    assert.equal(samplesOf(at('imported.run.jsonl')).length, 2);
  });
});
