import { describe, it } from 'node:test';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { seeded } from '../../../src/core/base/random.ts';
import {
  comparisonCsv,
  comparisonFigure,
  comparisonLatex,
  comparisonMarkdown,
  type ListExport,
  listCsv,
  listLatex,
  listMarkdown,
} from '../../../src/core/evaluation/exports/comparison-export.ts';
import { gameTraces } from '../../../src/core/evaluation/game-trace/game-traces.ts';
import { timelineChart } from '../../../src/core/evaluation/game-trace/timeline-text.ts';
import { buildReport } from '../../../src/core/evaluation/report/build.ts';
import { runFigures } from '../../../src/core/evaluation/report/cell.ts';
import { samplesCsv } from '../../../src/core/evaluation/report/csv.ts';
import { reportFigures } from '../../../src/core/evaluation/report/figures/report-figures.ts';
import { GROUPINGS } from '../../../src/core/evaluation/report/list/groupings.ts';
import { listSamples } from '../../../src/core/evaluation/report/list/list-samples.ts';
import { POSITION_ORDERS, PositionTable } from '../../../src/core/evaluation/report/list/position-table.ts';
import {
  ALL_SAMPLES,
  CHANGES,
  LIST_COLUMNS,
  queryText,
  readQueryText,
  SCOPES,
} from '../../../src/core/evaluation/report/list/sample-query.ts';
import { SampleTable } from '../../../src/core/evaluation/report/list/sample-table.ts';
import { lossClauses } from '../../../src/core/evaluation/report/loss-words.ts';
import { methodsLines } from '../../../src/core/evaluation/report/methods-words.ts';
import type { Report } from '../../../src/core/evaluation/report/report.ts';
import { reportCharts } from '../../../src/core/evaluation/report/report-charts.ts';
import { GROUP_BY } from '../../../src/core/evaluation/report/report-lists.ts';
import type { ReportRun, ReportSample } from '../../../src/core/evaluation/report/report-sample.ts';
import {
  mainTableText,
  REPORT_FORMATS,
  reportJunit,
  reportText,
  TABLE_FORMATS,
} from '../../../src/core/evaluation/report/report-text.ts';
import { runMethods } from '../../../src/core/evaluation/report/run-methods.ts';
import { ERROR_KINDS } from '../../../src/core/evaluation/report/sample-scores.ts';
import { readScoreRow, rowValues } from '../../../src/core/evaluation/report/score-file.ts';
import { judgeThresholds, readThresholds, THRESHOLD_METRICS } from '../../../src/core/evaluation/report/thresholds.ts';
import type { RunHeader } from '../../../src/core/evaluation/runs/run-schema.ts';
import { CAUSE_IDS } from '../../../src/core/metrics/sentence/causes.ts';
import { VERDICTS } from '../../../src/core/metrics/verdict.ts';
import { SAMPLE, sampleComparison } from '../../support/comparison-result.ts';
import { lineOf } from '../../support/line.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';
import { madeRun, madeSample, madeScores, wrongScores } from '../../support/report-samples.ts';

const TOOL = { name: 'statelens', version: '0' };
const MOVES = [
  'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7',
  'd4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O Nc6 a3 Bxc3 bxc3 dxc4 Bxc4 Qc7',
  'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O O-O-O Nbd7',
];
const LINES = MOVES.map((moves) => lineOf(moves));
const PRICES = {
  alpha: { input: 2.5, output: 10, currency: 'USD', date: '2026-01-31' },
  beta: { input: 0.1, output: 0.4, currency: 'USD', date: '2026-02-28', batch: { input: 0.05, output: 0.2 } },
};
const HEADER: RunHeader = {
  kind: 'run',
  schema: 2,
  tool: TOOL,
  created: '2026-11-02T10:00:00Z',
  origin: { type: 'predict' },
  models: [{ label: 'alpha', provider: 'openai', model: 'gpt-4o', endpoint: 'https://api.example/v1', api: 'chat' }],
  settings: { temperature: 0.5, topP: 0.9, maxTokens: 256, seed: 3, samplesPerPosition: 2 },
  seed: 7,
  games: { file: 'games.pgn', count: 3 },
  plan: {
    plies: 'every:4',
    where: 'plies > 10',
    samples: 2,
    templates: [
      { id: 'state', title: 'State', messages: [{ role: 'user', content: 'Give the FEN after {{moves}}.' }] },
    ],
    tasks: 12,
    gamesHash: 'ab12',
  },
};

