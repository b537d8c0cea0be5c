import type { ReportRow, ReportTable } from '../tables.ts';
import { latexCell, latexText } from './latex-text.ts';

/** Maximum number of rows on a page; longer tables continue in another one. */
const MAX_ROWS = 40;

/**
 * Returns a table with the rules of booktabs, no wider than the text: several, if it has more rows than a page. It
 * requires the packages booktabs and graphicx.
 */
export function latexTable(table: ReportTable, label?: string): string {
  const { rows, caption } = table;
  const pages = Array.from({ length: Math.max(1, Math.ceil(rows.length / MAX_ROWS)) }, (_, i) =>
    rows.slice(i * MAX_ROWS, (i + 1) * MAX_ROWS),
  );
  return pages
    .map((page, i) =>
      floatingTable(
        { ...table, rows: page, caption: i === 0 ? caption : `${caption} (continued)` },
        i === 0 ? label : undefined,
      ),
    )
    .join('\n\n');
}

function floatingTable({ caption, head, rows, texts = 1 }: ReportTable, label: string | undefined): string {
  const columns = head.map((_, i) => (i < texts ? 'l' : 'r')).join('');
  return [
    '\\begin{table}[htbp]',
    '\\centering',
    `\\caption{${latexText(caption)}}`,
    ...(label === undefined ? [] : [`\\label{${label}}`]),
    '\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%',
    `\\begin{tabular}{@{}${columns}@{}}`,
    '\\toprule',
    `${head.map(latexCell).join(' & ')} \\\\`,
    '\\midrule',
    ...rows.map(rowText),
    '\\bottomrule',
    '\\end{tabular}}',
    '\\end{table}',
  ].join('\n');
}

const rowText = ({ head, cells, floor = false }: ReportRow): string =>
  `${[floor ? `\\textit{${latexText(head)}}` : latexCell(head), ...cells.map(latexCell)].join(' & ')} \\\\`;
