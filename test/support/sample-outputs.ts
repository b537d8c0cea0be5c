import { comparisonCsv } from '../../src/core/evaluation/exports/comparison-export.ts';
import { buildReport } from '../../src/core/evaluation/report/build.ts';
import { reportCsv } from '../../src/core/evaluation/report/csv.ts';
import type { ReportSample } from '../../src/core/evaluation/report/report-sample.ts';
import type { SampleScores } from '../../src/core/evaluation/report/sample-scores.ts';
import { encodeRunSample } from '../../src/core/evaluation/runs/run-file.ts';
import type { RunHeader, RunSample } from '../../src/core/evaluation/runs/run-schema.ts';
import { eeeRecord } from '../../src/models/export/eee-records.ts';
import { ExportedNames, sampleRow } from '../../src/models/export/exported-sample.ts';
import { inspectSample } from '../../src/models/export/inspect-log.ts';
import { reportSample } from '../../src/models/report/run-pass.ts';
import { sampleComparison } from './comparison-result.ts';
import { madeRun } from './report-samples.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** A sample of a run with a value in each field that an answered sample can have. */
export const WHOLE_SAMPLE: RunSample = {
  kind: 'sample',
  id: 'gpt@plain#2.3.1',
  model: 'gpt',
  task: 7,
  template: 'plain',
  index: 1,
  game: 2,
  gameName: 'Ann, "the" best',
  ply: 3,
  variant: 'chess',
  startFen: START,
  moves: ['e4', 'e5', 'Nf3'],
  trueFen: 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2',
  promptHash: 'ab',
  prompt: 'Which position?',
  raw: 'a,b\n"c"',
  extraction: {
    fen: START,
    by: 'statelens',
    outcome: 'doubtful',
    rule: 'only state',
    role: 'plain',
    form: 'fen',
    stated: ['board'],
    range: { start: 0, end: 3 },
    candidates: 2,
    reason: 'two',
  },
  finishReason: 'stop',
  reasoning: 'thought',
  usage: { inputTokens: 10, outputTokens: 5, reasoningTokens: 2 },
  served: { model: 'gpt-1', fingerprint: 'f', without: ['seed'] },
  cached: true,
  timing: { started: '2026-01-31T10:00:00Z', elapsed: 12.5, waited: 3 },
  attempts: 2,
  source: { score: 1 },
  error: { code: 'late', message: 'too late' },
};

export const OUTPUT_HEADER: RunHeader = {
  kind: 'run',
  schema: 2,
  tool: { name: 'statelens', version: '0' },
  origin: { type: 'predict' },
  models: [{ label: 'gpt' }],
  settings: {},
};

/** Returns the sample of a report with scores. */
export const scoredSample = (sample: RunSample, scores: SampleScores | null): ReportSample => ({
  ...reportSample(sample, { startFen: sample.startFen ?? START, moves: sample.moves ?? [] }),
  scores,
});

/** Returns the cells of a CSV without line ends in its cells. */
const cellsOf = (line = ''): string[] => line.split(',');

/** Returns the names of the columns in each output that holds the sample. */
export function namesInOutputs(sample: RunSample, scores: SampleScores): Readonly<Record<string, readonly string[]>> {
  const names = new ExportedNames(OUTPUT_HEADER);
  const answered = scoredSample({ ...sample, error: undefined } as never, scores);
  const report = buildReport([madeRun([answered])], { tool: { name: 's', version: '0' }, m: 2, samples: true });
  const [worst] = report.worst;
  const exported = { sample, scores, attempts: [] };
  const log = inspectSample(OUTPUT_HEADER, names, exported) as {
    readonly metadata: { readonly reading: object };
    readonly scores: { readonly statelens: { readonly value: object; readonly metadata: object } };
  };
  const { reading, ...metadata } = log.metadata;
  const record = eeeRecord(OUTPUT_HEADER, names, { ...exported, before: [], after: [] }, false) as {
    readonly metadata: object;
  };
  const compared = comparisonCsv(sampleComparison(2)).split('\r\n')[0];
  return {
    run: pathsOf(JSON.parse(encodeRunSample(sample)) as object),
    csv: cellsOf(reportCsv(report).split('\r\n')[0]),
    json: Object.keys(report.samples?.[0] ?? {}),
    worst: Object.keys(worst ?? {}),
    parquet: Object.keys(sampleRow(exported)),
    inspect: [metadata, reading, log.scores.statelens.metadata, log.scores.statelens.value].flatMap(Object.keys),
    eee: Object.keys(record.metadata),
    comparison: [...new Set(cellsOf(compared).map((name) => name.replace(/_\d+$/, '')))],
  };
}

/** Objects of a line whose fields are columns. */
const GROUPS = new Set(['extraction', 'usage', 'served', 'timing', 'error']);

const pathsOf = (line: object): string[] =>
  Object.entries(line).flatMap(([name, value]) => {
    if (name === 'kind' || name === 'sum') return [];
    return GROUPS.has(name) ? Object.keys(value as object).map((part) => `${name}.${part}`) : [name];
  });
