import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Report } from '../../../src/core/evaluation/report/report.ts';
import { localReportService } from '../../../src/models/report/local-report-service.ts';
import { nodeRunSource } from '../../../src/models/report/node-run-source.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const TRUE = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 w - - 4 9';
const PREDICTED = 'r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R2QR1K1 w - - 4 9';
const compare = (...args: readonly string[]) => cli(['compare', TRUE, PREDICTED, ...args]);
const refusal = async (...args: readonly string[]): Promise<string> => {
  const { status, stderr } = await compare(...args);
  assert.equal(status, 2, stderr);
  return stderr;
};

describe('guided rollouts on the command line', () => {
  it('say method, policy, N, seed and standard error', async () => {
    const args = ['--method', 'guided', '--policy', 'captures', '--target-error', '0.02', '--seed', '3', '-m', '2'];
    const { stdout } = await compare(...args);
    assert.match(
      stdout,
      /method +guided by captures · m 2 · N \d+ · seed 3 · standard error 0\.0\d+ \(wanted: 0\.02\)/,
    );
    const [told = {}] = jsonLines((await compare(...args, '--json')).stdout);
    assert.deepEqual(told['guided'], { policy: 'captures', importance: false });
    assert.deepEqual(told['target'], { error: 0.02, reached: true });
    // the same N gives the same numbers
    const fixed = await compare(...args.slice(0, 4), '-n', String(told['samples']), '--seed', '3', '-m', '2', '--json');
    assert.deepEqual(jsonLines(fixed.stdout)[0]?.['p'], told['p']);
  });

  it('estimate p_m itself with --importance', async () => {
    const [exact = {}] = jsonLines((await compare('--json', '-m', '2')).stdout);
    const args = ['--method', 'guided', '--policy', 'captures', '--importance', '--target-error', '0.01', '-m', '2'];
    const [told = {}] = jsonLines((await compare('--json', ...args)).stdout);
    assert.match((await compare(...args)).stdout, /guided by captures, importance-weighted/);
    const [p, truth] = [told['p'], exact['p']] as number[][];
    assert.ok(Math.abs((p?.[1] ?? 0) - (truth?.[1] ?? 1)) < 0.04);
  });

  it('say in words that the wanted standard error was not reached', async () => {
    for (const method of ['guided', 'stratified']) {
      const { stdout } = await compare('--method', method, '-n', '300', '--target-error', '0.0001');
      assert.match(stdout, /N 300 .*standard error 0\.\d+: the wanted 0\.0001 was not reached within the limit of N/);
    }
  });

  it('refuse what has no meaning', async () => {
    assert.match(
      await refusal('--method', 'naive', '--target-error', '0.1'),
      /--target-error requires --method auto, exact, stratified, guided: naive states no standard error/,
    );
    assert.match(await refusal('--policy', 'captures'), /--policy requires --method guided/);
    assert.match(await refusal('--importance'), /--importance requires --method guided/);
    for (const error of ['0', '1', '-0.1', 'x', ''])
      assert.match(await refusal('--target-error', error), /It must be a number between 0 and 1/);
    assert.match(await refusal('--method', 'guided', '--policy', 'moves'), /Allowed choices are uniform, captures/);
    assert.match(
      await refusal('--method', 'guided', '--policy', 'captures', '--game', 'hex'),
      /--policy captures requires chess or chess960; hex has uniform only/,
    );
  });

  it('score the predictions of files, and note what was not reached', async () => {
    const file = path.join(folder, 'states.fen');
    writeFileSync(file, `${TRUE}\n# pfen one ${PREDICTED}\n# pfen two ${TRUE}\n`);
    const args = ['score', file, '-m', '2', '--method', 'guided', '--policy', 'captures', '--jobs', '1'];
    const fine = await cli([...args, '--target-error', '0.03']);
    const [one, two] = jsonLines(fine.stdout);
    for (const line of [one, two]) assert.deepEqual(line?.['target'], { error: 0.03, reached: true });
    assert.doesNotMatch(fine.stderr, /did not reach/);
    assert.match(fine.stderr, /p₂: chance that 2 legal moves drawn by the policy captures from the predicted position/);
    assert.match(
      fine.stderr,
      /estimates: guided by captures, N up to 100,000, seed 0, standard error at most 0\.0\d+\./,
    );
    const summary = JSON.parse((await cli([...args, '--summary', '-n', '300'])).stdout) as { scoring: object };
    const { largestError, ...scoring } = summary.scoring as Report['scoring'];
    const asked = { method: 'guided', samples: 300, seed: 0, policy: 'captures', importance: false, targetError: null };
    assert.deepEqual(scoring, { ...asked, missed: 0 });
    assert.ok(largestError !== null && largestError > 0);
    const short = await cli([...args, '--target-error', '0.001', '-n', '200']);
    assert.match(short.stderr, /1 prediction did not reach the standard error 0\.001 within N 200/);
    assert.equal(short.status, 0);
  });
});

