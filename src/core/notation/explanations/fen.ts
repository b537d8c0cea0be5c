import { type Explanation, fenExample } from './explanation.ts';

/** Explanations of the fields of a FEN. */
export const FEN_EXPLANATIONS = {
  FEN_BYTE_ORDER_MARK: {
    example: fenExample('\uFEFFrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
  },
  FEN_ENCODING: {
    untested: 'it is found in bytes',
  },
  FEN_RANK_COUNT: {
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
  },
  FEN_RANK_WIDTH: {
    example: fenExample('rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
  },
  FEN_ADJACENT_DIGITS: {
    text: 'Some programs read two digits, others reject the FEN.',
    example: fenExample('rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
  },
  FEN_BOARD_BLANKS: {
    text: 'Programs read the first part as the whole board.',
    example: fenExample('rnbqkbnr/ pppppppp/ 8/ 8/ 8/ 8/ PPPPPPPP/ RNBQKBNR w KQkq - 0 1'),
  },
  FEN_UNKNOWN_PIECE: {
    text: "The `~` after a promoted piece is Crazyhouse's; the fix deletes it.",
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKBNR w KQkq - 0 1'),
  },
  FEN_KINGS: {
    text: 'No engine accepts this.',
    example: fenExample('4k3/8/8/8/8/8/8/3KK3 w - - 0 1'),
  },
  FEN_BACKRANK_PAWN: {
    text: 'The ranks may be reversed.',
    example: fenExample('P3k3/8/8/8/8/8/8/4K3 w - - 0 1'),
  },
  FEN_OPPOSITE_CHECK: {
    text: 'Often the side to move is wrong.',
    example: fenExample('4k3/4R3/8/8/8/8/8/4K3 w - - 0 1'),
  },
  FEN_IMPOSSIBLE_CHECK: {
    example: fenExample('R3k2R/8/8/8/8/8/8/4K3 b - - 0 1'),
  },
  FEN_TOO_MANY_PAWNS: {
    text: '`off` suits compositions.',
    example: fenExample('4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1'),
  },
  FEN_PROMOTIONS: {
    text: 'Pieces beyond two knights, a bishop on each color of squares, two rooks and a queen are promoted.',
    example: fenExample('4k3/8/8/8/8/8/PPPPPPP1/QQQ1K3 w - - 0 1'),
  },
  FEN_SEPARATOR: {
    text: 'The rest is not checked.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq- 0 1'),
  },
  FEN_BAD_SIDE: {
    text: 'If missing, no fix is safe.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1'),
  },
  FEN_BAD_CASTLING: {
    text: 'In Chess960 files of rooks are allowed. A side has at most two, each once.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqKQ - 0 1'),
  },
  FEN_CASTLING_PIECES: {
    text: 'The fix is safe only for rights that no rules give.',
    example: fenExample('4k3/8/8/8/8/8/8/4K3 w K - 0 1'),
  },
  FEN_CHESS960: {
    text:
      'They are read as Chess960: `q` is the rook farthest left. Correct the board, or declare the variant ' +
      '(`[Variant "Chess960"]`, `variant "Chess960";`, `--variant`). A hint where rights may be left over after ' +
      'castling.',
    example: fenExample('2r1k3/8/8/8/8/8/8/4K3 b q - 0 1'),
  },
  FEN_CASTLING_ORDER: {
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qKQk - 0 1'),
  },
  FEN_BAD_EN_PASSANT: {
    text: "Write the square that a pawn has just passed, not the pawn's own.",
    example: fenExample('4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1'),
  },
  FEN_EN_PASSANT_PAWN: {
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1'),
  },
  FEN_EN_PASSANT_CLOCK: {
    text: 'An en passant square means a double step.',
    example: fenExample('rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 2 3'),
  },
  FEN_HALFMOVES_HIGH: {
    text: 'The game is drawn (FIDE 9.6.2).',
    example: fenExample('4k3/8/8/8/8/8/8/R3K3 w - - 151 200'),
  },
  FEN_BAD_COUNTER: {
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - 1'),
  },
  FEN_FULLMOVE_ZERO: {
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0'),
  },
  FEN_MISSING_DASH: {
    text: 'Later fields are misread.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq 0 1'),
  },
  FEN_MISSING_FIELDS: {
    text: 'A FEN has six, a record with EPD operations four. Where the board allows castling, no fix is safe.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'),
  },
  FEN_EXTRA_TEXT: {
    text: 'Remarks (`;`, `#`, `//`) and EPD operations may follow.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 junk'),
  },
  FEN_VARIANT: {
    text:
      'Variants: Antichess, Atomic, Crazyhouse (in hand: `[Qp]`), Horde, King of the Hill, Racing Kings, ' +
      'Three-check (`3+3`).',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1 variant "Crazyhouse";'),
  },
  FEN_UNKNOWN_VARIANT: {
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 variant "Crazyhose";'),
  },
  FEN_BAD_PFEN: {
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', '# pfen gpt-4o'),
  },
  FEN_ORPHAN_PFEN: {
    example: fenExample('# pfen gpt-4o rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
  },
} as const satisfies Record<string, Explanation>;
