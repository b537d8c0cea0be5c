import type { Range } from '../../base/text/range.ts';
import type { Role } from '../reading.ts';
import type { ScannedState } from '../states/scan.ts';
import type { Said } from './cue-table.ts';

/**
 * Weights of what is said of a state: of labels, of the single fence or bold text, of nothing, of parts of the work. `left`: its words say that
 * it is none, but there is no other.
 */
export const WEIGHT = { answer: 5, label: 4, only: 3, plain: 2, working: 1, left: 0.5, none: 0 } as const;

export const WEIGHT_OF: Readonly<Record<Said, number>> = {
  answer: WEIGHT.answer,
  label: WEIGHT.label,
  step: WEIGHT.plain,
  working: WEIGHT.working,
  example: 0,
  start: 0,
  earlier: 0,
  later: 0,
  rejected: 0,
  draft: 0,
};
export const ROLE_OF: Partial<Readonly<Record<Said, Role>>> = {
  answer: 'final',
  label: 'final',
  example: 'earlier',
  start: 'start',
  earlier: 'earlier',
  later: 'later',
  rejected: 'rejected',
  draft: 'draft',
};

/** A state as it is judged. */
export interface Draft {
  readonly state: ScannedState;
  says: Said | undefined;
  cue: Range | undefined;
  weight: number;
  role: Role;
}

/** Takes a state out of those that can be the answer. */
export function exclude(draft: Draft, role: Role): void {
  draft.role = role;
  draft.weight = WEIGHT.none;
}
