import { stoneTextBoard } from '../../core/board/stone-board.ts';
import { stonePair } from '../../core/board/stone-pair.ts';
import type { TextBoardStyle } from '../../core/board/text-board.ts';

const GAP = '    ';

/** A true and a predicted board of stones side by side under their names; cells that differ are in brackets. */
export function stoneBoards(
  kind: 'connect_four' | 'hex',
  trueText: string,
  predictedText: string,
  style: TextBoardStyle,
): string[] {
  const { truth, predicted } = stonePair(kind, trueText, predictedText);
  const [left, right] = [truth, predicted].map(stoneTextBoard);
  const width = Math.max('true'.length, ...left.map((line) => line.length));
  const rows = Math.max(left.length, right.length);
  return [
    style.dim(`${'true'.padEnd(width)}${GAP}predicted`),
    ...Array.from({ length: rows }, (_, i) => `${(left[i] ?? '').padEnd(width)}${GAP}${right[i] ?? ''}`.trimEnd()),
  ];
}
