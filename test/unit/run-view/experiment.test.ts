import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BLOCKS_DOMAIN } from '../../../src/core/worlds/pddl/built-in-domains.ts';
import { type ExperimentPlace, parseJobs, staysBelow } from '../../../src/extension/runs/experiment-jobs.ts';
import { dryRunDetail, estimateText } from '../../../src/extension/runs/experiment-texts.ts';
import { lensTitles } from '../../../src/extension/runs/experiments.ts';
import { experimentText, sensiblePlies } from '../../../src/extension/runs/new-experiment.ts';
import { userKey } from '../../../src/models/api-key.ts';
import { fault } from '../../../src/models/model.ts';
import { openBySettings } from '../../../src/models/model-settings.ts';
import { runModelSettings } from '../../../src/models/runs/run-job.ts';
import { builtinSource } from '../../../src/models/sources/builtin.ts';
import { SOURCES } from '../../../src/models/sources/registry.ts';
import { hash } from '../runs/run-support.ts';

const PGN = `[Event "?"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n[Event "?"]\n\n1. d4 d5 2. c4 e6 *\n`;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** It is never asked here. */
const BUILTIN = builtinSource(() => () => Promise.resolve(fault('unavailable', 'not here')));

const place = (files: Readonly<Record<string, string>>, trusted = true): ExperimentPlace => ({
  read: (path) => Promise.resolve(files[path] === undefined ? undefined : bytes(files[path])),
  list: (folder) =>
    Promise.resolve(
      Object.keys(files)
        .filter((path) => path.startsWith(folder))
        .map((path) => path.slice(folder.length))
        .filter((name) => !name.includes('/')),
    ),
  trusted,
  hash,
  entryOf: (entry) => entry,
  openModel: (entry) =>
    openBySettings(runModelSettings(entry, undefined, userKey('')), {
      sources: [...SOURCES, BUILTIN],
      random: () => 0.5,
    }),
  fileOf: (_, name, label) => `${name}/${label}`,
  version: '1',
  instant: () => '2026-01-01T00:00:00.000Z',
});
const FAR = '{ "model": "openai:m", "baseUrl": "http://example.com/v1" }';
const read = (text: string, files: Record<string, string> = { 'games.pgn': PGN }) =>
  parseJobs(text, '/a/opening.experiment.jsonc', place(files));

/** What is wrong, with the piece of text that it is about. */
async function mistakes(text: string, files?: Record<string, string>): Promise<string[]> {
  const jobs = await read(text, files);
  return jobs.ok
    ? []
    : jobs.error.map(({ offset, length, message }) => `${text.slice(offset, offset + length)}: ${message}`);
}

