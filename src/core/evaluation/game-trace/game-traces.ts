import { plural } from '../../base/text/counts.ts';
import { PairComparer } from '../../metrics/compare.ts';
import type { TextComparison } from '../../metrics/comparison.ts';
import { type HistoryPly, LineHistory } from '../../metrics/placement.ts';
import { pgnPredictions } from '../../notation/predictions/pgn-predictions.ts';
import { type ChessPrediction, withoutSample } from '../../notation/predictions/prediction.ts';

/** Answer of a model for one position of a game. */
export interface TracePoint {
  readonly ply: number;
  /** Move that leads to the position, with its number; `start` at ply 0. */
  readonly move: string;
  /** Result of `knowsPosition`. */
  readonly knows: boolean;
  /** Share of right squares, 0..1. */
  readonly accuracy: number;
  /** Number of wrong squares with contents that were true earlier, and of those whose contents never were. */
  readonly stale: number;
  readonly neverTrue: number;
  /** p_m at depth m; undefined if not requested. */
  readonly p?: number;
}

/** Predictions of a model along the main line of a game. */
export interface GameTrace {
  /** 0-based index of the game in the text. */
  readonly game: number;
  /** Offset of its first prediction in the text, in UTF-16 units. */
  readonly offset: number;
  /** Label without its sample number. */
  readonly label: string;
  /** Points in ascending order of plies; of several samples of a position, the first. */
  readonly points: readonly TracePoint[];
  readonly changes: readonly KnowledgeChange[];
  /** `first lost after 8...Ne4 (ply 16); recovered at 20` */
  readonly says: string;
}

/** Minimum number of positions in a trace. */
export const MIN_POINTS = 3;

/**
 * Returns the traces in a PGN, by game and label: the predictions of a label at three positions of a main line or more.
 *
 * @param m depth of p_m; without it p_m, which takes longer than the rest, is not computed
 */
export function gameTraces(text: string, m?: number): GameTrace[] {
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
  // The line of the last position holds all others, so each board is read once.
  const line = group.at(-1)?.history() ?? [];
  const whole = new LineHistory(line);
  const moveAt = (ply: number): string => (ply === 0 ? 'start' : (whole.moveAfter(ply - 1) ?? `ply ${ply}`));
  const points = group.map((one) => pointOf(one, line, moveAt(one.ply), comparer, m));
  const changes = findChanges(new Map(points.map(({ ply, knows }) => [ply, knows])), line.length - 1);
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

/** Knowledge of the position by ply, for the queried plies. */
export type KnownPlies = ReadonlyMap<number, boolean>;

/**
 * Returns the plies to query next, ascending: first every k-th and the last one of a game, then the middle between two
 * neighboring queried plies of which one was known and the other not, until each change lies between consecutive plies.
 * Empty when that is so.
 *
 * A change and back again between two of the first plies is not seen: a smaller k finds it.
 *
 * @param length plies of the game
 * @param every k, 1 or more
 */
export function nextPlies(known: KnownPlies, length: number, every: number): number[] {
  const grid = new Set<number>();
  for (let ply = every; ply < length; ply += every) grid.add(ply);
  if (length > 0) grid.add(length);
  const open = [...grid].filter((ply) => !known.has(ply));
  if (open.length > 0) return open;
  return findChanges(known, length)
    .filter(({ from, to }) => to - from > 1)
    .map(({ from, to }) => (from + to) >> 1);
}

/**
 * Returns the maximum number of plies that a trace can query: the first ones, and those that refine around every
 * possible change.
 */
export function maxPlies(length: number, every: number): number {
  const first = Math.ceil(length / every);
  return Math.min(length, first + first * Math.ceil(Math.log2(Math.max(1, every))));
}

/** Change between plies at which a model knew the position and plies at which it did not. */
export interface KnowledgeChange {
  readonly kind: 'lost' | 'recovered';
  /** Last ply queried before the change; the start position is never queried and counts as known. */
  readonly from: number;
  /** First ply queried after the change. */
  readonly to: number;
}

/** Returns every change, in the order of the game. */
export function findChanges(known: KnownPlies, length: number): KnowledgeChange[] {
  const changes: KnowledgeChange[] = [];
  let from = 0;
  let before = true;
  for (const ply of [...known.keys()].filter((one) => one > 0 && one <= length).sort((a, b) => a - b)) {
    const now = known.get(ply) === true;
    if (now !== before) changes.push({ kind: now ? 'recovered' : 'lost', from, to: ply });
    from = ply;
    before = now;
  }
  return changes;
}

/** Maximum number of changes in a line. */
const MAX_NAMED = 3;

/**
 * Formats changes for a code lens: `first lost after 8...Ne4 (ply 16); recovered at 20`.
 *
 * @param moveAt the move that leads to a ply, with its number
 * @param unit what is counted
 */
export function changesText(
  changes: readonly KnowledgeChange[],
  asked: number,
  moveAt: (ply: number) => string,
  unit = 'ply',
): string {
  if (changes.length === 0) return `never lost in ${plural(asked, 'position')}`;
  const parts = changes.slice(0, MAX_NAMED).map(({ kind, to, from }, i) => {
    // The model was not asked about the plies between, so the change is at one of them.
    const ply = to - from > 1 ? `${from + 1} to ${to}` : `${to}`;
    if (kind === 'recovered') return `recovered at ${ply}`;
    return i === 0 ? `first lost after ${moveAt(to)} (${unit} ${ply})` : `lost again at ${ply}`;
  });
  const more = changes.length - MAX_NAMED;
  return [...parts, ...(more > 0 ? [plural(more, 'more change')] : [])].join('; ');
}

/**
 * Returns true if a predicted state is the true position: the board and the side to move, and castling and en passant
 * as far as they make a difference. The clocks may differ.
 */
export const knowsPosition = ({ valid, positionMatch }: TextComparison): boolean => valid && positionMatch;
