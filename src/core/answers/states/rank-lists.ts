import { EMPTY, printPlacement } from '../../metrics/placement.ts';
import type { StatedState } from '../reading.ts';
import { boardOnly } from './board-only.ts';
import { roleOf, squareOf } from './piece-words.ts';

/** `Rank 8: a8 black rook, e8 black king.` and `Rank 5: empty.` */
const RANK =
  /^[ \t>*•-]*rank ([1-8])\*{0,2}:[ \t]*((?:[a-h][1-8] (?:white|black) (?:pawn|knight|bishop|rook|queen|king)(?:, |; )?){1,8}|empty|nothing|no pieces)\.?[ \t]*$/gim;
const PIECE = /([a-h][1-8]) (white|black) (\w+)/gi;
const LETTERS = 'pnbrqk';

/** The boards that a text describes rank by rank, as a screen reader says them. */
export function findRankLists(text: string): StatedState[] {
  const found: StatedState[] = [];
  if (!text.includes('ank 8')) return found;
  let ranks: { readonly start: number; readonly end: number; readonly rank: number; readonly list: string }[] = [];
  for (const { 0: all, 1: rank, 2: list = '', index } of text.matchAll(RANK)) {
    const start = index + all.search(/rank/i);
    const last = ranks.at(-1);
    const isNext = last !== undefined && text.slice(last.end, start).trim() === '' && last.rank === Number(rank) + 1;
    if (!isNext) ranks = [];
    ranks.push({ start, end: index + all.trimEnd().length, rank: Number(rank), list });
    if (ranks.length < 8) continue;
    const squares = new Uint8Array(64).fill(EMPTY);
    for (const one of ranks)
      for (const [, square = '', color = '', role] of one.list.matchAll(PIECE)) {
        const letter = LETTERS.charAt(roleOf(role));
        // in the order of a FEN, from a8 on
        squares[squareOf(square) ^ 56] = (/^b/i.test(color) ? letter : letter.toUpperCase()).charCodeAt(0);
      }
    const [{ start: from } = { start }] = ranks;
    found.push(boardOnly('pieces', { start: from, end: ranks.at(-1)?.end ?? start }, printPlacement(squares)));
    ranks = [];
  }
  return found;
}
