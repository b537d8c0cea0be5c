import { err, ok, type Result } from '../../../core/base/result.ts';
import type { ImportPlan, Place } from '../../../core/evaluation/runs/import-plan.ts';
import type { FieldMap, OpenPlan } from './field-map.ts';
import { positionBy } from './plan-position.ts';
import type { PlanRow } from './plan-row.ts';
import { choiceSentence } from './plan-words.ts';
import { CLEAR, type Proposal } from './propose-positions.ts';

/** The one proposal that fits, with the names of the fields beside; or the question between two. */
export function chosenPlan(
  proposals: readonly Proposal[],
  rows: readonly PlanRow[],
  answers: readonly (string | undefined)[],
  names: ImportPlan,
  map: FieldMap,
): Result<ImportPlan, OpenPlan> {
  const [best, next] = proposals;
  if (best === undefined) return err({ message: notFound(rows), choices: [] });
  if (next === undefined || next.share < CLEAR * best.share) return ok({ ...best.plan, ...names });
  const both = rows.findIndex((row) => positionBy(best.plan, row).ok && positionBy(next.plan, row).ok);
  const i = Math.max(0, both);
  const row = rows[i];
  const which = rows.length === 1 ? 'the only record' : `all ${rows.length} that were tried`;
  return err({
    message: `two readings fit, and the records do not tell which is meant (${which})`,
    choices: [best.plan, next.plan].map((plan) => ({
      sentence: row === undefined ? '' : choiceSentence(plan, row, answers[i]),
      map: { ...map, ...mapOf(plan) },
    })),
    hasPosition: true,
  });
}

/** The field of a place that is one. */
export const fieldOf = (place: Place | undefined): string | undefined =>
  typeof place === 'object' ? place.field : undefined;

/** What chooses a plan of positions. */
function mapOf({ asked, truth, moves }: ImportPlan): FieldMap {
  if (asked !== undefined) return { asked };
  const [trueField, moveField] = [fieldOf(truth), fieldOf(moves)];
  return {
    ...(trueField !== undefined && { truth: trueField }),
    ...(moveField !== undefined && { moves: moveField }),
  };
}

function notFound(rows: readonly PlanRow[]): string {
  const [row] = rows;
  const why = row === undefined ? undefined : positionBy({ start: 'initial', moves: 'prompt' }, row);
  const reason = why?.ok === false && row?.prompt !== '' ? ` (the first prompt: ${why.error})` : '';
  return `neither a true FEN nor moves were found${reason}; name their fields with --map: truth=PATH, or moves=PATH and start=PATH`;
}
