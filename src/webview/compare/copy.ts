import type { Orientation } from '../../core/board/svg.ts';
import { comparisonFigure } from '../../core/exports/comparison-figure.ts';
import { comparisonCsv, comparisonLatex, comparisonMarkdown } from '../../core/exports/comparison-tables.ts';
import type { ComparisonResult } from '../../protocol/lsp.ts';
import type { CopyFormat } from '../../protocol/webview.ts';

/** What is copied: the prediction whose details are open, or all of the position when `label` is null. */
export function copyText(
  format: CopyFormat,
  result: ComparisonResult,
  label: string | null,
  orientation: Orientation,
): string {
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
