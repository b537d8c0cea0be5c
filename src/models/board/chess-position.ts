import { err, ok, type Result } from '../../core/base/result.ts';
import { CASTLING_ROOK, EN_PASSANT, OWN_PAWN, seenFrom, THEIRS } from '../../core/games/chess/square-codes.ts';
import {
  boardFromPlacement,
  boardToPlacement,
  flipRanks,
  NATIVE_CELLS,
  NATIVE_STATE,
  parseNativeDigits,
} from '../../core/mav/native-chess.ts';
import type { BoardState, BoardText, StateForm } from './board-game.ts';

const ROOK = 4;
const LETTERS = 'PNBRQK';

/** A state of chess as its text gives it. No rule is applied: it may have two kings. */
export interface ChessPosition extends BoardState {
  readonly isWhite: boolean;
  readonly halfmove: number;
  readonly fullmove: number;
  /** Number of fields that the text has, as a FEN counts them: 2 to 6. Those that it lacks are not written either. */
  readonly fields: number;
  /** True if `%state` is native; false if it was given as a FEN, and is written as one. */
  readonly isNative: boolean;
}

export const squareName = (square: number): string => `${'abcdefgh'[square & 7]}${(square >> 3) + 1}`;

/** Fields of a FEN, cells from a1 to h8. */
interface Fields {
  readonly cells: string;
  readonly side: string;
  readonly rights: string;
  readonly enPassant: string;
  readonly halfmove: string;
  readonly fullmove: string;
  readonly count: number;
  readonly unread: readonly string[];
}

/**
 * Reads a native state or a FEN of two to six fields. What its codes cannot hold is in `unread`: a castling right without its rook, an en
 * passant square that is occupied.
 */
export function readChessPosition(text: string, form: StateForm): Result<ChessPosition, string> {
  const read = form === 'state' && text.includes('|') ? nativeFields(text) : fenFields(text);
  if (!read.ok) return read;
  const { cells, side, rights, enPassant, halfmove, fullmove, count } = read.value;
  const odd = /[^.pnbrqk]/i.exec(cells)?.[0];
  if (odd !== undefined) return err(`${JSON.stringify(odd)} is no piece`);
  if (side !== 'w' && side !== 'b') return err('the side to move is neither w nor b');
  const isWhite = side === 'w';
  const unread = [...read.value.unread];
  const codes = new Uint8Array(NATIVE_CELLS);
  for (let square = 0; square < NATIVE_CELLS; square++)
    codes[seenFrom(square, isWhite)] = codeOf(cells.charAt(square), isWhite);
  for (const letter of rights === '-' ? '' : rights) {
    const rook = rookOf(letter, cells);
    if (rook === undefined) unread.push(`the castling right ${letter} has no rook`);
    else codes[seenFrom(rook, isWhite)] = CASTLING_ROOK + (letter < 'a' === isWhite ? 0 : 1);
  }
  if (enPassant !== '-') {
    const square = parseSquare(enPassant);
    if (square === undefined || cells[square] !== '.') unread.push(`the en passant square ${enPassant} is not empty`);
    else if (isTakeable(square, codes, isWhite)) codes[seenFrom(square, isWhite)] = EN_PASSANT;
  }
  const isNative = form === 'FEN' || text.includes('|');
  const numbers = { halfmove: Number(halfmove), fullmove: Number(fullmove) };
  if (!Number.isInteger(numbers.halfmove) || !Number.isInteger(numbers.fullmove))
    return err('its counters are no whole numbers');
  return ok({ codes, isWhite, ...numbers, fields: count, isNative, unread });
}

function nativeFields(text: string): Result<Fields, string> {
  const [, side = '', written = '', meta = ''] = NATIVE_STATE.exec(text) ?? [];
  const cells = written.replace(/\s+/g, '');
  if (cells.length !== NATIVE_CELLS) return err(`it has ${cells.length} cells instead of ${NATIVE_CELLS}`);
  const digits = parseNativeDigits(meta);
  const [rights = '-', enPassant = '-', halfmove = '0', fullmove = '1'] = digits ?? [];
  const unread =
    meta === '' || digits !== undefined ? [] : [`the digits ${meta.slice(0, 20)} are not eleven of the known form`];
  const count = digits === undefined ? 2 : 6;
  return ok({ cells, side, rights, enPassant, halfmove, fullmove, count, unread });
}

function fenFields(text: string): Result<Fields, string> {
  const fields = text.trim().split(/\s+/);
  const [placement = '', side = '', rights = '-', enPassant = '-', halfmove = '0', fullmove = '1'] = fields;
  const board = boardFromPlacement(placement);
  if (board === undefined) return err('its placement does not have 64 squares');
  if (fields.length > 6) return err(`it has ${fields.length} fields instead of 6`);
  const count = fields.length;
  return ok({ cells: flipRanks(board), side, rights, enPassant, halfmove, fullmove, count, unread: [] });
}

function codeOf(letter: string, isWhite: boolean): number {
  if (letter === '.') return 0;
  const isOwn = letter < 'a' === isWhite;
  return 1 + LETTERS.indexOf(letter.toUpperCase()) + (isOwn ? 0 : THEIRS);
}

/** Returns the letter of a code in a text; `.` for an empty square. */
export function squareLetter(code: number, isWhite: boolean): string {
  if (code === 0 || code === EN_PASSANT) return '.';
  const isOwn = code <= THEIRS || code === CASTLING_ROOK;
  const role = code >= CASTLING_ROOK ? ROOK : isOwn ? code : code - THEIRS;
  const letter = LETTERS.charAt(role - 1);
  return isOwn === isWhite ? letter : letter.toLowerCase();
}