/** A number below `sides` from a seed. */
type Dice = (sides: number) => number;

/** An answer to a position, right or wrong in a way that the dice choose. */
function answered(model: string, game: number, ply: number, index: number, dice: Dice): ReportSample {
  const line = LINES[game % LINES.length] ?? [];
  const trueFen = line[ply]?.fen ?? '';
  const place = {
    model,
    game,
    ply,
    index,
    trueFen,
    ...(game % 2 === 0 && { gameName: `Game ${game} | "x" & <y>` }),
    ...(line[ply]?.san !== undefined && { san: line[ply].san }),
    ...(dice(3) === 0 && { template: 'state' }),
    tokens: { input: 100 + dice(50), output: 20 + dice(400), reasoning: dice(2) * dice(300) },
    ...(dice(7) === 0 && { cached: true }),
    ...(dice(9) === 0 && { partialTokens: true }),
  };
  const kind = dice(12);
  if (kind === 0)
    return madeSample({ ...place, error: dice(2) === 0 ? 'timeout' : 'refused', predicted: null, scores: null });
  if (kind === 1) return madeSample({ ...place, predicted: '??', scores: null });
  if (kind < 5) return madeSample({ ...place, predicted: trueFen });
  const squares = dice(9);
  const causes = CAUSE_IDS;
  const cause = causes[dice(causes.length)] ?? 'exact';
  return madeSample({
    ...place,
    predicted: line[Math.max(0, ply - 1 - dice(3))]?.fen ?? null,
    ...(dice(5) === 0 && { doubtful: true as const }),
    ...(dice(5) === 0 && { several: true as const }),
    ...(dice(8) === 0 && { ended: dice(2) === 0 ? ('cut' as const) : ('refused' as const) }),
    scores: wrongScores(squares, (1 + dice(60)) / 64, {
      verdict: VERDICTS[dice(VERDICTS.length)] ?? 'squares',
      sentence: `thinks the ${['king', 'rook', 'pawn'][dice(3)]} is still on e${1 + dice(8)}`,
      cause: { id: cause, ply: dice(2) === 0 ? ply : null, move: dice(2) === 0 ? `${ply}.x` : null },
      errors: { misplaced: squares, [ERROR_KINDS[dice(ERROR_KINDS.length)] ?? 'side']: 1 },
      ages: dice(4) === 0 ? null : Array.from({ length: squares }, () => 1 + dice(9)),
      control: dice(5) === 0 ? null : { stale: dice(squares + 1), wrong: squares },
      lag: dice(4) === 0 ? null : dice(6),
      fallback: dice(6) === 0,
      inPart: dice(6) === 0,
      valid: dice(5) > 0,
      position: dice(4) === 0,
      trueSide: dice(4) === 0 ? null : { p: dice(10) / 10, r: dice(10) / 10 },
      boardOnly: dice(4) === 0 ? null : { p: dice(10) / 10, r: dice(10) / 10 },
      standardError: dice(3) === 0 ? { p: 0.01, r: 0.02 } : null,
      vacuous: { p: dice(9) === 0, r: dice(9) === 0 },
      ...(dice(3) === 0 && {
        others: {
          last: dice(10) / 10,
          first: dice(10) / 10,
          labelled: 0.5,
          inAnswer: dice(2) === 0,
          inThoughts: dice(3) === 0,
        },
      }),
    }),
  });
}

