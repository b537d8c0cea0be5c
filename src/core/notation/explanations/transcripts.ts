import { type Explanation, logExample, transcriptExample } from './explanation.ts';

/** Explanations of findings in transcripts. */
export const TRANSCRIPTS_EXPLANATIONS = {
  AUDIT_WRONG_STATE: {
    text: 'The message has the difference, the missed move, p_4 and r_4. Later effects are not reported.',
    example: transcriptExample(
      '1. e4 e5 2. Nf3 Nc6 3. Bb5. So the position is `r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3`.',
    ),
  },
  AUDIT_IMPOSSIBLE_STATE: {
    example: transcriptExample('Let us look at rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 2.'),
  },
  AUDIT_ILLEGAL_MOVE: {
    text: 'The message names the move that made it so.',
    example: transcriptExample('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bd6'),
  },
  AUDIT_MISNAMED_MOVE: {
    example: transcriptExample('1. d4 d5 2. c4 e6 3. Nd3 Nc6'),
  },
  AUDIT_MISSING_MOVE: {
    example: transcriptExample('1. e4 e5 2. Nf3 Nc6 3. Bb5 4. Ba4 Nf6'),
  },
  AUDIT_FALSE_CLAIM: {
    example: transcriptExample("1. e4 e5 2. Nf3 Nc6 3. Bb5. It is White's turn."),
  },
  AUDIT_COUNTERS: {
    example: transcriptExample(
      '1. e4 e5 2. Nf3. The position is now rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1.',
    ),
  },
  AUDIT_UNREAD: {
    example: logExample('{"role": "assistant", "content": "I play e4'),
  },
} as const satisfies Record<string, Explanation>;
