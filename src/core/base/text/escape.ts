/** Moves that begin with a null move: no spreadsheet calls anything for them. */
const MOVES = /^--(?: [\w+#=@-]+)*$/;

/** A cell of CSV (RFC 4180), quoted where it must be; a text that a spreadsheet would take for a formula gets a blank before it. */
export function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) && !MOVES.test(value) ? ` ${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of CSV with its end. */
export const csvRow = (cells: readonly (string | number | boolean)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A text that Markdown shows as it is, on one line. */
export const escapeMarkdown = (text: string): string => oneLine(text.replace(/[\\`*_{}[\]<>|#~]/g, '\\$&'));

/** A Markdown table; its texts are Markdown. The first columns, so many of them, are text, the others are numbers. */
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

/** A text that LaTeX shows as it is, on one line. */
export const escapeLatex = (text: string): string =>
  oneLine(text).replace(/[\\~^…<>"&%$#_{}]/g, (c) => LATEX[c] ?? `\\${c}`);

/** A text with its whitespace, line ends included, as single blanks. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** A path or name as one word of a command line, for POSIX shells and, where they can, those of Windows. */
export const shellWord = (text: string): string => {
  if (/^[\w./:@%+=,~-]+$/.test(text)) return text;
  return /["$`!\\]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
};
