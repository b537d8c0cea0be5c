import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { JOB_TABLE } from '../../../src/compute/jobs/job-table.ts';
import { JOB_VERSIONS, type Jobs } from '../../../src/compute/jobs/jobs.ts';
import { Pool } from '../../../src/compute/pool/pool.ts';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { inThread } from '../../../src/compute/worker/job-runner.ts';
import { ALL_SAMPLES } from '../../../src/core/evaluation/report/list/sample-query.ts';
import type { Report } from '../../../src/core/evaluation/report/report.ts';
import type { ReportRun } from '../../../src/core/evaluation/report/report-sample.ts';
import { localReportService } from '../../../src/models/report/local-report-service.ts';
import { nodeReportService } from '../../../src/models/report/node-report-service.ts';
import { nodeRunSource } from '../../../src/models/report/node-run-source.ts';
import type { ReportProgress, ReportSettings } from '../../../src/models/report/report-session.ts';
import { RunPass } from '../../../src/models/report/run-pass.ts';
import type { RunSource } from '../../../src/models/report/run-source.ts';
import { type ScoredRun, type Scoring, scoreRun } from '../../../src/models/report/score-run.ts';
import { games, readLog } from '../../support/pgn2fen.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const SETTINGS: ReportSettings = {
  options: {
    affordance: { m: 2, method: 'auto', seed: 0, terminal: 'accept', rescale: 'sum' },
    lambda: 0.1,
    enPassant: 'as-written',
  },
  m: 2,
  worst: 2,
  version: '0',
};
const inline = () =>
  new Pool<Jobs>({
    transport: inThread(JOB_TABLE, systemClock, setImmediate),
    versions: JOB_VERSIONS,
    clock: systemClock,
  });
const withoutKeys = ({ samples }: ReportRun): unknown => samples.map((sample) => ({ ...sample, key: '' }));
const nobody = new AbortController().signal;
const unheard = (): void => undefined;

