import {
  type TimelineAnswer,
  type TimelineRow,
  timelineCell,
  timelineRows,
} from '../../src/core/evaluation/game-trace/timeline.ts';
import { DEFAULT_OPTIONS } from '../../src/core/metrics/affordance.ts';
import { PairComparer } from '../../src/core/metrics/compare.ts';
import { type HistoryPly, LineHistory } from '../../src/core/metrics/placement.ts';
import { pgnPredictions } from '../../src/core/notation/predictions/pgn-predictions.ts';
import { type ChessPrediction, withoutSample } from '../../src/core/notation/predictions/prediction.ts';

/** The answers along a line, a row a label: what is drawn below the boards. */
export interface Timeline {
  /** By ply: the move that leads there, with its number; `start` at ply 0. */
  readonly moves: readonly string[];
  /** In the order in which labels first appear, baselines last. */
  readonly rows: readonly TimelineRow[];
}

/**
 * The timeline of a line. Of several samples of a label at a ply the first counts; answers for plies that the line does not
 * have are left out.
 *
 * @param line from its start, ply 0, without gaps
 * @param m depth of p_m and r_m, named where they are not computed
 */
export function timelineOf(line: readonly HistoryPly[], answers: readonly TimelineAnswer[], m: number): Timeline {
  const whole = new LineHistory(line);
  const moves = line.map((_, ply) => (ply === 0 ? 'start' : (whole.moveAfter(ply - 1) ?? `ply ${ply}`)));
  const cells = answers.flatMap((answer) =>
    answer.ply in line ? [{ step: answer.ply, row: withoutSample(answer.label), cell: timelineCell(answer, m) }] : [],
  );
  const steps = moves.map((name, ply) => ({ name, ply }));
  return { moves, rows: timelineRows(cells, steps, 'game') };
}

/**
 * The timelines of the games of a PGN that hold predictions on their main line, by game (from 0); each line ends at the last
 * predicted position.
 *
 * @param m depth of p_m; without it p_m, which takes longer than the rest, is not computed
 */
export function timelinesIn(text: string, m?: number): Map<number, Timeline> {
  const games = new Map<number, ChessPrediction[]>();
  for (const prediction of pgnPredictions(text)) {
    if (prediction.path.length > 0 || prediction.trueFen === undefined) continue;
    const game = games.get(prediction.game);
    if (game === undefined) games.set(prediction.game, [prediction]);
    else game.push(prediction);
  }
  const comparers = new Map<string, PairComparer>();
  return new Map(
    Array.from(games, ([game, predictions]) => {
      const line = longest(predictions).history();
      const answers = predictions.map((prediction): TimelineAnswer => {
        const { variant } = prediction;
        let comparer = comparers.get(variant);
        if (comparer === undefined) comparers.set(variant, (comparer = new PairComparer(variant)));
        return {
          label: prediction.label.text,
          ply: prediction.ply,
          fen: prediction.fen ?? null,
          comparison: compared(comparer, prediction, line, m),
        };
      });
      return [game, timelineOf(line, answers, m ?? DEFAULT_OPTIONS.m)];
    }),
  );
}

const longest = (predictions: readonly ChessPrediction[]): ChessPrediction =>
  predictions.reduce((last, one) => (one.ply > last.ply ? one : last));

function compared(
  comparer: PairComparer,
  { ply, fen, trueFen = '' }: ChessPrediction,
  line: readonly HistoryPly[],
  m: number | undefined,
): TimelineAnswer['comparison'] {
  const input = { trueFen, predictedFen: fen, history: line.slice(0, ply + 1) };
  const scored = m === undefined ? undefined : comparer.compare(input, { affordance: { m }, conditional: false });
  return scored?.ok === true ? scored.value : comparer.text(input);
}
