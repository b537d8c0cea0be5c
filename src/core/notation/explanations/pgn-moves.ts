import { type Explanation, pgnExample } from './explanation.ts';

/** Explanations of moves in PGN. */
export const PGN_MOVES_EXPLANATIONS = {
  PGN_ILLEGAL_MOVE: {
    text:
      'The rules do not allow this move, and the message gives the reason. The moves after it in its line, and ' +
      'variations that start there, are not checked. The fixes are [repairs by replay](#repairs-by-replay), ' +
      'else the one legal move close to the text; *Fix all* applies none.',
    example: pgnExample('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. bxc6 dxc6 *'),
  },
  PGN_AMBIGUOUS_MOVE: {
    text:
      'Two or more pieces can make this move. Tools refuse it or choose one, and what follows in the line is ' +
      'not checked. There is a fix for each piece: by its file, or by its rank if the files are equal.',
    example: pgnExample('[SetUp "1"]', '[FEN "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 7"]', '', '7. Nd2 Kd8 *'),
  },
  PGN_MOVE_AFTER_END: {
    text:
      'A move follows checkmate or stalemate. Either an earlier move is wrong ([repair by ' +
      'replay](#repairs-by-replay)), or the rest is a variation.',
    example: pgnExample('1. f3 e5 2. g4 Qh4# 3. a3 0-1'),
  },
  PGN_BOARD_RESULT: {
    text:
      'The main line ends with an illegal king move that shows the result to an electronic board (DGT): kings ' +
      'on e4 and d5 for White, d4 and e5 for Black, one of each for a draw. *Fix all* leaves it.',
    example: pgnExample('1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# Kd5 1-0'),
  },
  PGN_PLAYED_ON: {
    text:
      'The main line continues after a draw by the rules: no side can mate (FIDE laws 5.2.2), a fifth ' +
      'repetition, or 75 moves without capture or pawn move (9.6). One finding a game. Players could do so ' +
      'before 2014; otherwise a move may be wrong or doubled.',
    example: pgnExample('[SetUp "1"]', '[FEN "8/8/8/3k4/8/8/1p6/K7 w - - 0 60"]', '', '60. Kxb2 Kc4 61. Kc2 *'),
  },
  PGN_MISSING_PROMOTION: {
    text:
      'A pawn reaches the last rank without naming the promotion piece. Tools reject the move or assume a ' +
      'queen; the rest of the line is not checked. There is a fix for each piece.',
    example: pgnExample('[SetUp "1"]', '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]', '', '1. a8 Kg6 *'),
  },
  PGN_WRONG_CHECK_SIGN: {
    text:
      'The sign for check or mate is missing, false, separate, or not `+` or `#` (`++`, `ch`, `mate`, `†`). ' +
      '*Fix all* changes the form of signs, and adds them to a game that has none; it leaves a single false or ' +
      'missing one, which may come from a wrong move.',
    example: pgnExample('1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 1-0'),
  },
  PGN_WRONG_CAPTURE_SIGN: {
    text:
      'The `x` of a capture is missing, false, or another sign (`:`, `×`); a false `x` is often the trace of a ' +
      'wrong move. *Fix all* changes other signs, and adds `x` to a game that never has it.',
    example: pgnExample('1. e4 d5 2. ed5 Qxd5 *'),
  },
  PGN_CASTLING_FORM: {
    text:
      'Castling is not written `O-O` or `O-O-O` with letters and hyphens. The FIDE laws print zeros, the PGN ' +
      'standard letters; strict readers refuse `0-0` or read it as a result.',
    example: pgnExample('1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 *'),
  },
  PGN_LONG_NOTATION: {
    text:
      'Coordinates (`e2e4`, `e7e8q`) or long algebraic notation (`Ng1-f3`) where PGN requires SAN. In Chess960 ' +
      'both coordinate forms of castling are read: king to its rook, and king to its destination.',
    example: pgnExample('1. e2e4 e7e5 2. g1f3 b8c6 *'),
  },
  PGN_PIECE_LETTER: {
    text:
      'A piece is not written with its uppercase English letter: lowercase, a figurine, another language (17 ' +
      'are known), a `P`, or an uppercase file. *Fix all* leaves a small `b`, and foreign letters unless three ' +
      'or more show the language.',
    example: pgnExample('1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *'),
  },
  PGN_PROMOTION_FORM: {
    text:
      'A promotion lacks its `=`, has another sign or a small letter, or a separate piece: `e8Q`, `e8(Q)`, ' +
      '`e8=q`, `e8 =Q`.',
    example: pgnExample('[SetUp "1"]', '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]', '', '1. a8Q Kg6 *'),
  },
  PGN_EN_PASSANT_MARK: {
    text:
      'A move is marked as an en passant capture. SAN has no such mark (8.2.3.3); for many readers it is an ' +
      'unknown word.',
    example: pgnExample('1. e4 c5 2. e5 d5 3. exd6 e.p. exd6 *'),
  },
  PGN_GLUED_EVALUATION: {
    text:
      'An evaluation such as `+-` or `=` directly follows a move, where it reads as a check sign or a ' +
      'promotion. It is a warning for `=` after a pawn move. Put a space before it, or write a NAG such as ' +
      '`$18`.',
    example: pgnExample('1. e4 f6 2. d4 g5+- *'),
  },
  PGN_GLUED_NUMBER: {
    text:
      'A move number and a move are one word. Here they are read as intended; other tools find no move. One ' +
      'finding a game.',
    example: pgnExample('1e4 e5 2Nf3 Nc6 *'),
  },
  PGN_NEEDLESS_DISAMBIGUATION: {
    text:
      'A move names the file or rank of its piece although no other piece can make it, or the rank where ' +
      'export format uses the file. With `strictExport` it is a warning. *Fix all* leaves it: the letter may ' +
      'show that a piece is on a wrong square.',
    example: pgnExample('1. Ngf3 d5 *'),
  },
  PGN_WRONG_MOVE_NUMBER: {
    text:
      'A number does not fit the next move, or has the dots of the other side. Numbers are optional, and a ' +
      'game from a FEN and a variation may count from one. It can mean a missing move, so [repairs by ' +
      'replay](#repairs-by-replay) come first. *Fix all* corrects a number only if its neighbors are right.',
    example: pgnExample('1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *'),
  },
  PGN_NULL_MOVE: {
    text:
      'A null move passes the turn (`--`, `Z0`, `0000`, `null`, `@@@@`; with a fix `pass` and `<>`). ChessBase ' +
      'and SCID show threats so; the standard has none.',
    example: pgnExample('1. e4 -- 2. d4 *'),
  },
} as const satisfies Record<string, Explanation>;
