import { type Orientation, orientationFor } from '../../core/board/board-svg.ts';
import type {
  StateLine,
  StateStep,
  TimelineCell as StripCell,
  TimelineRow as StripRow,
} from '../../core/evaluation/game-trace/timeline.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import type { ReadingView } from '../../protocol/answer-reading.ts';
import type { ComparisonResult } from '../../protocol/lsp.ts';
import type { StateHere, StoredAnswer } from '../../protocol/state.ts';
import type { ShowAt, ShowFinding, StatePageState } from '../../protocol/state-messages.ts';
import { t } from '../common/l10n.ts';
import type { PairView } from '../common/pair-parts.ts';
import type { BoardExtras } from '../common/state-board.ts';

/** What is on the page: a function of its state. */
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
  readonly row: StripRow | null;
  /** Its answer here; null where it was not asked. */
  readonly cell: StripCell | null;
  readonly orientation: Orientation;
  /** What only the extension knows of the step; null until it has said it. */
  readonly here: Pick<ShowAt, 'board' | 'instead'> | null;
  /** What is wrong at the cursor of a MAV file. */
  readonly finding: ShowFinding['finding'];
  /** True for a line of a document. */
  readonly inDocument: boolean;
  /** How the answer of `cell` was read, and the answer; null until that is known, and where none is kept. */
  readonly reading: { readonly of: ReadingView; readonly raw: string } | null;
}

/** The row of a label, with or without the number of its sample. */
export const rowOf = (line: StateLine, label: string): StripRow | undefined =>
  line.rows.find((row) => row.label === withoutSample(label));

/**
 * The label that is open on a line: the one that is asked for, else the one that was open, else the first model that was asked
 * here, else the first row. Null (all rows) only stays null.
 */
export function openLabel(line: StateLine, at: number, wanted: string | null, before: string | null | undefined) {
  const asked = wanted === null ? undefined : rowOf(line, wanted);
  if (asked !== undefined) return asked.label;
  if (before === null && line.rows.length > 1) return null;
  const kept = before === null || before === undefined ? undefined : rowOf(line, before);
  const models = line.rows.filter((row) => !row.isBaseline);
  const first = models.find((row) => (row.cells[at] ?? null) !== null) ?? models[0] ?? line.rows[0];
  return (kept ?? first)?.label ?? null;
}

/** The view of a state. */
export function viewOf(state: StatePageState, here: View['here'], finding: View['finding']): View | undefined {
  const { shown, at, label, flipped, place } = state;
  const { line, lineId, accepts, predicts, asks } = shown;
  const step = line.steps[at];
  if (step === undefined) return undefined;
  const row = label === null ? undefined : rowOf(line, label);
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

/** The view with the way in which the answer of its row was read, where it is kept. */
export function withReading(view: View, answers: readonly StoredAnswer[] | undefined): View {
  const answer = view.cell === null ? undefined : answers?.find(({ label }) => label === view.cell?.label);
  if (answer === undefined || answer.reading === null) return view;
  return { ...view, reading: { of: answer.reading, raw: answer.raw ?? '' } };
}

/** Cells with their scores, by those without: drawn again a cell is the same. */
const SCORED = new WeakMap<StripCell, StripCell>();

/** The view with p and r of the details of its step, where its line came without: that of a node of a tree. */
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

/** Why a line of states has nothing at a step, as a sentence without a period. */
export function unprintedText({ row, step }: Pick<View, 'row' | 'step'>): string {
  const { unjudged } = step;
  if (unjudged !== undefined) return `${unjudged.charAt(0).toUpperCase()}${unjudged.slice(1)}`;
  return row === null ? t('No state is printed here') : t('{0} is not printed here', row.label);
}

/** The same of a model that has no answer at a step. */
export const notAsked = (label = ''): string => t('{0} was not asked about this position', label);

/** The same with a period. */
export const notAskedSentence = (label = ''): string => t('{0}.', notAsked(label));

/** The pair of boards of a view. */
export const pairOf = ({ line, at, step, row, cell, orientation }: View): PairView => ({
  variant: line.variant,
  labels: line.labels,
  step,
  before: line.steps[at - 1]?.fen ?? null,
  label: row?.label ?? '',
  cell,
  orientation,
});

/** The next or previous step that a row has wrong, clocks included; undefined where there is none. */
export function wrongStep(row: StripRow, at: number, to: 'next' | 'previous'): number | undefined {
  const isWrong = (cell: StripCell | null = null): boolean => cell !== null && cell.verdict !== 'exact';
  if (to === 'previous') {
    for (let i = at - 1; i >= 0; i--) if (isWrong(row.cells[i])) return i;
    return undefined;
  }
  const found = row.cells.findIndex((cell, i) => i > at && isWrong(cell));
  return found < 0 ? undefined : found;
}

/** The squares that a comment draws, the moves that can be made: what the true board shows besides its state. */
export const extrasOf = (board: StateHere['board'] = null, accepts: boolean): BoardExtras =>
  board === null ? {} : { legal: accepts ? board.legal : [], check: board.check, shapes: board.shapes };
