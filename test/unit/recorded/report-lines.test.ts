import { describe, it } from 'node:test';
import {
  calibrationRows,
  exampleCountsText,
  figureRows,
  mavStatsPage,
} from '../../../src/core/evaluation/mav-stats-page.ts';
import { sampleHistory, scoreSample } from '../../../src/core/evaluation/report/sample-scores.ts';
import {
  readScoreLine,
  readScoreRow,
  rowValues,
  type ScoreRow,
  scoreGameLine,
  scoreHeaderLine,
  scoreRowLine,
  scoreSealLine,
} from '../../../src/core/evaluation/report/score-file.ts';
import { readStoredReport } from '../../../src/core/evaluation/report/stored-report.ts';
import { SAMPLE_OUTPUTS } from '../../../src/core/evaluation/sample/column.ts';
import { columnSchemas, columnsIn, SAMPLE_COLUMNS } from '../../../src/core/evaluation/sample/columns.ts';
import { valueInLine } from '../../../src/core/evaluation/sample/run-line.ts';
import type { StatsGroup } from '../../../src/core/mav/stats/collected-stats.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { changedValues } from '../../support/changed-values.ts';
import { lineOf } from '../../support/line.ts';
import { assertRecorded, type RecordedValue } from '../../support/recorded.ts';
import { runSample } from '../../support/run-lines.ts';
import { variedRun } from '../../support/varied-runs.ts';

const value = (key: string, found: unknown, summary = ''): RecordedValue => ({ key, summary, value: found ?? null });

const MOVES = 'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7';
const LINE = lineOf(MOVES);
const FENS = LINE.map(({ fen }) => fen);

function rows(): ScoreRow[] {
  const { samples } = variedRun(3, { models: ['alpha'], games: 6, plies: [2, 5, 9] });
  return samples.map((sample, i) => ({
    ...sample,
    key: `key ${i}`,
    ...(i % 3 === 0 && { task: i }),
    ...(i % 4 === 0 && { template: 'state' }),
    ...(sample.scores !== null &&
      i % 2 === 0 && {
        scores: { ...sample.scores, rawEditDistance: i, cause: { ...sample.scores.cause, cut: true } },
      }),
  }));
}

/** Returns values with another one at an index. */
const replaced = (values: readonly unknown[], at: number, to: unknown): unknown[] =>
  values.map((own, k) => (k === at ? to : own));

function* scoreLines(): Iterable<RecordedValue> {
  const seal = {
    run: 'ab',
    scoring: 'cd',
    games: 'games.pgn',
    problems: 2,
    prices: { alpha: { input: 1, output: 2, date: '2026-01-31' } },
    planned: { key: 'k', tasks: 4, each: 2, shard: { index: 1, of: 2 } },
    imported: 'by its labels',
    answers: {
      first: 'a',
      last: null,
      served: [
        {
          label: 'a',
          as: [{ model: null, fingerprint: 'f', samples: 1, from: { number: 1, id: 'i', game: 0, ply: 2 } }],
          changes: 0,
          more: 0,
        },
      ],
    },
    world: { kind: 'named', name: 'hex3' },
  } as const;
  const game = { startFen: FENS[0] ?? '', moves: `e4\u2028\u2029` };
  const written = [scoreHeaderLine(), scoreGameLine(3, game), scoreSealLine(seal), ...rows().map(scoreRowLine)];
  for (const [i, line] of written.entries())
    yield value(`line ${i}`, [line, readScoreLine(line), readScoreLine(line.slice(0, -3))]);
  const parts = new Map<string, unknown[]>();
  for (const [name, at] of changedValues({ kind: 'seal', ...seal }, (to) => to)) {
    const field = name.split(' ').at(name.startsWith('no ') ? 1 : 0) ?? '';
    parts.set(field, [...(parts.get(field) ?? []), readScoreLine(JSON.stringify(at)) ?? null]);
  }
  for (const [field, found] of parts) yield value(`seal ${field}`, found);
  for (const text of [
    '',
    '[]',
    '{}',
    '[1,"a"]',
    '[1,"a","b"]',
    '["1","a","b"]',
    '[1,2,"b"]',
    '[1,"a",3]',
    '[1,"a","b",4]',
    '{"kind":"scores","schema":5}',
    '{"kind":"scores"}',
  ])
    yield value(`text ${text}`, readScoreLine(text));
  for (const [i, row] of rows().entries()) {
    const values = rowValues(row);
    const scores = values[15];
    const found = values.map((_, at) =>
      [null, undefined, -1, 1.5, 3, 'x', 'chess', [1, 2, 3], [1, 2], [1, 2, 3, 4, 5], {}].map(
        (to) => readScoreRow(values.map((own, k) => (k === at ? to : own))) ?? null,
      ),
    );
    yield value(`row ${i}`, [
      found,
      readScoreRow(values),
      readScoreRow('x'),
      readScoreRow([...values, 1]),
      readScoreRow([...values, 1, 2]),
    ]);
    if (!Array.isArray(scores)) continue;
    const list: readonly unknown[] = scores;
    const inner = list.map((_, at) =>
      [
        null,
        undefined,
        -1,
        1.5,
        3,
        0,
        'x',
        'exact',
        [],
        ['x'],
        [1, 2],
        [1, 2, 3, 4, 5],
        ['exact', 3, 'e4'],
        ['exact', null, null, 1],
        ['exact', 1.5, null],
        ['exact', 1, 2],
        ['exact', 1, null, 1, 1],
        {},
      ].map(
        (to) =>
          readScoreRow(
            replaced(
              values,
              15,
              list.map((own, k) => (k === at ? to : own)),
            ),
          ) ?? null,
      ),
    );
    yield value(`scores ${i}`, [
      inner,
      readScoreRow(replaced(values, 15, list.slice(0, -1))),
      readScoreRow(replaced(values, 15, [...list, 3])),
      readScoreRow(replaced(values, 15, [...list, 3, 4])),
    ]);
  }
}

