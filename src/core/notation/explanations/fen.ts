import { type Explanation, fenExample } from './explanation.ts';

/** Explanations of the fields of a FEN. */
export const FEN_EXPLANATIONS = {
  FEN_BYTE_ORDER_MARK: {
    text: 'A byte order mark, which some tools read as text. Save as UTF-8 without one.',
    example: fenExample('\uFEFFrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
  },
  FEN_ENCODING: {
    text: 'As [`PGN_ENCODING`](#pgn_encoding): names in EPD operations may be garbled in other tools.',
    untested: 'it is found in bytes',
  },
  FEN_RANK_COUNT: {
    text: 'The piece placement has eight ranks, separated by slashes (PGN standard 16.1.3.1). An empty rank is `8`.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
  },
  FEN_RANK_WIDTH: {
    text: 'The pieces and empty squares of a rank do not add up to eight, so the squares after the error are unknown.',
    example: fenExample('rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
  },
  FEN_ADJACENT_DIGITS: {
    text:
      'Adjacent empty squares are written as one digit, their number. Some programs read two digits, others ' +
      'reject the FEN.',
    example: fenExample('rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
  },
  FEN_BOARD_BLANKS: {
    text: 'The piece placement has spaces inside, so a program reads the first part as the whole board.',
    example: fenExample('rnbqkbnr/ pppppppp/ 8/ 8/ 8/ 8/ PPPPPPPP/ RNBQKBNR w KQkq - 0 1'),
  },
  FEN_UNKNOWN_PIECE: {
    text:
      'Pieces are `PNBRQK` and `pnbrqk`, empty squares the digits 1 to 8; letters of other languages are not ' +
      "allowed. The `~` after a promoted piece is Crazyhouse's, and the fix deletes it.",
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKBNR w KQkq - 0 1'),
  },
  FEN_KINGS: {
    text:
      'Each side has exactly one king. Without one there is neither check nor mate, and no engine accepts the ' +
      'position.',
    example: fenExample('4k3/8/8/8/8/8/8/3KK3 w - - 0 1'),
  },
  FEN_BACKRANK_PAWN: {
    text:
      'Pawns start on their second rank and promote on their last, so none is on rank 1 or 8. Often the ranks ' +
      'are in the wrong order.',
    example: fenExample('P3k3/8/8/8/8/8/8/4K3 w - - 0 1'),
  },
  FEN_OPPOSITE_CHECK: {
    text:
      'The side to move could take the king: the side that moved is in check, or the kings are adjacent. Often ' +
      'the side to move is wrong.',
    example: fenExample('4k3/4R3/8/8/8/8/8/4K3 w - - 0 1'),
  },
  FEN_IMPOSSIBLE_CHECK: {
    text:
      'No single move gives this check: from three pieces, from two on one line, from two that cannot have ' +
      'uncovered each other, or against the en passant field.',
    example: fenExample('R3k2R/8/8/8/8/8/8/4K3 b - - 0 1'),
  },
  FEN_TOO_MANY_PAWNS: {
    text: 'More than eight pawns of a side. `off` suits compositions.',
    example: fenExample('4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1'),
  },
  FEN_PROMOTIONS: {
    text:
      'Pieces beyond the first set (two knights, a bishop on each color of squares, two rooks, a queen) are ' +
      'promoted pawns. A side has more of them than missing pawns.',
    example: fenExample('4k3/8/8/8/8/8/PPPPPPP1/QQQ1K3 w - - 0 1'),
  },
  FEN_SEPARATOR: {
    text:
      'Two fields are whole, but touch, or a no-break space, `_` or a comma separates them. Nothing else of ' +
      'the record is reported.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq- 0 1'),
  },
  FEN_BAD_SIDE: {
    text:
      'The side to move is `w` or `b`. The fix writes the letter if it is clear. For a missing field there are ' +
      'two fixes, neither safe; a field after the castling rights is swapped with them.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1'),
  },
  FEN_BAD_CASTLING: {
    text:
      'The castling rights are `-` or letters of `KQkq`; in Chess960 also files of rooks, `A` to `H` and `a` ' +
      'to `h`. A side has at most two rights, each written once.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqKQ - 0 1'),
  },
  FEN_CASTLING_PIECES: {
    text:
      'A castling right requires its king and rook on the back rank, in standard chess on their initial ' +
      'squares. Rights that only Chess960 has are also reported where standard chess is declared, or the rooks ' +
      'of both sides began on different files. The fix is safe only for rights that no rules give.',
    example: fenExample('4k3/8/8/8/8/8/8/4K3 w K - 0 1'),
  },
  FEN_CHESS960: {
    text:
      'A right of KQkq whose rook is not in its corner, with the king on e1 or e8, and no such right of the ' +
      'other side. It is read as Chess960: `q` is the rook farthest left. A wrong board is as likely: correct ' +
      'it, or declare the variant (`[Variant "Chess960"]`, `variant "Chess960";`, `--variant Chess960`). It is ' +
      'a hint where rights may be left over after castling.',
    example: fenExample('2r1k3/8/8/8/8/8/8/4K3 b q - 0 1'),
  },
  FEN_CASTLING_ORDER: {
    text:
      "White's rights come first, and the king's side before the queen's, so that equal positions have equal " +
      'texts.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qKQk - 0 1'),
  },
  FEN_BAD_EN_PASSANT: {
    text:
      "The fourth field is `-`, or the square that a pawn has just passed, on rank 3 or 6, not the pawn's own " +
      'square.',
    example: fenExample('4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1'),
  },
  FEN_EN_PASSANT_PAWN: {
    text:
      'The en passant square means that a pawn has just passed it: no such pawn is in front of it, with both ' +
      'squares behind it empty.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1'),
  },
  FEN_EN_PASSANT_CLOCK: {
    text:
      'An en passant square means that a pawn has just moved, so the halfmove clock must be 0. One fix writes ' +
      'the clock, the other `-` as the square.',
    example: fenExample('rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 2 3'),
  },
  FEN_HALFMOVES_HIGH: {
    text:
      'After 75 moves per side without a capture or pawn move the game is drawn (FIDE laws 9.6.2), so the ' +
      'clock ends at 150. Set the code to `off` for studies by tablebases.',
    example: fenExample('4k3/8/8/8/8/8/8/R3K3 w - - 151 200'),
  },
  FEN_BAD_COUNTER: {
    text:
      'The halfmove clock and the fullmove number are whole numbers of at most four digits. The fix writes 0 ' +
      'or 1 for `-`, `?` or the letter O.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - 1'),
  },
  FEN_FULLMOVE_ZERO: {
    text: 'The fullmove number starts at 1.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0'),
  },
  FEN_MISSING_DASH: {
    text: 'An empty field is written `-`. Without it the following fields move to the left and are misread.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq 0 1'),
  },
  FEN_MISSING_FIELDS: {
    text:
      'A FEN has six fields, of which records with EPD operations need four. If the board allows castling, one ' +
      'fix adds the rights and one does not; neither is safe.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'),
  },
  FEN_EXTRA_TEXT: {
    text:
      'Text after the last field that is neither a remark (`;`, `#`, `//`) nor an EPD operation, or text ' +
      'before the piece placement, which the fix deletes.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 junk'),
  },
  FEN_VARIANT: {
    text:
      'The position is not one of the variant that its record declares (`variant "Crazyhouse";`) or `check ' +
      '--variant` names. Known are Antichess, Atomic, Crazyhouse, Horde, King of the Hill, Racing Kings and ' +
      'Three-check, with pieces in hand (`[Qp]`) and checks left (`3+3`). chessops checks the fields as a ' +
      'whole.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1 variant "Crazyhouse";'),
  },
  FEN_UNKNOWN_VARIANT: {
    text:
      'A record declares a variant with unknown rules, so it is not checked. It is an info for one that ' +
      'exists; the fix writes the closest name.',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 variant "Crazyhose";'),
  },
  FEN_BAD_PFEN: {
    text: 'A prediction is a line `# pfen LABEL FEN` below its position (`?`: no state).',
    example: fenExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', '# pfen gpt-4o'),
  },
  FEN_ORPHAN_PFEN: {
    text: 'A prediction belongs to the record above it, but there is none.',
    example: fenExample('# pfen gpt-4o rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'),
  },
} as const satisfies Record<string, Explanation>;
