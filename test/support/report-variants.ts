import { type ReportOptions } from '../../src/core/evaluation/report/build.ts';
import type { Report } from '../../src/core/evaluation/report/report.ts';
import type { ReportRun } from '../../src/core/evaluation/report/report-sample.ts';
import { runMethods } from '../../src/core/evaluation/report/run-methods.ts';
import { madeRun, madeSample, madeScores, wrongScores } from './report-samples.ts';
import { runHeaders } from './run-lines.ts';
import { variedLines, variedRun } from './varied-runs.ts';

/** Runs, and options of their report besides the usual ones. */
export interface ReportVariant extends Partial<ReportOptions> {
  readonly runs: readonly ReportRun[];
}

const dollars = { input: 2.5, output: 10, currency: 'USD', date: '2026-01-31' };
const euros = { input: 300, output: 900, currency: 'EUR', date: '2026-02-28', batch: { input: 1, output: 2 } };
const { currency: _, ...plain } = dollars;
const served = (label: string, changes: number) => ({
  label,
  as: ['a', 'b'].map((model, i) => ({
    model: i === 0 ? null : model,
    fingerprint: i === 0 ? 'f1' : null,
    samples: 3 + i,
    from: { number: 1 + 3 * i, id: 'x', game: i, ply: 4 },
  })),
  changes,
  more: changes - 1,
});
const methodsOf = (file: string) =>
  Object.values(runHeaders()).map((header, i) =>
    runMethods(
      file,
      i % 7 === 6 ? undefined : header,
      i % 3 === 0
        ? undefined
        : { first: '2026-11-02T10', last: `2026-11-0${2 + (i % 2)}T11`, served: [served('m', i % 3)] },
      i % 2 === 0 ? null : 'cafe',
    ),
  );

const TWO = ['alpha', 'beta', 'baseline:lag-2'];
const plan = (over: Partial<NonNullable<ReportRun['planned']>> = {}): NonNullable<ReportRun['planned']> => ({
  key: 'k',
  tasks: 60,
  each: 1,
  ...over,
});
const priced = (seed: number, prices: ReportRun['prices']): ReportRun =>
  variedRun(seed, { models: ['alpha', 'beta'], games: 12, plies: [4, 30], isWhole: true }, prices && { prices });
const tied = ['a', 'b', 'baseline:c', 'baseline:d'].flatMap((model) =>
  Array.from({ length: 12 }, (_, game) =>
    madeSample({ model, game, scores: game % 2 === 0 ? madeScores() : wrongScores(3, 0.25) }),
  ),
);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, ply) => ply);
const world = { kind: 'named', name: 'hex3' } as const;
const ofWorld = (seed: number, name: string): ReportRun =>
  variedRun(
    seed,
    {
      models: ['alpha', 'beta'],
      games: 11,
      plies: [1, 2],
      over: ({ game, ply }) => ({ variant: `world:${name}`, trueFen: `${game} ${ply}` }),
    },
    { world: { kind: 'named', name } },
  );