function* scoredSamples(): Iterable<RecordedValue> {
  const comparer = new PairComparer('chess');
  for (const [ply, trueFen] of FENS.entries())
    for (const [number, predictedFen] of [
      null,
      '??',
      '',
      FENS[0] ?? '',
      FENS[Math.max(0, ply - 2)] ?? '',
      trueFen,
      trueFen.replace('N', 'B'),
      trueFen.split(' ')[0] ?? '',
      trueFen.replace(/\d+$/, '9'),
    ].entries()) {
      const history = sampleHistory({ startFen: FENS[0] ?? '', moves: MOVES.split(' ').slice(0, ply) }, 'chess');
      const others = {
        last: trueFen,
        first: null,
        labelled: FENS[1] ?? '',
        answer: [trueFen],
        thoughts: [FENS[1] ?? ''],
      };
      const input = { variant: 'chess', trueFen, predictedFen } as const;
      yield value(`${ply} ${number} ${predictedFen}`, [
        scoreSample(comparer, { ...input, history }, { affordance: { m: 2 } }),
        scoreSample(
          comparer,
          { ...input, history: undefined, answer: { raw: 'So', finishReason: 'length' }, others },
          { affordance: { m: 1 }, conditional: false },
        ),
      ]);
    }
  for (const [startFen, moves] of [
    [FENS[0], ['e4', 'e5']],
    [FENS[0], ['e4', 'e4']],
    [FENS[0], ['x']],
    ['no', []],
    [FENS[0], []],
    [FENS[2], ['Nf3', 'Nb8c6', 'Bf1-b5']],
  ] as const)
    yield value(
      `history ${startFen} ${moves.join(' ')}`,
      sampleHistory({ startFen: startFen ?? '', moves }, 'chess')?.plies,
    );
  const knights = Array.from({ length: 2001 }, (_, i) => ['Nf3', 'Nf6', 'Ng1', 'Ng8'][i % 4] ?? '');
  yield value(
    'long',
    [2000, 2001].map(
      (length) =>
        sampleHistory({ startFen: FENS[0] ?? '', moves: knights.slice(0, length) }, 'chess')?.plies.length ?? null,
    ),
  );
}

const rate = (right: number, n: number, low: number | null = null) => ({
  right,
  n,
  rate: n === 0 ? null : right / n,
  low,
  high: low === null ? null : 1,
});
const mean = (at: number | null, low: number | null = null) => ({
  mean: at,
  low,
  high: low === null ? null : (at ?? 0) + 0.25,
});