describe('the report of an editor', () => {
  const { folder, remove } = temporaryFolder();
  const at = (name: string): string => path.join(folder, name);
  const run = at('nano.run.jsonl');
  before(async () => {
    writeFileSync(at('games.pgn'), games());
    const lines = readLog('openai_gpt-4.1-nano-2025-04-14').filter((_, i) => i % 40 === 0);
    writeFileSync(at('nano.jsonl'), lines.join('\n'));
    const made = await cli(['import', 'pgn2fen', at('nano.jsonl'), '--games', at('games.pgn'), '--out', run]);
    assert.equal(made.status, 0, made.stderr);
  });
  after(remove);

  itLong(
    'is scored in a thread, tells how far it is, keeps the scores as the command line does, and has every sample',
    async () => {
      const service = nodeReportService([run], SETTINGS, import.meta.url, 'report-worker.mjs');
      try {
        const told: ReportProgress[] = [];
        const shown = await service.open((progress) => told.push(progress), nobody);
        assert.deepEqual([shown.samples, shown.isComplete, shown.notes], [25, true, []]);
        assert.ok(told.some(({ file, total }) => file === 'nano.run.jsonl' && total === 25));
        const page = await service.page({ ...ALL_SAMPLES, sort: 'ply', descending: true }, 0, 3);
        assert.equal(page.total, 25);
        const place = await service.place(
          Array.from(page.rows).flatMap((row) => ('sample' in row ? row.sample : []))[0] ?? -1,
        );
        assert.deepEqual([place?.games, place?.run, place?.ply], ['games.pgn', run, 97]);
        assert.equal(await service.place(25), undefined);
        const sealed = readFileSync(at('nano.scores.jsonl'), 'utf8');
        const { stdout } = await cli(['report', run, '-m', '2', '--format', 'json']);
        const seriesOf = (text: string): unknown => (JSON.parse(text) as Report).series;
        const found = new Map([['games.pgn', { file: path.relative('.', at('games.pgn')), text: games() }]]);
        assert.deepEqual(seriesOf(await service.text('json', found)), seriesOf(stdout));
        assert.equal(readFileSync(at('nano.scores.jsonl'), 'utf8'), sealed);
      } finally {
        service.dispose();
      }
    },
  );

  itLong('is written with the places of its worst answers as the command line writes it', async () => {
    const service = nodeReportService([run], { ...SETTINGS, worst: 3 }, import.meta.url, 'report-worker.mjs');
    try {
      const shown = await service.open(unheard, nobody);
      assert.deepEqual(await Promise.all(shown.games.map(async (number) => (await service.place(number))?.games)), [
        'games.pgn',
      ]);
      const link = `vscode://file${pathToFileURL(at('games.pgn')).pathname}`;
      const found = new Map([['games.pgn', { file: path.relative('.', at('games.pgn')), text: games(), link }]]);
      const worst = (html: string): string => /<ul class="worst">.*?<\/ul>/s.exec(html)?.[0] ?? '';
      const html = worst(await service.text('html', found));
      assert.match(html, /<a href="vscode:[^"]*games\.pgn:\d+">[^<]*games\.pgn:\d+<\/a>/);
      assert.equal(html, worst((await cli(['report', run, '-m', '2', '--format', 'html'])).stdout));
      const table = (markdown: string): string => /## Worst answers\n.*?(?=\n## )/s.exec(markdown)?.[0] ?? '';
      const markdown = table(await service.text('md', found));
      assert.match(markdown, /\| place \|\n/);
      assert.match(markdown, /\| `[^|`]*games\.pgn:\d+` \|\n/);
      assert.equal(markdown, table((await cli(['report', run, '-m', '2', '--format', 'md'])).stdout));
      // Without the PGN there is no column of places.
      assert.doesNotMatch(table(await service.text('md', new Map())), /place/);
    } finally {
      service.dispose();
    }
  });

  it('reads a run that is not scored yet once, and says of how many samples all the same', async () => {
    writeFileSync(at('once.run.jsonl'), readFileSync(run));
    const source = nodeRunSource(at('once.run.jsonl'));
    let readings = 0;
    const counted: RunSource = {
      ...source,
      parts: async () =>
        (await source.parts()).map((part) => ({
          ...part,
          bytes: (signal?: AbortSignal) => {
            readings++;
            return part.bytes(signal);
          },
        })),
    };
    const [told, notes]: [number[], string[]] = [[], []];
    const scoring = {
      options: SETTINGS.options,
      keep: false,
      signal: nobody,
      onTotal: (total: number) => told.push(total),
      onScored: unheard,
      note: (text: string) => notes.push(text),
    };
    const never = () => Promise.reject(new Error('nobody scores here'));
    await assert.rejects(scoreRun(counted, scoring, never), /nobody scores/);
    assert.deepEqual([readings, told.at(-1), notes], [1, 25, []]);
  });

  it('tells about how many samples a run has by the part of it that was read', async () => {
    const whole = readFileSync(run);
    const half = Math.floor(whole.length / 2);
    const bytes = async function* () {
      yield whole.subarray(0, half);
      yield whole.subarray(half);
    };
    const part = {
      shown: 'nano',
      size: whole.length,
      bytes,
      read: () => Promise.reject(new Error('nobody reads here')),
    };
    const pass = new RunPass({ ...nodeRunSource(run), parts: () => Promise.resolve([part]) });
    const told: number[] = [];
    for await (const sample of pass.samples()) if (sample.id !== '') told.push(pass.expected ?? -1);
    assert.equal(told.at(-1), 25);
    assert.ok((told[0] ?? 0) > 15 && (told[0] ?? 0) < 35, String(told[0]));
  });

  it('is of a run in segments what it is of the whole, whether or not its run file is there, too', async () => {
    const [header = '', ...samples] = readFileSync(run, 'utf8').trimEnd().split('\n');
    const segment = (number: number, lines: readonly string[], end = '\n'): void =>
      writeFileSync(at(`parted.run/000${number}.run.jsonl`), [header, ...lines].join('\n') + end);
    mkdirSync(at('parted.run'));
    segment(1, samples.slice(0, 10));
    segment(2, samples.slice(10, 20), '');
    segment(3, samples.slice(20));
    const parted = (): Promise<ScoredRun> => scoreRun(nodeRunSource(at('parted.run.jsonl')), scoring, pool);
    const notes: string[] = [];
    const scoring: Scoring = {
      options: SETTINGS.options,
      keep: true,
      signal: nobody,
      onScored: unheard,
      note: (text) => notes.push(text),
    };
    const pool = () => Promise.resolve(inline());
    const wanted = (await scoreRun(nodeRunSource(run), { ...scoring, keep: false }, pool)).run;
    const once = await parted();
    assert.deepEqual([once.run.file, once.run.games], ['parted.run.jsonl', 'games.pgn']);
    assert.deepEqual(withoutKeys(once.run), withoutKeys(wanted));
    // Its scores are kept beside it, and found again.
    assert.ok(existsSync(at('parted.scores.jsonl')));
    assert.deepEqual((await parted()).run, once.run);
    // A resumed run has its file and segments; for a moment they may hold the same.
    writeFileSync(at('parted.run.jsonl'), `${[header, ...samples.slice(0, 12)].join('\n')}\n`);
    rmSync(at('parted.run/0001.run.jsonl'));
    const both = await parted();
    assert.deepEqual([withoutKeys(both.run), both.problems], [withoutKeys(wanted), 0]);
    // What was cut off while it was written costs its own samples alone.
    writeFileSync(at('parted.run/0003.run.jsonl'), header.slice(0, 20));
    const torn = await parted();
    assert.deepEqual([torn.run.samples.length, torn.problems], [20, 1]);
    assert.match(notes.join('\n'), /parted\.run.0003\.run\.jsonl:1: /);
  });

  it('is what is scored by then when it is cancelled, and goes on afterwards', async () => {
    writeFileSync(at('cut.run.jsonl'), readFileSync(run));
    const service = localReportService([nodeRunSource(at('cut.run.jsonl'))], SETTINGS, setImmediate);
    const scoring = new AbortController();
    scoring.abort();
    const cut = await service.open(unheard, scoring.signal);
    assert.equal(cut.isComplete, false);
    assert.match(cut.notes.join(), /canceled/);
    const whole = await service.open(unheard, nobody);
    assert.deepEqual([whole.isComplete, whole.samples], [true, 25]);
    assert.ok(existsSync(at('cut.scores.jsonl')));
    service.dispose();
  });

  it('fails with what is wrong with the file', async () => {
    const service = nodeReportService([at('games.pgn')], SETTINGS, import.meta.url, 'report-worker.mjs');
    await assert.rejects(service.open(unheard, nobody), /games\.pgn:1: /);
    service.dispose();
    await assert.rejects(service.page(ALL_SAMPLES, 0, 1), /closed/);
  });
});
