import { CASTLING_ROOK, EN_PASSANT, seenFrom } from '../../core/games/chess/square-codes.ts';
import { boardToPlacement, flipRanks, NATIVE_CELLS } from '../../core/mav/native-chess.ts';
import type { BoardText, StateForm } from './board-game.ts';
import { type ChessPosition, squareLetter, squareName } from './chess-position.ts';

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
