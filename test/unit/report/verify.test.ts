import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { methodsLines } from '../../../src/core/evaluation/report/methods-words.ts';
import { UNKNOWN_ORIGIN } from '../../../src/core/evaluation/report/report-methods.ts';
import { type AnswerRecord, runMethods } from '../../../src/core/evaluation/report/run-methods.ts';
import { compareReports, readStoredReport } from '../../../src/core/evaluation/report/stored-report.ts';
import type { RunHeader } from '../../../src/core/evaluation/runs/run-schema.ts';
import { madeRun, madeSample } from '../../support/report-samples.ts';

const HEADER: RunHeader = {
  kind: 'run',
  schema: 2,
  tool: { name: 'statelens', version: '9.9.9' },
  created: '2026-11-02T10:00:00Z',
  origin: { type: 'predict' },
  models: [{ label: 'gpt', provider: 'openai', model: 'gpt-4o', endpoint: 'https://api.example/v1', api: 'chat' }],
  settings: { temperature: 0, maxTokens: 256, samplesPerPosition: 2 },
  seed: 7,
  games: { file: 'games.pgn', count: 12 },
  plan: {
    plies: 'every:4',
    samples: 2,
    templates: [{ id: 'state', messages: [{ role: 'user', content: 'Give the FEN after {{moves}}.' }] }],
    tasks: 4,
    gamesHash: 'ab12',
  },
};
const ANSWERS: AnswerRecord = {
  first: '2026-11-02T10:01:00Z',
  last: '2026-11-03T09:00:00Z',
  served: [
    {
      label: 'gpt',
      as: [{ model: 'gpt-4o-08-06', fingerprint: 'fp_1', samples: 3, from: { number: 1, id: 'x', game: 0, ply: 4 } }],
      changes: 0,
      more: 0,
    },
  ],
};
const RECIPE = {
  compare: { lambda: 0.1 },
  baselines: false,
  worst: 3,
  groupBy: [],
  lists: [],
  clusters: {},
  games: null,
};

const report = (header: RunHeader | null = HEADER) => {
  const methods = runMethods('a.run.jsonl', header ?? undefined, header === null ? undefined : ANSWERS, 'ff00');
  const samples = Array.from({ length: 12 }, (_, game) => madeSample({ model: 'gpt', game }));
  return buildReport([{ ...madeRun(samples), methods }], {
    tool: { name: 'statelens', version: '0' },
    m: 2,
    origin: { ...UNKNOWN_ORIGIN, node: '24.1.0', command: 'statelens report a.run.jsonl', recipe: RECIPE },
  });
};
const written = (): Record<string, unknown> => JSON.parse(JSON.stringify(report())) as Record<string, unknown>;

describe('the methods of a report', () => {
  it('say with what, about what and how the models were asked', () => {
    const lines = Object.fromEntries(methodsLines(report()).map(({ name, text }) => [name, text]));
    assert.deepEqual(lines, {
      Tool: 'statelens 0, commit unknown; Node 24.1.0',
      Command: 'statelens report a.run.jsonl',
      Runs: 'a.run.jsonl, SHA-256 ff00',
      'Runs made': '2026-11-02T10:00:00Z by statelens 9.9.9',
      Answers: '2026-11-02 to 2026-11-03',
      Games: 'games.pgn, 12 games, SHA-256 ab12',
      Positions: 'every:4',
      'Samples for each position': '2',
      Models: 'gpt = openai:gpt-4o at https://api.example/v1, chat, served as gpt-4o-08-06, fingerprint fp_1',
      Settings: 'temperature 0, max tokens 256',
      Seeds: 'run 7; scores 0; tests 0',
      Scores: 'p₂ (m = 2), exact or stratified, λ 0.1',
    });
    assert.equal(report().methods.runs[0]?.prompts[0]?.messages[0]?.content, 'Give the FEN after {{moves}}.');
  });

  it('say of everything that is not known that it is unknown', () => {
    const { methods } = report(null);
    const unknown = methodsLines({ ...report(), methods: { ...UNKNOWN_ORIGIN, runs: methods.runs } });
    for (const name of ['Command', 'Games', 'Positions', 'Models'])
      assert.equal(unknown.find((line) => line.name === name)?.text, 'unknown', name);
  });
});

describe('the verification of a report', () => {
  it('agrees with itself, and counts what it compared', () => {
    const { compared, differences } = compareReports(written(), written());
    assert.ok(compared > 100, String(compared));
    assert.deepEqual(differences, []);
  });

  it('names the figure that differs, and not the last digits', () => {
    const text = JSON.stringify(written());
    const changed = JSON.parse(text.replace('"accuracy":{"value":1,', '"accuracy":{"value":0.5,')) as unknown;
    assert.deepEqual(compareReports(changed, written()).differences, [
      { path: 'series[gpt].all.accuracy.value', stored: '0.5', computed: '1' },
    ]);
    const rounded = JSON.parse(
      text.replace('"accuracy":{"value":1,', '"accuracy":{"value":1.0000000000001,'),
    ) as unknown;
    assert.deepEqual(compareReports(rounded, written()).differences, []);
    const { ranking: _, ...less } = written();
    assert.deepEqual(
      compareReports(less, written()).differences.map(({ path, stored }) => [path, stored]),
      [['ranking', undefined]],
    );
  });

  it('reads reports that say how they were made, and says of others why not', () => {
    const read = readStoredReport(JSON.stringify(report()));
    assert.ok(read.ok);
    assert.equal(read.value.stored.methods.runs[0]?.sha256, 'ff00');
    const error = (text: string): string => {
      const result = readStoredReport(text);
      return result.ok ? '' : result.error;
    };
    assert.match(error('{'), /^is no JSON report/);
    assert.match(
      error(JSON.stringify({ ...written(), methods: undefined })),
      /^does not say how it was made \(methods\)/,
    );
    assert.match(
      error(JSON.stringify(report()).replace('"lambda":0.1', '"lambda":"x"')),
      /^does not say how it was made \(methods\.recipe\.compare\.lambda\)/,
    );
  });
});