/** A run of two models and a baseline about plies of games. */
function runOf(seed: number, games: number, plies: readonly number[], samples = 1): ReportRun {
  const random = seeded(seed);
  const dice: Dice = (sides) => uniformInt(random, 0, Math.max(0, sides - 1));
  const all = ['alpha', 'beta', 'baseline:lag-2'].flatMap((model) =>
    Array.from({ length: games }, (_, game) =>
      plies.flatMap((ply) => Array.from({ length: samples }, (_, index) => answered(model, game, ply, index, dice))),
    ).flat(),
  );
  const served = {
    label: 'alpha',
    as: [{ model: 'gpt-4o-1', fingerprint: 'f1', samples: 3, from: { number: 1, id: 'x', game: 0, ply: 4 } }],
    changes: 0,
    more: 0,
  };
  return {
    ...madeRun(all, `run-${seed}.run.jsonl`, seed % 2 === 0 ? 'games.pgn' : 'other.pgn'),
    prices: PRICES,
    planned: { key: `plan ${seed}`, tasks: games * plies.length + 3, each: samples },
    methods: runMethods(
      `run-${seed}.run.jsonl`,
      { ...HEADER, seed },
      { first: '2026-11-02T10:01:00Z', last: '2026-11-03T09:00:00Z', served: [served] },
      'cafe',
    ),
    lines: new Map(
      Array.from({ length: games }, (_, game) => [
        game,
        { startFen: LINES[0]?.[0]?.fen ?? '', moves: MOVES[game % MOVES.length] ?? '' },
      ]),
    ),
  };
}

const RUNS: Readonly<Record<string, readonly ReportRun[]>> = {
  'few answers': [runOf(1, 2, [4])],
  'one ply of many games': [runOf(2, 24, [10])],
  'many plies': [runOf(3, 12, [2, 6, 10, 14, 18], 2)],
  'two runs': [runOf(4, 14, [3, 9, 20]), runOf(5, 11, [3, 9, 20])],
  'right answers alone': [
    madeRun(
      ['a', 'b'].flatMap((model) =>
        Array.from({ length: 14 }, (_, game) => madeSample({ model, game, scores: madeScores() })),
      ),
    ),
  ],
  nothing: [],
};

/** A report with everything that it can show. */
const reportOf = (runs: readonly ReportRun[], digits: number): Report =>
  buildReport(runs, {
    tool: TOOL,
    m: 2,
    digits,
    groupBy: [...GROUP_BY],
    positions: true,
    samples: true,
    worst: 4,
    problems: [2],
    affordance: { method: 'auto', samples: 100, seed: 5 },
    origin: {
      commit: 'abc',
      node: '20.19.0',
      command: 'statelens report a.run.jsonl',
      recipe: {
        compare: { lambda: 0.1 },
        baselines: true,
        worst: 4,
        groupBy: [...GROUP_BY],
        lists: ['samples'],
        clusters: {},
        games: null,
      },
    },
  });

/** A page without its style sheet, which is looked at in a browser. */
const withoutStyle = (page: string): string => page.replaceAll(/<style>[^]*?<\/style>/g, '');

function* reports(): Iterable<RecordedValue> {
  for (const [name, runs] of Object.entries(RUNS))
    for (const digits of [2, 4]) {
      const report = reportOf(runs, digits);
      for (const format of REPORT_FORMATS)
        if (format !== 'junit') yield text(`${name} ${digits} ${format}`, withoutStyle(reportText(report, format)));
      if (digits === 4) continue;
      for (const format of TABLE_FORMATS) yield text(`${name} main table in ${format}`, mainTableText(report, format));
      for (const { name: file, text: figure } of reportFigures(report)) yield text(`${name} ${file}`, figure);
      yield text(`${name} charts`, reportCharts(report));
      yield text(`${name} losses`, lossClauses(report));
      yield text(`${name} methods`, methodsLines(report));
      yield text(`${name} samples`, samplesCsv(report.samples ?? []));
      const thresholds = readThresholds(THRESHOLD_METRICS.map((metric, i) => `${metric}=0.${i}`).join(','));
      if (thresholds.ok)
        yield text(`${name} thresholds`, reportJunit(report, judgeThresholds(report, thresholds.value)));
      yield text(
        `${name} runs`,
        runs.map((run) => runFigures(run, 2)),
      );
    }
}

