import { type Fields, isFields } from '../logs/fields.ts';

/** Columns of a table that are looked at. */
const MAX_COLUMNS = 500;

/**
 * The rows of a table that JSON holds in another way than as a list of objects: names of columns beside rows of cells (`{"columns": […],
 * "data": [[…], …]}`, as Weights & Biases and pandas write it), or a list or a map of cells by number for each column. Undefined of other values.
 */
export function tableRows(value: unknown): readonly Fields[] | undefined {
  if (!isFields(value)) return undefined;
  const names = value['columns'];
  const cells = value['data'] ?? value['rows'];
  if (Array.isArray(names) && names.every((name) => typeof name === 'string') && Array.isArray(cells))
    return cells.length > 0 && cells.every((row) => Array.isArray(row) && row.length === names.length)
      ? (cells as unknown[][]).map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])))
      : undefined;
  const columns = Object.entries(value).slice(0, MAX_COLUMNS);
  const [first] = columns;
  if (first === undefined || columns.length < 2) return undefined;
  const keys = keysOf(first[1]);
  const isColumn = ([, column]: [string, unknown]): boolean => {
    const own = keysOf(column);
    return own?.length === keys?.length && own?.every((key, i) => key === keys?.[i]) === true;
  };
  if (keys === undefined || keys.length === 0 || !columns.every(isColumn)) return undefined;
  return keys.map((key) => Object.fromEntries(columns.map(([name, column]) => [name, (column as Fields)[key]])));
}

/** The numbers under which a column has its cells; undefined of values that are no column. */
function keysOf(column: unknown): readonly string[] | undefined {
  if (typeof column !== 'object' || column === null) return undefined;
  const keys = Object.keys(column);
  const isCells = keys.every((key) => /^\d{1,9}$/.test(key) && isCell((column as Fields)[key]));
  return isCells ? keys : undefined;
}

const isCell = (value: unknown): boolean => typeof value !== 'object' || value === null;
