import { stoneTextBoard } from '../../core/board/stone-board.ts';
import type { TextBoardStyle } from '../../core/board/text-board.ts';
import { readStones } from '../../core/games/stones.ts';

const GAP = '    ';

/** A true and a predicted board of stones side by side under their names; cells that differ are in brackets. */
export function stoneBoards(
  kind: 'connect_four' | 'hex',
  trueText: string,
  predictedText: string,
  style: TextBoardStyle,
): string[] {
  const [truth, predicted] = [readStones(trueText), readStones(predictedText)];
  const cells = [truth.ok ? truth.value.cells : '', predicted.ok ? predicted.value.cells : ''];
  // boards of different sizes have no cells in common by index
  const wrong = cells[0].length === cells[1].length ? differing(cells[0], cells[1]) : [];
  const [left, right] = cells.map((board) => stoneTextBoard({ kind, cells: board, wrong }));
  const width = Math.max('true'.length, ...left.map((line) => line.length));
  const rows = Math.max(left.length, right.length);
  return [
    style.dim(`${'true'.padEnd(width)}${GAP}predicted`),
    ...Array.from({ length: rows }, (_, i) => `${(left[i] ?? '').padEnd(width)}${GAP}${right[i] ?? ''}`.trimEnd()),
  ];
}

const differing = (a: string, b: string): number[] =>
  Array.from(a).flatMap((stone, cell) => (stone === b[cell] ? [] : [cell]));