/** Reports by their kind. */
export const REPORT_VARIANTS: Readonly<Record<string, () => ReportVariant>> = {
  whole: () => ({
    runs: [
      variedRun(1, { models: TWO, games: 12, plies: [2, 9], isWhole: true, samples: 2 }, { lines: variedLines(12) }),
    ],
  }),
  bare: () => ({ runs: [variedRun(2, { models: TWO, games: 12, plies: [2, 9], isWhole: false })] }),
  'eight plies': () => ({
    runs: [variedRun(3, { models: ['alpha', 'beta'], games: 3, plies: [1, 2, 3, 4, 5, 6, 7, 8] })],
  }),
  'nine plies': () => ({
    runs: [variedRun(4, { models: ['alpha', 'beta'], games: 3, plies: [0, 2, 20, 21, 40, 41, 100, 101, 250] })],
  }),
  'baselines alone': () => ({
    runs: [
      variedRun(5, { models: ['baseline:lag-2', 'baseline:start'], games: 12, plies: [4, 6] }, { planned: plan() }),
    ],
  }),
  'baselines apart': () => ({
    runs: [variedRun(6, { models: ['alpha'], games: 12, plies: [4, 6], right: 1 })],
    baselines: [variedRun(6, { models: ['baseline:a', 'baseline:b'], games: 12, plies: [4, 6], right: 9 })],
  }),
  'a run of baselines beside one of models': () => ({
    runs: [
      variedRun(7, { models: ['alpha'], games: 10, plies: [4] }, { planned: plan({ tasks: 12 }) }),
      variedRun(7, { models: ['baseline:a'], games: 10, plies: [4] }, { planned: plan({ tasks: 15 }), file: 'b' }),
    ],
  }),
  ties: () => ({ runs: [madeRun(tied)] }),
  'many models': () => ({
    runs: [variedRun(8, { models: Array.from({ length: 14 }, (_, i) => `model-${i}`), games: 3, plies: [3, 5] })],
  }),
  'more models': () => ({
    runs: [variedRun(9, { models: Array.from({ length: 25 }, (_, i) => `m${i}`), games: 1, plies: [3] })],
    worst: 2,
  }),
  'prices of one currency': () => ({
    runs: [priced(10, { alpha: dollars, beta: { ...dollars, date: '2025-12-01' } })],
  }),
  'prices of two currencies': () => ({
    runs: [priced(10, { alpha: dollars, beta: euros }), priced(11, { alpha: euros, beta: euros })],
  }),
  'prices of one model': () => ({ runs: [priced(12, { alpha: plain })] }),
  'nothing scored': () => ({
    runs: [
      variedRun(13, {
        models: ['alpha', 'beta'],
        games: 3,
        plies: [4],
        over: ({ index, game }) => ({
          scores: null,
          predicted: null,
          ...((game + index) % 2 === 0 && { error: 'timeout' }),
        }),
      }),
    ],
  }),
  'all failed': () => ({
    runs: [
      variedRun(14, {
        models: ['alpha'],
        games: 3,
        plies: [4],
        over: (_s, dice) => ({ scores: null, predicted: null, error: ['b', 'a'][dice(2)] ?? 'a' }),
      }),
    ],
  }),
  'all unread': () => ({
    runs: [variedRun(15, { models: ['alpha'], games: 3, plies: [4], over: () => ({ scores: null, predicted: '??' }) })],
  }),
  'one answer': () => ({ runs: [madeRun([madeSample({ model: 'alpha', game: 0 })])], m: 1 }),
  shards: () => ({
    runs: [1, 3].map((index) =>
      variedRun(
        16 + index,
        {
          models: ['alpha'],
          games: 4,
          plies: [3, 4],
          over: ({ game, ply }) => ({ task: 3 * (2 * game + ply - 3) + index - 1, id: `${index}${game}${ply}` }),
        },
        { planned: plan({ shard: { index, of: 3 } }), file: `part-${index}` },
      ),
    ),
  }),
  'all of a plan': () => ({
    runs: [
      variedRun(
        19,
        {
          models: ['alpha'],
          games: 12,
          plies: [1, 2, 3, 4, 5],
          over: ({ game, ply }) => ({ task: 5 * game + ply - 1 }),
        },
        { planned: plan() },
      ),
    ],
  }),
  'part of a plan': () => ({
    runs: [
      variedRun(
        19,
        {
          models: ['alpha', 'beta'],
          games: 11,
          plies: [1, 2, 3, 4, 5],
          over: ({ game, ply }) => ({ task: 5 * game + ply - 1 }),
        },
        { planned: plan({ tasks: 140, each: 2 }) },
      ),
    ],
    problems: [3],
  }),
  'changed servers': () => ({
    runs: [
      variedRun(
        20,
        { models: ['alpha'], games: 10, plies: [4] },
        { served: [served('alpha', 1), served('beta', 4)], imported: 'read by its labels' },
      ),
    ],
    problems: [1],
  }),
  'one world': () => ({ runs: [ofWorld(21, 'hex3')] }),
  'two worlds': () => ({ runs: [ofWorld(22, 'hex3'), { ...ofWorld(23, 'cube'), file: 'cube', games: 'cube.walk' }] }),
  'a world and chess': () => ({
    runs: [ofWorld(24, 'hex3'), variedRun(24, { models: ['gamma'], games: 4, plies: [4] })],
  }),
  'a renamed world': () => ({ runs: [{ ...ofWorld(25, 'hex3'), world: { kind: 'renamed', seed: 3, world } }] }),
  'the same samples twice': () => ({
    runs: [26, 27].map((seed) => variedRun(seed, { models: ['alpha'], games: 10, plies: [4] }, { file: `${seed}` })),
  }),
  'two files of games': () => ({
    runs: ['x.pgn', 'y.pgn', undefined].map((games, i) => ({
      ...variedRun(28 + i, { models: ['alpha'], games: 4, plies: [4 + i] }),
      file: `${i}`,
      ...(games !== undefined && { games }),
    })),
  }),
  'the same lines': () => ({
    runs: [
      variedRun(31, { models: ['alpha', 'beta'], games: 14, plies: [2, 4], samples: 2 }, { lines: variedLines(14) }),
    ],
  }),
  'one ply deep': () => ({ runs: [variedRun(32, { models: TWO, games: 12, plies: [3, 4], m: 1 })], m: 1 }),
  'eight plies deep': () => ({ runs: [variedRun(33, { models: TWO, games: 11, plies: [3], m: 8 })], m: 8 }),
  'nine plies deep': () => ({ runs: [variedRun(34, { models: TWO, games: 11, plies: [3], m: 9 })], m: 9 }),
  guided: () => ({
    runs: [variedRun(35, { models: ['alpha'], games: 11, plies: [3], isWhole: true })],
    affordance: { method: 'guided', policy: 'captures', importance: true, samples: 300, seed: 4, targetError: 0.01 },
  }),
  stratified: () => ({
    runs: [variedRun(36, { models: ['alpha'], games: 11, plies: [3], isWhole: true })],
    affordance: { method: 'stratified', targetError: 0.5 },
  }),
  'auto with a target': () => ({
    runs: [variedRun(37, { models: ['alpha'], games: 11, plies: [3] })],
    affordance: { targetError: 0.03, policy: 'captures' },
  }),
  'every ply': () => ({ runs: [variedRun(38, { models: ['alpha', 'beta'], games: 13, plies: upTo(15), right: 11 })] }),
  'walks that end at different plies': () => ({
    runs: [
      variedRun(39, {
        models: ['alpha'],
        games: 12,
        plies: [5, 9],
        samples: 2,
        over: ({ game, ply }) => (game < 2 ? { ply: ply + 1 } : {}),
      }),
    ],
  }),
  templates: () => ({
    runs: [
      variedRun(40, {
        models: ['alpha', 'beta'],
        games: 12,
        plies: [4],
        over: (_s, dice) => (dice(3) === 0 ? {} : { template: ['state', 'fen'][dice(2)] ?? 'fen' }),
      }),
    ],
  }),
  'many games': () => ({ runs: [variedRun(41, { models: ['alpha', 'beta'], games: 27, plies: [4, 6] })], worst: 20 }),
  methods: () => ({
    runs: methodsOf('a.run.jsonl').map((methods, i) => ({
      ...madeRun([madeSample({ model: `m${i}`, game: i })], `${i}`),
      methods,
    })),
  }),
};

/** Returns a report in which some worst answers and losses have a place, and others lack a sentence or a move. */
export const withPlaces = (report: Report): Report => ({
  ...report,
  worst: report.worst.map((one, i) => (i % 2 === 0 ? one : { ...one, place: { file: 'g.pgn', line: 3 + i } })),
  series: report.series.map(({ losses, ...one }) => ({
    ...one,
    ...(losses !== undefined && {
      losses: {
        ...losses,
        cases: losses.cases.map((loss, i) =>
          i === 0 ? { ...loss, place: { file: 'g.pgn', line: 7 }, sentence: null } : { ...loss, san: null },
        ),
      },
    }),
  })),
});

/** Returns a report of a kind in `REPORT_VARIANTS`. */
export function reportVariant(name: string): ReportVariant {
  const make = REPORT_VARIANTS[name];
  if (make === undefined) throw new Error(`no report is of the kind ${name}`);
  return make();
}