describe('the runs of an experiment', () => {
  it('have the name of the file, and a task for each position', async () => {
    const jobs = await read(`{ "games": "games.pgn", "plies": { "every": 2 }, "models": ["baseline:lag-2", ${FAR}] }`);
    assert.ok(jobs.ok);
    assert.deepEqual(
      jobs.value.jobs.map(({ file, tasks }) => [file, tasks.count]),
      [
        ['opening/baseline:lag-2', 5],
        ['opening/m', 5],
      ],
    );
  });

  it('ask about random walks of a world, that of a file too, under the names of the seed where that is wanted', async () => {
    const of = (random: string, files?: Record<string, string>) =>
      read(`{ "random": ${random}, "plies": "every:5", "seed": 3, "models": ["baseline:lag-1"] }`, files);
    const jobs = await of('{ "world": "othello6", "count": 4, "length": 10 }');
    assert.ok(jobs.ok);
    const [job] = jobs.value.jobs;
    assert.deepEqual([job?.tasks.count, job?.header().plan?.walks?.length], [8, 10]);
    assert.deepEqual(job?.header().plan?.walks?.world, { kind: 'named', name: 'othello6' });
    const table = 'state,action,next\na,x,b\nb,x,a\n';
    const renamed = await of('{ "world": "ab.csv", "count": 2, "obfuscate": true }', { 'ab.csv': table });
    assert.ok(renamed.ok);
    const world = { kind: 'table', name: 'ab', text: table };
    assert.deepEqual(renamed.value.jobs[0]?.header().plan?.walks?.world, { kind: 'renamed', seed: 3, world });
    const coded = await of('{ "world": "ab.csv", "count": 2, "obfuscate": "states" }', { 'ab.csv': table });
    const spec = coded.ok ? coded.value.jobs[0]?.header().plan?.walks?.world : undefined;
    assert.deepEqual(spec, { kind: 'renamed', seed: 3, world, states: true });
    const task = renamed.value.jobs[0]?.tasks.at(0).position.task;
    assert.match(task?.kind === 'world' ? task.moves.join(' ') : '', /^(\w{8})( \1){4}$/);
    const text = '{ "random": { "world": "go", "count": 1 }, "models": ["baseline:lag-1"] }';
    assert.match((await mistakes(text))[0] ?? '', /^"go": unknown world go/);
    const both = '{ "games": "games.pgn", "random": { "world": "s5", "count": 1 }, "models": ["baseline:lag-1"] }';
    assert.match((await mistakes(both))[0] ?? '', /random: cannot be combined with games/);
    assert.match((await mistakes('{ "models": ["baseline:lag-1"] }'))[0] ?? '', /games: missing/);
  });

  it('ask about the walks of a file, whose world is a problem with its domain beside it, or a program, which is not started', async () => {
    const problem =
      '(define (problem p) (:domain blocks) (:objects a b) (:init (ontable a) (on b a) (clear b) (handempty)))';
    const walk = (world: string) => `world ${world}\nunstack(b,a) put-down(b)\n`;
    const files = {
      'walks/a.walk': walk('w/p.pddl'),
      'walks/w/p.pddl': problem,
      'walks/w/other.pddl': '(define (domain other))',
      'walks/w/d.pddl': BLOCKS_DOMAIN,
      'walks/b.walk': walk('process:never'),
    };
    const of = (games: string) => `{ "games": "${games}", "plies": "every:1", "models": ["baseline:lag-1"] }`;
    const jobs = await read(of('walks/a.walk'), files);
    assert.ok(jobs.ok, JSON.stringify(jobs));
    assert.equal(jobs.value.jobs[0]?.tasks.count, 2);
    const [missing] = await mistakes(of('walks/a.walk'), { ...files, 'walks/w/d.pddl': '' });
    assert.match(missing ?? '', /no \.pddl file beside p\.pddl defines the domain blocks/);
    const [program] = await mistakes(of('walks/b.walk'), files);
    assert.match(program ?? '', /program/);
  });

  it('are not there where something is wrong, and all of it is told with its place', async () => {
    const text = '{ "games": "none.pgn", "models": ["baseline:no", "what"], "templates": ["mine"] }';
    const [first = '', second = '', third = ''] = await mistakes(text);
    assert.match(first, /^"baseline:no": /);
    assert.match(second, /^"what": unknown model "what"/);
    assert.match(third, /^\["mine"\]: unknown prompt template "mine"/);
    assert.deepEqual(await mistakes('{ "games": "none.pgn", "models": ["baseline:lag-2"] }'), [
      '"none.pgn": none.pgn cannot be read',
    ]);
    const far = await mistakes('{ "games": "games.pgn", "plies": [99], "models": ["baseline:lag-2"] }');
    assert.deepEqual(far, ['[99]: no game is so long']);
    assert.match((await mistakes('{ "games": }')).join(), /value expected/);
  });

  it('read templates of a folder that is trusted, and of no other', async () => {
    const text = '{ "games": "games.pgn", "models": ["baseline:lag-2"], "templates": ["mine"] }';
    const files = {
      'games.pgn': PGN,
      '.statelens/templates/mine.md':
        '---\nid: mine\ntitle: Mine\nvariables: [movetext]\n---\n# user\n\n{{{movetext}}}\n',
    };
    assert.ok((await read(text, files)).ok);
    assert.ok(!(await parseJobs(text, '/a/experiment.jsonc', place(files, false))).ok);
  });
});

