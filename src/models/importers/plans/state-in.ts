import { extractionOf } from '../../../core/answers/extraction.ts';
import { readAnswer } from '../../../core/answers/read-answer.ts';

/** The state that an answer names, wherever it stands. */
export const stateIn = (answer: string): ReturnType<typeof extractionOf> => extractionOf(readAnswer(answer));
