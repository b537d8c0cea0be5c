import { type Orientation, orientationFor } from '../../core/board/board-svg.ts';
import type { StateLine, StateStep, TimelineCell, TimelineRow } from '../../core/evaluation/game-trace/timeline.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import type { ReadingView } from '../../protocol/answer-reading.ts';
import type { ComparisonResult } from '../../protocol/lsp.ts';
import type { ReferenceView, StateHere, StoredAnswer } from '../../protocol/state.ts';
import type { ShowAt, ShowFinding, ShowLine, StatePageState } from '../../protocol/state-messages.ts';
import { t } from '../common/l10n.ts';
import type { PairView } from '../common/pair-parts.ts';
import type { BoardExtras } from '../common/state-board.ts';

/** The content of the page, a function of its state. */
export interface View {
  readonly line: StateLine;
  readonly lineId: string;
  /** Moves can be written. */
  readonly accepts: boolean;
  /** Models can be asked. */
  readonly predicts: boolean;
  /** The model that “Predict State Here” asks; empty where none was chosen. */
  readonly asks: string;
  readonly at: number;
  readonly step: StateStep;
  /** The row that is open; null for all of them, or where there is none. */
  readonly row: TimelineRow | null;
  /** Its answer here; null where it was not asked. */
  readonly cell: TimelineCell | null;
  readonly orientation: Orientation;
  /** Facts about the step that only the extension knows; null until it has sent them. */
  readonly here: Pick<ShowAt, 'board' | 'instead'> | null;
  /** The finding at the cursor of a MAV file. */
  readonly finding: ShowFinding['finding'];
  /** True for a line of a document. */
  readonly inDocument: boolean;
  /** Reading of the answer of `cell`, and the answer; null until that is known, and where none is kept. */
  readonly reading: { readonly result: ReadingView; readonly raw: string } | null;
}

/** Facts about a step. */
export interface StepDetails {
  readonly view: View;
  /** Everything about the step; undefined until it is known. */
  readonly result: ComparisonResult | undefined;
  /** The answer beside its reference, where a comparison was asked for. */
  readonly reference: ReferenceView | null;
}

/** Finds the row of a label, with or without the number of its sample. */
export const findRow = (line: StateLine, label: string): TimelineRow | undefined =>
  line.rows.find((row) => row.label === withoutSample(label));

/**
 * Chooses the label that is open on a line: the wanted one, else the one that was open, else the first model that was asked here,
 * else the first row. Null (all rows) only stays null.
 */
export function openLabel(line: StateLine, at: number, wanted: string | null, before: string | null | undefined) {
  const found = wanted === null ? undefined : findRow(line, wanted);
  if (found !== undefined) return found.label;
  if (before === null && line.rows.length > 1) return null;
  const kept = before === null || before === undefined ? undefined : findRow(line, before);
  const models = line.rows.filter((row) => !row.isBaseline);
  const first = models.find((row) => (row.cells[at] ?? null) !== null) ?? models[0] ?? line.rows[0];
  return (kept ?? first)?.label ?? null;
}

/** Makes the view of a state; undefined where its line has no such step. */
export function stateView(state: StatePageState, here: View['here'], finding: View['finding']): View | undefined {
  const { shown, at, label, flipped, place } = state;
  const { line, lineId, accepts, predicts, asks } = shown;
  const step = line.steps[at];
  if (step === undefined) return undefined;
  const row = label === null ? undefined : findRow(line, label);
  const side = orientationFor(shown.orientation, step.fen);
  return {
    line,
    lineId,
    accepts,
    predicts,
    asks,
    at,
    step,
    row: row ?? null,
    cell: row?.cells[at] ?? null,
    orientation: (side === 'black') === flipped ? 'white' : 'black',
    here,
    finding,
    inDocument: place !== null,
    reading: null,
  };
}

/** Adds how the answer of its row was read to a view, where it is kept. */
export function withReading(view: View, answers: readonly StoredAnswer[] | undefined): View {
  const answer = view.cell === null ? undefined : answers?.find(({ label }) => label === view.cell?.label);
  if (answer === undefined || answer.reading === null) return view;
  return { ...view, reading: { result: answer.reading, raw: answer.raw ?? '' } };
}

/** Cells with their scores, by those without: for the same cell the result is the same. */
const SCORED = new WeakMap<TimelineCell, TimelineCell>();

/** Adds p and r of the details of its step to a view whose line came without: that of a node of a tree. */
export function withScores(view: View, details: ComparisonResult | undefined): View {
  const { cell } = view;
  if (cell === null || cell.p !== null) return view;
  const comparison = details?.predictions.find(({ label }) => label === cell.label)?.comparison;
  if (comparison === undefined || comparison === null) return view;
  const { p, r, verdictText } = comparison;
  const scored = SCORED.get(cell) ?? { ...cell, p: p.at(-1) ?? null, r: r.at(-1) ?? null, verdictText };
  SCORED.set(cell, scored);
  return { ...view, cell: scored };
}

/** Returns the reason for which a line of states has nothing at a step, as a sentence without a period. */
export function unprintedText({ row, step }: Pick<View, 'row' | 'step'>): string {
  const { unjudged } = step;
  if (unjudged !== undefined) return `${unjudged.charAt(0).toUpperCase()}${unjudged.slice(1)}`;
  return row === null ? t('No state is printed here') : t('{0} is not printed here', row.label);
}

/** Returns the sentence about a model that has no answer at a step, without a period. */
export const notAsked = (label = ''): string => t('{0} was not asked about this position', label);

/** Returns the pair of boards of a view. */
export const boardPairView = ({ line, at, step, row, cell, orientation }: View): PairView => ({
  variant: line.variant,
  labels: line.labels,
  step,
  before: line.steps[at - 1]?.fen ?? null,
  label: row?.label ?? '',
  cell,
  orientation,
});

/** Returns the next or previous step whose answer is not exact in a row; undefined where there is none. */
export function wrongStep(row: TimelineRow, at: number, to: 'next' | 'previous'): number | undefined {
  const isWrong = (cell: TimelineCell | null = null): boolean => cell !== null && cell.verdict !== 'exact';
  if (to === 'previous') {
    for (let i = at - 1; i >= 0; i--) if (isWrong(row.cells[i])) return i;
    return undefined;
  }
  const found = row.cells.findIndex((cell, i) => i > at && isWrong(cell));
  return found < 0 ? undefined : found;
}

/** Returns what the true board shows besides its state: drawings of a comment, moves that can be made. */
export const boardExtras = (board: StateHere['board'] = null, accepts: boolean): BoardExtras =>
  board === null ? {} : { legal: accepts ? board.legal : [], check: board.check, shapes: board.shapes };

/** Returns true where another position or another row is shown: notices about the one before are out of date. */
export function isElsewhere(state: StatePageState, before: StatePageState): boolean {
  const placeOf = ({ shown: { line }, at, label }: StatePageState): string =>
    JSON.stringify([line.title, line.steps[at]?.name, line.steps[at]?.fen, label]);
  return placeOf(state) !== placeOf(before);
}

/**
 * Begins a line where the one before was, with what was open there.
 *
 * @param open the state before; empty where there was none
 */
export function beginLine(
  shown: ShowLine,
  open: Partial<StatePageState>,
  kept: Pick<StatePageState, 'pinned' | 'unfolded'>,
): StatePageState {
  const { at: step = 0, place = null, label, flipped = false } = open;
  const at = Math.min(shown.line.steps.length - 1, step);
  return { shown, at, place, label: openLabel(shown.line, at, null, label), flipped, ...kept };
}
