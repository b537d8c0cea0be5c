import type { Scene, SceneCell, SceneTone } from './scene.ts';

/** A cell with a name of a row or a column. */
export const labelCell = (column: number, row: number, glyph: string): SceneCell => ({
  column,
  row,
  glyph,
  tone: 'none',
});

/** What a cell of a board of stones looks like: `.` is empty. */
const STONES: Readonly<Record<string, { readonly glyph: string; readonly tone: SceneTone }>> = {
  x: { glyph: 'x', tone: 'first' },
  o: { glyph: 'o', tone: 'second' },
};

/**
 * A board of stones whose columns are letters and whose rows are numbers from the top.
 *
 * @param cells one character a cell, row by row
 * @param nameOf the part that a cell shows
 */
export function stoneScene(cells: string, columns: number, nameOf: (cell: number) => string): Scene {
  const rows = Math.ceil(cells.length / columns);
  const letters = Array.from({ length: columns }, (_, i) => labelCell(i + 1, 0, String.fromCharCode(0x61 + i)));
  const numbers = Array.from({ length: rows }, (_, i) => labelCell(0, i + 1, String(i + 1)));
  const stones = Array.from(cells, (stone, cell): SceneCell => {
    const look = STONES[stone] ?? { glyph: '', tone: 'light' };
    return { column: 1 + (cell % columns), row: 1 + Math.floor(cell / columns), part: nameOf(cell), ...look };
  });
  return { columns: columns + 1, rows: rows + 1, cells: [...letters, ...numbers, ...stones] };
}
