export type Align = 'left' | 'right';

/** Formats rows as aligned columns, two spaces apart. The width of a cell is its number of characters. */
export function columns(rows: readonly (readonly string[])[], align: readonly Align[]): string[] {
  const widths = align.map((_, i) => Math.max(0, ...rows.map((row) => length(row[i] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const space = ' '.repeat(Math.max(0, (widths[i] ?? 0) - length(cell)));
        return align[i] === 'right' ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd(),
  );
}

const length = (text: string): number => Array.from(text).length;
