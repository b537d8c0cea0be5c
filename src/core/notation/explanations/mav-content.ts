import { type Explanation, mavExample, rookworldExample } from './explanation.ts';

/** Explanations of the states, actions and values of MAV and RookWorld. */
export const MAV_CONTENT_EXPLANATIONS = {
  MAV_BAD_STATE: {
    text: 'A state of chess is `side || 64 cells |meta||`, rank 1 first. Forms of other games are assumed.',
    example: mavExample('<mav game=chess> %state %top_1 </mav>', '[%state w || R . . ||]'),
  },
  MAV_BAD_FEN: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_STATES_DIFFER: {
    example: mavExample(
      '<mav game=chess> %FEN %state </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%state rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1]',
    ),
  },
  MAV_PREVIOUS_ACTION: {
    text: 'Inputs are not of the model: the prompt itself is wrong.',
    example: mavExample(
      '<mav game=chess> %prev_FEN %prev_action %FEN </mav>',
      '[%prev_FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%prev_action e2e5]',
      '[%FEN rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1]',
    ),
  },
  MAV_WRONG_STATE: {
    text: 'Actions that are legal only on the printed board are hints.',
    example: mavExample(
      '<mav game=chess> %prev_FEN %prev_action %FEN </mav>',
      '[%prev_FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%prev_action e2e4]',
      '[%FEN rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1]',
    ),
  },
  MAV_WRONG_FIELD: {
    text:
      'The square may stand after every double step, or only where a capture is possible. Digits of native states ' +
      'are compared if the given state has them.',
    example: mavExample(
      '<mav game=chess> %prev_FEN %prev_action %FEN </mav>',
      '[%prev_FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%prev_action e2e4]',
      '[%FEN rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 1]',
    ),
  },
  MAV_WRONG_FINAL_STATE: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action %FEN </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
      '[%FEN rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1]',
    ),
  },
  MAV_ILLEGAL_ACTION: {
    text:
      'The message says if it is _legal on the printed board_, where that is wrong. Actions that are all in another ' +
      'notation are one finding.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> e2e5:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_LOOSE_ACTION: {
    text: 'A tokenizer has other tokens for them. One finding for each example or trace.',
    example: mavExample(
      '<mav game=chess> %FEN %top_1 %best_action </mav>',
      '[%FEN 7k/P7/8/8/8/8/8/K7 w - - 0 1]',
      '[%top_1 a7a8Q:<ctrl64>]',
      '[%best_action a7a8Q]',
    ),
  },
  MAV_DUPLICATE_ACTION: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> e2e4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_PREVIOUS_ANSWER: {
    text: 'Most of its actions are legal there alone: one finding for all of them, or for the file.',
    example: mavExample(
      '<mav game=chess> %prev_FEN %prev_action %top_3 </mav>',
      '[%prev_FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%prev_action e2e4]',
      '[%top_3 e2e4:<ctrl33> d2d4:<ctrl33> g1f3:<ctrl33>]',
    ),
  },
  MAV_LOOP: {
    text: 'Actions, lines, nodes or words, with the cycle and its count. What follows from it is not reported.',
    example: mavExample(
      '<mav game=chess> %FEN %top_all </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_all e2e4:<ctrl33> d2d4:<ctrl33> e2e4:<ctrl33> d2d4:<ctrl33> e2e4:<ctrl33> d2d4:<ctrl33>]',
    ),
  },
  MAV_ACTION_COUNT: {
    text: 'If fewer are legal, all are listed. Lists with an ellipsis are not counted.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_MISSING_ACTIONS: {
    example: mavExample(
      '<mav game=chess> %FEN %top_all </mav>',
      '[%FEN 7k/8/8/8/8/8/8/K7 w - - 0 1]',
      '[%top_all a1a2:<ctrl32> a1b1:<ctrl32>]',
    ),
  },
  MAV_BUCKET: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl65> d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_LOOSE_VALUE: {
    text: '`33`, `ctrl33`, `<ctrl33`, `<ctrl 33>` and `<bin_33>` are read, also without a colon.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:ctrl33 d2d4:ctrl33]',
      '[%best_action e2e4]',
    ),
  },
  MAV_NO_VALUE: {
    text: 'Other actions have one.',
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4 d2d4:<ctrl33>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_NO_VALUES: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4: d2d4:]',
      '[%best_action e2e4]',
    ),
  },
  MAV_NOT_TERMINAL: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 invalid : "1-0"]',
    ),
  },
  MAV_TERMINAL: {
    example: mavExample(
      '<mav game=chess> %FEN %top_3 </mav>',
      '[%FEN rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3]',
      '[%top_3 e2e4:<ctrl1>]',
    ),
  },
  MAV_WRONG_RESULT: {
    example: mavExample(
      '<mav game=chess> %FEN %top_3 </mav>',
      '[%FEN rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3]',
      '[%top_3 invalid : "1-0"]',
    ),
  },
  MAV_BEST_ILLEGAL: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action e2e5]',
    ),
  },
  MAV_BEST_UNLISTED: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl33>]',
      '[%best_action c2c4]',
    ),
  },
  MAV_BEST_NOT_HIGHEST: {
    example: mavExample(
      '<mav game=chess> %FEN %top_2 %best_action </mav>',
      '[%FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]',
      '[%top_2 e2e4:<ctrl33> d2d4:<ctrl40>]',
      '[%best_action e2e4]',
    ),
  },
  MAV_VALUE_APART: {
    text:
      'Only with an engine (`check --engine`, `statelens.mav.checkValues`), beyond `statelens.mav.valueTolerance`, ' +
      'in Hex from the 95 % interval of its playouts. An error if it contradicts a proof.',
    example: mavExample(
      '<mav game=chess> %FEN %top_1 %best_action </mav>',
      '[%FEN 7k/5K2/8/6Q1/8/8/8/8 w - - 0 1]',
      '[%top_1 g5g7:<ctrl20>]',
      '[%best_action g5g7]',
    ),
    untested: 'it takes an engine',
  },
  MAV_VALUE_HABIT: {
    text:
      'The best have the lowest values, or a trace fits its choices with values turned over; with an engine also ' +
      'eight or more values of the other side or one bucket off. Turn them over (65 - b) or name the dialect.',
    example: mavExample(
      '<mav game=hex> %state %top_3 %best_action </mav>',
      '[%state x || . . . . ||]',
      '[%top_3 a1:<ctrl21> b1:<ctrl40> b2:<ctrl33>]',
      '[%best_action a1]',
      '<mav game=hex> %state %top_3 %best_action </mav>',
      '[%state x || . . . . ||]',
      '[%top_3 a1:<ctrl20> b1:<ctrl44> b2:<ctrl31>]',
      '[%best_action a1]',
      '<mav game=hex> %state %top_3 %best_action </mav>',
      '[%state x || . . . . ||]',
      '[%top_3 a1:<ctrl9> b1:<ctrl35> b2:<ctrl30>]',
      '[%best_action a1]',
    ),
  },
  MAV_NOT_BEST: {
    text: 'Actions with the same bucket are interchangeable.',
    example: mavExample(
      '<mav game=chess> %FEN %top_1 %best_action </mav>',
      '[%FEN 7k/5K2/8/6Q1/8/8/8/8 w - - 0 1]',
      '[%top_1 f7e7:<ctrl63>]',
      '[%best_action f7e7]',
    ),
    untested: 'it takes an engine',
  },
  MAV_NOT_VALUED: {
    text: '`mav answer` has no limit.',
    example: mavExample(
      '<mav game=connect_four> %state %top_1 </mav>',
      '[%state x || . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . o . . x . . . ||]',
      '[%top_1 x3:<ctrl40>]',
    ),
    untested: 'it takes a solver',
  },
  MAV_ROOK_VALUE: {
    text: 'Mates are near 1000.',
    example: rookworldExample(
      'P: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 M: e2e4 d2d4 g1f3 c2c4 g2g3 E: 0.3 0,3 0.2 0.1 0.0 B: e2e4',
    ),
  },
  MAV_ROOK_HISTORY: {
    example: rookworldExample(
      'A: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1+e2e4+d2d4+rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1+0.001+0+0',
    ),
  },
  MAV_ROOK_END: {
    text:
      'The reward is 0.001; 1 for mate; 0.5 for a draw; -1 for an illegal action, which is truncated and keeps the ' +
      'state.',
    example: rookworldExample(
      'A: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1+e2e4+e2e4+rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1+1.0+1+0',
    ),
  },
} as const satisfies Record<string, Explanation>;
