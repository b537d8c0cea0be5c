import * as v from 'valibot';
import type { ListedSample } from '../core/evaluation/report/list/listed-sample.ts';
import { isSampleVariant, type SampleVariant } from '../core/evaluation/runs/run-schema.ts';
import type { SquareBlame } from '../core/metrics/blame.ts';
import { squareBlameSchema } from './comparison-schema.ts';
import type { SchemaOf } from './messages.ts';
import type { KeptAnswer } from './state.ts';
import { keptAnswerSchema } from './state-messages.ts';

/** All that is shown of one sample of a report. */
export interface SampleDetail {
  /** Its number among the samples of the report. */
  readonly sample: number;
  readonly listed: ListedSample;
  /** The line of numbers, verdict first. */
  readonly verdictText: string;
  /** Squares of the move before; null where it is not known. */
  readonly lastMove: readonly [string, string] | null;
  readonly blame: readonly SquareBlame[] | null;
  /** Null where the run was not kept, or cannot be read again. */
  readonly answer: KeptAnswer | null;
}

const text = v.nullable(v.string());
const number = v.nullable(v.number());

const listed: SchemaOf<ListedSample> = v.object({
  file: v.string(),
  id: v.string(),
  series: v.string(),
  template: text,
  index: v.number(),
  games: text,
  game: v.number(),
  gameName: text,
  opening: text,
  ply: v.number(),
  move: text,
  variant: v.custom<SampleVariant>(isSampleVariant),
  trueFen: v.string(),
  predicted: text,
  status: v.string(),
  cause: v.string(),
  causeText: v.string(),
  doubtful: v.exactOptional(v.literal(true)),
  sentence: v.string(),
  p: number,
  r: number,
  edit: number,
  wrong: number,
  change: number,
});

export const sampleDetailSchema: SchemaOf<SampleDetail> = v.object({
  sample: v.number(),
  listed,
  verdictText: v.string(),
  lastMove: v.nullable(v.tuple([v.string(), v.string()])),
  blame: v.nullable(v.array(squareBlameSchema)),
  answer: v.nullable(keptAnswerSchema),
});
