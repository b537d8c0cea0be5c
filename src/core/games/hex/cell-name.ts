/** The name of a cell: column letter and row number, `a1` in the top left corner. */
export const hexCellName = (cell: number, size: number): string =>
  String.fromCharCode(0x61 + (cell % size)) + (Math.floor(cell / size) + 1);
