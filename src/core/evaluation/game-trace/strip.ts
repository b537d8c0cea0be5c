import { PairComparer } from '../../metrics/compare.ts';
import type { Comparison, TextComparison } from '../../metrics/comparison.ts';
import { type HistoryPly, LineHistory } from '../../metrics/placement.ts';
import type { Cause } from '../../metrics/sentence/causes.ts';
import type { Verdict } from '../../metrics/verdict.ts';
import { predictionsIn } from '../../notation/predictions/annotate.ts';
import { type Prediction, withoutSample } from '../../notation/predictions/types.ts';
import { isBaseline } from '../report/report-sample.ts';
import { knowsPosition } from './knows-position.ts';
import { type Change, changesOf, changesText } from './plan.ts';

/** A label's answer for one position of a line, compared with the true state. */
export interface StripAnswer {
  /** With or without the number of its sample. */
  readonly label: string;
  readonly ply: number;
  /** `p`: p_1..p_m, where it was computed. */
  readonly comparison: TextComparison & Partial<Pick<Comparison, 'p'>>;
}

/** A position of a row. */
export interface StripCell {
  /** p_m; null where it was not computed. */
  readonly p: number | null;
  /** Share of right squares, 0..1. */
  readonly boardAccuracy: number;
  readonly wrongSquares: number;
  readonly verdict: Verdict;
  readonly cause: Cause;
  readonly sentence: string;
  /** `knowsPosition` */
  readonly knows: boolean;
}

/** A label along a line. */
export interface StripRow {
  /** Without the number of a sample. */
  readonly label: string;
  readonly isBaseline: boolean;
  /** By ply from 0 to the end of the line; null: not asked, which is not zero. */
  readonly cells: readonly (StripCell | null)[];
  /** Positions that were asked about. */
  readonly asked: number;
  /** Where the position was lost and had again, in the order of the game. */
  readonly events: readonly Change[];
  /** `first lost after 8...Ne4 (ply 16); recovered at 20` */
  readonly says: string;
}

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
 */
export function stripOf(line: readonly HistoryPly[], answers: readonly StripAnswer[]): Strip {
  const whole = new LineHistory(line);
  const moves = line.map((_, ply) => (ply === 0 ? 'start' : (whole.moveAfter(ply - 1) ?? `ply ${ply}`)));
  const groups = new Map<string, (StripCell | null)[]>();
  for (const { label, ply, comparison } of answers) {
    if (!(ply in line)) continue;
    const name = withoutSample(label);
    let cells = groups.get(name);
    if (cells === undefined) groups.set(name, (cells = line.map(() => null)));
    cells[ply] ??= cellOf(comparison);
  }
  const rows = Array.from(groups, ([label, cells]) => rowOf(label, cells, moves));
  return { moves, rows: [...rows.filter((row) => !row.isBaseline), ...rows.filter((row) => row.isBaseline)] };
}

function cellOf(comparison: StripAnswer['comparison']): StripCell {
  const { p, boardAccuracy, wrongSquares, verdict, cause, sentence } = comparison;
  return {
    p: p?.at(-1) ?? null,
    boardAccuracy,
    wrongSquares: wrongSquares.length,
    verdict,
    cause,
    sentence,
    knows: knowsPosition(comparison),
  };
}

function rowOf(label: string, cells: readonly (StripCell | null)[], moves: readonly string[]): StripRow {
  const known = new Map(cells.flatMap((cell, ply) => (cell === null ? [] : [[ply, cell.knows] as const])));
  const events = changesOf(known, cells.length - 1);
  const says = changesText(events, known.size, (ply) => moves[ply] ?? `ply ${ply}`);
  return { label, isBaseline: isBaseline(label), cells, asked: known.size, events, says };
}

/**
 * The strips of the games of a PGN that hold predictions on their main line, by game (from 0); each line ends at the last
 * predicted position.
 *
 * @param m depth of p_m; without it p_m, which takes longer than the rest, is not computed
 */
export function stripsIn(text: string, m?: number): Map<number, Strip> {
  const games = new Map<number, Prediction[]>();
  for (const prediction of predictionsIn(text, 'pgn')) {
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
          comparison: compared(comparer, prediction, line, m),
        };
      });
      return [game, stripOf(line, answers)];
    }),
  );
}

const longest = (predictions: readonly Prediction[]): Prediction =>
  predictions.reduce((last, one) => (one.ply > last.ply ? one : last));

function compared(
  comparer: PairComparer,
  { ply, fen, trueFen = '' }: Prediction,
  line: readonly HistoryPly[],
  m: number | undefined,
): StripAnswer['comparison'] {
  const input = { trueFen, predictedFen: fen, history: line.slice(0, ply + 1) };
  const scored = m === undefined ? undefined : comparer.compare(input, { affordance: { m }, conditional: false });
  return scored?.ok === true ? scored.value : comparer.text(input);
}
