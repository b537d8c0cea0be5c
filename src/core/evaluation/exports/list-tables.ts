import { csvRow, escapeLatex, escapeMarkdown, markdownTable } from '../../base/text/escape.ts';
import type { ListComparison } from '../../mav/features/list-comparison.ts';

/** A list of actions beside the legal ones, as it is copied out. */
export interface ListExport {
  /** Subject: `Example 1, the current position`. */
  readonly title: string;
  readonly list: Omit<ListComparison, 'range'>;
}

const joined = (actions: readonly string[]): string => (actions.length === 0 ? 'none' : actions.join(' '));

/** Notes on the numbers and on the legality of the best action, as whole sentences. */
const sentences = ({ best, notes }: ListExport['list']): string[] => [
  ...(best === null ? [] : [`${best.charAt(0).toUpperCase()}${best.slice(1)}.`]),
  ...notes,
];

const HEAD = ['judged on', 'scores', 'illegal', 'missing', 'state'] as const;

const rowsOf = ({ judged }: ListExport['list']): string[][] =>
  judged.map(({ on, scores, illegal, missing, state }) => [on, scores, joined(illegal), joined(missing), state]);

/** A Markdown section: title, a table with a row for each board that the list is judged on, sentences. */
export function listMarkdown({ title, list }: ListExport): string {
  return [
    `**${escapeMarkdown(`${title}: ${list.label}`)}**`,
    '',
    markdownTable(
      HEAD,
      rowsOf(list).map((cells) => cells.map(escapeMarkdown)),
      HEAD.length,
    ),
    '',
    ...sentences(list).map(escapeMarkdown),
    '',
  ].join('\n');
}

/** CSV (RFC 4180) with a header: a row for each board that the list is judged on. */
export const listCsv = ({ title, list }: ListExport): string =>
  [['title', 'list', ...HEAD], ...rowsOf(list).map((cells) => [title, list.label, ...cells])].map(csvRow).join('');

/** A LaTeX table that needs no package, with a row for each board that the list is judged on. */
export function listLatex({ title, list }: ListExport): string {
  const row = (cells: readonly string[]): string => `  ${cells.map(escapeLatex).join(' & ')} \\\\`;
  const cells = rowsOf(list).map((all) => all.slice(0, -1));
  return [
    `% ${[`${title}: ${list.label}`, ...sentences(list)].join(' ').replace(/\s+/g, ' ')}`,
    '\\begin{tabular}{llll}',
    '  \\hline',
    row(HEAD.slice(0, -1)),
    '  \\hline',
    ...cells.map(row),
    '  \\hline',
    '\\end{tabular}',
    '',
  ].join('\n');
}
