import type { SquareBlame } from '../../metrics/blame.ts';
import type { TextComparison } from '../../metrics/comparison.ts';
import type { Cause } from '../../metrics/sentence/causes.ts';
import type { Verdict } from '../../metrics/verdict.ts';
import { type ScoredPart, verdictLine } from '../../metrics/wording.ts';
import { isBaseline } from '../report/report-sample.ts';
import { knowsPosition } from './knows-position.ts';
import { type Change, changesOf, changesText } from './plan.ts';

/** A label's answer for one position of a line, compared with the true state. */
export interface TimelineAnswer {
  /** With or without the number of its sample. */
  readonly label: string;
  readonly ply: number;
  /** The predicted text; null for an answer without a state. */
  readonly fen: string | null;
  /** With p_1..p_m and r_1..r_m where they were computed. */
  readonly comparison: TextComparison | (TextComparison & ScoredPart);
}

/** A position of a row. */
export interface TimelineCell {
  /** As it is written, with the number of the sample that is shown. */
  readonly label: string;
  /** The predicted text; null for an answer without a state. */
  readonly fen: string | null;
  /** The state as the text has it, where that is not `fen`: of MAV files. */
  readonly printed?: string;
  /** p_m and r_m; null where they were not computed. */
  readonly p: number | null;
  readonly r: number | null;
  /** Share of right squares, 0..1. */
  readonly boardAccuracy: number;
  readonly wrongSquares: number;
  readonly verdict: Verdict;
  readonly cause: Cause;
  readonly sentence: string;
  /** Verdict and numbers in one line: `verdictLine`. */
  readonly verdictText: string;
  /** Per wrong square; null where it is not known. */
  readonly blame: readonly SquareBlame[] | null;
  /** `knowsPosition` */
  readonly knows: boolean;
}

/** A label along a line. */
export interface TimelineRow {
  /** Without the number of a sample. */
  readonly label: string;
  readonly isBaseline: boolean;
  /** By ply from 0 to the end of the line; null: not asked, which is not zero. */
  readonly cells: readonly (TimelineCell | null)[];
  /** Positions that were asked about. */
  readonly asked: number;
  /** Where the position was lost and had again, in the order of the game. */
  readonly events: readonly Change[];
  /** `first lost after 8...Ne4 (ply 16); recovered at 20`; of positions that are apart `5 of 12 known` */
  readonly says: string;
}

/** A cell at its place. */
export interface PlacedCell {
  /** Index of the position. */
  readonly step: number;
  /** The label of its row. */
  readonly row: string;
  readonly cell: TimelineCell;
}

/**
 * The rows of cells, in the order in which their labels first appear, baselines last. Of several cells at a place the first counts.
 *
 * @param steps the positions: half-moves from the start, and the name of the move that leads there
 * @param kind of a `game` it is said where the position was lost, of another `walk` too; positions that are `apart` follow from no other
 */
export function timelineRows(
  cells: Iterable<PlacedCell>,
  steps: readonly { readonly ply: number; readonly name: string }[],
  kind: 'game' | 'walk' | 'apart',
): TimelineRow[] {
  const groups = new Map<string, (TimelineCell | null)[]>();
  for (const { step, row, cell } of cells) {
    let group = groups.get(row);
    if (group === undefined) groups.set(row, (group = steps.map(() => null)));
    group[step] ??= cell;
  }
  const rows = Array.from(groups, ([label, group]) => rowOf(label, group, steps, kind));
  return [...rows.filter((row) => !row.isBaseline), ...rows.filter((row) => row.isBaseline)];
}

/**
 * A label's answer as the cell of a timeline.
 *
 * @param m depth of p_m and r_m, named while they are computed
 */
export function cellOf({ label, fen, comparison }: Omit<TimelineAnswer, 'ply'>, m: number): TimelineCell {
  const { boardAccuracy, wrongSquares, verdict, cause, sentence, blame } = comparison;
  const scored = 'p' in comparison ? comparison : undefined;
  return {
    label,
    fen,
    p: scored?.p.at(-1) ?? null,
    r: scored?.r.at(-1) ?? null,
    boardAccuracy,
    wrongSquares: wrongSquares.length,
    verdict,
    cause,
    sentence,
    verdictText: verdictLine(comparison, scored, m),
    blame,
    knows: knowsPosition(comparison),
  };
}

function rowOf(
  label: string,
  cells: readonly (TimelineCell | null)[],
  steps: readonly { readonly ply: number; readonly name: string }[],
  kind: 'game' | 'walk' | 'apart',
): TimelineRow {
  const known = new Map(cells.flatMap((cell, at) => (cell === null ? [] : [[at, cell.knows] as const])));
  const base = { label, isBaseline: isBaseline(label), cells, asked: known.size };
  if (kind === 'apart') {
    const right = [...known.values()].filter((knows) => knows).length;
    return { ...base, events: [], says: `${right} of ${known.size} known` };
  }
  const plyAt = (at: number): number => steps[at]?.ply ?? at;
  const events = changesOf(known, cells.length - 1).map(
    ({ kind: change, from, to }): Change => ({ kind: change, from: plyAt(from), to: plyAt(to) }),
  );
  const unit = kind === 'walk' ? 'action' : 'ply';
  const names = new Map(steps.map(({ ply, name }) => [ply, name]));
  return { ...base, events, says: changesText(events, known.size, (ply) => names.get(ply) ?? `${unit} ${ply}`, unit) };
}