const text = (key: string, value: unknown): RecordedValue => ({
  key,
  summary: `${JSON.stringify(value ?? null).length} characters`,
  value: value ?? null,
});

function* lists(): Iterable<RecordedValue> {
  const texts = [
    '',
    'show=all&by=none&sort=-p&change=worse&search=%20a',
    'sort=ply&cause=stale&by=length',
    'by=x&sort=%',
    'series=a%26b&show=answers',
  ];
  for (const query of texts) yield text(`query ${query}`, [readQueryText(query), queryText(readQueryText(query))]);
  for (const [name, runs] of Object.entries(RUNS)) {
    const report = reportOf(runs, 2);
    const listed = listSamples(runs);
    const table = new SampleTable(listed, report.groups);
    for (const by of [null, ...GROUPINGS])
      for (const scope of SCOPES)
        yield text(`${name} by ${by} of ${scope}`, table.page({ ...ALL_SAMPLES, by, scope }, 0, 60));
    for (const sort of LIST_COLUMNS)
      for (const descending of [false, true])
        yield text(`${name} by ${sort} ${descending}`, table.page({ ...ALL_SAMPLES, sort, descending }, 3, 20));
    for (const change of CHANGES) yield text(`${name} ${change}`, table.page({ ...ALL_SAMPLES, change }, 0, 20));
    for (const search of ['rook', 'GAME 2', 'nothing like it', 'b4'])
      yield text(`${name} with ${search}`, [...table.numbers({ ...ALL_SAMPLES, search })]);
    const positions = new PositionTable(listed);
    const wanted = table.numbers(ALL_SAMPLES);
    for (const order of POSITION_ORDERS)
      yield text(`${name} positions by ${order}`, positions.page(wanted, '', order, 0, 20));
    const scored = runs.flatMap(({ samples }) => samples).slice(0, 40);
    yield text(
      `${name} rows`,
      scored.map((sample) => {
        const row = rowValues({ ...sample, key: `key of ${sample.id}` });
        return [row, readScoreRow(row), readScoreRow(row.slice(0, -2)), readScoreRow([...row, 1, 2])];
      }),
    );
  }
}

function* comparisons(): Iterable<RecordedValue> {
  for (let game = 0; game < 6; game++) {
    let data: ReturnType<typeof sampleComparison>;
    try {
      data = sampleComparison(game);
    } catch {
      continue;
    }
    yield text(`game ${game} md`, comparisonMarkdown(data));
    yield text(`game ${game} csv`, comparisonCsv(data));
    yield text(`game ${game} latex`, comparisonLatex(data));
    for (const orientation of ['white', 'black'] as const)
      yield text(`game ${game} ${orientation}`, comparisonFigure(data, orientation));
  }
  const list: ListExport['list'] = {
    label: 'm|x',
    judged: [
      { on: 'true position', scores: 'p 0.5', illegal: ['e4'], missing: ['d4', 'c4'], state: 'a & b' },
      { on: 'printed board', scores: 'p 1', illegal: [], missing: [], state: '' },
    ],
    rows: [],
    best: 'e4 is legal',
    notes: ['One more note.'],
  };
  for (const shown of [list, { ...list, best: null, notes: [] }]) {
    const data = { title: 'Example 1', list: shown };
    yield text(`list ${shown.best}`, [listMarkdown(data), listCsv(data), listLatex(data)]);
  }
  const traces = gameTraces(SAMPLE, 1);
  yield text('traces', traces);
  yield text('chart', timelineChart(traces, 1, 'A game'));
}

describe('reports of runs, as recorded', () => {
  it('have texts in every format', () => {
    assertRecorded('reports', reports());
  });

  it('have lists of samples and positions', () => {
    assertRecorded('report-lists', lists());
  });
});

describe('comparisons and traces of a game, as recorded', () => {
  it('have texts in every format', () => {
    assertRecorded('comparison-exports', comparisons());
  });
});
