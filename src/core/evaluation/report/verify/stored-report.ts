import * as v from 'valibot';
import { err, ok, type Result } from '../../../base/result.ts';
import { parseJson } from '../../../base/text/json-items.ts';
import { RESCALES } from '../../../metrics/affordance-options.ts';
import { EN_PASSANT_MODES } from '../../../metrics/string-metrics.ts';
import { metricsEntries } from '../../runs/run-metrics.ts';
import { REPORT_SCHEMA } from '../report.ts';
import { GROUP_BY } from '../report-lists.ts';
import { THRESHOLD_METRICS } from '../thresholds.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const { depth, ...options } = metricsEntries;

const recipeSchema = v.object({
  compare: v.object({
    affordance: v.exactOptional(
      v.object({
        m: depth,
        ...options,
        rescale: v.exactOptional(v.picklist(RESCALES)),
        nodeBudget: v.exactOptional(count),
      }),
    ),
    lambda: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
    enPassant: v.exactOptional(v.picklist(EN_PASSANT_MODES)),
    conditional: v.exactOptional(v.boolean()),
  }),
  baselines: v.boolean(),
  worst: count,
  groupBy: v.array(v.picklist(GROUP_BY)),
  lists: v.array(v.picklist(['samples', 'positions'])),
  clusters: v.object({ openingPlies: v.exactOptional(count), openingLines: v.exactOptional(count) }),
  games: v.nullable(v.string()),
});

const storedSchema = v.object({
  kind: v.literal('report'),
  schema: v.literal(REPORT_SCHEMA),
  tool: v.object({ name: v.string(), version: v.string() }),
  m: v.pipe(count, v.minValue(1), v.maxValue(100)),
  seed: count,
  digits: v.exactOptional(count),
  methods: v.object({
    recipe: recipeSchema,
    runs: v.array(
      v.object({
        file: v.string(),
        sha256: v.nullable(v.string()),
        games: v.nullable(v.object({ file: v.string(), sha256: v.nullable(v.string()) })),
      }),
    ),
  }),
  thresholds: v.optional(
    v.array(
      v.object({ series: v.string(), metric: v.picklist(THRESHOLD_METRICS), least: v.number(), met: v.boolean() }),
    ),
    [],
  ),
});

/** Parts of a JSON report that its verification needs. */
export type StoredReport = v.InferOutput<typeof storedSchema>;

/** Report as it was written, and its parts that the verification reads. */
interface ReadReport {
  readonly whole: unknown;
  readonly stored: StoredReport;
}

/** Reads a JSON report; the error is a sentence without its subject. */
export function readStoredReport(text: string): Result<ReadReport, string> {
  const whole = parseJson(text.replace(/^\uFEFF/, ''));
  if (!v.is(v.object({ kind: v.literal('report') }), whole))
    return err('is no JSON report; write one with report --format json');
  const read = v.safeParse(storedSchema, whole);
  if (read.success) return ok({ whole, stored: read.output });
  const path = v.getDotPath(read.issues[0]) ?? 'its content';
  return err(`does not say how it was made (${path}); make it again with this version`);
}