describe('the lenses of an experiment', () => {
  const jobs = async (models: string, plies = '{ "every": 1 }') => {
    const found = await read(`{ "games": "games.pgn", "plies": ${plies}, "models": ${models}, "samples": 3 }`);
    assert.ok(found.ok);
    return found.value.jobs;
  };
  const titles = async (models: string, done = { total: 0, done: 0, failed: 0, isRunning: false }) =>
    lensTitles({ state: 'jobs', jobs: await jobs(models) }, done).map(({ title }) => title);

  it('tell requests, tokens and cost, and offer to run', async () => {
    const [dry = '', ...rest] = await titles(`[${FAR}, "baseline:lag-2"]`);
    assert.match(
      dry,
      /^Dry run: 30 requests to example\.com, about [\d,]+0 tokens in · cost not known · 30 samples offline$/,
    );
    assert.deepEqual(rest, ['$(play) Run']);
    assert.deepEqual(await titles('["baseline:lag-2"]'), ['Dry run: 30 samples offline', '$(play) Run']);
  });

  it('compute money from the user’s own prices, with the limit of tokens as its most', async () => {
    const priced = `{ "model": "openai:m", "baseUrl": "http://example.com/v1", "settings": { "maxTokens": 1000 },
      "prices": { "input": 0, "output": 10, "currency": "USD", "date": "2026-01-31" } }`;
    const [job] = await jobs(`[${priced}]`);
    assert.ok(job);
    assert.match(
      estimateText(job),
      /30 requests, about .* tokens in, at most 30,000 out · cost 0\.00 USD to 0\.3000 USD/,
    );
    assert.match(estimateText(job, 15), /15 requests, .* at most 15,000 out · cost 0\.00 USD to 0\.1500 USD/);
    assert.match(dryRunDetail([job]), /m at example\.com: 30 requests.*\n {4}10 positions of 2 games/);
    assert.match(
      dryRunDetail([job]),
      /\nIndependent games: \d\. With fewer than 10, a report has no intervals and no tests\.$/,
    );
  });

  it('say what is done, and offer to go on', async () => {
    const of = (done: number, isRunning = false, failed = 0) =>
      titles(`[${FAR}]`, { total: 36, done, failed, isRunning });
    assert.equal((await of(12))[1], '$(play) 12 of 36 done · Resume');
    assert.equal((await of(36))[1], '$(pass) 36 of 36 done · Show Report');
    assert.deepEqual((await of(30, false, 6)).slice(1), [
      '$(warning) 30 of 36 answered, 6 failed · Retry',
      'Show Report',
    ]);
    assert.equal((await of(12, true))[1], '$(sync~spin) 12 of 36 done');
  });

  it('show the first mistake', () => {
    const problems = [1, 2].map((offset) => ({ offset, length: 1, message: `mistake ${offset}` }));
    const [lens] = lensTitles({ state: 'problems', problems }, undefined);
    assert.equal(lens?.title, '$(error) mistake 1 (and 1 more)');
  });
});

describe('a new experiment', () => {
  it('asks at every tenth half-move where a game is so long, else at the ends', () => {
    assert.equal(sensiblePlies(PGN), '"ends"');
    const long = `[Event "?"]\n\n${'1. Nf3 Nf6 2. Ng1 Ng8 '.repeat(4)}*\n`;
    assert.equal(sensiblePlies(long), '{ "every": 10 }');
    assert.equal(sensiblePlies('no game'), '"ends"');
  });

  it('is right as it is written, with the model of the settings', async () => {
    const files = { 'my "games".pgn': PGN };
    const settings = { model: 'openai', openAiModel: 'gpt "x"', baseUrl: 'http://localhost:1/v1' };
    for (const model of [settings, { ...settings, model: 'baseline:lag-2' }]) {
      const text = experimentText('my "games".pgn', sensiblePlies(PGN), model);
      const jobs = await read(text, files);
      assert.ok(jobs.ok, JSON.stringify(jobs));
      const labels = jobs.value.jobs.map(({ label }) => label);
      assert.deepEqual(labels, [
        'builtin:mav-small',
        'baseline:naive-tracker',
        ...(model.model === 'openai' ? ['gpt "x"'] : []),
      ]);
    }
  });
});

describe('the output of an experiment', () => {
  it('stays below its folder', () => {
    for (const output of ['', '.', 'a', 'a/b', 'a/../b', './a', 'a/..']) assert.ok(staysBelow(output), output);
    for (const output of ['..', '../..', 'a/../..', 'a/../../b', '/tmp', '\\\\server', 'C:\\x', 'file:///x', '..\\x'])
      assert.ok(!staysBelow(output), output);
  });
});
