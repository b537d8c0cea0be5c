import { cellOf, type StripAnswer, type StripRow, stripRows } from '../../src/core/evaluation/game-trace/strip.ts';
import { DEFAULT_OPTIONS } from '../../src/core/metrics/affordance.ts';
import { PairComparer } from '../../src/core/metrics/compare.ts';
import { type HistoryPly, LineHistory } from '../../src/core/metrics/placement.ts';
import { pgnPredictions } from '../../src/core/notation/predictions/pgn-predictions.ts';
import { type ChessPrediction, withoutSample } from '../../src/core/notation/predictions/types.ts';

/** The answers along a line, a row a label: what is drawn below the boards. */
export interface Strip {
  /** By ply: the move that leads there, with its number; `start` at ply 0. */
  readonly moves: readonly string[];
  /** In the order in which labels first appear, baselines last. */
  readonly rows: readonly StripRow[];
}

/**
 * The strip of a line. Of several samples of a label at a ply the first counts; answers for plies that the line does not
 * have are left out.
 *
 * @param line from its start, ply 0, without gaps
 * @param m depth of p_m and r_m, named where they are not computed
 */
export function stripOf(line: readonly HistoryPly[], answers: readonly StripAnswer[], m: number): Strip {
  const whole = new LineHistory(line);
  const moves = line.map((_, ply) => (ply === 0 ? 'start' : (whole.moveAfter(ply - 1) ?? `ply ${ply}`)));
  const cells = answers.flatMap((answer) =>
    answer.ply in line ? [{ step: answer.ply, row: withoutSample(answer.label), cell: cellOf(answer, m) }] : [],
  );
  const steps = moves.map((name, ply) => ({ name, ply }));
  return { moves, rows: stripRows(cells, steps, 'game') };
}

/**
 * The strips of the games of a PGN that hold predictions on their main line, by game (from 0); each line ends at the last
 * predicted position.
 *
 * @param m depth of p_m; without it p_m, which takes longer than the rest, is not computed
 */
export function stripsIn(text: string, m?: number): Map<number, Strip> {
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
      const answers = predictions.map((prediction): StripAnswer => {
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
      return [game, stripOf(line, answers, m ?? DEFAULT_OPTIONS.m)];
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
): StripAnswer['comparison'] {
  const input = { trueFen, predictedFen: fen, history: line.slice(0, ply + 1) };
  const scored = m === undefined ? undefined : comparer.compare(input, { affordance: { m }, conditional: false });
  return scored?.ok === true ? scored.value : comparer.text(input);
}
