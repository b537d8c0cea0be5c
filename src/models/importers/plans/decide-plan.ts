import type { Result } from '../../../core/base/result.ts';
import type { ImportPlan } from '../../../core/evaluation/runs/import-plan.ts';
import type { ForeignSample } from '../logs/log-format.ts';
import { answerText } from './choose-answer.ts';
import { chosenPlan } from './chosen-plan.ts';
import { columnsOf } from './columns.ts';
import { type FieldMap, givenNames, givenPlaces, type OpenPlan } from './field-map.ts';
import { planOfRows } from './plan-of-rows.ts';
import { askedText, type PlanRow, valueAt } from './plan-row.ts';
import { recordOf } from './plan-sample.ts';
import { proposePositions } from './propose-positions.ts';

/** The plan by which the samples of a log are read, found on some of them; or what must be said to find it. */
export function decidePlan(samples: readonly ForeignSample[], map: FieldMap): Result<ImportPlan, OpenPlan> {
  return samples.every(({ row }) => row !== undefined) ? planOfRows(samples, map) : planOfLog(samples, map);
}

/** The plan of a log whose format says where the answers are. */
function planOfLog(samples: readonly ForeignSample[], map: FieldMap): Result<ImportPlan, OpenPlan> {
  const rows = samples.map(
    (sample): PlanRow => ({
      place: sample.place,
      record: recordOf(sample),
      prompt: askedText(sample.messages),
      targets: sample.targets,
    }),
  );
  const columns = columnsOf(
    samples.map(({ metadata }) => metadata),
    'metadata',
  );
  const answers = samples.map((sample, i) => {
    if (map.answer === undefined) return sample.answer ?? undefined;
    return answerText(valueAt({ record: rows[i]?.record }, map.answer));
  });
  const proposals = proposePositions({ rows, columns, given: givenPlaces(map), answerOf: (i) => answers[i] });
  return chosenPlan(proposals, rows, answers, givenNames(map), map);
}
