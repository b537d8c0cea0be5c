import * as v from 'valibot';
import type { PageSample } from '../core/evaluation/report/list/listed-sample.ts';
import { columnSchemas } from '../core/evaluation/sample/columns.ts';
import type { SquareBlame } from '../core/metrics/blame.ts';
import { squareBlameSchema } from './comparison-schema.ts';
import type { TypedSchema } from './messages.ts';
import type { StoredAnswer } from './state.ts';
import { storedAnswerSchema } from './state-messages.ts';

/** All that is shown of one sample of a report. */
export interface SampleDetail {
  /** Index among the samples of the report. */
  readonly sample: number;
  readonly listed: PageSample;
  /** The line of numbers, verdict first. */
  readonly verdictText: string;
  /** Squares of the move before; null if unknown. */
  readonly lastMove: readonly [string, string] | null;
  readonly blame: readonly SquareBlame[] | null;
  /** Null if the run was not stored, or can no longer be read. */
  readonly answer: StoredAnswer | null;
}

// the compiler knows the columns of the output, but not that their schemas are these
const listed = v.object(columnSchemas('page')) as unknown as TypedSchema<PageSample>;

export const sampleDetailSchema: TypedSchema<SampleDetail> = v.object({
  sample: v.number(),
  listed,
  verdictText: v.string(),
  lastMove: v.nullable(v.tuple([v.string(), v.string()])),
  blame: v.nullable(v.array(squareBlameSchema)),
  answer: v.nullable(storedAnswerSchema),
});
