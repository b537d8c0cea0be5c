import type { Range } from '../../base/text/range.ts';
import type { CandidateForm, StatedState } from '../reading.ts';

/** A state of which only the board is stated, in the order of a FEN. */
export const boardOnly = (form: CandidateForm, range: Range, placement: string): StatedState => ({
  range,
  form,
  state: `${placement} ? ? ? ? ?`,
  stated: ['board'],
});
