/**
 * Rule of a template, or of `--take`, by which the state of an answer is chosen. `anywhere`: by the roles of its states. `first`, `last`: of
 * several, this one. `last-line`: on the last line. `fence`: in the last code fence.
 */
export const ANSWER_PLACES = ['anywhere', 'first', 'last', 'last-line', 'fence'] as const;
export type AnswerPlace = (typeof ANSWER_PLACES)[number];

/** Fields of a template that decide which state of an answer is chosen. */
export interface AnswerForm {
  readonly answer?: AnswerPlace;
  /** True for a text that the model continues. */
  readonly isRaw?: boolean;
}

/**
 * Place of the state in answers to a template. A model that continues a text writes on after its answer, with questions and answers that it
 * makes up, so the first state counts there unless the template says otherwise.
 */
export const answerPlaceOf = ({ answer, isRaw }: AnswerForm): AnswerPlace =>
  answer ?? (isRaw === true ? 'first' : 'anywhere');
