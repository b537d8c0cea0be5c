import { type AnswerPlace, type AnswerReading, getTakenCandidate } from '../../src/core/answers/answer-reading.ts';
import { type Extraction, makeExtraction } from '../../src/core/answers/extraction.ts';
import { readAnswer } from '../../src/core/answers/read-answer.ts';
import type { Range } from '../../src/core/base/text/range.ts';
import { readLooseFen } from '../../src/core/metrics/fen-reading.ts';

/** The state that was taken from an answer, and how whole it is as a FEN. */
export interface Taken {
  readonly fen: string;
  readonly form?: 'complete' | 'partial' | 'malformed';
  readonly fields?: number;
  readonly range: Range;
  readonly candidates: number;
}

export function taken(reading: AnswerReading, isWorld: boolean): Taken | undefined {
  const state = getTakenCandidate(reading);
  const extraction: Extraction | undefined = makeExtraction(reading);
  if (state === undefined || extraction?.fen === undefined) return undefined;
  const whole = isWorld ? {} : { form: wholenessOf(extraction.fen), fields: state.stated.length };
  return { fen: extraction.fen, ...whole, range: state.range, candidates: reading.candidates.length };
}

function wholenessOf(fen: string): 'complete' | 'partial' | 'malformed' {
  const { placement, faults } = readLooseFen(fen);
  if (!placement.complete) return 'malformed';
  return faults.length === 0 ? 'complete' : 'partial';
}

/** The state that is taken from an answer of chess. */
export const extractAnswer = (answer: string, place: AnswerPlace = 'anywhere', prompt = ''): Taken | undefined =>
  taken(readAnswer(answer, { place, prompt }), false);

/** The same of a world, by its test whether a text is a state. */
export const extractWorldState = (
  answer: string,
  world: (text: string) => boolean,
  place: AnswerPlace = 'anywhere',
  prompt = '',
): Taken | undefined => taken(readAnswer(answer, { place, prompt, world }), true);
