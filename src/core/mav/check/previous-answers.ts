import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { MavLine } from '../syntax.ts';
import { normalizeAction } from './example-model.ts';
import type { JudgedExample } from './judged-example.ts';
import type { ListJudgment } from './list-judgment.ts';
import { differencesFrom } from './state-comparison.ts';

/** Fewest actions that show of which state a list is. */
const LEAST = 3;
/** Largest share of the actions that may be legal in the current state, and smallest share in the previous one. */
const FEW = 0.2;
const MOST = 0.8;

/**
 * Returns the finding that a list has the actions of the state before the previous action, in place of all findings
 * about its actions; undefined for other lists. In games where both players have the same actions a list of the previous
 * state has one wrong action, which is reported by itself.
 *
 * @param judged the list in its true state
 */
export function previousListFinding(
  list: MavLine,
  { before, model }: JudgedExample,
  judged: Extract<ListJudgment, { kind: 'list' }>,
): Diagnostic | undefined {
  const { previousAction } = model;
  const { listed, hits } = judged;
  if (before === undefined || previousAction === undefined || listed.size < LEAST || hits > FEW * listed.size)
    return undefined;
  const names = new Set(judged.actions.map(({ written }) => normalizeAction(before, written.move.text)));
  const legal = [...names].filter((name) => before.allows(name)).length;
  if (legal < MOST * names.size) return undefined;
  const here = hits === 0 ? 'none' : String(hits);
  const message = `the answer is for the state before ${previousAction.word.text}: ${legal} of ${names.size} actions are legal there, ${here} here`;
  return diagnostic('MAV_PREVIOUS_ANSWER', list.range, message, {
    related: [{ range: previousAction.word.range, message: 'the action that is left out' }],
  });
}

/** Returns true if an example prints the state before the previous action as the one after it. */
export function printsPrevious({ before, printed, model: { current, previousAction } }: JudgedExample): boolean {
  if (before === undefined || previousAction === undefined || printed === undefined) return false;
  return current.length > 0 && current.every((placed) => differencesFrom(placed, before).length === 0);
}
