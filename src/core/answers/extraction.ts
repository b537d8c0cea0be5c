import type { Range } from '../base/text/range.ts';
import { FEN_FIELDS } from '../metrics/fen-reading.ts';
import {
  type AnswerCandidate,
  type AnswerReading,
  type AnswerRole,
  type CandidateForm,
  isUnreadable,
  type ReadingOutcome,
  type ReadingRule,
  type StatedField,
} from './answer-reading.ts';

/** The chosen state of an answer, as run files keep it. The other candidates follow from the answer, which is kept. */
export interface Extraction {
  /** The state as the model wrote it, right or wrong; `?` for fields that it does not state. Missing where the answer is unread. */
  readonly fen?: string;
  readonly outcome: Exclude<ReadingOutcome, 'none'>;
  /** Rule by which the state was chosen, and its role in the answer; missing where the answer is unread. */
  readonly rule?: ReadingRule;
  readonly role?: AnswerRole;
  readonly form?: CandidateForm;
  /** Fields that are stated, where not all six are. */
  readonly stated?: readonly StatedField[];
  /** Range in the answer of the state, or of what looks like one and cannot be read. */
  readonly range?: Range;
  /** Number of states in the answer. */
  readonly candidates: number;
  /** Reason why it is doubtful or unread. */
  readonly reason?: string;
}

/** Returns the extraction of a reading; undefined if the answer holds no state. */
export function makeExtraction(reading: AnswerReading): Extraction | undefined {
  const { outcome, candidates, taken, rule, reason } = reading;
  if (outcome === 'none') return undefined;
  const number = countStates(candidates, taken);
  const details = outcome === 'certain' || reason === undefined ? {} : { reason };
  const chosen = taken === undefined ? undefined : candidates[taken];
  if (outcome === 'unread' || chosen === undefined) {
    const looked = candidates.find(isUnreadable);
    return {
      outcome: 'unread',
      ...(looked !== undefined && { form: looked.form, range: looked.range }),
      candidates: number,
      ...details,
    };
  }
  return { ...ofCandidate(chosen), outcome, ...(rule !== undefined && { rule }), candidates: number, ...details };
}

/** Counts the states. Texts that cannot be read are no states, unless one of them was taken as it is. */
const countStates = (candidates: readonly AnswerCandidate[], taken: number | undefined): number =>
  candidates.filter((candidate, i) => i === taken || !isUnreadable(candidate)).length;

const ofCandidate = ({ state, role, form, stated, range }: AnswerCandidate) => ({
  fen: state,
  role,
  form,
  ...(stated.length > 0 && stated.length <= FEN_FIELDS.length && { stated }),
  range,
});
