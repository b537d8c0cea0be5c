import { type Explanation, pgnExample, strictPgnExample } from './explanation.ts';

/** Explanations of tags and comment commands of PGN. */
export const PGN_TAGS_EXPLANATIONS = {
  PGN_UNCLOSED_STRING: {
    text: 'The value of a tag has no closing quotation mark on its line. Many tools lose the tag, some the game.',
    example: pgnExample('[Site "Oslo]', '', '*'),
  },
  PGN_BAD_TAG: {
    text:
      'A tag that is not `[Name "value"]` (8.1): a missing mark or bracket, other quotation marks, `=` or `:`, ' +
      'a value over two lines, a character that no name has. Most tools skip it. With typographic quotation ' +
      'marks it is read, and a warning.',
    example: pgnExample('[Site “Oslo”]', '', '*'),
  },
  PGN_BAD_FEN: {
    text:
      'The FEN tag does not contain a valid position; the range is the faulty field. The moves cannot be ' +
      'replayed. It is an info for an empty tag, `?` or `-` without `[SetUp "1"]`: the game then starts from ' +
      'the standard position.',
    example: pgnExample('[SetUp "1"]', '[FEN "4k3/8/8/8/8/8/8/4K3 x - - 0 1"]', '', '*'),
  },
  PGN_UNKNOWN_VARIANT: {
    text:
      'The rules of this variant are unknown, so its moves are not checked; the text is. It is an info for a ' +
      'variant that exists, such as Bughouse or Xiangqi. The fix writes the closest known name.',
    example: pgnExample('[Variant "Crazyhose"]', '', '1. e4 *'),
  },
  PGN_BAD_PFEN: {
    text:
      'A prediction is `[%pfen LABEL FEN]`; the FEN is `?` for no state, `??` for an unreadable answer, and ' +
      '`?` for a field that is not stated. A label is the model, then `@` template, `#` sample number, ' +
      '`!doubtful` or `!by-hand`. What is wrong inside the FEN is data.',
    example: pgnExample('1. e4 {[%pfen gpt-4o]} *'),
  },
  PGN_DUPLICATE_TAG: {
    text:
      'A tag that the game already has. Some tools keep the first, others the last; the fix deletes one if ' +
      'both have the same value.',
    example: pgnExample('[ECO "B90"]', '[ECO "B90"]', '', '*'),
  },
  PGN_MISSING_SETUP: {
    text:
      'A FEN tag requires `[SetUp "1"]` (9.7.1); without it some tools ignore the FEN and start from the ' +
      'standard position.',
    example: pgnExample('[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]', '', '*'),
  },
  PGN_SETUP_WITHOUT_FEN: {
    text:
      '`[SetUp "1"]` requires a FEN tag, which is missing. Add it, or delete the SetUp tag if the game starts ' +
      'from the standard position.',
    example: pgnExample('[SetUp "1"]', '', '1. e4 *'),
  },
  PGN_TAG_NAME: {
    text:
      'The name of a tag is almost a known one that the game lacks: swapped, wrong, missing or added letters, ' +
      'or other capitals.',
    example: pgnExample('[Whtie "Anderssen"]', '[result "1-0"]', '', '1. e4 1-0'),
  },
  PGN_BAD_DATE: {
    text:
      'A date that is not `2024.05.31` with `?` for unknown digits (8.1.1.3), or a day that does not exist. ' +
      'Zeros for an unknown month or day count as `??`. With `strictExport` year, month and day are all ' +
      'required.',
    example: pgnExample('[Date "2024-05-31"]', '', '*'),
  },
  PGN_BAD_TIME: {
    text: 'A time of day that does not have the form `23:59:59`.',
    example: pgnExample('[UTCTime "25:00:00"]', '', '*'),
  },
  PGN_BAD_RESULT_TAG: {
    text:
      'The four results are `1-0`, `0-1`, `1/2-1/2` and `*`; other words count as no result. A clear variant ' +
      'such as `1/2` is an info with a fix. `0-0`, `1/2-0` and `0-1/2` of broadcasts are an info, and end the ' +
      'game that has them in its tag.',
    example: pgnExample('[Result "White won"]', '', '*'),
  },
  PGN_BAD_ROUND: {
    text: 'A round is a number, numbers with points, `?` or `-`; other words do not sort.',
    example: pgnExample('[Round "Final"]', '', '*'),
  },
  PGN_BAD_ECO: {
    text: 'Opening codes are A00 to E99, suffixes allowed.',
    example: pgnExample('[ECO "b90"]', '', '*'),
  },
  PGN_BAD_ELO: {
    text: 'A rating is a number of up to four digits, `?` or `-`.',
    example: pgnExample('[WhiteElo "strong"]', '', '*'),
  },
  PGN_BAD_TIME_CONTROL: {
    text: 'A time control (9.6.1) is `40/7200:3600`, `300+5`, `*60`, `?` or `-`, in seconds.',
    example: pgnExample('[TimeControl "90 minutes"]', '', '*'),
  },
  PGN_BAD_PLY_COUNT: {
    text:
      'The number of plies differs from that of the main line. Check for missing moves before you write the ' +
      'number.',
    example: pgnExample('[PlyCount "3"]', '', '1. e4 e5 *'),
  },
  PGN_MISSING_ROSTER: {
    text:
      'Export format has all seven tags of the roster (8.1.1). Reported with `strictExport` only; the fix adds ' +
      'them with `?`.',
    example: strictPgnExample('[Event "x"]', '', '1. e4 *'),
  },
  PGN_TAG_ORDER: {
    text:
      'In export format the Seven Tag Roster comes first, in its order, then the others by name. Reported with ' +
      '`strictExport` only.',
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
    text:
      'The name of a command is almost a known one (`clk`, `emt`, `egt`, `eval`, `csl`, `cal`, `pfen`), or ' +
      'lacks its `%`. Tools show such a command as text, or drop it. Other names are free.',
    example: pgnExample('1. e4 {[%clck 0:01:00]} *'),
  },
  PGN_BAD_CLOCK: {
    text:
      'A `[%clk]`, `[%emt]` or `[%egt]` command without a time such as `1:02:03`, with 60 or more minutes or ' +
      'seconds, or without its bracket.',
    example: pgnExample('1. e4 {[%clk soon]} *'),
  },
  PGN_BAD_EVAL: {
    text:
      'An `[%eval]` command without an evaluation or its bracket. Write pawns (`0.17`) or moves to mate ' +
      '(`#-3`); a depth may follow a comma.',
    example: pgnExample('1. e4 {[%eval good]} *'),
  },
  PGN_BAD_MARKS: {
    text:
      'A `[%csl]` or `[%cal]` command without squares or arrows, with an unknown color letter, or without its ' +
      'bracket. Write the color and the square or squares: `Ra1`, `Ge2e4`.',
    example: pgnExample('1. e4 {[%csl a1]} *'),
  },
} as const satisfies Record<string, Explanation>;
