import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { seeded } from '../../src/core/base/random.ts';
import type { ReportRun, ReportSample } from '../../src/core/evaluation/report/report-sample.ts';
import { ERROR_KINDS, type SampleScores } from '../../src/core/evaluation/report/sample-scores.ts';
import { CAUSE_IDS } from '../../src/core/metrics/sentence/causes.ts';
import { VERDICTS } from '../../src/core/metrics/verdict.ts';
import { lineOf } from './line.ts';
import { madeRun, madeSample, madeScores, wrongScores } from './report-samples.ts';

const MOVES = [
  'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7',
  'd4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O Nc6 a3 Bxc3 bxc3 dxc4 Bxc4 Qc7',
  'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O O-O-O Nbd7',
];
const LINES = MOVES.map((moves) => lineOf(moves));

/** A number below `sides` from a seed. */
export type Dice = (sides: number) => number;

export const diceOf = (seed: number): Dice => {
  const random = seeded(seed);
  return (sides) => uniformInt(random, 0, sides - 1);
};

/** Questions and kinds of answers of a run. */
export interface RunShape {
  readonly models: readonly string[];
  readonly games: number;
  readonly plies: readonly number[];
  /** Samples for each position. Default 1. */
  readonly samples?: number;
  /** Depth of p and r. Default 2. */
  readonly m?: number;
  /** Of 12 answers, those that are right. Default 4. */
  readonly right?: number;
  /** True if all optional values are there, false if none is; by chance by default. */
  readonly isWhole?: boolean;
  /** Changes of each sample. */
  readonly over?: (sample: ReportSample, dice: Dice) => Partial<ReportSample>;
}

function scoresBy(dice: Dice, { m = 2, isWhole }: RunShape, ply: number): SampleScores {
  const squares = 1 + dice(8);
  const has = (sides: number): boolean => isWhole ?? dice(sides) > 0;
  const p = (1 + dice(60)) / 64;
  const depths = (last: number): number[] => Array.from({ length: m }, (_, i) => last ** ((i + 1) / m));
  const r = dice(9) / 9;
  const verdict = VERDICTS[dice(VERDICTS.length)] ?? 'squares';
  return wrongScores(squares, p, {
    p: depths(p),
    r: depths(r),
    f: (2 * p * r) / (p + r),
    verdict,
    sentence: `thinks the ${['king', 'rook', 'pawn'][dice(3)]} is still on e${1 + dice(8)}`,
    cause: {
      id: CAUSE_IDS[dice(3) === 0 ? dice(CAUSE_IDS.length) : 9 + dice(2)] ?? 'exact',
      ply: has(2) ? ply : null,
      move: has(2) ? `${ply}.x` : null,
    },
    errors: { misplaced: squares, [ERROR_KINDS[dice(ERROR_KINDS.length)] ?? 'side']: 1 },
    ages: has(4) ? Array.from({ length: dice(squares + 1) }, () => 1 + dice(40)) : null,
    control: has(4) ? { stale: dice(squares + 1), wrong: squares } : null,
    lag: has(4) ? dice(20) : null,
    fallback: dice(6) === 0,
    inPart: dice(6) === 0,
    valid: dice(5) > 0,
    trueSide: has(4) ? { p: dice(10) / 10, r: dice(10) / 10 } : null,
    boardOnly: has(4) ? { p: dice(10) / 10, r: dice(10) / 10 } : null,
    standardError: has(3) ? { p: 0.001 * dice(30), r: 0.001 * dice(30) } : null,
    vacuous: { p: dice(9) === 0, r: dice(9) === 0 },
    ...(has(3) && {
      others: {
        last: dice(10) / 10,
        first: dice(10) / 10,
        labelled: 0.5,
        inAnswer: dice(2) === 0,
        inThoughts: dice(3) === 0,
      },
    }),
  });
}

function answered(model: string, game: number, ply: number, index: number, dice: Dice, shape: RunShape): ReportSample {
  const { m = 2, right = 4, isWhole } = shape;
  const line = LINES[game % LINES.length] ?? [];
  const asked = line[ply % line.length];
  const [trueFen, san] = [asked?.fen ?? '', asked?.san];
  const has = (sides: number): boolean => isWhole ?? dice(sides) === 0;
  const sample = madeSample({
    model,
    game,
    ply,
    index,
    trueFen,
    ...(has(2) && { gameName: `Game ${game} – “x” & <y>` }),
    ...(san !== undefined && { san }),
    ...(has(2) && {
      tokens: {
        input: 100 + dice(50),
        output: 20 + dice(400),
        reasoning: dice(300),
        ...(has(3) && { batch: { input: 10, output: dice(20) } }),
      },
    }),
    ...(dice(7) === 0 && { cached: true }),
    ...(dice(9) === 0 && { partialTokens: true }),
    ...(dice(6) === 0 && { several: true as const }),
    ...(dice(8) === 0 && { doubtful: true as const }),
    ...(dice(9) === 0 && { ended: dice(2) === 0 ? ('cut' as const) : ('refused' as const) }),
    predicted: trueFen,
    scores: madeScores({ p: Array.from({ length: m }, () => 1), r: Array.from({ length: m }, () => 1) }),
  });
  if (dice(12) < right) return sample;
  const kind = dice(14);
  if (kind === 0)
    return {
      ...sample,
      error: ['timeout', 'moderated', 'server'][dice(3)] ?? 'timeout',
      predicted: null,
      scores: null,
    };
  if (kind === 1) return { ...sample, predicted: '??', scores: null };
  if (kind === 2) return { ...sample, predicted: null, scores: null };
  const scores = scoresBy(dice, shape, ply);
  if (kind === 3)
    return {
      ...sample,
      predicted: null,
      scores: { ...scores, p: scores.p.map(() => 0), r: scores.r.map(() => 0), f: 0, verdict: 'none' },
    };
  return { ...sample, predicted: line[Math.max(0, (ply % line.length) - 1 - dice(3))]?.fen ?? null, scores };
}

/** A run of models about plies of games, right or wrong in ways that the seed chooses. */
export function variedRun(seed: number, shape: RunShape, over: Partial<ReportRun> = {}): ReportRun {
  const dice = diceOf(seed);
  const { models, games, plies, samples = 1 } = shape;
  const all: ReportSample[] = [];
  for (const model of models)
    for (let game = 0; game < games; game++)
      for (const ply of plies)
        for (let index = 0; index < samples; index++) {
          const sample = answered(model, game, ply, index, dice, shape);
          all.push({ ...sample, ...shape.over?.(sample, dice) });
        }
  return { ...madeRun(all, `run-${seed}.run.jsonl`), ...over };
}

/** Moves of games of varied runs, so that games of one line are one cluster. */
export const variedLines = (games: number): NonNullable<ReportRun['lines']> =>
  new Map(
    Array.from({ length: games }, (_, game) => [
      game,
      { startFen: LINES[0]?.[0]?.fen ?? '', moves: MOVES[game % MOVES.length] ?? '' },
    ]),
  );
