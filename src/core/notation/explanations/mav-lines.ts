import { type Explanation, mavExample, rookworldExample } from './explanation.ts';

/** Explanations of the syntax and commands of MAV and RookWorld. */
export const MAV_LINES_EXPLANATIONS = {
  MAV_ENCODING: {
    text:
      'As [`PGN_ENCODING`](#pgn_encoding). Prompts and outputs are plain ASCII: probably an editor saved the ' +
      'file.',
    untested: 'it is found in bytes',
  },
  MAV_STRAY_TEXT: {
    text:
      'A file has headers, lines in brackets, steps of a trace, blank lines and comments (`#`). Other output ' +
      'is reported, never skipped; the same line three times or more is one finding. Commas and surplus ' +
      'brackets in a list are reported once, with a fix.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      'So the best one is this.',
      '[%best_action e2e4]',
    ),
  },
  MAV_TEXT_AROUND: {
    text:
      'Chat models write words and fences around an answer: one finding at the first. Below a prompt the ' +
      'answer begins with the first output. In a file without any answer each line is `MAV_STRAY_TEXT`.',
    example: mavExample(
      'Sure! Here is the answer:',
      '',
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_FORMATTING: {
    text:
      'Chat models format their answers: bullets, bold type, headings, labels, escapes, arrows, typographic ' +
      'signs. They are read as plain text and are one finding for each example or trace.',
    example: mavExample(
      '- <mav game=chess> %FEN %top_2 %best_action </mav>',
      '- [%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '- **[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]**',
      '- [%best_action e2e4]',
    ),
  },
  MAV_ESCAPED: {
    text:
      'The answer was copied out of a JSON file with its escapes. *Open Records as MAV* reads whole files of ' +
      'such records.',
    example: mavExample(
      '"<mav game=chess> %FEN %top_2 </mav>\\n[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]\\n[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]"',
    ),
  },
  MAV_HEADER_BRACKET: {
    text: 'A sign of `<mav game=…>`, `</mav>` or `<|…|>` is missing or wrong. The header is still read.',
    example: mavExample(
      '<mav game=chess %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_UNCLOSED_HEADER: {
    text: 'The header has no `</mav>`, so its end is a guess.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_UNOPENED_LINE: {
    text: 'The line lacks its `[`; it is read as intended and judged.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_UNCLOSED_LINE: {
    text: 'Usually a token limit cut off the output.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4',
    ),
  },
  MAV_MISSING_OUTPUT: {
    text:
      'This shows where a model stopped. A prompt, which has all of its inputs and no output, has no finding; if ' +
      'the list says that the game is over, nothing else is missing.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
    ),
  },
  MAV_COMMAND_ORDER: {
    text:
      'The header defines the lines and their order. The first line that differs is reported; the following ' +
      'ones are still judged by their place.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%best_action e2e4]',
    ),
  },
  MAV_NO_INPUT: {
    text: 'An example starts from a state, or from a previous state and the action played there.',
    example: mavExample(
      '<mav game=chess> %prev_FEN %top_1 </mav>',
      '[%prev_FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_1 e2e4:<ctrl33>]',
    ),
  },
  MAV_BEST_WITHOUT_LIST: {
    text: 'The paper defines `%best_action` as following a list (section 2).',
    example: mavExample(
      '<mav game=chess> %FEN %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%best_action e2e4]',
    ),
  },
  MAV_FEN_GAME: {
    text: 'FENs are for chess and chess960; other games use `%state`.',
    example: mavExample('<mav game=hex> %FEN </mav>'),
  },
  MAV_NO_ARGUMENT: {
    text: 'The line has only its command.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action]',
    ),
  },
  MAV_TOP_ZERO: {
    text: 'An empty list has no meaning.',
    example: mavExample(
      '<mav game=chess> %FEN %top_0 </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_0]',
    ),
  },
  MAV_UNKNOWN_GAME: {
    text:
      'Without its rules, nothing below is checked. Games are `chess`, `chess960`, `connect_four`, `hex` and ' +
      '`othello`.',
    example: mavExample(
      '<mav game=checkers> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_UNKNOWN_COMMAND: {
    text: 'The line of that command is not checked.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action %worst_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_LOOSE_COMMAND: {
    text: 'An underscore or `%` is missing, or the game is in quotation marks. It is read as intended.',
    example: mavExample(
      '<mav game=chess> %FEN %top 2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_ROOK_LINE: {
    text:
      'A line is an example of the policy (`P:`) or the environment (`A:`). One that stops where its answer ' +
      'begins is a prompt; one that stops later lacks a part.',
    example: rookworldExample(
      'P: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 M: e2e4 d2d4 g1f3 c2c4 g2g3 B: e2e4',
    ),
  },
} as const satisfies Record<string, Explanation>;
