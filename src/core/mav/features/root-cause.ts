import { CODES, type Code } from '../../notation/diagnostics/codes.ts';
import type { Diagnostic } from '../../notation/diagnostics/diagnostic.ts';

/** What an error is about, in a word. */
const ABOUT: Readonly<Partial<Record<Code, string>>> = {
  MAV_UNKNOWN_GAME: 'game',
  MAV_COMMAND_ORDER: 'commands',
  MAV_BAD_STATE: 'state',
  MAV_BAD_FEN: 'state',
  MAV_STATES_DIFFER: 'state',
  MAV_WRONG_STATE: 'state',
  MAV_WRONG_FINAL_STATE: 'final state',
  MAV_PREVIOUS_ACTION: 'previous action',
  MAV_ILLEGAL_ACTION: 'list',
  MAV_DUPLICATE_ACTION: 'list',
  MAV_LOOP: 'list',
  MAV_ACTION_COUNT: 'list',
  MAV_MISSING_ACTIONS: 'list',
  MAV_NOT_TERMINAL: 'list',
  MAV_TERMINAL: 'list',
  MAV_WRONG_RESULT: 'list',
  MAV_BUCKET: 'value',
  MAV_NO_VALUE: 'value',
  MAV_BEST_ILLEGAL: 'best action',
  TRACE_INPUTS: 'inputs',
  TRACE_NODE: 'path',
  TRACE_EXPANSION_COUNT: 'expansion',
  TRACE_NOT_EVALUATED: 'expansion',
  TRACE_DEPTH: 'expansion',
  TRACE_LEAF_DECISION: 'decision',
  TRACE_DECISION_LIST: 'decision',
  TRACE_DECISION_VALUE: 'decision',
  TRACE_SELECTION: 'decision',
  TRACE_PLAYING: 'played action',
  TRACE_CUT_OFF: 'end',
};

/** The first error of an example or a trace, and how much comes behind it. */
export interface RootCause {
  readonly first: Diagnostic;
  /** What it is about, in a word: `state`. */
  readonly about: string;
  /** What it explains (lists that are right on a wrong board), and later errors. */
  readonly follow: number;
}

/** The root cause among diagnostics in any order; undefined where none is an error. */
export function rootCause(found: readonly Diagnostic[]): RootCause | undefined {
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  const first = errors.reduce((a, b) => (b.range.start < a.range.start ? b : a));
  const explained = first.code === 'MAV_WRONG_STATE' ? (first.related?.length ?? 0) : 0;
  return { first, about: ABOUT[first.code] ?? CODES[first.code].category, follow: explained + errors.length - 1 };
}
