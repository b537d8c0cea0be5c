import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Report } from '../../../src/core/evaluation/report/report.ts';
import { withoutSums } from '../../support/edited-run.ts';
import { games, readLog } from '../../support/pgn2fen.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

describe('statelens report', () => {
  const { folder, remove } = temporaryFolder();
  const at = (name: string): string => path.join(folder, name);
  const report = (...args: string[]) => cli(['report', ...args, '-m', '2', '--jobs', '1']);
  const json = async (...args: string[]): Promise<Report> =>
    JSON.parse((await report(...args, '--format', 'json')).stdout) as Report;
  const run = at('o3-mini.run.jsonl');
  const scores = at('o3-mini.scores.jsonl');

  before(async () => {
    writeFileSync(at('games.pgn'), games());
    for (const [name, log] of [
      ['o3-mini', 'openai_o3-mini-2025-01-31'],
      ['gemini', 'google_gemini-2.0-flash-001'],
    ] as const) {
      const lines = readLog(log).filter((_, i) => i % 40 === 0);
      writeFileSync(at(`${name}.jsonl`), lines.join('\n'));
      const imported = await cli([
        'import',
        'pgn2fen',
        at(`${name}.jsonl`),
        '--games',
        at('games.pgn'),
        '--out',
        at(`${name}.run.jsonl`),
      ]);
      assert.equal(imported.status, 0, imported.stderr);
    }
  });
  after(remove);

  itLong('scores imported runs and says the verdict first; the numbers are those of score', async () => {
    const { status, stdout, stderr } = await report(run, at('gemini.run.jsonl'));
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^- \*\*o3-mini-2025-01-31\*\*: \d+ of 25 answers have the right position/m);
    assert.match(stdout, /_baseline:naive-tracker_/);
    const { series, ranking } = await json(run, at('gemini.run.jsonl'));
    assert.equal(ranking.common, 25);
    await cli([
      'import',
      'pgn2fen',
      at('o3-mini.jsonl'),
      '--games',
      at('games.pgn'),
      '--annotate',
      at('annotated.pgn'),
    ]);
    const summary = JSON.parse((await cli(['score', at('annotated.pgn'), '-m', '2', '--summary'])).stdout) as {
      models: { verdicts: unknown; meanP: number; meanEditDistance: number; tauB: number; staleShare: number }[];
    };
    const [model] = summary.models;
    const all = series.find(({ name }) => name === 'o3-mini-2025-01-31')?.all;
    assert.ok(model !== undefined && all !== undefined);
    assert.deepEqual(all.verdicts, model.verdicts);
    assert.ok(Math.abs((all.p.at(-1)?.value ?? 0) - model.meanP) < 1e-12);
    assert.equal(all.editDistance?.value, model.meanEditDistance);
    assert.equal(all.tau?.tauB, model.tauB);
    assert.equal(all.blame.stale, model.staleShare);
  });

  itLong('reads only the scores the second time, until the run or the options change', async () => {
    const before = await json(run);
    const sealed = readFileSync(scores, 'utf8');
    writeFileSync(scores, sealed.replaceAll('["exact",', '["clocks",'));
    const changed = (await json(run)).series[0]?.all.verdicts;
    assert.deepEqual(
      [changed?.exact, changed?.clocks],
      [0, (before.series[0]?.all.verdicts.exact ?? 0) + (before.series[0]?.all.verdicts.clocks ?? 0)],
    );
    writeFileSync(scores, sealed);
    const [, first = ''] = withoutSums(readFileSync(run, 'utf8')).split('\n');
    appendFileSync(run, `${first.replace(/"id":"[^"]*"/, '"id":"more"').replace('"index":0', '"index":1')}\n`);
    assert.equal((await json(run)).series[0]?.all.n, 26);
    const deeper = await cli(['report', run, '-m', '1', '--jobs', '1', '--format', 'json']);
    assert.equal((JSON.parse(deeper.stdout) as Report).series[0]?.all.p.length, 1);
  });

  it('says what stands in an answer as it is now, not as it was when its scores were kept', async () => {
    const file = at('said.run.jsonl');
    const [header = '', first = ''] = withoutSums(readFileSync(run, 'utf8')).split('\n');
    const said = async (raw: string, finishReason: string): Promise<readonly unknown[]> => {
      const sample = JSON.parse(first) as Record<string, unknown>;
      const answer = JSON.stringify({ ...sample, raw, finishReason, extraction: null });
      writeFileSync(file, `${header}\n${answer}\n`);
      const { stdout } = await report(file, '--no-baselines', '--list', 'samples', '--format', 'json');
      const [{ sentence, cause, p } = { sentence: null, cause: null, p: null }] =
        (JSON.parse(stdout) as Report).samples ?? [];
      return [sentence, cause, p];
    };
    const cut = 'no state in the answer: it is cut off after `FEN: r1bqk`';
    assert.deepEqual(await said('FEN: r1bqk', 'length'), [cut, 'no-state', 0]);
    assert.deepEqual(await said('FEN: r1bqk', 'length'), [cut, 'no-state', 0]);
    assert.deepEqual(await said('I resign.', 'stop'), ['no state in the answer: it says `I resign.`', 'no-state', 0]);
  });

  itLong('says from which answer on another model was served, also when the scores were kept', async () => {
    const file = at('served.run.jsonl');
    const [header = '', ...lines] = withoutSums(readFileSync(run, 'utf8')).trimEnd().split('\n');
    const samples = lines.slice(0, 6).map((line, i) => {
      const sample = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify({ ...sample, served: { model: i < 4 ? 'o3-mini-a' : 'o3-mini-b', fingerprint: 'fp_1' } });
    });
    writeFileSync(file, `${[header, ...samples].join('\n')}\n`);
    const changed =
      /What served o3-mini-2025-01-31 changed within served\.run\.jsonl: as o3-mini-a \(fingerprint fp\\?_1\) in 4 answers; from answer 5 \(game \d+, ply \d+\) on as o3-mini-b \(fingerprint fp\\?_1\) in 2 answers\./;
    for (const kept of [false, true]) {
      const { stdout, stderr } = await report(file, '--no-baselines', '--digits', '4');
      assert.match(stdout, changed, `kept: ${kept}`);
      assert.match(stderr, changed);
      // Figures have the decimals that are asked for.
      assert.match(stdout, /\| \d+\.\d{3} \|/);
    }
    const { runs } = await json(file, '--no-baselines');
    assert.deepEqual(
      runs[0]?.served?.map(({ label, as, changes }) => [label, changes, as.map(({ model, samples: n }) => [model, n])]),
      [
        [
          'o3-mini-2025-01-31',
          1,
          [
            ['o3-mini-a', 4],
            ['o3-mini-b', 2],
          ],
        ],
      ],
    );
    assert.match((await report(file, '--no-baselines', '--format', 'html')).stdout, /from answer 5 \(game/);
    assert.equal((await json(run, '--no-baselines')).runs[0]?.served, undefined);
    assert.match((await report(file, '--digits', '1')).stderr, /--digits.*2 to 12|argument '1' is invalid/);
  });

  itLong('groups answers and lists samples and positions where that is asked for', async () => {
    const runs = [run, at('gemini.run.jsonl')];
    const grouped = await json(...runs, '--group-by', 'cause,length', '--group-by', 'opening', '--list', 'positions');
    assert.deepEqual(
      grouped.groupings.map(({ by }) => by),
      ['cause', 'length', 'opening'],
    );
    assert.equal(grouped.positions?.length, 25);
    const table = await report(at('gemini.run.jsonl'), '--list', 'samples', '--format', 'csv');
    assert.equal(table.stdout.trimEnd().split('\r\n').length, 26);
    const refused = async (...args: string[]): Promise<string> => {
      const { status, stderr } = await report(run, ...args);
      assert.equal(status, 2);
      return stderr;
    };
    assert.match(
      await refused('--group-by', 'color'),
      /Allowed choices are cause, opening, length, template, model, game/,
    );
    assert.match(await refused('--list', 'samples'), /--list samples requires --format csv or json/);
    assert.match(await refused('--list', 'samples,positions', '--format', 'csv'), /lists either samples or positions/);
  });

  it('fails on an incomplete run with --strict, and says what it lacks, also where its scores are kept', async () => {
    writeFileSync(at('one.pgn'), '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n');
    const file = at('cut.run.jsonl');
    const args = ['--plies', 'every:1', '--model', 'reference:rules', '--max-requests', '4', '--out', file];
    await cli(['run', '--games', at('one.pgn'), ...args]);
    const nothing = await cli(['run', '--games', at('one.pgn'), '--plies', 'ply:500', ...args.slice(2)]);
    assert.deepEqual([nothing.status, nothing.stdout], [2, '']);
    assert.match(nothing.stderr, /no game is long enough for --plies ply:500/);
    for (const [status, ...more] of [[3, '--strict'], [3, '--strict'], [0]] as const) {
      const found = await report(file, '--no-baselines', ...more);
      assert.equal(found.status, status);
      assert.match(found.stderr, /cut\.run\.jsonl lacks 2 of 6 samples/);
      assert.match(found.stdout, /4 of 6 samples/);
      assert.doesNotMatch(found.stdout, /is right at every half-move/);
    }
  });

  itLong('goes on where scoring was cut off in the middle of a line', async () => {
    const whole = (await report(run)).stdout;
    const text = readFileSync(scores, 'utf8');
    writeFileSync(scores, text.slice(0, Math.floor(text.length / 2)));
    assert.equal((await report(run)).stdout, whole);
    assert.match(readFileSync(scores, 'utf8'), /"kind":"seal".*\n$/);
  });

  itLong(
    'keeps nothing with --no-keep, and leaves the baselines out with --no-baselines, also under its former name',
    async () => {
      writeFileSync(at('bare.run.jsonl'), readFileSync(at('gemini.run.jsonl')));
      const { stdout } = await report(at('bare.run.jsonl'), '--no-keep', '--no-baselines');
      assert.equal(existsSync(at('bare.scores.jsonl')), false);
      assert.doesNotMatch(stdout, /baseline:/);
      const { stdout: former } = await report(at('bare.run.jsonl'), '--no-keep', '--no-floors');
      // The commands differ.
      const withoutCommand = (text: string): string => text.replace(/^- Command: .*$/m, '');
      assert.equal(withoutCommand(former), withoutCommand(stdout));
    },
  );

  itLong('writes a table and figures for a paper, and verifies a JSON report from its runs', async () => {
    const folder = at('paper');
    mkdirSync(folder);
    const [own, stored] = [path.join(folder, 'a.run.jsonl'), path.join(folder, 'a.json')];
    writeFileSync(own, readFileSync(run));
    const main = await report(own, '--no-baselines', '--table', 'main', '--out', path.join(folder, 'main.tex'));
    assert.equal(main.status, 0, main.stderr);
    assert.match(readFileSync(path.join(folder, 'main.tex'), 'utf8'), /\\toprule/);
    assert.equal((await report(own, '--table', 'main', '--format', 'html')).status, 2);
    const drawn = await report(own, '--no-baselines', '--figures', path.join(folder, 'figures'), '--out', stored);
    assert.equal(drawn.status, 0, drawn.stderr);
    assert.match(readFileSync(path.join(folder, 'figures', 'verdicts-1col.pdf'), 'latin1'), /^%PDF-1\.4/);
    const { methods } = JSON.parse(readFileSync(stored, 'utf8')) as Report;
    assert.match(methods.runs[0]?.sha256 ?? '', /^[0-9a-f]{64}$/);
    assert.equal(methods.command, 'statelens report a.run.jsonl --depth 2 --no-baselines');

    const good = await cli(['verify', stored]);
    assert.match(good.stdout, /all [\d,]+ values and the hashes of 1 run agree/);
    assert.equal(good.status, 0, good.stderr);
    writeFileSync(stored, readFileSync(stored, 'utf8').replace(/"scored": \d+/, '"scored": 7'));
    const wrong = await cli(['verify', stored]);
    assert.match(wrong.stdout, /^series\[o3-mini-2025-01-31\]\.all\.scored: report 7, computed \d+$/m);
    assert.equal(wrong.status, 1);
    rmSync(own);
    const missing = await cli(['verify', stored]);
    assert.match(missing.stderr, /missing: the run a\.run\.jsonl \(SHA-256 [0-9a-f]{64}\)/);
    assert.equal(missing.status, 3);
    assert.equal((await cli(['verify', run])).status, 2);
  });

  itLong('finds moves in --games where the run holds none', async () => {
    const lines = withoutSums(readFileSync(at('gemini.run.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n');
    const bare = lines.map((line) => line.replace(/"moves":\[[^\]]*\],?/, ''));
    writeFileSync(at('movesless.run.jsonl'), `${bare.join('\n')}\n`);
    const blind = (await json(at('movesless.run.jsonl'))).series[0]?.all.blame;
    const seeing = (await json(at('movesless.run.jsonl'), '--games', at('games.pgn'))).series[0]?.all.blame;
    assert.deepEqual([blind?.wrong, blind?.stale], [0, null]);
    assert.deepEqual(seeing, (await json(at('gemini.run.jsonl'))).series[0]?.all.blame);
  });

  itLong('takes folders: of the segments of a run, and of runs, whole or in segments', async () => {
    const [header = '', ...samples] = readFileSync(at('gemini.run.jsonl'), 'utf8').trimEnd().split('\n');
    const write = (name: string, lines: readonly string[]): void =>
      writeFileSync(at(name), `${[header, ...lines].join('\n')}\n`);
    const seriesOf = async (path: string): Promise<unknown> =>
      (await json(path, '--no-keep', '--no-baselines')).series.map(({ all }) => all);
    mkdirSync(at('runs/night.run'), { recursive: true });
    write('runs/night.run/0001.run.jsonl', samples.slice(0, 10));
    write('runs/night.run/0002.run.jsonl', samples.slice(10));
    const whole = await seriesOf(at('gemini.run.jsonl'));
    assert.deepEqual(await seriesOf(at('runs/night.run')), whole);
    assert.deepEqual(await seriesOf(`${at('runs/night.run')}/`), whole);
    assert.deepEqual(await seriesOf(at('runs/night.run.jsonl')), whole);
    assert.deepEqual((await json(at('runs'), '--no-keep', '--no-baselines')).runs, [
      { file: 'night.run.jsonl', samples: 25, planned: null, problems: 0 },
    ]);
    mkdirSync(at('shards'));
    write('shards/a.shard-1-of-2.run.jsonl', samples.slice(10));
    write('shards/a.shard-2-of-2.run.jsonl', samples.slice(0, 10));
    assert.deepEqual(await seriesOf(at('shards')), whole);
    mkdirSync(at('empty'));
    const empty = await report(at('empty'));
    assert.equal(empty.status, 2);
    assert.match(empty.stderr, /no run files \(\*\.run\.jsonl\) in \S*empty/);
  });

  itLong(
    'exits 1 under a threshold, 2 when called wrongly, 3 when a line cannot be read, and with --strict after failures',
    async () => {
      const under = await report(run, '--fail-under', 'exact=0.99', '--format', 'junit');
      assert.equal(under.status, 1);
      assert.match(under.stdout, /failures="1"/);
      assert.match(under.stderr, /o3-mini-2025-01-31: exact is below 0\.99/);
      assert.equal((await report(run, '--fail-under', 'exact=0.01,coverage=0.5')).status, 0);
      assert.equal((await report(run, '--fail-under', 'best=1')).status, 2);
      assert.equal((await report(at('games.pgn'))).status, 2);
      assert.equal((await report(at('missing.run.jsonl'))).status, 2);
      const [header = '', first = ''] = withoutSums(readFileSync(run, 'utf8')).split('\n');
      writeFileSync(at('damaged.run.jsonl'), `${header}\n${first}\nnonsense\n`);
      const damaged = await report(at('damaged.run.jsonl'));
      assert.equal(damaged.status, 3);
      assert.match(damaged.stderr, /damaged\.run\.jsonl:3: not valid JSON; skipped/);
      const failed = first.replace(/}$/, ',"error":{"code":"timeout","message":"m"}}');
      writeFileSync(at('failed.run.jsonl'), `${header}\n${failed}\n`);
      assert.deepEqual(
        [(await report(at('failed.run.jsonl'))).status, (await report(at('failed.run.jsonl'), '--strict')).status],
        [0, 3],
      );
    },
  );

  itLong('names the line of the PGN in which a worst answer stands, and leads there', async () => {
    const { worst } = await json(at('gemini.run.jsonl'), '--games', at('games.pgn'), '--worst', '5');
    const pgn = readFileSync(at('games.pgn'), 'utf8').split('\n');
    assert.ok(worst.length >= 5);
    for (const { place, san, gameName } of worst) {
      assert.ok(place !== undefined && path.resolve(place.file) === at('games.pgn'));
      assert.ok(pgn[place.line - 1]?.includes(san ?? '-'), `${place.line}: ${san}`);
      const above = pgn
        .slice(0, place.line)
        .filter((text) => text.startsWith('[SourceFile '))
        .at(-1);
      assert.ok(above?.includes(path.basename(gameName ?? '-')), `${place.line}: ${gameName}`);
    }
    await report(at('gemini.run.jsonl'), '--games', at('games.pgn'), '--out', at('linked.html'));
    assert.match(
      readFileSync(at('linked.html'), 'utf8'),
      /<a href="vscode:\/\/file\/[^"]*games\.pgn:\d+">[^<]*games\.pgn:\d+<\/a>/,
    );
    writeFileSync(
      at('alone.run.jsonl'),
      withoutSums(readFileSync(at('gemini.run.jsonl'), 'utf8')).replaceAll('games.pgn', 'gone.pgn'),
    );
    await report(at('alone.run.jsonl'), '--out', at('bare.html'));
    assert.doesNotMatch(readFileSync(at('bare.html'), 'utf8'), /vscode:/);
  });

  itLong('tells the format by the ending of --out', async () => {
    for (const [file, begins] of [
      ['r.md', '# State'],
      ['r.csv', 'model,'],
      ['r.json', '{'],
      ['r.xml', '<?xml'],
      ['r.html', '<!doctype html>'],
    ] as const) {
      assert.equal((await report(run, '--out', at(file))).status, 0);
      assert.equal(readFileSync(at(file), 'utf8').slice(0, begins.length), begins);
    }
  });
});