function groupBy(i: number): StatsGroup {
  const side = (k: number) => ({
    best: rate(k % 3, 3),
    final: rate(k, k + 1, 0.2),
    all: {
      n: k,
      exact: rate(k, k),
      precision: mean(k / 9, 0.1),
      recall: mean(0.9996),
      f1: mean(null),
      micro: { precision: k === 0 ? null : 1 / k, recall: 1, f1: 0 },
    },
    top: rate(0, 0),
    topActions: { right: k, n: k, rate: k === 0 ? null : 0.5 },
    terminal: rate(1, 2000),
  });
  const bins = [0, 16, 32, 112].map((from, k) => ({
    from: from + (i % 2),
    to: from + 15 + (i % 2),
    n: 900 * k + 1,
    said: k / 4,
    source: (k * k) / 12 + (k === 0 ? 0 : 0.0001),
  }));
  const values = {
    n: 1500,
    signed: mean(i % 2 === 0 ? 1.5 : -1.5, 0.5),
    absolute: mean(2),
    tau: mean(0.5, 0.25),
    best: rate(1, 2),
    regret: mean(0.01),
    recall: mean(null),
    proved: { n: i % 3, contradicted: 1 },
    habit: i === 1 ? 'too high' : null,
    calibration: i === 3 ? [] : bins.slice(0, 1 + i),
  };
  return {
    split: (['all', 'in', 'out'] as const)[i % 3] ?? 'all',
    game: i === 2 ? 'all' : 'chess',
    examples: 10 + i,
    clusters: [null, 1, 9, 10, null][i] ?? null,
    unknownGames: i === 4 ? 14 : 3,
    notJudged: { prompts: i === 0 ? 0 : 1200, unknown: i > 1 ? 3 : 0, missing: i > 2 ? 4 : 0, elided: i > 3 ? 5 : 0 },
    updated: rate(i, 4),
    rights: rate(0, 0),
    truth: side(i),
    printed: side(0),
    traces: { shape: rate(1, 1), clean: rate(i, 9) },
    values: i === 0 ? null : values,
  } as never;
}

function* others(): Iterable<RecordedValue> {
  const groups = [0, 1, 2, 3, 4].map(groupBy);
  for (const digits of [undefined, 1, 2, 4]) {
    yield value(`page ${digits}`, mavStatsPage(groups, 'statelens 1', digits));
    yield value(
      `stats ${digits}`,
      groups.map((group) => [
        figureRows(group, digits ?? 3),
        calibrationRows(group.values, digits ?? 3),
        exampleCountsText(group),
      ]),
    );
  }
  const sample = { ...runSample({ usage: { inputTokens: 3 }, timing: { started: 'a' } }, true), odd: { deep: null } };
  for (const [name, column] of Object.entries(SAMPLE_COLUMNS)) {
    const { value: _, ...rest } = column;
    yield value(`column ${name}`, [rest, valueInLine(sample, column)]);
  }
  for (const output of SAMPLE_OUTPUTS)
    yield value(`columns in ${output}`, [
      columnsIn(output),
      Object.entries(columnSchemas(output)).map(([name, { type }]) => [name, type]),
    ]);
  const recipe = {
    compare: {
      affordance: { m: 2, method: 'auto', rescale: 'sum', nodeBudget: 3 },
      lambda: 0.1,
      enPassant: 'when-legal',
      conditional: true,
    },
    baselines: true,
    worst: 3,
    groupBy: ['cause'],
    lists: ['samples'],
    clusters: { openingPlies: 3, openingLines: 2 },
    games: null,
  };
  const run = { file: 'a', sha256: null, games: { file: 'g', sha256: 'x' } };
  const stored = {
    kind: 'report',
    schema: 2,
    tool: { name: 'a', version: '1' },
    m: 2,
    seed: 0,
    digits: 3,
    methods: { recipe, runs: [run, { ...run, games: null }] },
    thresholds: [{ series: 'a', metric: 'p', least: 0.5, met: true }],
  };
  const parts = new Map<string, unknown[]>();
  for (const [name, at] of [['whole', stored] as const, ...changedValues(stored, (to) => to)]) {
    const field = name.split(' ').at(name.startsWith('no ') ? 1 : 0) ?? '';
    const read = readStoredReport(JSON.stringify(at));
    parts.set(field, [...(parts.get(field) ?? []), read.ok ? read.value.stored : read.error]);
  }
  for (const [field, found] of parts) yield value(`stored ${field}`, found);
  for (const m of [0, 1, 100, 101])
    yield value(`stored m ${m}`, readStoredReport(`\uFEFF${JSON.stringify({ ...stored, m })}`));
  for (const text of ['', 'x', '[]', '{"kind":"run"}']) yield value(`stored ${text}`, readStoredReport(text));
}

describe('lines of files and games, as recorded', () => {
  it('are scores', () => {
    assertRecorded('score-lines', scoreLines());
  });

  it('are scored samples', () => {
    assertRecorded('scored-samples', scoredSamples());
  });

  it('are statistics, columns and stored reports', () => {
    assertRecorded('report-others', others());
  });
});
