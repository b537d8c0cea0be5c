import { plural } from '../../core/base/text/counts.ts';
import { PuzzleGames, puzzleColumns } from '../../core/datasets/puzzles.ts';
import { firstLine } from '../../core/languages/languages.ts';
import type { Terminal } from './terminal.ts';

/** Malformed rows that are reported one by one; the rest is counted. */
const MAX_TOLD = 10;

/** Tables whose rows were told, by the terminal. */
const TOLD = new WeakMap<object, Set<string>>();

/** Returns true for the beginning of a table of puzzles. */
export const holdsPuzzles = (head: string): boolean =>
  puzzleColumns(firstLine(head.replace(/^\uFEFF/, ''))) !== undefined;

/**
 * Yields the games of a table of puzzles, one piece for each of the text, and notes the rows that are left out: once,
 * however often a command reads the table.
 */
export async function* puzzleText(
  terminal: Pick<Terminal, 'note'>,
  name: string,
  pieces: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  const told = TOLD.get(terminal) ?? new Set();
  TOLD.set(terminal, told);
  const tells = !told.has(name);
  told.add(name);
  let left = 0;
  const games = new PuzzleGames(({ line, message }) => {
    left++;
    if (tells && left <= MAX_TOLD) terminal.note(`${name}:${line}: ${message}; left out`);
  });
  for await (const piece of pieces) {
    const text = games.push(piece);
    if (text !== '') yield text;
  }
  const last = games.end();
  if (last !== '') yield last;
  if (tells && left > 0)
    terminal.note(`${name}: ${plural(left, 'row')} left out that ${left === 1 ? 'is' : 'are'} no puzzle`);
}
