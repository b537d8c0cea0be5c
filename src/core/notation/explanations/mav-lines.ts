import { type Explanation, mavExample, rookworldExample } from './explanation.ts';

/** Explanations of the syntax and commands of MAV and RookWorld. */
export const MAV_LINES_EXPLANATIONS = {
  MAV_ENCODING: {
    untested: 'it is found in bytes',
  },
  MAV_STRAY_TEXT: {
    text: 'Comments begin with `#`. The same line three times or more is one finding.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      'So the best one is this.',
      '[%best_action e2e4]',
    ),
  },
  MAV_TEXT_AROUND: {
    text: 'Chat models write them; only the first place is reported.',
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
    text: 'Bullets, bold type, headings, labels, escapes and typographic signs are read as text.',
    example: mavExample(
      '- <mav game=chess> %FEN %top_2 %best_action </mav>',
      '- [%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '- **[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]**',
      '- [%best_action e2e4]',
    ),
  },
  MAV_ESCAPED: {
    text: '*Open Records as MAV* reads whole files of such records.',
    example: mavExample(
      '"<mav game=chess> %FEN %top_2 </mav>\\n[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]\\n[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]"',
    ),
  },
  MAV_HEADER_BRACKET: {
    text: 'The header is still read.',
    example: mavExample(
      '<mav game=chess %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_UNCLOSED_HEADER: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_UNOPENED_LINE: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_UNCLOSED_LINE: {
    text: 'Usually a token limit cut it off.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4',
    ),
  },
  MAV_MISSING_OUTPUT: {
    text: 'This shows where a model stopped. A prompt, with all of its inputs and no output, has no finding.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
    ),
  },
  MAV_COMMAND_ORDER: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%best_action e2e4]',
    ),
  },
  MAV_NO_INPUT: {
    example: mavExample(
      '<mav game=chess> %prev_FEN %top_1 </mav>',
      '[%prev_FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_1 e2e4:<ctrl33>]',
    ),
  },
  MAV_BEST_WITHOUT_LIST: {
    text: 'The paper has a list there (section 2).',
    example: mavExample(
      '<mav game=chess> %FEN %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%best_action e2e4]',
    ),
  },
  MAV_FEN_GAME: {
    text: 'Such games use `%state`.',
    example: mavExample('<mav game=hex> %FEN </mav>'),
  },
  MAV_NO_ARGUMENT: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action]',
    ),
  },
  MAV_TOP_ZERO: {
    example: mavExample(
      '<mav game=chess> %FEN %top_0 </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_0]',
    ),
  },
  MAV_UNKNOWN_GAME: {
    text: 'Nothing below is checked. Games are `chess`, `chess960`, `connect_four`, `hex` and `othello`.',
    example: mavExample(
      '<mav game=checkers> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_UNKNOWN_COMMAND: {
    text: 'Its line is not checked.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action %worst_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_LOOSE_COMMAND: {
    text: 'It is read as intended.',
    example: mavExample(
      '<mav game=chess> %FEN %top 2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_ROOK_LINE: {
    example: rookworldExample(
      'P: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 M: e2e4 d2d4 g1f3 c2c4 g2g3 B: e2e4',
    ),
  },
} as const satisfies Record<string, Explanation>;
