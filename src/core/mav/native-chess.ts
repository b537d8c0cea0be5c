export const NATIVE_CELLS = 64;

/** `side || 64 cells |meta||`, the cells from a1 to h8, rank 1 first. */
export const NATIVE_STATE = /^\s*([^\s|]*)\s*\|\|([^|]*)(?:\|\s*(\d*)\s*\|?\|?)?\s*$/;

/** Four castling flags, file and rank of the en passant square, halfmove clock, fullmove number. */
const DIGITS = /^([01]{4})([0-8]{2})(\d{2})(\d{3})$/;

/** Reverses the ranks of a board: a FEN starts with rank 8, a native state with rank 1. */
export function flipRanks(squares: string): string {
  let text = '';
  for (let rank = 7; rank >= 0; rank--) text += squares.slice(8 * rank, 8 * rank + 8);
  return text;
}

/**
 * Converts a FEN to the native form, the cells from a1 to h8. The digits after them are published only for `- - 0 13`,
 * 00000000013. They are assumed to be four castling flags (KQkq), file and rank of the en passant square, and the two
 * counters with two and three digits.
 */
export function fenToNative(fen: string): string {
  const [placement = '', side = '', castling = '', enPassant = '', halfmove = '', fullmove = ''] = fen.split(' ');
  const cells = flipRanks(boardFromPlacement(placement) ?? '');
  const rights = [/[KA-H]/, /Q/, /[ka-h]/, /q/].map((right) => (right.test(castling) ? '1' : '0')).join('');
  const square = enPassant === '-' ? '00' : `${enPassant.charCodeAt(0) - 0x60}${enPassant[1]}`;
  const counters = halfmove.slice(-2).padStart(2, '0') + fullmove.slice(-3).padStart(3, '0');
  return `${side} || ${cells.split('').join(' ')} |${rights}${square}${counters}||`;
}

/**
 * Reads the digits that `fenToNative` writes as castling rights, en passant square, halfmove clock and fullmove number;
 * undefined for other digits.
 */
export function parseNativeDigits(meta: string): string[] | undefined {
  const found = DIGITS.exec(meta);
  if (found === null) return undefined;
  const [, flags = '', square = '', halfmove, fullmove] = found;
  const rights = ['K', 'Q', 'k', 'q'].filter((_, i) => flags[i] === '1').join('');
  const enPassant = square === '00' ? '-' : `${String.fromCharCode(0x60 + Number(square[0]))}${square[1]}`;
  return [rights || '-', enPassant, String(Number(halfmove)), String(Number(fullmove))];
}

/** Expands a placement to 64 squares, from a8 to h1; undefined for another number of squares. */
export function boardFromPlacement(placement: string): string | undefined {
  let board = '';
  for (let i = 0; i < placement.length && board.length <= NATIVE_CELLS; i++) {
    const c = placement.charAt(i);
    if (c >= '1' && c <= '8') board += EMPTY[Number(c)];
    else if (c !== '/') board += c;
  }
  return board.length === NATIVE_CELLS ? board : undefined;
}

/** Runs of empty squares, by length. */
const EMPTY = Array.from({ length: 9 }, (_, length) => '.'.repeat(length));

/**
 * Converts a native state to a FEN without testing the position: pieces as they stand, and the digits as `fenToNative`
 * writes them. Undefined without 64 squares of known pieces, a side and such digits.
 *
 * @param text the argument of `%state`
 */
export function nativeToFen(text: string): string | undefined {
  const [, side = '', written = '', meta = ''] = NATIVE_STATE.exec(text) ?? [];
  const cells = written.replace(/\s+/g, '');
  const fields = parseNativeDigits(meta);
  if (!/^[wb]$/.test(side) || cells.length !== NATIVE_CELLS || /[^.pnbrqk]/i.test(cells) || fields === undefined)
    return undefined;
  return [boardToPlacement(flipRanks(cells)), side, ...fields].join(' ');
}

/** Squares of a rank. */
const FILES = 8;

/** Compresses a board, one character per square from a8 to h1, to the first field of a FEN. */
export function boardToPlacement(board: string): string {
  let text = '';
  let empty = 0;
  for (let at = 0; at < board.length; at++) {
    if (at > 0 && at % FILES === 0) {
      if (empty > 0) text += empty;
      empty = 0;
      text += '/';
    }
    if (board[at] === '.') empty++;
    else {
      if (empty > 0) text += empty;
      empty = 0;
      text += board[at];
    }
  }
  return empty > 0 ? text + empty : text;
}
