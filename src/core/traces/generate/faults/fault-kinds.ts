import type { Code } from '../../../notation/diagnostic-codes.ts';

/**
 * Kinds of faults. `state`: the state after an action is wrong, and the search continues from it. `action`: the action is
 * not legal. `link`: a name is another one or unknown. `claim`: a goal, a cost, an estimate or a value is not what the
 * tree gives. `order`: a node is closed or visited too early or too late. `plan`: the plan or the choice is wrong. `cut`:
 * the text ends early.
 */
export const TRACE_FAULT_KINDS = ['state', 'action', 'link', 'claim', 'order', 'plan', 'cut'] as const;
export type TraceFaultKind = (typeof TRACE_FAULT_KINDS)[number];

/** Codes of the one finding that a fault of each kind has. */
export const FAULT_CODES: Readonly<Record<TraceFaultKind, readonly Code[]>> = {
  state: ['TRACE_STATE', 'TRACE_ARITHMETIC', 'TRACE_IMPOSSIBLE_STATE'],
  action: ['TRACE_ILLEGAL_ACTION'],
  link: [
    'TRACE_UNKNOWN_NODE',
    'TRACE_NODE_NAME',
    'TRACE_DUPLICATE_NODE',
    'TRACE_FINISHED_NODE',
    'TRACE_ILLEGAL_ACTION',
  ],
  claim: ['TRACE_FALSE_GOAL', 'TRACE_MISSED_GOAL', 'TRACE_COST', 'TRACE_HEURISTIC', 'TRACE_VALUE', 'TRACE_BEST'],
  order: ['TRACE_CLOSE_ORDER', 'TRACE_VISIT_ORDER'],
  plan: ['TRACE_PLAN_ILLEGAL', 'TRACE_PLAN_GOAL', 'TRACE_PLAN_SEARCH', 'TRACE_CHOICE', 'TRACE_FIRST_LEVEL'],
  cut: ['TRACE_CUT_OFF'],
};

/** Label of the one fault of a trace. */
export interface TraceFault {
  readonly kind: TraceFaultKind;
  /** Code of the finding that the checks report. */
  readonly code: Code;
  /** Line of the trace, from 1 on. */
  readonly line: number;
  /** UTF-16 offsets of the wrong words in the trace; equal where words are missing. */
  readonly start: number;
  readonly end: number;
  /** Words that are right there. */
  readonly right: string;
}