describe('the metrics of a run', () => {
  const at = (name: string): string => path.join(folder, name);
  const report = (...args: readonly string[]) =>
    cli(['report', ...args, '--no-baselines', '--no-keep', '--jobs', '1'], { cwd: folder });
  const metrics = { depth: 2, method: 'guided', policy: 'captures', targetError: 0.04, seed: 7 };
  before(async () => {
    writeFileSync(
      at('games.pgn'),
      '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *\n\n1. d4 d5 2. c4 e6 3. cxd5 exd5 *\n',
    );
    const experiment = { games: 'games.pgn', plies: 'every:2', models: ['baseline:lag-1'], output: 'runs', metrics };
    writeFileSync(at('guided.jsonc'), JSON.stringify(experiment));
    const made = await cli(['run', 'guided.jsonc'], { cwd: folder });
    assert.equal(made.status, 0, made.stderr);
    const flags = ['--method', 'guided', '--policy', 'captures', '--target-error', '0.04', '-m', '2'];
    const base = ['run', '--games', 'games.pgn', '--plies', 'every:2', '--model', 'baseline:lag-1'];
    for (const [out, more] of [
      ['flags.run.jsonl', flags],
      ['plain.run.jsonl', []],
    ] as const)
      assert.equal((await cli([...base, ...more, '--out', out], { cwd: folder })).status, 0);
    const refused = await cli([...base, '--policy', 'captures', '--out', 'no.run.jsonl'], { cwd: folder });
    assert.deepEqual([refused.status, /--policy requires --method guided/.test(refused.stderr)], [2, true]);
  });
  const RUN = 'runs/guided.baseline~3Alag-1.run.jsonl';

  it('stand in its header, whether they come from an experiment or from options', () => {
    const headerOf = (file: string) => JSON.parse(readFileSync(at(file), 'utf8').split('\n')[0] ?? '') as object;
    assert.deepEqual((headerOf(RUN) as { metrics?: object }).metrics, metrics);
    const { seed: _, ...chosen } = metrics;
    assert.deepEqual((headerOf('flags.run.jsonl') as { metrics?: object }).metrics, chosen);
    assert.equal('metrics' in headerOf('plain.run.jsonl'), false);
  });

  itLong('are those of its report, which says what p is, the standard error, and what was not reached', async () => {
    const { stdout, stderr, status } = await report(RUN);
    assert.equal(status, 0, stderr);
    assert.match(
      stdout,
      /p₂ is the probability that 2 legal moves drawn by the policy captures from the predicted position/,
    );
    assert.match(stdout, /\(guided by captures, N up to 100,000, seed 7, standard error at most 0\.0\d+\)/);
    assert.match(stdout, /All reached the wanted standard error 0\.04\./);
    const json = JSON.parse((await report(RUN, '--format', 'json')).stdout) as Report;
    const { largestError, ...scoring } = json.scoring;
    const asked = {
      method: 'guided',
      policy: 'captures',
      importance: false,
      targetError: 0.04,
      seed: 7,
      samples: null,
    };
    assert.deepEqual(scoring, { ...asked, missed: 0 });
    assert.ok(largestError !== null && largestError <= 0.04);
    assert.equal(json.m, 2);
  });

  itLong('give way to options of the report, and have to be the same in all runs', async () => {
    const own = await report(RUN, '-m', '1');
    assert.match(own.stdout, /p₁ is the probability that 1 random legal moves/);
    const short = await report(RUN, '-m', '2', '--method', 'guided', '--target-error', '0.001', '-n', '200');
    assert.match(short.stdout, /\d+ scores did not reach the wanted standard error 0\.001 within the limit of N/);
    const mixed = await report(RUN, 'plain.run.jsonl');
    assert.equal(mixed.status, 2);
    assert.match(mixed.stderr, /the runs name different metrics; choose them with -m/);
    assert.equal((await report(RUN, 'plain.run.jsonl', '-m', '1')).status, 0);
    assert.match((await report('plain.run.jsonl')).stdout, /p₄ is the probability that 4 random legal moves/);
  });

  it('are those of the report in the editor, too', async () => {
    const options = { affordance: { m: 3 }, lambda: 0.1, enPassant: 'as-written' } as const;
    const of = async (...files: readonly string[]) => {
      const sources = files.map((file) => nodeRunSource(at(file)));
      const service = localReportService(sources, { options, m: 3, worst: 1, version: '0' }, setImmediate);
      const shown = await service.open(() => undefined, new AbortController().signal);
      const text = await service.text('md', new Map());
      service.dispose();
      return { notes: shown.notes, text };
    };
    const { text, notes } = await of(RUN);
    assert.deepEqual(notes, []);
    assert.match(text, /p₂ is the probability that 2 legal moves drawn by the policy captures/);
    const mixed = await of(RUN, 'plain.run.jsonl');
    assert.deepEqual(mixed.notes, ['The runs name different metrics. The report uses those of the settings.']);
    assert.match(mixed.text, /p₃ is the probability that 3 random legal moves/);
  });
});
