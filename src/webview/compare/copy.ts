import type { Orientation } from '../../core/board/svg.ts';
import { comparisonFigure } from '../../core/evaluation/exports/comparison-figure.ts';
import { comparisonCsv, comparisonLatex, comparisonMarkdown } from '../../core/evaluation/exports/comparison-tables.ts';
import { listCsv, listLatex, listMarkdown } from '../../core/evaluation/exports/list-tables.ts';
import type { ComparisonResult } from '../../protocol/lsp.ts';
import type { CopyFormat } from '../../protocol/webview.ts';

/** Formats of what is copied of a list of actions. */
export const LIST_FORMATS: readonly CopyFormat[] = ['Markdown', 'CSV', 'LaTeX'];

/** The copied text: the prediction or list whose details are open, or all predictions of the position when `label` is null. */
export function copyText(
  format: CopyFormat,
  result: ComparisonResult,
  label: string | null,
  orientation: Orientation,
): string {
  const list = result.lists.find((one) => one.label === label);
  if (list !== undefined) {
    const data = { title: result.title, list };
    return format === 'CSV' ? listCsv(data) : format === 'LaTeX' ? listLatex(data) : listMarkdown(data);
  }
  const chosen = result.predictions.filter((p) => label === null || p.label === label);
  const data = { ...result, predictions: chosen };
  switch (format) {
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
