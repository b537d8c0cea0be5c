import type { Range } from '../../base/text/range.ts';
import type { CandidateForm, StatedState } from '../reading.ts';

/** A state of which only the board is stated, in the order of a FEN. */
export const boardOnly = (form: CandidateForm, range: Range, placement: string): StatedState => ({
  range,
  form,
  state: `${placement} ? ? ? ? ?`,
  stated: ['board'],
});

/** Characters of an unreadable state that are kept. */
const MAX_FRAGMENT = 400;

/** Text that was meant as a state and cannot be read as one. */
export const fragment = (range: Range, text: string): StatedState => ({
  range,
  form: 'fragment',
  state: text.slice(0, MAX_FRAGMENT),
  stated: [],
});
