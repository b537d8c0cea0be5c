/** Moves that begin with a null move: spreadsheets do not read them as formulas. */
const MOVES = /^--(?: [\w+#=@-]+)*$/;

/**
 * Formats a cell of CSV (RFC 4180), quoted if necessary; a space precedes a text that a spreadsheet would read as a
 * formula.
 */
export function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) && !MOVES.test(value) ? ` ${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats a line of CSV with its line end. */
export const csvRow = (cells: readonly (string | number | boolean)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Escapes a text for Markdown, on one line. */
export const escapeMarkdown = (text: string): string => collapseSpaces(text.replace(/[\\`*_{}[\]<>|#~]/g, '\\$&'));

/** Formats a Markdown table of Markdown texts. The first `texts` columns are text, the others are numbers. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], texts = 1): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map((_, i) => (i < texts ? '---' : '---:'))), ...rows.map(row)].join('\n');
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '…': '\\dots{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '"': "''",
};

/** Escapes a text for LaTeX, on one line. */
export const escapeLatex = (text: string): string =>
  collapseSpaces(text).replace(/[\\~^…<>"&%$#_{}]/g, (c) => LATEX[c] ?? `\\${c}`);

/** Replaces each run of whitespace, line ends included, by one space. */
export const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ');

/** Quotes a path or name as one word of a command line, for POSIX shells and, if possible, those of Windows. */
export const shellWord = (text: string): string => {
  if (/^[\w./:@%+=,~-]+$/.test(text)) return text;
  return /["$`!\\]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
};
