import { type Explanation, epdExample } from './explanation.ts';

/** Explanations of EPD operations. */
export const EPD_EXPLANATIONS = {
  EPD_BAD_OPERATION: {
    text: 'A comment is `c0 "text";` (16.2.2).',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; ?? 3; id "x";'),
  },
  EPD_UNTERMINATED: {
    text: 'Readers drop or misread it.',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4'),
  },
  EPD_UNCLOSED_STRING: {
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "open;'),
  },
  EPD_UNKNOWN_OPCODE: {
    text: 'Some tools skip it (16.2.5).',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - mine 3;'),
  },
  EPD_DUPLICATE_OPCODE: {
    text: 'Readers keep only one: write `bm d4 e4;`.',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; bm d4;'),
  },
  EPD_BAD_OPERAND: {
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - acd deep;'),
  },
  EPD_ILLEGAL_MOVE: {
    text: 'Often the side to move is wrong.',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e5;'),
  },
  EPD_MOVE_FORM: {
    text: 'Programs compare moves as text, so a right answer counts as wrong. A missing check sign or `x` is accepted.',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm g1f3;'),
  },
} as const satisfies Record<string, Explanation>;
