import { type Explanation, pgnExample } from './explanation.ts';

/** Explanations of the syntax, results and encoding of PGN. */
export const PGN_TEXT_EXPLANATIONS = {
  PGN_BYTE_ORDER_MARK: {
    text:
      'A byte order mark at the start of the file, or where files were joined. Some tools read it as text and ' +
      'lose the first tag. In UTF-16 it belongs there.',
    example: pgnExample('\uFEFF1. e4 *'),
  },
  PGN_ENCODING: {
    text:
      'Found in bytes by `statelens check`: UTF-16 is recognized, lines that are not UTF-8 are read as ' +
      'Windows-1252. Save the file in UTF-8, or name its encoding with `--encoding`. The PGN standard asks for ' +
      'Latin-1 (4.1).',
    untested: 'it is found in bytes',
  },
  PGN_STRAY_TEXT: {
    text:
      'Text that is neither a move nor a tag, comment, glyph or result; other tools skip it or stop. If it ' +
      'replaces a move, the moves after it are not checked. It is an info for glyphs of some programs (`N`) ' +
      'and in games of unknown variants. Commas between moves are one warning a game. A tag among the moves is ' +
      'stray text unless an empty line precedes it or games begin with it.',
    example: pgnExample('1. e4 hello e5 *'),
  },
  PGN_UNCLOSED_COMMENT: {
    text:
      'A comment without its `}` extends to the end of the file, or to an empty line before a tag, and hides ' +
      'the moves in it.',
    example: pgnExample('1. e4 {a good move e5 *'),
  },
  PGN_UNCLOSED_PAREN: {
    text:
      'A variation is never closed, so all following moves belong to it. If no later move continues the line ' +
      'around it, the quick fix closes it after the last move; `--fix all` does not make that guess.',
    example: pgnExample('1. e4 (1. d4 d5 *'),
  },
  PGN_STRAY_PAREN: {
    text:
      'A `)` without a matching `(`. If a move before it cannot be played but can replace one, the `(` is ' +
      'missing before that move, and what follows is not checked.',
    example: pgnExample('1. e4) e5 *'),
  },
  PGN_EARLY_VARIATION: {
    text:
      'A variation before the first move of its line has no move to vary. Most tools drop it or reject the ' +
      'game; move it after the move that it replaces.',
    example: pgnExample('(1. d4) 1. e4 *'),
  },
  PGN_RESERVED: {
    text: 'The standard reserves `<` and `>` for future expansion (7). Delete the character.',
    example: pgnExample('1. e4 < e5 *'),
  },
  PGN_NESTING: {
    text:
      'Variations are checked to a depth of 200; deeper ones are kept but not checked. Move inner variations ' +
      'into another game.',
    example: pgnExample(`1. e4 ${'(1. d4 '.repeat(201)}${')'.repeat(201)} *`),
  },
  PGN_TOO_MANY_MOVES: {
    text: 'The first 250,000 moves of a game, with variations, are checked, the rest is kept. Split the game.',
    untested: 'it takes 250,001 moves',
  },
  PGN_MISSING_RESULT: {
    text:
      'The moves do not end with a result (8.2.6), so readers guess where the game ends. It is an info if the ' +
      'Result tag has one. Moves without tags after such a game belong to it if they have only later numbers. ' +
      "The fix writes the board's result, else the tag's, else `*`.",
    example: pgnExample('1. e4 e5 2. Nf3 Nc6'),
  },
  PGN_RESULT_MISMATCH: {
    text:
      'The result after the moves is not the one in the Result tag. Databases use the tag, viewers the end of ' +
      'the game. Only you know which is right, unless the board shows it.',
    example: pgnExample('[Result "1-0"]', '', '1. e4 e5 2. Nf3 Nc6 0-1'),
  },
  PGN_RESULT_BOARD: {
    text:
      'The main line ends with mate or stalemate, and the result disagrees. Correct the result, also in the ' +
      'tag, or the last move.',
    example: pgnExample('1. f3 e5 2. g4 Qh4# 1-0'),
  },
  PGN_MIXED_LINE_ENDS: {
    text:
      'A line of a game has another line ending than those before it, and tools that split by line fail. One ' +
      'finding a file, with the number of games.',
    example: pgnExample('1. e4\r', '1... e5', '2. Nf3 *'),
  },
  PGN_CONTROL_CHARACTER: {
    text:
      'A control character, such as NUL after the last game. Tools written in C end the text there. One ' +
      'finding a file, with the number of games.',
    example: pgnExample('1. e4 {\u0000} *'),
  },
  PGN_REPLACEMENT_CHARACTER: {
    text:
      'U+FFFD marks a character lost by reading the file in a wrong encoding. Open it with its original one, ' +
      'often Windows-1252; saving it now loses the characters. One finding a file.',
    example: pgnExample('[White "M\uFFFDller"]', '', '*'),
  },
  PGN_ODD_BLANK: {
    text:
      'A no-break, thin, zero-width or wide space between moves or tags, which many tools read as part of the ' +
      'word. One finding a game.',
    example: pgnExample('1. e4\u00A0e5 *'),
  },
  PGN_NESTED_BRACE: {
    text:
      'Comments do not nest (section 5): other tools end this one at the first `}` and read the rest as moves. ' +
      'Here it continues to the matching `}`; without one it is an info.',
    example: pgnExample('1. e4 {a {good} move} e5 *'),
  },
  PGN_MISPLACED_ESCAPE: {
    text:
      'A `%` escapes the rest of its line in column one only (section 6). Move it there, or turn it into a ' +
      'comment.',
    example: pgnExample('1. e4', ' %note', 'e5 *'),
  },
  PGN_BAD_NAG: {
    text:
      'A `$` without a number from 0 to 255 (section 10): tools that store a byte lose or change the glyph. ' +
      '`$0`, no annotation, is an info.',
    example: pgnExample('1. e4 $256 *'),
  },
  PGN_UNKNOWN_GLYPH: {
    text:
      'The standard has `!`, `?`, `!!`, `??`, `!?` and `?!` (8.2.3.8). Other runs, and an evaluation joined ' +
      'with a suffix (`=?`), have no agreed meaning. `‼`, `⁇`, `⁉` and `⁈` are read as their pairs.',
    example: pgnExample('1. e4!!! e5 *'),
  },
  PGN_GLYPH_CONFLICT: {
    text:
      'A move has two glyphs of which only one can hold: two of `$1` to `$6` (the move), or two of `$10` to ' +
      '`$21` (the position). Delete one of them.',
    example: pgnExample('1. e4 $1 $2 e5 *'),
  },
  PGN_EMPTY_VARIATION: {
    text: 'A variation has no moves, or a comment alone. Some readers refuse the game.',
    example: pgnExample('1. e4 () e5 *'),
  },
  PGN_BLANK_LINE: {
    text:
      'A blank line between moves: tools that read by line, python-chess among them, end the game there. ' +
      'Several blank lines between tags and moves make chessops read two games. A blank line between tags is ' +
      'an info.',
    example: pgnExample('1. e4 e5', '', '2. Nf3 *'),
  },
  PGN_SECOND_RESULT: {
    text:
      'A second result after the one that ended the game. Tools take the first or the last, or make two games. ' +
      'The fix deletes one of two equal results.',
    example: pgnExample('1. e4 e5 1-0 1-0'),
  },
  PGN_RESULT_FORM: {
    text:
      "The result is clear, but not in the standard's form (8.2.6). With spaces other tools find separate " +
      'words; `1/2`, `½-½` or `1–0` in one word is an info.',
    example: pgnExample('1. e4 e5 1/2 - 1/2'),
  },
  PGN_AFTER_RESULT: {
    text: 'Movetext after the result that is no comment. Move or delete it.',
    example: pgnExample('1. e4 e5 1-0 $1'),
  },
} as const satisfies Record<string, Explanation>;
