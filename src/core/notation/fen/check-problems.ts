import { Chess, isImpossibleCheck } from 'chessops/chess';
import { parseBoardFen } from 'chessops/fen';
import { SquareSet } from 'chessops/squareSet';
import type { Range } from '../../base/text/range.ts';
import { isAttacked, kingSquare } from '../../games/chess/attacks.ts';
import { FRAME, setUp, WHITE } from '../../games/chess/frame.ts';
import { squareName } from '../../games/chess/moves.ts';
import { canCheckTogether } from './double-check.ts';
import type { FenProblem } from './fields.ts';
import type { PassedSquare } from './passed.ts';
import type { Placement } from './placement.ts';

const SIDES = ['White', 'Black'] as const;

const words = new Int32Array(FRAME);

/** The fields that checks depend on. */
export interface CheckFields {
  readonly board: Range;
  readonly side: Range;
  /** 0 White, 1 Black. */
  readonly turn: number;
  /** The en passant square and its field, when a pawn can just have passed it. */
  readonly passed: PassedSquare | undefined;
}

/** Checks that cannot be: of the side not to move, and such as no move gives. Each side must have one king. */
export function checkProblems(text: string, fields: CheckFields, { squares, letters }: Placement): FenProblem[] {
  const { board, side, turn, passed } = fields;
  const pieces: { readonly square: number; readonly color: number; readonly role: number }[] = [];
  for (let square = 0; square < 64; square++) {
    const piece = squares[square];
    if (piece !== 0) pieces.push({ square, color: piece > 6 ? 1 : 0, role: (piece - 1) % 6 });
  }
  setUp(words, 0, { pieces, turn, rights: 0, ep: -1, halfmoves: 0, fullmoves: 1, chess960: false });
  const king = kingSquare(words, 0, turn);
  const other = kingSquare(words, 0, turn ^ 1);
  if (Math.max(Math.abs((king & 7) - (other & 7)), Math.abs((king >> 3) - (other >> 3))) === 1) {
    const message = `the kings stand next to each other, on ${squareName(king)} and ${squareName(other)}`;
    return [{ code: 'FEN_OPPOSITE_CHECK', range: { start: letters[king], end: letters[king] + 1 }, message }];
  }
  if (isInCheck(turn ^ 1, other)) {
    const message = `${SIDES[turn ^ 1]} is in check although it is ${SIDES[turn]}'s turn`;
    return [{ code: 'FEN_OPPOSITE_CHECK', range: side, message }];
  }
  return isInCheck(turn, king) ? impossibleCheck(text, board, turn, passed, letters[king]) : [];
}

const isInCheck = (color: number, king: number): boolean =>
  isAttacked(words, 0, king, color ^ 1, words[WHITE] | words[WHITE + 2], words[WHITE + 1] | words[WHITE + 3]);

function impossibleCheck(
  text: string,
  board: Range,
  turn: number,
  passed: CheckFields['passed'],
  kingLetter: number,
): FenProblem[] {
  const parsed = parseBoardFen(text.slice(board.start, board.end).replace(/\s/g, ''));
  if (parsed.isErr) return [];
  const setUpChess = (epSquare: number | undefined): Chess | undefined => {
    const chess = Chess.fromSetup({
      board: parsed.value,
      pockets: undefined,
      turn: turn === 0 ? 'white' : 'black',
      castlingRights: SquareSet.empty(),
      epSquare,
      remainingChecks: undefined,
      halfmoves: 0,
      fullmoves: 1,
    });
    return chess.isOk ? chess.value : undefined;
  };
  const plain = setUpChess(undefined);
  if (plain === undefined) return [];
  const king = plain.board.kingOf(plain.turn);
  if (king === undefined) return [];
  const checkers = plain.kingAttackers(king, turn === 0 ? 'black' : 'white', plain.board.occupied);
  const from = [...checkers].map(squareName).join(' and ');
  const who = `${SIDES[turn]}'s king`;
  if (isImpossibleCheck(plain) || (checkers.size() === 2 && !canCheckTogether(plain, king, checkers))) {
    const message = `no move gives check to ${who} from ${from} at once`;
    return [{ code: 'FEN_IMPOSSIBLE_CHECK', range: { start: kingLetter, end: kingLetter + 1 }, message }];
  }
  if (passed === undefined) return [];
  const withPassed = setUpChess(passed.square);
  if (withPassed === undefined || !isImpossibleCheck(withPassed)) return [];
  const message = `no pawn's move over ${squareName(passed.square)} gives the check to ${who} from ${from}`;
  return [{ code: 'FEN_IMPOSSIBLE_CHECK', range: passed.range, message }];
}
