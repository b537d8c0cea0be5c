import type { StateMention } from './mention.ts';

const RANK = '[pnbrqkPNBRQK1-9]{1,12}';
/** Five ranks at least, so that a board with a rank too few is found as well. */
const FEN = new RegExp(
  String.raw`(?<![\w/\\.:-])(${RANK}(?:\/${RANK}){5,9})(?![\w/])(?:[ \t]+([wb])(?![\w'’-])(?:[ \t]+(-|(?=\w)[KQkqA-Ha-h]{1,4})(?=[\s"'\`*)\],;:.<>|}\\]|$)(?:[ \t]+(-|[a-h][1-8])(?=[\s"'\`*)\],;:.<>|}\\]|$)(?:[ \t]+(\d{1,4})(?=[\s"'\`*)\],;:.<>|}\\]|$)(?:[ \t]+(\d{1,4})(?![\w/]))?)?)?)?)?`,
  'g',
);

/** The operations of an EPD: its moves are no moves of the game. */
const OPERATIONS = /(?:[ \t]+(?:a[cm]\w?|bm|c\d|ce|dm|D\d+|eco|fmvn|hmvc|id|p[mv]|rc|tcri)[ \t]+[^;\n]{1,120};)+/y;

/** The squares that a rank of a placement field describes. */
function width(rank: string): number {
  let squares = 0;
  for (const c of rank) squares += c >= '1' && c <= '9' ? Number(c) : 1;
  return squares;
}

/**
 * The FENs of a text, with as many fields as follow the board. Text that only looks like one, such as a path, is none: either the side to
 * move follows, or its eight ranks have eight squares each.
 */
export function findFens(text: string): StateMention[] {
  const found: StateMention[] = [];
  if (!text.includes('/')) return found;
  for (const match of text.matchAll(FEN)) {
    const board = match[1] ?? '';
    const ranks = board.split('/');
    const isBoard = ranks.length === 8 && ranks.every((rank) => width(rank) === 8);
    // nearly a board: as a rule a letter or digit too many or too few
    const isNear =
      match[2] !== undefined && match[3] !== undefined && ranks.length >= 7 && ranks.length <= 9 && /[kK]/.test(board);
    if (!isBoard && !isNear) continue;
    const end = match.index + match[0].length;
    OPERATIONS.lastIndex = end;
    const range = { start: match.index, end: end + (OPERATIONS.exec(text)?.[0].length ?? 0) };
    found.push({ kind: 'state', range, fen: match[0].replace(/[ \t]+/g, ' '), isDrawing: false });
  }
  return found;
}
