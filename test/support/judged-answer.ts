import { type AnswerReading, getTakenCandidate } from '../../src/core/answers/answer-reading.ts';
import { readAnswer } from '../../src/core/answers/read-answer.ts';
import { FEN_FIELDS } from '../../src/core/metrics/fen-reading.ts';

/** How a reading of an answer is beside what a person takes for it. */
export type Judgment = 'right' | 'doubtful' | 'unread' | 'wrong';

const FIELDS = ['board', ...FEN_FIELDS];

/**
 * Compares a reading with the state that was meant.
 *
 * @param meant a FEN; null where the answer has none
 * @param fields the fields that the answer states; all of a FEN if none are named
 */
export function judgment(reading: AnswerReading, meant: string | null, fields: readonly string[] = FIELDS): Judgment {
  if (reading.outcome === 'doubtful' || reading.outcome === 'unread') return reading.outcome;
  const taken = getTakenCandidate(reading);
  if (meant === null || taken === undefined) return meant === null && taken === undefined ? 'right' : 'wrong';
  const [theirs, ours] = [meant.split(' '), taken.state.split(' ')];
  const isRight = FIELDS.every((field, i) =>
    fields.includes(field) ? ours[i] === theirs[i] : (ours[i] ?? '?') === '?' || ours[i] === theirs[i],
  );
  return isRight ? 'right' : 'wrong';
}

/** The same of an answer in chat. */
export const judgmentOf = (answer: string, meant: string | null, fields?: readonly string[]): Judgment =>
  judgment(readAnswer(answer), meant, fields);
