import { type Explanation, pgnExample } from './explanation.ts';

/** Explanations of moves in PGN. */
export const PGN_MOVES_EXPLANATIONS = {
  PGN_ILLEGAL_MOVE: {
    text:
      'The rest of its line is not checked. Fixes are [repairs by replay](#repairs-by-replay), else the one legal ' +
      'move close to it.',
    example: pgnExample('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. bxc6 dxc6 *'),
  },
  PGN_AMBIGUOUS_MOVE: {
    text: 'What follows is not checked. There is a fix for each piece.',
    example: pgnExample('[SetUp "1"]', '[FEN "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 7"]', '', '7. Nd2 Kd8 *'),
  },
  PGN_MOVE_AFTER_END: {
    text: 'An earlier move is wrong ([repair by replay](#repairs-by-replay)), or the rest is a variation.',
    example: pgnExample('1. f3 e5 2. g4 Qh4# 3. a3 0-1'),
  },
  PGN_BOARD_RESULT: {
    text: 'Kings on e4 and d5 mean 1-0, on d4 and e5 0-1, one of each a draw.',
    example: pgnExample('1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# Kd5 1-0'),
  },
  PGN_PLAYED_ON: {
    text: 'Dead position, fivefold repetition or 75 moves (FIDE 5.2.2; 9.6 since 2014). A move may be wrong.',
    example: pgnExample('[SetUp "1"]', '[FEN "8/8/8/3k4/8/8/1p6/K7 w - - 0 60"]', '', '60. Kxb2 Kc4 61. Kc2 *'),
  },
  PGN_MISSING_PROMOTION: {
    text: 'Tools reject the move or assume a queen.',
    example: pgnExample('[SetUp "1"]', '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]', '', '1. a8 Kg6 *'),
  },
  PGN_WRONG_CHECK_SIGN: {
    text: '*Fix all* changes forms (`++`, `ch`) and adds signs to a game without any; else a move may be wrong.',
    example: pgnExample('1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 1-0'),
  },
  PGN_WRONG_CAPTURE_SIGN: {
    text:
      'A false one may come from a wrong move. *Fix all* changes other signs, and adds `x` to a game that never has ' +
      'it.',
    example: pgnExample('1. e4 d5 2. ed5 Qxd5 *'),
  },
  PGN_CASTLING_FORM: {
    text: 'The FIDE laws print zeros, but strict readers of PGN refuse `0-0` or read a result.',
    example: pgnExample('1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 *'),
  },
  PGN_LONG_NOTATION: {
    example: pgnExample('1. e2e4 e7e5 2. g1f3 b8c6 *'),
  },
  PGN_PIECE_LETTER: {
    text: '*Fix all* leaves `b`, and foreign letters unless three show the language.',
    example: pgnExample('1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *'),
  },
  PGN_PROMOTION_FORM: {
    text: 'Others are `e8Q`, `e8(Q)`, `e8=q`, `e8 =Q`.',
    example: pgnExample('[SetUp "1"]', '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]', '', '1. a8Q Kg6 *'),
  },
  PGN_EN_PASSANT_MARK: {
    example: pgnExample('1. e4 c5 2. e5 d5 3. exd6 e.p. exd6 *'),
  },
  PGN_GLUED_EVALUATION: {
    text: 'It reads as a check sign or a promotion. A warning for `=` after a pawn move.',
    example: pgnExample('1. e4 f6 2. d4 g5+- *'),
  },
  PGN_GLUED_NUMBER: {
    example: pgnExample('1e4 e5 2Nf3 Nc6 *'),
  },
  PGN_NEEDLESS_DISAMBIGUATION: {
    text: 'A warning with `strictExport`. *Fix all* leaves it: the piece may be on a wrong square.',
    example: pgnExample('1. Ngf3 d5 *'),
  },
  PGN_WRONG_MOVE_NUMBER: {
    text: 'A move may be missing: [repairs by replay](#repairs-by-replay) come first. *Fix all* needs right neighbors.',
    example: pgnExample('1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *'),
  },
  PGN_NULL_MOVE: {
    text:
      '`--`, `Z0`, `0000`, `null`, `@@@@`; with a fix `pass` and `<>`. ChessBase and SCID show threats so; the ' +
      'standard has none.',
    example: pgnExample('1. e4 -- 2. d4 *'),
  },
} as const satisfies Record<string, Explanation>;
