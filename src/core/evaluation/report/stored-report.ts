import * as v from 'valibot';
import { err, ok, type Result } from '../../base/result.ts';
import { parseJson } from '../../base/text/json-items.ts';
import { RESCALES } from '../../metrics/affordance-options.ts';
import { EN_PASSANT_MODES } from '../../metrics/string-metrics.ts';
import { metricsEntries } from '../runs/run-metrics.ts';
import { REPORT_SCHEMA } from './report.ts';
import { GROUP_BY } from './report-lists.ts';
import { THRESHOLD_METRICS } from './thresholds.ts';

/** Value that differs between a report and what its runs give. */
export interface FigureDifference {
  /** Path of the value: `series[gpt-4o].all.p[3].value`. */
  readonly path: string;
  /** Values as JSON; undefined where one side has none. */
  readonly stored: string | undefined;
  readonly computed: string | undefined;
}

/** Comparison of two reports. */
interface ReportComparison {
  /** Number of compared values. */
  readonly compared: number;
  readonly differences: readonly FigureDifference[];
}

/** Relative difference below which numbers are equal: other machines round the last digits otherwise. */
const TOLERANCE = 1e-9;

/** Parts of a report that are no figures, or depend on where it is made. */
const IGNORED = /^(?:tool|methods|thresholds)$|^worst\[[^\]]*\]\.place$|\.losses\.cases\[[^\]]*\]\.place$/;

/** Fields that name an item of a list, in order of precedence. */
const NAMES = ['name', 'series', 'by', 'file', 'label'] as const;

interface Pair {
  readonly path: string;
  readonly stored: unknown;
  readonly computed: unknown;
}

/** Compares all figures of a stored report with those of a computed one, in the order of the stored report. */
export function compareReports(stored: unknown, computed: unknown): ReportComparison {
  const differences: FigureDifference[] = [];
  let compared = 0;
  // A list of work in place of recursion: a stored report may be nested however deep.
  const open: Pair[] = [{ path: '', stored, computed }];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (IGNORED.test(pair.path)) continue;
    const parts = partsOf(pair);
    if (parts !== undefined) {
      open.push(...parts.reverse());
      continue;
    }
    compared++;
    if (!isEqual(pair.stored, pair.computed))
      differences.push({ path: pair.path, stored: shown(pair.stored), computed: shown(pair.computed) });
  }
  return { compared, differences };
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isList(value);

/** Returns the parts of two lists or two records; undefined for values without comparable parts. */
function partsOf({ path, stored, computed }: Pair): Pair[] | undefined {
  if (isList(stored) && isList(computed)) {
    const count = Math.max(stored.length, computed.length);
    return Array.from({ length: count }, (_, i) => ({
      path: `${path}[${itemName(stored[i] ?? computed[i], i)}]`,
      stored: stored[i],
      computed: computed[i],
    }));
  }
  if (!isRecord(stored) || !isRecord(computed)) return undefined;
  const names = new Set([...Object.keys(stored), ...Object.keys(computed)]);
  return Array.from(names, (name) => ({
    path: path === '' ? name : `${path}.${name}`,
    stored: ownValue(stored, name),
    computed: ownValue(computed, name),
  }));
}

const ownValue = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Returns the name of an item of a list, else its number. */
function itemName(item: unknown, i: number): string {
  if (!isRecord(item)) return String(i);
  if (typeof item['a'] === 'string' && typeof item['b'] === 'string') return `${item['a']} − ${item['b']}`;
  const name = NAMES.map((field) => item[field]).find((value) => typeof value === 'string');
  const { from, id, ply } = item;
  if (typeof name === 'string') return typeof id === 'string' ? id : name;
  if (typeof id === 'string') return id;
  return typeof from === 'number' ? `from ${from}` : typeof ply === 'number' ? `ply ${ply}` : String(i);
}

function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = Math.abs(a - b);
    return a === b || difference <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b));
  }
  return a === b;
}

/** Maximum length of a value in a message. */
const MAX_SHOWN = 80;

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = isList(value) ? `a list of ${value.length}` : isRecord(value) ? 'an object' : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

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
