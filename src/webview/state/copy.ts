import type { Orientation } from '../../core/board/board-svg.ts';
import {
  comparisonCsv,
  comparisonFigure,
  comparisonLatex,
  comparisonMarkdown,
  listCsv,
  listLatex,
  listMarkdown,
} from '../../core/evaluation/exports/comparison-export.ts';
import { timelinePicture } from '../../core/evaluation/game-trace/timeline-picture.ts';
import { withoutSample } from '../../core/notation/predictions/prediction.ts';
import type { ComparisonResult } from '../../protocol/lsp.ts';
import type { StoredAnswer } from '../../protocol/state.ts';
import type { StateCopy } from '../../protocol/state-messages.ts';
import type { View } from './view.ts';

/** Sources of copies. */
export interface CopySource {
  readonly view: View;
  readonly result: ComparisonResult | undefined;
  readonly answers: readonly StoredAnswer[] | undefined;
}

/** Makes the text of a copy; undefined where there is nothing to copy. */
export function copyText(what: StateCopy, { view, result, answers }: CopySource): string | undefined {
  const { line, step, row, cell, orientation } = view;
  switch (what) {
    case 'True state':
      return step.fen;
    case 'Strip as SVG':
      return line.rows.length === 0 ? undefined : timelinePicture(line);
    case 'Answer':
      return answerText(row?.label, cell?.label, answers) ?? cell?.fen ?? undefined;
    default:
      return comparisonText(what, result, cell?.label ?? null, row === null, orientation);
  }
}

function answerText(row: string | undefined, label: string | undefined, answers: readonly StoredAnswer[] = []) {
  const ofModel = answers.filter((answer) => withoutSample(answer.label) === row);
  return (ofModel.find((answer) => answer.label === label) ?? ofModel[0])?.raw;
}

function comparisonText(
  what: Exclude<StateCopy, 'True state' | 'Strip as SVG' | 'Answer'>,
  result: ComparisonResult | undefined,
  label: string | null,
  isAll: boolean,
  orientation: Orientation,
): string | undefined {
  if (result === undefined) return undefined;
  const predictions = result.predictions.filter((prediction) => isAll || prediction.label === label);
  if (predictions.length === 0) return listText(what, result);
  const data = { ...result, predictions };
  switch (what) {
    case 'Markdown':
      return comparisonMarkdown(data);
    case 'CSV':
      return comparisonCsv(data);
    case 'LaTeX':
      return comparisonLatex(data);
    case 'SVG':
      return comparisonFigure(data, orientation);
  }
}

/** Prints the lists of a position as tables, one below the other; undefined where there is none, and for forms that are no tables. */
function listText(what: string, { lists, title }: ComparisonResult): string | undefined {
  const print = { Markdown: listMarkdown, CSV: listCsv, LaTeX: listLatex }[what];
  return print === undefined || lists.length === 0 ? undefined : lists.map((list) => print({ title, list })).join('\n');
}

/** Returns what can be copied now. */
export function availableCopies({ view, result, answers }: CopySource): ReadonlySet<StateCopy> {
  const has = (what: StateCopy): boolean => {
    if (what === 'Strip as SVG') return view.line.rows.length > 0;
    if (what === 'True state') return true;
    if (what === 'Answer') return copyText(what, { view, result, answers }) !== undefined;
    const isShown = ({ label }: { label: string }): boolean => view.row === null || label === view.cell?.label;
    return (result?.predictions ?? []).some(isShown) || (what !== 'SVG' && (result?.lists.length ?? 0) > 0);
  };
  return new Set((['Markdown', 'CSV', 'LaTeX', 'SVG', 'Strip as SVG', 'Answer', 'True state'] as const).filter(has));
}
