import { type Explanation, pgnExample, strictPgnExample } from './explanation.ts';

/** Explanations of tags and comment commands of PGN. */
export const PGN_TAGS_EXPLANATIONS = {
  PGN_UNCLOSED_STRING: {
    example: pgnExample('[Site "Oslo]', '', '*'),
  },
  PGN_BAD_TAG: {
    text: 'Most tools skip it (8.1). With typographic quotation marks it is read, and a warning.',
    example: pgnExample('[Site “Oslo”]', '', '*'),
  },
  PGN_BAD_FEN: {
    text: 'No move is replayed. An info for `?`, `-` or nothing without `[SetUp "1"]`: the game has the standard start.',
    example: pgnExample('[SetUp "1"]', '[FEN "4k3/8/8/8/8/8/8/4K3 x - - 0 1"]', '', '*'),
  },
  PGN_UNKNOWN_VARIANT: {
    text: 'An info for a real one, such as Bughouse.',
    example: pgnExample('[Variant "Crazyhose"]', '', '1. e4 *'),
  },
  PGN_BAD_PFEN: {
    text:
      'The state is `?` for none, `??` for an unreadable answer, with `?` for fields that are not stated. A label ' +
      'is the model, then `@` template, `#` sample number, `!doubtful` or `!by-hand`.',
    example: pgnExample('1. e4 {[%pfen gpt-4o]} *'),
  },
  PGN_DUPLICATE_TAG: {
    text: 'Some tools keep the first, others the last. A fix deletes one of two equal ones.',
    example: pgnExample('[ECO "B90"]', '[ECO "B90"]', '', '*'),
  },
  PGN_MISSING_SETUP: {
    text: 'Some tools ignore the FEN then (9.7.1).',
    example: pgnExample('[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]', '', '*'),
  },
  PGN_SETUP_WITHOUT_FEN: {
    example: pgnExample('[SetUp "1"]', '', '1. e4 *'),
  },
  PGN_TAG_NAME: {
    text: 'It is almost a known name that the game lacks.',
    example: pgnExample('[Whtie "Anderssen"]', '[result "1-0"]', '', '1. e4 1-0'),
  },
  PGN_BAD_DATE: {
    text: 'Or a day that does not exist (8.1.1.3). With `strictExport` no part may be missing.',
    example: pgnExample('[Date "2024-05-31"]', '', '*'),
  },
  PGN_BAD_TIME: {
    example: pgnExample('[UTCTime "25:00:00"]', '', '*'),
  },
  PGN_BAD_RESULT_TAG: {
    text: 'Other words count as none. An info for `1/2`, with a fix, and for `0-0`, `1/2-0` and `0-1/2` of broadcasts.',
    example: pgnExample('[Result "White won"]', '', '*'),
  },
  PGN_BAD_ROUND: {
    text: 'Other words do not sort.',
    example: pgnExample('[Round "Final"]', '', '*'),
  },
  PGN_BAD_ECO: {
    text: 'Suffixes are allowed.',
    example: pgnExample('[ECO "b90"]', '', '*'),
  },
  PGN_BAD_ELO: {
    text: '`?` and `-` are allowed.',
    example: pgnExample('[WhiteElo "strong"]', '', '*'),
  },
  PGN_BAD_TIME_CONTROL: {
    example: pgnExample('[TimeControl "90 minutes"]', '', '*'),
  },
  PGN_BAD_PLY_COUNT: {
    example: pgnExample('[PlyCount "3"]', '', '1. e4 e5 *'),
  },
  PGN_MISSING_ROSTER: {
    example: strictPgnExample('[Event "x"]', '', '1. e4 *'),
  },
  PGN_TAG_ORDER: {
    example: strictPgnExample(
      '[Site "x"]',
      '[Event "y"]',
      '[Date "????.??.??"]',
      '[Round "?"]',
      '[White "?"]',
      '[Black "?"]',
      '[Result "*"]',
      '',
      '1. e4 *',
    ),
  },
  PGN_UNKNOWN_COMMAND: {
    text: 'Known commands are `clk`, `emt`, `egt`, `eval`, `csl`, `cal` and `pfen`; names unlike these are free.',
    example: pgnExample('1. e4 {[%clck 0:01:00]} *'),
  },
  PGN_BAD_CLOCK: {
    text: 'A time is `1:02:03`, an evaluation `0.17` (pawns) or `#-3` (mate), marks are `Ra1` and `Ge2e4`.',
    example: pgnExample('1. e4 {[%clk soon]} *'),
  },
  PGN_BAD_EVAL: {
    example: pgnExample('1. e4 {[%eval good]} *'),
  },
  PGN_BAD_MARKS: {
    example: pgnExample('1. e4 {[%csl a1]} *'),
  },
} as const satisfies Record<string, Explanation>;