/** Returns a square of a name, 0 for a1. */
export function parseSquare(name: string): number | undefined {
  const [, file = '', rank = ''] = /^([a-h])([1-8])$/.exec(name) ?? [];
  return file === '' ? undefined : file.charCodeAt(0) - 0x61 + 8 * (Number(rank) - 1);
}

/** Returns the rook of a letter of the castling field: the outermost one on a side of the king (X-FEN), or that of a file. */
function rookOf(letter: string, cells: string): number | undefined {
  const isWhite = letter < 'a';
  const home = isWhite ? 0 : 56;
  const rank = cells.slice(home, home + 8);
  const [rook, king] = isWhite ? ['R', 'K'] : (['r', 'k'] as const);
  const name = letter.toLowerCase();
  if (name !== 'k' && name !== 'q') {
    const file = name.charCodeAt(0) - 0x61;
    return rank[file] === rook ? home + file : undefined;
  }
  const kingFile = rank.indexOf(king);
  if (kingFile < 0) return undefined;
  const file = name === 'k' ? rank.lastIndexOf(rook) : rank.indexOf(rook);
  return file >= 0 && file > kingFile === (name === 'k') ? home + file : undefined;
}

/**
 * Returns true if a pawn of the side to move stands beside the pawn that made a double step: the codes have en passant squares only where
 * they matter, but FENs may name one after every double step.
 */
function isTakeable(square: number, codes: Uint8Array, isWhite: boolean): boolean {
  const seen = seenFrom(square, isWhite);
  return [-9, -7].some((step) => {
    const from = seen + step;
    return from >= 0 && Math.abs((from & 7) - (seen & 7)) === 1 && codes[from] === OWN_PAWN;
  });
}

/** Longest counters of native states: two and three digits. */
const HALFMOVE_DIGITS = 2;
const FULLMOVE_DIGITS = 3;

/**
 * Writes a state as the network left it, in native form or as a FEN, with the fields that the text before it had. `doubts` names what no
 * position can have and what the text cannot express.
 */
export function writeChessPosition(position: ChessPosition, form: StateForm): BoardText {
  const { isWhite, fields, isNative, halfmove, fullmove } = position;
  const codes = Array.from({ length: NATIVE_CELLS }, (_, square) => position.codes[seenFrom(square, isWhite)] ?? 0);
  const cells = codes.map((code) => squareLetter(code, isWhite)).join('');
  const rights = castlingRights(codes, cells, isWhite);
  const squares = codes.flatMap((code, square) => (code === EN_PASSANT ? [squareName(square)] : []));
  const [enPassant = '-'] = squares;
  const doubts = [
    ...kingDoubts(cells),
    ...(squares.length > 1
      ? [`${squares.length} en passant squares, ${squares.join(' and ')}; the first is written`]
      : []),
    ...rights.lost.map((square) => `the rook on ${square} may castle, which is not written`),
  ];
  const side = isWhite ? 'w' : 'b';
  if (form === 'state' && isNative) {
    const square = enPassant === '-' ? '00' : `${enPassant.charCodeAt(0) - 0x60}${enPassant[1]}`;
    const counters =
      String(halfmove).slice(-HALFMOVE_DIGITS).padStart(HALFMOVE_DIGITS, '0') +
      String(fullmove).slice(-FULLMOVE_DIGITS).padStart(FULLMOVE_DIGITS, '0');
    const start = `${side} || `;
    const end = fields < 6 ? ' ||' : ` |${rights.digits}${square}${counters}||`;
    return { text: start + cells.split('').join(' ') + end, cells: start.length, doubts };
  }
  const all = [boardToPlacement(flipRanks(cells)), side, rights.text, enPassant, halfmove, fullmove];
  return { text: all.slice(0, fields).join(' '), cells: undefined, doubts };
}

function kingDoubts(cells: string): string[] {
  const name = { K: 'White', k: 'Black' };
  return (['K', 'k'] as const).flatMap((king) => {
    const count = cells.split(king).length - 1;
    return count === 1 ? [] : [`${name[king]} has ${count === 0 ? 'no king' : `${count} kings`}`];
  });
}

interface Rights {
  /** Castling field of a FEN: KQkq for outermost rooks (X-FEN), otherwise the rook's file. */
  readonly text: string;
  /** Four flags of native states. */
  readonly digits: string;
  /** Squares of rooks whose right no field can express. */
  readonly lost: readonly string[];
}

function castlingRights(codes: readonly number[], cells: string, isWhite: boolean): Rights {
  let text = '';
  let digits = '';
  const lost: string[] = [];
  for (const side of [true, false]) {
    const home = side ? 0 : 56;
    const code = side === isWhite ? CASTLING_ROOK : CASTLING_ROOK + 1;
    const rank = cells.slice(home, home + 8);
    const files = codes.slice(home, home + 8).flatMap((found, file) => (found === code ? [file] : []));
    codes.forEach((found, square) => {
      if (found === code && (square < home || square >= home + 8)) lost.push(squareName(square));
    });
    const king = rank.indexOf(side ? 'K' : 'k');
    const outermost = [rank.lastIndexOf(side ? 'R' : 'r'), rank.indexOf(side ? 'R' : 'r')];
    // The kingside comes first in both forms.
    const letters = files
      .reverse()
      .map((file) => {
        if (king >= 0 && file > king && file === outermost[0]) return 'k';
        if (king >= 0 && file < king && file === outermost[1]) return 'q';
        return 'abcdefgh'.charAt(file);
      })
      .join('');
    text += side ? letters.toUpperCase() : letters;
    digits += files.some((file) => file > king) ? '1' : '0';
    digits += files.some((file) => file < king) ? '1' : '0';
  }
  return { text: text || '-', digits, lost };
}
