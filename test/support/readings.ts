import { getTakenCandidate } from '../../src/core/answers/answer-reading.ts';
import { FEN_FIELDS } from '../../src/core/metrics/fen-reading.ts';
import type { ReadingView } from '../../src/protocol/answer-reading.ts';
import type { StoredAnswer } from '../../src/protocol/state.ts';

/** The reading of an answer whose only state stands at an offset. */
export const readingAt = (start: number, state: string): ReadingView => ({
  outcome: 'certain',
  candidates: [
    {
      range: { start, end: start + state.length },
      form: 'fen',
      state,
      stated: ['board', ...FEN_FIELDS],
      role: 'plain',
    },
  ],
  taken: 0,
  rule: 'only state',
  more: 0,
});

/** The state that was taken from an answer, as it stands there. */
export function takenText(answer: Pick<StoredAnswer, 'raw' | 'reading'> | null | undefined): string | undefined {
  const range = answer?.reading ? getTakenCandidate(answer.reading)?.range : undefined;
  return range && answer?.raw?.slice(range.start, range.end);
}
