import { PairComparer } from '../../metrics/compare.ts';
import { type HistoryPly, LineHistory } from '../../metrics/placement.ts';
import { pgnPredictions } from '../../notation/predictions/pgn-predictions.ts';
import { type ChessPrediction, withoutSample } from '../../notation/predictions/types.ts';
import { knowsPosition } from './knows-position.ts';
import { type Change, changesOf, changesText } from './plan.ts';

/** A model's answer for one position of a game. */
export interface TracePoint {
  readonly ply: number;
  /** The move that leads there, with its number; `start` at ply 0. */
  readonly move: string;
  /** `knowsPosition` */
  readonly knows: boolean;
  /** Share of right squares, 0..1. */
  readonly accuracy: number;
  /** Wrong squares that hold what was true earlier, and those that never did. */
  readonly stale: number;
  readonly neverTrue: number;
  /** p_m at depth m; undefined if not requested. */
  readonly p?: number;
}

/** A model's predictions along the main line of a game. */
export interface GameTrace {
  /** 0-based index of the game in the text. */
  readonly game: number;
  /** Where the first prediction of it stands. */
  readonly offset: number;
  /** The label without its sample number. */
  readonly label: string;
  /** Ascending by ply; of several samples of a position the first. */
  readonly points: readonly TracePoint[];
  readonly changes: readonly Change[];
  /** `first lost after 8...Ne4 (ply 16); recovered at 20` */
  readonly says: string;
}

/** Fewer positions than these are no trace. */
export const MIN_POINTS = 3;

/**
 * The traces that are written in a PGN, by game and label: the predictions of a label at three positions of a main line or more.
 *
 * @param m depth of p_m; without it p_m, which takes longer than the rest, is not computed
 */
export function tracesIn(text: string, m?: number): GameTrace[] {
  const groups = new Map<string, ChessPrediction[]>();
  for (const prediction of pgnPredictions(text)) {
    if (prediction.path.length > 0 || prediction.trueFen === undefined) continue;
    const key = `${prediction.game} ${withoutSample(prediction.label.text)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [prediction]);
    else if (group.at(-1)?.ply !== prediction.ply) group.push(prediction);
  }
  const comparers = new Map<string, PairComparer>();
  return [...groups.values()]
    .filter((group) => group.length >= MIN_POINTS)
    .flatMap((group) => traceOf(group, m, comparers) ?? [])
    .sort((a, b) => a.game - b.game);
}

function traceOf(
  group: readonly ChessPrediction[],
  m: number | undefined,
  comparers: Map<string, PairComparer>,
): GameTrace | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const { variant, game } = first;
  const comparer = comparers.get(variant) ?? new PairComparer(variant);
  comparers.set(variant, comparer);
  // the last position's line holds all others, so that each board is read once
  const line = group.at(-1)?.history() ?? [];
  const whole = new LineHistory(line);
  const moveAt = (ply: number): string => (ply === 0 ? 'start' : (whole.moveAfter(ply - 1) ?? `ply ${ply}`));
  const points = group.map((one) => pointOf(one, line, moveAt(one.ply), comparer, m));
  const changes = changesOf(new Map(points.map(({ ply, knows }) => [ply, knows])), line.length - 1);
  const says = changesText(changes, points.length, moveAt);
  return {
    game,
    offset: first.range.start,
    label: withoutSample(first.label.text),
    points,
    changes,
    says,
  };
}

function pointOf(
  { ply, fen, trueFen = '' }: ChessPrediction,
  line: readonly HistoryPly[],
  move: string,
  comparer: PairComparer,
  m: number | undefined,
): TracePoint {
  const input = { trueFen, predictedFen: fen, history: line.slice(0, ply + 1) };
  const compared = m === undefined ? undefined : comparer.compare(input, { affordance: { m }, conditional: false });
  const text = compared?.ok === true ? compared.value : comparer.text(input);
  return {
    ply,
    move,
    knows: knowsPosition(text),
    accuracy: text.boardAccuracy,
    stale: text.stale?.stale ?? 0,
    neverTrue: text.stale?.neverTrue ?? 0,
    ...(compared?.ok === true ? { p: compared.value.p.at(-1) ?? 0 } : {}),
  };
}
