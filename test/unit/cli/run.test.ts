import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { RunReader, RunSamples } from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunHeader } from '../../../src/core/evaluation/runs/run-schema.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { chat, type ModelServer, type Responder, sendJson, serveModel } from '../../support/model-server.ts';
import { type CliRun, cli, startProcess } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KEY = 'sk-a-secret-of-the-test';

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
fs.writeFileSync(
  at('games.pgn'),
  ['e4', 'd4', 'c4', 'Nf3', 'g3', 'b3', 'f4', 'Nc3']
    .flatMap((move) =>
      ['e6', 'd6', 'c6', 'g6', 'b6'].map((reply) => `1. ${move} {secret} ${reply} 2. h3 h6 3. a3 a6 *\n`),
    )
    .map((moves) => `[Event "Secret"]\n\n${moves}`)
    .join('\n'),
);
const GAMES = ['--games', at('games.pgn')];

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliRun> =>
  cli(args, { cwd: folder, env: { OPENAI_API_KEY: '', ...env } });

function samplesIn(file: string) {
  const reader = new RunReader();
  const found = new RunSamples();
  const events = [...reader.push(fs.readFileSync(file, 'utf8')), ...reader.end()];
  found.add(events);
  const ids = events.flatMap((event) => (event.type === 'sample' ? [event.sample.id] : []));
  return { ids, samples: found.samples, problems: found.problems, header: found.header };
}

