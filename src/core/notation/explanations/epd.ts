import { type Explanation, epdExample } from './explanation.ts';

/** Explanations of EPD operations. */
export const EPD_EXPLANATIONS = {
  EPD_BAD_OPERATION: {
    text:
      'After the fields of an EPD record come operations: an opcode that starts with a letter, operands and a ' +
      'semicolon (16.2.2). Remove other text, or make it a comment: `c0 "text";`.',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; ?? 3; id "x";'),
  },
  EPD_UNTERMINATED: {
    text:
      'Every operation ends with a semicolon, including the last. Some readers drop one without, others read ' +
      'the next one as its operands.',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4'),
  },
  EPD_UNCLOSED_STRING: {
    text:
      'A string has no closing quotation mark, so it includes the rest of the line. The fix closes it at the ' +
      'end; move the mark if operations follow.',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "open;'),
  },
  EPD_UNKNOWN_OPCODE: {
    text: "The opcode is not in the standard's list (16.2.5). Some tools skip it.",
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - mine 3;'),
  },
  EPD_DUPLICATE_OPCODE: {
    text:
      'An opcode occurs at most once in a record; readers keep only one. Write all operands after one opcode: ' +
      '`bm d4 e4;`.',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; bm d4;'),
  },
  EPD_BAD_OPERAND: {
    text: 'An operand of another kind than the opcode requires (a number for `acd`), or one too few or many.',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - acd deep;'),
  },
  EPD_ILLEGAL_MOVE: {
    text:
      'A move of `bm`, `am`, `sm`, `pm` or `pv` cannot be played, or several pieces can play it. Such a test ' +
      'can never be solved; often the side to move is wrong.',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e5;'),
  },
  EPD_MOVE_FORM: {
    text:
      'Programs compare moves of operations as text, so another notation, commas or glyphs make a right answer ' +
      'wrong. A missing check sign or `x` is accepted.',
    example: epdExample('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm g1f3;'),
  },
} as const satisfies Record<string, Explanation>;
