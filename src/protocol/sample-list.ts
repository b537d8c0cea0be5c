// Requests of the list of samples in a page, and the answers: from the extension, or in an exported page from itself.
import * as v from 'valibot';
import { GROUPINGS, type SampleGroup } from '../core/evaluation/report/list/groupings.ts';
import { POSITION_ORDERS, type PositionPage } from '../core/evaluation/report/list/position-table.ts';
import { CHANGES, LIST_COLUMNS, type SampleQuery, SCOPES } from '../core/evaluation/report/list/sample-query.ts';
import type { SampleFacts, SamplePage, SampleRow } from '../core/evaluation/report/list/sample-table.ts';
import { isSampleVariant, type SampleVariant } from '../core/evaluation/sample/variant.ts';
import type { TypedSchema } from './messages.ts';

/** Maximum number of rows per request. */
export const MAX_ROWS = 200;

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const texts = v.array(v.string());
const only = v.object(
  Object.fromEntries(GROUPINGS.map((by) => [by, v.exactOptional(v.string())])) as Record<
    (typeof GROUPINGS)[number],
    v.ExactOptionalSchema<v.StringSchema<undefined>, undefined>
  >,
);

export const querySchema: TypedSchema<SampleQuery> = v.object({
  sort: v.picklist(LIST_COLUMNS),
  descending: v.boolean(),
  by: v.nullable(v.picklist(GROUPINGS)),
  scope: v.picklist(SCOPES),
  only,
  change: v.nullable(v.picklist(CHANGES)),
  search: v.string(),
});

export const orderSchema = v.picklist(POSITION_ORDERS);

export const groupSchema: TypedSchema<SampleGroup> = v.object({ key: v.string(), name: v.string(), count: whole });

const row: TypedSchema<SampleRow> = v.union([
  v.object({ sample: whole, cells: texts }),
  v.object({ group: groupSchema }),
]);

export const pageSchema: TypedSchema<SamplePage> = v.object({ samples: whole, total: whole, rows: v.array(row) });

export const factsSchema: TypedSchema<SampleFacts> = v.object({ groups: v.array(groupSchema), row: v.nullable(whole) });

export const positionsSchema: TypedSchema<PositionPage> = v.object({
  total: whole,
  series: texts,
  rows: v.array(
    v.object({
      game: v.string(),
      move: v.string(),
      variant: v.custom<SampleVariant>(isSampleVariant),
      trueFen: v.string(),
      cells: v.array(
        v.nullable(
          v.object({
            sample: whole,
            predicted: v.nullable(v.string()),
            cause: v.string(),
            sentence: v.string(),
            p: v.nullable(v.number()),
          }),
        ),
      ),
    }),
  ),
});