describe('statelens run', () => {
  itLong(
    'survives being killed again and again: no sample lost, none twice, none asked twice that was written',
    async () => {
      const server = await serve((response) => setTimeout(() => sendJson(response, 200, chat(FEN)), 2));
      const out = at('killed.run.jsonl');
      const args = [
        'run',
        ...GAMES,
        '--model',
        'openai:m',
        '--base-url',
        server.baseUrl,
        '--plies',
        'every:1',
        '--out',
        out,
      ];
      args.push('--no-cache', '--concurrency', '4');
      const lives = thoroughly(24, 4);
      let kills = 0;
      for (let life = 0; life < lives; life++) {
        const before = server.received.length;
        const child = startProcess(args, { cwd: folder, env: { OPENAI_API_KEY: '' } });
        const gone = once(child, 'exit');
        // From before the first request on, a few more each time.
        while (child.exitCode === null && server.received.length - before < (life * 7) % 11)
          await new Promise((resolve) => setTimeout(resolve, 1));
        child.kill('SIGKILL');
        await gone;
        if (child.signalCode === 'SIGKILL') kills++;
      }
      assert.ok(kills >= Math.floor((5 * lives) / 6), `${kills} kills`);
      const written = fs.existsSync(out) ? samplesIn(out).ids.length : 0;
      const before = server.received.length;
      const last = await run(args);
      assert.equal(last.status, 0, last.stderr);
      const { ids, problems } = samplesIn(out);
      assert.equal(ids.length, 240);
      assert.equal(new Set(ids).size, 240);
      assert.deepEqual(problems, []);
      // A line without its end may be repaired into one that counts.
      assert.ok(Math.abs(server.received.length - before - (240 - written)) <= 1);
      assert.ok(!fs.existsSync(`${out}.lock`));
    },
  );

  itLong('ends in good order at SIGTERM, with status 3, and refuses a second writer meanwhile', async () => {
    const server = await serve((response) => setTimeout(() => sendJson(response, 200, chat(FEN)), 30));
    const out = at('term.run.jsonl');
    const args = [
      'run',
      ...GAMES,
      '--model',
      'openai:m',
      '--base-url',
      server.baseUrl,
      '--out',
      out,
      '--concurrency',
      '1',
      '--no-cache',
    ];
    const child = startProcess(args, { cwd: folder });
    const gone = once(child, 'exit');
    while (server.received.length < 3 && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await run(args);
    assert.equal(second.status, 2);
    assert.match(second.stderr, new RegExp(`term.run.jsonl is being written by process ${child.pid} on this machine`));
    child.kill('SIGTERM');
    assert.deepEqual(await gone, [3, null]);
    const { ids } = samplesIn(out);
    assert.ok(ids.length >= 1 && ids.length < 40);
    assert.ok(!fs.existsSync(`${out}.lock`));
  });

  itLong('tells no key, name or comment to anybody, and asks once for what is in its cache', async () => {
    const server = await serve((response, { headers }, n) =>
      n === 2
        ? sendJson(response, 400, { error: { message: headers.authorization } })
        : sendJson(response, 200, chat(FEN)),
    );
    const args = ['run', ...GAMES, '--model', 'openai:m', '--base-url', server.baseUrl, '--concurrency', '1', '--out'];
    const first = await run([...args, at('key-1.run.jsonl')], { OPENAI_API_KEY: KEY });
    assert.equal(first.status, 3);
    assert.match(first.stderr, /1 request failed \(--retry-errors repeats them\)/);
    assert.match(
      first.stderr,
      /m is not complete \(1 failed; most often: .*\): statelens resume \S+ .*--retry-errors\n/,
    );
    assert.match(first.stderr, new RegExp(`m: 40 samples from ${server.host}; only moves are sent`));
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${KEY}`);
    for (const { body } of server.received) assert.ok(!/secret/i.test(body));
    const asked = server.received.length;
    const second = await run([...args, at('key-2.run.jsonl')], { OPENAI_API_KEY: KEY });
    // Only what failed is asked again.
    assert.deepEqual([asked, server.received.length], [40, 41]);
    assert.equal(second.status, 0, second.stderr);
    assert.match(second.stderr, /40 of 40 samples of m in \S+, 39 answers from the cache, /);
    const texts = [first.stdout, first.stderr, second.stdout, second.stderr];
    for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (fs.statSync(at(name)).isFile()) texts.push(fs.readFileSync(at(name), 'latin1'));
    for (const text of texts) assert.ok(!text.includes(KEY));
    const resume = ['resume', at('key-1.run.jsonl'), '--retry-errors'];
    const refused = await run(resume, { OPENAI_API_KEY: KEY });
    assert.match(refused.stderr, new RegExp(`which a file names; allow it with --trust-host ${server.host}`));
    assert.match(first.stderr, new RegExp(`statelens resume \\S+ .*--trust-host ${server.host} .*--retry-errors`));
    const retried = await run([...resume, '--trust-host', server.host], { OPENAI_API_KEY: KEY });
    assert.equal(retried.status, 0, retried.stderr);
    const { ids, samples } = samplesIn(at('key-1.run.jsonl'));
    assert.deepEqual([ids.length, samples.length], [41, 40]);
    assert.ok(samples.every(({ error }) => error === undefined));
    const annotated = await cli(['annotate', at('key-1.run.jsonl'), '--in', at('games.pgn')]);
    assert.equal(annotated.stdout.match(/\[%pfen m /g)?.length, 40);
  });

  it('sends a key to no server that a file names, unless that is trusted', async () => {
    const experiment = { games: 'games.pgn', models: [{ model: 'openai:m', baseUrl: 'http://stranger.invalid/v1' }] };
    fs.writeFileSync(at('stranger.jsonc'), JSON.stringify(experiment));
    const refused = await run(['run', 'stranger.jsonc'], { OPENAI_API_KEY: KEY });
    assert.equal(refused.status, 2);
    assert.match(
      refused.stderr,
      /would be sent to stranger\.invalid, which a file names; allow it with --trust-host stranger\.invalid/,
    );
    const trusting = ['run', 'stranger.jsonc', '--trust-host', 'stranger.invalid', '--max-requests', '1'];
    const trusted = await run(trusting, { OPENAI_API_KEY: KEY });
    assert.match(trusted.stderr, /40 samples from stranger\.invalid; only moves are sent/);
  });

  it('needs no trust for a dry run, which sends nothing', async () => {
    const model = { model: 'openai:m', baseUrl: 'http://stranger.invalid/v1', apiKeyVariable: 'THEIR_KEY' };
    fs.writeFileSync(at('dry.jsonc'), JSON.stringify({ games: 'games.pgn', models: [model] }));
    const dry = await run(['run', 'dry.jsonc', '--dry-run'], { OPENAI_API_KEY: KEY, THEIR_KEY: KEY });
    assert.equal(dry.status, 0, dry.stderr);
    assert.match(dry.stdout, /stranger\.invalid/);
  });

  it('makes one file a model of an experiment, with templates of the workspace and samples', async () => {
    fs.mkdirSync(at('.statelens', 'templates'), { recursive: true });
    fs.writeFileSync(
      at('.statelens', 'templates', 'mine.md'),
      '---\nid: mine\nrole: user\n---\nFEN after {{{uci}}}?\n',
    );
    fs.writeFileSync(
      at('sweep.experiment.jsonc'),
      `{
        // comments and trailing commas are fine
        "games": "games.pgn",
        "plies": { "lengths": [2, 4], "count": 3 },
        "models": ["baseline:naive-tracker", { "model": "baseline:lag-1", "label": "late" }],
        "templates": ["pgn-to-fen", "mine"],
        "samples": 2,
        "seed": 5,
        "output": "out",
      }`,
    );
    const { status, stderr } = await run(['run', 'sweep.experiment.jsonc']);
    assert.equal(status, 0, stderr);
    assert.deepEqual(fs.readdirSync(at('out')).sort(), [
      'sweep.baseline~3Anaive-tracker.run.jsonl',
      'sweep.late.run.jsonl',
    ]);
    const { samples, header } = samplesIn(at('out', 'sweep.late.run.jsonl'));
    assert.equal(samples.length, 24);
    assert.equal(samples.filter(({ template }) => template === 'mine').length, 12);
    assert.equal(header?.plan?.plies, 'random:2,4x3');
    const again = await run(['run', 'sweep.experiment.jsonc']);
    assert.match(again.stderr, /resuming after 24 answers/);
    assert.equal(samplesIn(at('out', 'sweep.late.run.jsonl')).ids.length, 24);
  });

  it('says where an experiment is wrong', async () => {
    fs.writeFileSync(
      at('wrong.jsonc'),
      '{\n  "games": "games.pgn",\n  "models": ["baseline:lag-1"],\n  "sample": 3\n}\n',
    );
    const unknown = await run(['run', 'wrong.jsonc']);
    assert.equal(unknown.status, 2);
    assert.match(unknown.stderr, /wrong\.jsonc:4:13: sample: unknown key/);
    fs.writeFileSync(at('broken.jsonc'), '{\n  "games" "games.pgn"\n}\n');
    assert.match((await run(['run', 'broken.jsonc'])).stderr, /broken\.jsonc:2:11: colon expected/);
    assert.match(
      (await run(['run', 'wrong.jsonc', '--samples', '2'])).stderr,
      /--samples cannot be combined with an experiment file/,
    );
    assert.match((await run(['run'])).stderr, /missing experiment file, or --games, or --random;/);
  });

  it('says at which line of an experiment its values do not fit what they name', async () => {
    const refused = async (line: string, value: string): Promise<string> => {
      const fields = ['"games": "games.pgn"', '"plies": "ends"', '"models": ["baseline:lag-1"]'];
      const text = fields.map((field) => (field.startsWith(line) ? `${line}: ${value}` : field));
      fs.writeFileSync(
        at('field.jsonc'),
        `{\n  ${[...text, ...(text.join().includes(value) ? [] : [`${line}: ${value}`])].join(',\n  ')}\n}\n`,
      );
      const { status, stderr } = await run(['run', 'field.jsonc', '--dry-run']);
      assert.equal(status, 2, stderr);
      return stderr;
    };
    assert.match(
      await refused('"models"', '["baseline:lag-1",\n    "gpt-4o"]'),
      /^statelens: field\.jsonc:5:5: unknown model "gpt-4o"; .*did you mean openai:gpt-4o\?$/m,
    );
    assert.match(await refused('"games"', '"none.pgn"'), /^statelens: field\.jsonc:2:12: cannot read .*none\.pgn/);
    assert.match(await refused('"plies"', '[999]'), /^statelens: field\.jsonc:3:12: no game is long enough/);
    assert.match(
      await refused('"templates"', '["mine-not"]'),
      /^statelens: field\.jsonc:5:16: unknown prompt template/,
    );
    assert.match(await refused('"where"', '"elo >"'), /^statelens: field\.jsonc:5:12: /);
  });

  it('counts equal prompts once in a dry run, as the cache asks them once', async () => {
    fs.writeFileSync(at('prefixes.pgn'), '1. e4 e5 2. Nf3 *\n\n1. e4 e5 *\n\n1. e4 *\n');
    const args = ['run', '--games', at('prefixes.pgn'), '--model', 'openai:m', '--base-url', 'http://127.0.0.1:9/v1'];
    const dry = await run([...args, '--plies', 'every:1', '--dry-run']);
    assert.match(dry.stdout, /: 3 requests for 6 samples; equal prompts are asked once\n {2}6 positions of 3 games/);
    const each = await run([...args, '--plies', 'every:1', '--dry-run', '--no-cache']);
    assert.match(each.stdout, /: 6 requests\n/);
  });

  it('says in a dry run what the games can show, by independent games', async () => {
    fs.writeFileSync(at('one.pgn'), '1. e4 e5 2. Nf3 Nc6 *\n\n'.repeat(20));
    const plan = ['--model', 'baseline:naive-tracker', '--plies', 'every:2', '--dry-run'];
    const few = await run(['run', '--games', at('one.pgn'), ...plan]);
    assert.match(few.stdout, /\n1 independent game: with fewer than 10 a report has no intervals and no tests\n$/);
    const leastOf = async (walks: number): Promise<number> => {
      const { stdout } = await run(['run', '--random', `chess:${walks}`, '--length', '20', ...plan]);
      const told = /\n(\d+) independent games: can show a difference of (0\.\d\d) in exact answers/.exec(stdout);
      assert.equal(Number(told?.[1]), walks, stdout);
      assert.match(stdout, /power 80 %, paired test at 5 %, if two models differ on 25 % of the positions/);
      return Number(told?.[2]);
    };
    assert.ok((await leastOf(160)) < 0.6 * (await leastOf(40)));
    const worlds = await run([
      'run',
      '--random',
      'othello:12',
      '--length',
      '10',
      ...plan.map((arg) => (arg.startsWith('baseline') ? 'openai:m' : arg)),
      '--base-url',
      'http://127.0.0.1:9/v1',
    ]);
    assert.match(worlds.stdout, /\n12 independent games: /);
  });

  itLong('asks nothing in a dry run, and twenty in a pilot, which projects the whole', async () => {
    const server = await serve((response) => sendJson(response, 200, chat(FEN)));
    const out = at('pilot.run.jsonl');
    const args = [
      'run',
      ...GAMES,
      '--model',
      'openai:m',
      '--base-url',
      server.baseUrl,
      '--plies',
      'every:1',
      '--out',
      out,
    ];
    args.push('--no-cache', '--prices', '100/2000USD@2026-01-31');
    const dry = await run([...args, '--dry-run', '--max-tokens', '50']);
    assert.equal(dry.status, 0);
    assert.match(dry.stdout, /240 requests\n {2}240 positions of 40 games/);
    assert.match(dry.stdout, /--pilot requests 20/);
    assert.deepEqual([server.received.length, fs.existsSync(out)], [0, false]);
    const pilot = await run([...args, '--pilot']);
    assert.equal(pilot.status, 0, pilot.stderr);
    assert.equal(server.received.length, 20);
    // 110 tokens in and 7 out each time: 240 of them.
    assert.match(pilot.stdout, /tokens in 26,400 \(26,400 to 26,400\), out 1,680 \(1,680 to 1,680\)/);
    assert.match(pilot.stdout, /cost 6\.00 USD \(6\.00 USD to 6\.00 USD\) at prices of 2026-01-31/);
    await run([...args, '--pilot']);
    assert.equal(server.received.length, 20);
    const limited = await run(['resume', out, '--max-cost', '1', '--no-cache']);
    assert.equal(limited.status, 3);
    assert.match(limited.stderr, /the limit of 1\.00 USD is reached/);
    assert.equal(server.received.length, 40);
    const rest = await run(['resume', out, '--no-cache']);
    assert.equal(rest.status, 0, rest.stderr);
    assert.equal(server.received.length, 240);
  });

  it('keeps the limits that a run was begun with when it goes on, unless others are named', async () => {
    const server = await serve((response) => sendJson(response, 200, chat(FEN)));
    const out = at('capped.run.jsonl');
    const model = ['--model', 'openai:m', '--base-url', server.baseUrl, '--plies', 'every:1', '--no-cache'];
    const asked = (): number => server.received.length;
    const limits = ['--max-requests', '30', '--max-cost', '9', '--prices', '1000/2000USD@2026-01-31'];
    const begun = await run(['run', ...GAMES, ...model, ...limits, '--out', out]);
    assert.deepEqual([begun.status, asked()], [3, 30], begun.stderr);
    assert.match(
      begun.stderr,
      /limit of 30 requests is reached.* with another limit \(--max-requests, --max-cost or --max-tokens-total\) requests the other 210/,
    );
    const [header = ''] = fs.readFileSync(out, 'utf8').split('\n');
    assert.deepEqual((JSON.parse(header) as RunHeader).limits, { maxRequests: 30, maxCost: 9 });
    const again = await run(['resume', out, '--no-cache']);
    assert.deepEqual([again.status, asked()], [3, 30], again.stderr);
    assert.match(again.stderr, /limit of 30 requests is reached/);
    const more = await run(['resume', out, '--no-cache', '--max-requests', '35']);
    assert.deepEqual([more.status, asked()], [3, 35], more.stderr);
    const dear = await run(['resume', out, '--no-cache', '--max-requests', '240', '--max-cost', '0.5']);
    assert.deepEqual([dear.status, asked()], [3, 35], dear.stderr);
    assert.match(dear.stderr, /limit of 0\.5000 USD is reached/);
  });

  it('stops at a full disk with what it has, and goes on when there is room', async (context) => {
    const disk = at('disk');
    fs.mkdirSync(disk);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status !== 0) {
      context.skip('no small disk can be mounted here');
      return;
    }
    try {
      const out = path.join(disk, 'full.run.jsonl');
      const args = ['run', ...GAMES, '--model', 'baseline:naive-tracker', '--plies', 'every:1', '--out', out];
      const full = await run(args);
      assert.equal(full.status, 3);
      assert.match(
        full.stderr,
        /stopped: cannot write .*full\.run\.jsonl: the disk is full\. Finished samples are kept/,
      );
      const before = samplesIn(out);
      assert.ok(before.ids.length > 10 && before.ids.length < 240);
      assert.deepEqual(before.problems, []);
      assert.equal(spawnSync('mount', ['-o', 'remount,size=4m', disk]).status, 0);
      const resumed = await run(['resume', out]);
      assert.equal(resumed.status, 0, resumed.stderr);
      assert.equal(new Set(samplesIn(out).ids).size, 240);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});

describe('statelens merge', () => {
  const shard = (i: number): string => at(`part-${i}.run.jsonl`);
  const make = (i: number, plies = 'every:2') =>
    run([
      'run',
      ...GAMES,
      '--model',
      'baseline:naive-tracker',
      '--plies',
      plies,
      '--shard',
      `${i}/3`,
      '--out',
      shard(i),
    ]);

  it('joins shards to what one machine would have written, and names what is missing', async () => {
    await Promise.all([1, 2, 3].map((i) => make(i)));
    const some = await run(['merge', shard(1), shard(3), '--out', at('whole.run.jsonl')]);
    assert.equal(some.status, 3);
    assert.match(some.stderr, /missing: shard 2\/3 \(40 samples\)/);
    assert.ok(!fs.existsSync(at('whole.run.jsonl')));
    const whole = await run(['merge', shard(3), shard(1), shard(2), '--out', at('whole.run.jsonl')]);
    assert.equal(whole.status, 0, whole.stderr);
    await run([
      'run',
      ...GAMES,
      '--model',
      'baseline:naive-tracker',
      '--plies',
      'every:2',
      '--out',
      at('one.run.jsonl'),
    ]);
    const told = (file: string) =>
      samplesIn(file)
        .samples.map((sample) => JSON.stringify({ ...sample, timing: undefined }))
        .sort();
    assert.deepEqual(told(at('whole.run.jsonl')), told(at('one.run.jsonl')));
    assert.equal((await run(['merge', shard(1), '--out', at('whole.run.jsonl')])).status, 2);
  });

  it('names tasks that a shard lacks, and what was written in part can be completed', async () => {
    const lines = fs.readFileSync(shard(2), 'utf8').split('\n');
    const lost = JSON.parse(lines[5] ?? '') as { task: number };
    fs.writeFileSync(at('torn.run.jsonl'), lines.filter((_, i) => i !== 5).join('\n'));
    const parts = [shard(1), at('torn.run.jsonl'), shard(3)];
    const refused = await run(['merge', ...parts, '--out', at('part.run.jsonl')]);
    assert.match(refused.stderr, new RegExp(`missing: 1 of \\S*torn\\.run\\.jsonl: task ${lost.task}\n`));
    assert.equal((await run(['merge', ...parts, '--out', at('part.run.jsonl'), '--partial'])).status, 3);
    assert.equal((await run(['resume', at('part.run.jsonl')])).status, 0);
    assert.equal(new Set(samplesIn(at('part.run.jsonl')).ids).size, 120);
  });

  it('refuses files of different runs', async () => {
    await run(['run', ...GAMES, '--model', 'baseline:lag-1', '--plies', 'every:2', '--out', at('other.run.jsonl')]);
    const { status, stderr } = await run(['merge', shard(1), at('other.run.jsonl'), '--out', at('mixed.run.jsonl')]);
    assert.equal(status, 2);
    assert.match(stderr, /other\.run\.jsonl belongs to a different run than .*: label, model differ/);
  });
});

describe('statelens batch', () => {
  it('writes requests and reads results with the ids of a run', async () => {
    const out = at('batch.run.jsonl');
    const made = await run(['batch', 'export', ...GAMES, '--model', 'openai:m', '--max-tokens', '9', '--out', out]);
    assert.equal(made.status, 0, made.stderr);
    const requests = jsonLines(fs.readFileSync(at('batch.batch-1.jsonl'), 'utf8'));
    assert.equal(requests.length, 40);
    assert.deepEqual(Object.keys(requests[0] ?? {}), ['custom_id', 'method', 'url', 'body']);
    const results = requests.map(({ custom_id }, i) => {
      if (i === 0) return { custom_id, response: null, error: { code: 'batch_expired', message: 'expired' } };
      if (i === 1) return { custom_id, response: { status_code: 400, body: { error: { message: 'no' } } } };
      return { custom_id, response: { status_code: 200, body: chat(FEN) }, error: null };
    });
    const text = [...results, { custom_id: 'strange#0.0.0', response: { status_code: 200, body: chat(FEN) } }, 'x'];
    fs.writeFileSync(at('results.jsonl'), text.map((line) => JSON.stringify(line)).join('\n'));
    const read = await run(['batch', 'import', out, at('results.jsonl')]);
    assert.equal(read.status, 3);
    assert.match(
      read.stderr,
      /38 answers of m imported .*, 1 request failed, 1 expired or canceled, 2 lines skipped, 2 without an answer/,
    );
    const { samples } = samplesIn(out);
    assert.deepEqual(
      samples.map(({ id }) => id),
      requests.slice(1).map(({ custom_id }) => custom_id),
    );
    assert.deepEqual(samples[1]?.usage, { inputTokens: 110, outputTokens: 7, reasoningTokens: 3 });
    assert.match(samples[0]?.error?.message ?? '', /HTTP 400\): no/);
    const twice = await run(['batch', 'import', out, at('results.jsonl')]);
    assert.match(twice.stderr, /0 answers .*38 already present/);
    await run(['batch', 'export', ...GAMES, '--model', 'openai:m', '--max-tokens', '9', '--out', out]);
    assert.equal(jsonLines(fs.readFileSync(at('batch.batch-1.jsonl'), 'utf8')).length, 2);
  });
});

describe('statelens prompt', () => {
  it('shows the same prompt for an annotated file as for the bare one, and nothing else of it', async () => {
    fs.writeFileSync(at('bare.pgn'), '1. e4 e5 2. Nf3 *\n');
    fs.writeFileSync(
      at('full.pgn'),
      `[White "Secret"]\n\n1. e4! {secret [%pfen a ${FEN}]} (1. d4) e5 {[%eval 1]} 2. Nf3 *\n`,
    );
    const [bare, full] = await Promise.all(
      ['bare.pgn', 'full.pgn'].map((file) =>
        cli(['prompt', at(file), '--plies', 'ply:2', '--json', '--template', 'few-shot']),
      ),
    );
    const messages = ({ stdout }: CliRun): unknown => jsonLines(stdout)[0]?.['messages'];
    assert.ok(bare !== undefined && full !== undefined);
    assert.equal(bare.status, 0);
    assert.deepEqual(messages(full), messages(bare));
    assert.ok(!/secret|Nf3 \*|pfen|eval/i.test(JSON.stringify(messages(full)).replace(/Secret exam/, '')));
    assert.match(
      (await cli(['prompt', at('bare.pgn'), '--plies', 'ply:2'])).stdout,
      /game 0, ply 2, pgn-to-fen\n\[system\]\n/,
    );
    assert.match(
      (await cli(['prompt', at('bare.pgn'), '--template', 'nothing'])).stderr,
      /unknown prompt template "nothing"; expected pgn-to-fen/,
    );
  });
});
