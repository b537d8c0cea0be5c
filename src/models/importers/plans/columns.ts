import { keyPath } from '../../../core/mav/records/fields.ts';
import { isFields } from '../logs/fields.ts';
import { wholeFen } from './fen-text.ts';
import { mainLineOf, movesInLine } from './moves-text.ts';
import { textOfMoves } from './plan-row.ts';

/** Values of a record that are looked at, and how deep. */
const MAX_VALUES = 300;
const DEEPEST = 4;

/** A column of some records: a path at which many of them hold a text. */
export interface Column {
  readonly path: string;
  /** The text in each record; undefined where there is none. */
  readonly texts: readonly (string | undefined)[];
  /** Records that hold a text, and those among them whose text is a FEN, a line of moves, one move. */
  readonly filled: number;
  readonly fens: number;
  readonly lines: number;
  readonly singles: number;
}

/** Half of the records have it, and nearly all that do hold what is counted. */
export const mostly = (column: Column, count: number): boolean =>
  column.filled > 0 && count >= 0.9 * column.filled && column.filled >= 0.5 * column.texts.length;

/** The columns of some records below a member of them (all of them where it is empty), in the order in which they are met. */
export function columnsOf(records: readonly unknown[], prefix: string): readonly Column[] {
  const texts = new Map<string, (string | undefined)[]>();
  for (const [i, record] of records.entries())
    for (const { path, text } of textsIn(record, prefix)) {
      let column = texts.get(path);
      if (column === undefined) texts.set(path, (column = Array<string | undefined>(records.length).fill(undefined)));
      column[i] = text;
    }
  return [...texts].map(([path, column]) => profiled(path, column));
}

function profiled(path: string, texts: readonly (string | undefined)[]): Column {
  let [filled, fens, lines, singles] = [0, 0, 0, 0];
  for (const text of texts) {
    if (text === undefined || text.trim() === '') continue;
    filled++;
    if (wholeFen(text) !== undefined) fens++;
    const moves = movesInLine(mainLineOf(text));
    if (moves > 0) lines++;
    if (moves === 1) singles++;
  }
  return { path, texts, filled, fens, lines, singles };
}

/** The texts of a record with their paths, lists of words as one text. Bounded. */
function* textsIn(record: unknown, prefix: string): Generator<{ readonly path: string; readonly text: string }> {
  const open: { readonly path: string; readonly value: unknown; readonly depth: number }[] = [
    { path: prefix, value: record, depth: 0 },
  ];
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen++) {
    const next = open.pop();
    if (next === undefined) break;
    const { path, value, depth } = next;
    const text = textOfMoves(value);
    if (text !== undefined) yield { path, text };
    else if (isFields(value) && depth < DEEPEST) {
      const members = Object.entries(value).slice(0, MAX_VALUES);
      for (const [key, member] of members.reverse())
        open.push({ path: keyPath(path, key), value: member, depth: depth + 1 });
    }
  }
}
