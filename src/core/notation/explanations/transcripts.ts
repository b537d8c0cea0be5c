import { type Explanation, logExample, transcriptExample } from './explanation.ts';

/** Explanations of findings in transcripts. */
export const TRANSCRIPTS_EXPLANATIONS = {
  AUDIT_WRONG_STATE: {
    text:
      'A FEN or drawn board is not the position after the moves before it, or not the one that its record, a ' +
      'tool or the user gives. The message names the difference, the missed move, and p_4 and r_4. What ' +
      'follows from a wrong state is not reported again.',
    example: transcriptExample(
      '1. e4 e5 2. Nf3 Nc6 3. Bb5. So the position is `r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3`.',
    ),
  },
  AUDIT_IMPOSSIBLE_STATE: {
    text:
      'No legal game leads to this FEN: a missing rank, a pawn on the last rank, a right without its rook, an ' +
      'impossible check. A FEN without kings is read as a piece of notation.',
    example: transcriptExample('Let us look at rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 2.'),
  },
  AUDIT_ILLEGAL_MOVE: {
    text:
      'A move that is illegal in the position of its record, or where the text plays it. If it was legal ' +
      'earlier, the message names the move that ended that.',
    example: transcriptExample('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bd6'),
  },
  AUDIT_MISNAMED_MOVE: {
    text:
      'A move names another piece than the one that can go there, fits two pieces, or has a false sign for ' +
      'check, mate or capture. Omitted signs are no findings.',
    example: transcriptExample('1. d4 d5 2. c4 e6 3. Nd3 Nc6'),
  },
  AUDIT_MISSING_MOVE: {
    text: 'The numbers of a list of moves show that one is missing.',
    example: transcriptExample('1. e4 e5 2. Nf3 Nc6 3. Bb5 4. Ba4 Nf6'),
  },
  AUDIT_FALSE_CLAIM: {
    text:
      'A sentence or field about the current position is not true: side to move, check, castling rights, move ' +
      'number.',
    example: transcriptExample("1. e4 e5 2. Nf3 Nc6 3. Bb5. It is White's turn."),
  },
  AUDIT_COUNTERS: {
    text:
      'Board, side, castling rights and en passant square of a FEN are right, but its halfmove clock or ' +
      'fullmove number is not. Many tools do not count.',
    example: transcriptExample(
      '1. e4 e5 2. Nf3. The position is now rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1.',
    ),
  },
  AUDIT_UNREAD: {
    text:
      'A part of a transcript could not be read: a line that was cut off, text that is no JSON, a newer ' +
      'version of a format. Everything else was read.',
    example: logExample('{"role": "assistant", "content": "I play e4'),
  },
} as const satisfies Record<string, Explanation>;
