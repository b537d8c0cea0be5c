import { type Extraction, extractionOf } from '../../src/core/answers/extraction.ts';
import type { AnswerPlace } from '../../src/core/answers/places.ts';
import { readAnswer } from '../../src/core/answers/read-answer.ts';

/** The state that is taken from an answer of chess, as run files keep it. */
export const extractAnswer = (answer: string, place: AnswerPlace = 'anywhere', prompt = ''): Extraction | undefined =>
  extractionOf(readAnswer(answer, { place, prompt }));

/** The same of a world, by its test whether a text is a state. */
export const extractWorldState = (
  answer: string,
  world: (text: string) => boolean,
  place: AnswerPlace = 'anywhere',
  prompt = '',
): Extraction | undefined => extractionOf(readAnswer(answer, { place, prompt, world }));
