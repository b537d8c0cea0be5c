import type { ReportRun, ReportSample } from '../../src/core/evaluation/report/report-sample.ts';
import type { SampleScores } from '../../src/core/evaluation/report/sample-scores.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const harmonicMean = (p: number, r: number): number => (p === 0 || r === 0 ? 0 : (2 * p * r) / (p + r));

/** Scores of an exact answer, but for what is named. */
export const madeScores = (over: Partial<SampleScores> = {}): SampleScores => ({
  f: harmonicMean(over.p?.at(-1) ?? 1, over.r?.at(-1) ?? 1),
  vacuous: { p: false, r: false },
  verdict: 'exact',
  sentence: 'exact',
  cause: { id: 'exact', ply: null, move: null },
  valid: true,
  exact: true,
  position: true,
  board: true,
  accuracy: 1,
  editDistance: 0,
  kernel: 1,
  p: [1, 1],
  r: [1, 1],
  standardError: null,
  trueSide: { p: 1, r: 1 },
  boardOnly: { p: 1, r: 1 },
  errors: {},
  wrongSquares: 0,
  inPart: false,
  ages: [],
  control: { stale: 0, wrong: 0 },
  lag: 0,
  fallback: false,
  ...over,
});

/** Scores of an answer with so many wrong squares, all of which were true one half-move ago. */
export const wrongScores = (squares: number, p: number, over: Partial<SampleScores> = {}): SampleScores =>
  madeScores({
    verdict: 'squares',
    sentence: 'thinks the knight is still on g1: missed 2.Nf3',
    cause: { id: 'missed-move', ply: 3, move: '2.Nf3' },
    exact: false,
    position: false,
    board: false,
    accuracy: 1 - squares / 64,
    editDistance: 2 * squares,
    kernel: Math.exp(-0.2 * squares),
    p: [Math.sqrt(p), p],
    r: [Math.sqrt(p), p],
    errors: { misplaced: squares },
    wrongSquares: squares,
    ages: Array.from({ length: squares }, () => 1),
    control: { stale: 0, wrong: squares },
    ...over,
  });

/** A sample; its id follows from model, game, ply and index. */
export function madeSample(over: Partial<ReportSample> & Pick<ReportSample, 'model' | 'game'>): ReportSample {
  const { model, game, ply = 10, index = 0 } = over;
  return {
    id: `${model}#${game}.${ply}.${index}`,
    index,
    ply,
    variant: 'chess',
    trueFen: START,
    predicted: START,
    scores: madeScores(),
    ...over,
  };
}

export const madeRun = (samples: readonly ReportSample[], file = 'a.run.jsonl', games = 'games.pgn'): ReportRun => ({
  file,
  games,
  samples,
});
