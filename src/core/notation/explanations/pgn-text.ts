import { type Explanation, pgnExample } from './explanation.ts';

/** Explanations of the syntax, results and encoding of PGN. */
export const PGN_TEXT_EXPLANATIONS = {
  PGN_BYTE_ORDER_MARK: {
    text: 'Some tools read it as text and lose the first tag.',
    example: pgnExample('\uFEFF1. e4 *'),
  },
  PGN_ENCODING: {
    text:
      'It is read as UTF-16, or line by line as Windows-1252. Save it in UTF-8, or name its encoding with `check ' +
      '--encoding`. MAV files and traces are plain ASCII: an editor probably saved the file.',
    untested: 'it is found in bytes',
  },
  PGN_STRAY_TEXT: {
    text:
      'If it replaces a move, the moves after it are not checked. An info for glyphs of some programs (`N`) and in ' +
      'unknown variants.',
    example: pgnExample('1. e4 hello e5 *'),
  },
  PGN_UNCLOSED_COMMENT: {
    text: 'It hides all moves up to the end of the file, or to an empty line before a tag.',
    example: pgnExample('1. e4 {a good move e5 *'),
  },
  PGN_UNCLOSED_PAREN: {
    text: 'All following moves belong to it. `--fix all` does not guess its end.',
    example: pgnExample('1. e4 (1. d4 d5 *'),
  },
  PGN_STRAY_PAREN: {
    text: 'An earlier ( may be missing.',
    example: pgnExample('1. e4) e5 *'),
  },
  PGN_EARLY_VARIATION: {
    text: 'Most tools drop it or reject the game.',
    example: pgnExample('(1. d4) 1. e4 *'),
  },
  PGN_RESERVED: {
    text: 'Delete the character (7).',
    example: pgnExample('1. e4 < e5 *'),
  },
  PGN_NESTING: {
    text: 'Below a depth of 200 they are kept. Move inner ones into another game.',
    example: pgnExample(`1. e4 ${'(1. d4 '.repeat(201)}${')'.repeat(201)} *`),
  },
  PGN_TOO_MANY_MOVES: {
    text: 'The first 250,000 are checked. Split the game.',
    untested: 'it takes 250,001 moves',
  },
  PGN_MISSING_RESULT: {
    text: "An info if the Result tag has one. The fix writes the board's result, else the tag's, else `*` (8.2.6).",
    example: pgnExample('1. e4 e5 2. Nf3 Nc6'),
  },
  PGN_RESULT_MISMATCH: {
    text: 'Databases use the tag, viewers the end of the game.',
    example: pgnExample('[Result "1-0"]', '', '1. e4 e5 2. Nf3 Nc6 0-1'),
  },
  PGN_RESULT_BOARD: {
    example: pgnExample('1. f3 e5 2. g4 Qh4# 1-0'),
  },
  PGN_MIXED_LINE_ENDS: {
    text: 'Tools that split by line fail.',
    example: pgnExample('1. e4\r', '1... e5', '2. Nf3 *'),
  },
  PGN_CONTROL_CHARACTER: {
    text: 'Tools in C end the text there.',
    example: pgnExample('1. e4 {\u0000} *'),
  },
  PGN_REPLACEMENT_CHARACTER: {
    text: 'U+FFFD marks a lost character. Open the original, often in Windows-1252, before you save. One finding a file.',
    example: pgnExample('[White "M\uFFFDller"]', '', '*'),
  },
  PGN_ODD_BLANK: {
    example: pgnExample('1. e4\u00A0e5 *'),
  },
  PGN_NESTED_BRACE: {
    text: 'Other tools end the comment at the first `}` and read the rest as moves (5).',
    example: pgnExample('1. e4 {a {good} move} e5 *'),
  },
  PGN_MISPLACED_ESCAPE: {
    example: pgnExample('1. e4', ' %note', 'e5 *'),
  },
  PGN_BAD_NAG: {
    text: '`$0`, no annotation, is an info (10).',
    example: pgnExample('1. e4 $256 *'),
  },
  PGN_UNKNOWN_GLYPH: {
    example: pgnExample('1. e4!!! e5 *'),
  },
  PGN_GLYPH_CONFLICT: {
    example: pgnExample('1. e4 $1 $2 e5 *'),
  },
  PGN_EMPTY_VARIATION: {
    text: 'Some readers refuse it.',
    example: pgnExample('1. e4 () e5 *'),
  },
  PGN_BLANK_LINE: {
    text: 'python-chess ends the game there, chessops at several. Between tags it is an info.',
    example: pgnExample('1. e4 e5', '', '2. Nf3 *'),
  },
  PGN_SECOND_RESULT: {
    example: pgnExample('1. e4 e5 1-0 1-0'),
  },
  PGN_RESULT_FORM: {
    text: 'In one word (`1/2`, `½-½`) it is an info (8.2.6).',
    example: pgnExample('1. e4 e5 1/2 - 1/2'),
  },
  PGN_AFTER_RESULT: {
    text: 'Move or delete it.',
    example: pgnExample('1. e4 e5 1-0 $1'),
  },
} as const satisfies Record<string, Explanation>;
