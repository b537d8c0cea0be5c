import { fieldsOf, isFields } from '../logs/fields.ts';
import type { ForeignSample } from '../logs/log-format.ts';
import { decidePlan } from './decide-plan.ts';
import type { FieldMap } from './field-map.ts';
import { ANY, isConversation, listPaths, type RecordPath, recordsAt } from './record-path.ts';

/** Lists that are tried. */
const MAX_PATHS = 12;
/** Records of a list on which a plan is tried. */
const MAX_RECORDS = 60;

/** The row of a record: itself, the conversation that it is, or what the rows API of the Hugging Face hub has wrapped. */
export function rowOf(value: unknown): unknown {
  if (isConversation(value)) return { messages: value };
  const { row, row_idx: index } = fieldsOf(value);
  return isFields(row) && index !== undefined ? row : value;
}

/**
 * Where the records of some values are: those of the values themselves, if a plan fits them; else of the lists in them the one with the
 * most records that a plan fits. Where none fits, what comes nearest, so that its reader can say what it lacks.
 */
export function locateRecords(values: readonly unknown[], map: FieldMap): RecordPath {
  const own: RecordPath = [];
  const isTable = values.length > 1;
  const first = rated(values, own, map);
  if (isTable && first.rank === FITS) return own;
  const lists = listPaths(values).slice(0, MAX_PATHS);
  let best = { path: own, ...first };
  for (const path of lists) {
    const next = rated(values, path, map);
    // a plan that takes the fields of one member of a map for those of a record reads that one alone
    const isMore = next.count > best.count && (best.path !== own || next.rank < FITS || path.at(-1) === ANY);
    if (next.rank > best.rank || (next.rank === best.rank && isMore)) best = { path, ...next };
  }
  return best.path;
}

/** How near a plan comes: it fits, waits for a word of the user, has a position but no answer, has nothing. */
const FITS = 3;

function rated(
  values: readonly unknown[],
  path: RecordPath,
  map: FieldMap,
): { readonly rank: number; readonly count: number } {
  const samples: ForeignSample[] = [];
  let count = 0;
  for (const value of values)
    for (const record of recordsAt(value, path, '')) {
      const row = rowOf(record.value);
      if (!isFields(row)) continue;
      count++;
      if (samples.length < MAX_RECORDS)
        samples.push({ place: record.place, row, messages: [], answer: null, targets: [], metadata: {}, kept: {} });
    }
  if (samples.length === 0) return { rank: -1, count };
  const plan = decidePlan(samples, map);
  if (plan.ok) return { rank: FITS, count };
  return { rank: plan.error.choices.length > 0 ? 2 : plan.error.hasPosition === true ? 1 : 0, count };
}
