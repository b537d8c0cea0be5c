import * as v from 'valibot';
import { err, ok, type Result } from '../base/result.ts';
import { plural } from '../base/text/counts.ts';
import { parseJson } from '../base/text/json-items.ts';
import { describeIssue } from '../base/text/schema-issues.ts';
import { FAILURE_RULES, LAB_MEASURES, type LabMeasure } from './settings.ts';

/**
 * Format of the file of the lab, `*.lab.jsonl`: a header line, then a line a unit, each written when it is measured. A
 * file that was cut off is a file of fewer units. The version is raised only when a reader of the old one would misread
 * the new one.
 */
export const LAB_FILE_FORMAT = 'statelens-lab';
const LAB_FILE_VERSION = 1;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const headerSchema = v.object({
  world: v.string(),
  /** Fingerprint of the world's source. */
  worldPrint: v.string(),
  /** World as a walk file in the same folder names it: a name, a file relative to it, or a program. Older files have none. */
  walkWorld: v.exactOptional(v.string()),
  model: v.string(),
  /** Method of querying the model, in words; empty for models that return distributions themselves. */
  asking: v.string(),
  measures: v.array(v.picklist(LAB_MEASURES)),
  histories: count,
  length: count,
  seed: count,
  epsilon: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  suffix: count,
  limit: count,
  samples: count,
  budget: count,
  failure: v.picklist(FAILURE_RULES),
  /** Run whose printed states are compared: a fingerprint of its places, and their number. */
  printedRun: v.exactOptional(v.string()),
  printedSamples: v.exactOptional(count),
});

/** Settings that the units of a file depend on. */
export type LabHeader = v.InferOutput<typeof headerSchema>;

/** Contents of a lab file. */
export interface StoredLab {
  readonly header: LabHeader;
  /** Units, each once: of two records of one unit the first counts. */
  readonly units: readonly UnitRecord[];
  /** Number of lines that are no unit, a cut one at the end included. */
  readonly damaged: number;
}

/** Returns the header line, with its line end. */
export const labHeaderLine = (header: LabHeader): string =>
  `${JSON.stringify({ format: LAB_FILE_FORMAT, version: LAB_FILE_VERSION, ...header })}\n`;

/** Returns the line of a unit, with its line end. */
export const unitLine = (record: UnitRecord): string => `${JSON.stringify(record)}\n`;

/** Parses the unit of a line; undefined for a line that is none. */
export function parseUnitLine(line: string): UnitRecord | undefined {
  const unit = v.safeParse(unitSchema, parseJson(line));
  return unit.success ? unit.output : undefined;
}

/** Reads the file of a lab. Damaged lines are counted; without a header the error states the reason. */
export function readLab(text: string): Result<StoredLab, string> {
  const [first = '', ...lines] = text.split('\n');
  const header = readHeader(parseJson(first));
  if (!header.ok) return header;
  const units = new Map<string, UnitRecord>();
  let damaged = 0;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const unit = parseUnitLine(line);
    if (unit === undefined) damaged++;
    else if (!units.has(unitKey(unit))) units.set(unitKey(unit), unit);
  }
  return ok({ header: header.value, units: [...units.values()], damaged });
}

function readHeader(record: unknown): Result<LabHeader, string> {
  const { format, version } = (typeof record === 'object' && record !== null ? record : {}) as Record<string, unknown>;
  if (format !== LAB_FILE_FORMAT)
    return err(`it is not the file of a lab: its first line has no "format": "${LAB_FILE_FORMAT}"`);
  if (typeof version === 'number' && version > LAB_FILE_VERSION)
    return err(`a newer StateLens wrote it (version ${version}; this one reads up to ${LAB_FILE_VERSION})`);
  const parsed = v.safeParse(headerSchema, record);
  if (parsed.success) return ok(parsed.output);
  const [issue] = parsed.issues;
  return err(`its header is damaged: ${v.getDotPath(issue) ?? ''}: ${describeIssue(issue)}`);
}

/** Settings that may change when a lab is continued: it measures more units, or the files lie elsewhere. */
const MAY_CHANGE: ReadonlySet<string> = new Set(['measures', 'histories', 'walkWorld']);

/**
 * Returns the first setting by which the units of two labs cannot be counted together, as a clause without a period;
 * undefined where they can.
 */
export function describeDifference(stored: LabHeader, wanted: LabHeader): string | undefined {
  for (const [setting, value] of Object.entries(stored) as [keyof LabHeader, unknown][]) {
    if (MAY_CHANGE.has(setting) || value === wanted[setting]) continue;
    if (setting === 'printedRun' || setting === 'printedSamples') return printedDifference(stored, wanted);
    if (setting === 'worldPrint') return `the world ${stored.world} is no longer the one that it was measured in`;
    return `it was measured with ${setting} ${String(value)}, not ${String(wanted[setting])}`;
  }
  return undefined;
}

/** Fingerprints of runs mean nothing to readers. */
function printedDifference({ printedSamples = 0 }: LabHeader, { printedRun }: LabHeader): string {
  const begun = `it was begun with --printed and a run of ${plural(printedSamples, 'sample')}`;
  return printedRun === undefined ? `${begun}, and --printed is missing` : `${begun}, and this run is another`;
}

/** Returns a header with the measures and histories of both. */
export const mergeHeaders = (stored: LabHeader, wanted: LabHeader): LabHeader => ({
  ...wanted,
  histories: Math.max(stored.histories, wanted.histories),
  measures: LAB_MEASURES.filter((measure) => stored.measures.includes(measure) || wanted.measures.includes(measure)),
});

const share = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));
const unitCountSchema = v.pipe(v.number(), v.integer(), v.minValue(0));
const actions = v.array(v.string());
const common = { unit: unitCountSchema, asked: unitCountSchema };
/** States that the model prints after the two histories of a pair; absent where it prints none. */
const printedPair = v.exactOptional(v.tuple([v.nullable(v.string()), v.nullable(v.string())]));

/**
 * Ply of a walk: ply, mass on legal actions, share of the likeliest actions that are legal, number of the survey's
 * walks with the position, and the printed state.
 */
const plySchema = v.object({
  ply: unitCountSchema,
  mass: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  top: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  visits: unitCountSchema,
  /** True if the printed state has the future of the true one; absent where the model prints none. */
  printed: v.exactOptional(v.boolean()),
});

const legalitySchema = v.object({
  measure: v.literal('legality'),
  ...common,
  history: actions,
  plies: v.array(plySchema),
});

/** Record of compression; its values are null and its histories empty where no pair was found. */
const compressionSchema = v.object({
  measure: v.literal('compression'),
  ...common,
  kind: v.picklist(['order', 'other', 'none']),
  first: actions,
  second: actions,
  sampled: v.boolean(),
  /** 1: no suffix distinguishes the histories. */
  same: share,
  overlap: share,
  /** Sampled suffixes: the number drawn, and the number that distinguish the histories. */
  drawn: v.exactOptional(v.object({ suffixes: unitCountSchema, different: unitCountSchema })),
  printed: printedPair,
});

const distinctionSchema = v.object({
  measure: v.literal('distinction'),
  ...common,
  kind: v.picklist(['any', 'near', 'none']),
  first: actions,
  second: actions,
  sampled: v.boolean(),
  precision: share,
  recall: share,
  printed: printedPair,
});

const attackSchema = v.object({
  measure: v.literal('attack'),
  ...common,
  strategy: v.picklist(['random', 'transpositions', 'greedy', 'beam']),
  found: v.boolean(),
  /** Number of queried histories up to the first failure, or of all. */
  first: unitCountSchema,
  /** Shortest failing history, with the illegal action; empty where none was found. */
  history: actions,
  action: v.string(),
  /** State that the model prints after it; absent where it prints none. */
  printed: v.exactOptional(v.string()),
});

const brittlenessSchema = v.object({
  measure: v.literal('brittleness'),
  ...common,
  /** `told`: renamed actions with their key; older labs have `names`, without one. */
  kind: v.picklist(['order', 'told', 'names', 'none']),
  first: actions,
  second: actions,
  mass: v.nullable(v.tuple([v.number(), v.number()])),
  top: v.nullable(v.tuple([v.number(), v.number()])),
  distance: share,
  printed: printedPair,
});

/** Walk of chess, and one of the same length from one of the starts of Chess960. */
const chess960Schema = v.object({
  measure: v.literal('chess960'),
  ...common,
  kind: v.picklist(['start', 'none']),
  /** Start of the second walk, as a FEN; empty where there is none. */
  start: v.string(),
  first: actions,
  second: actions,
  mass: v.nullable(v.tuple([v.number(), v.number()])),
  top: v.nullable(v.tuple([v.number(), v.number()])),
});

/** Sample of a run: the queried ply, with the printed state. */
const printedSchema = v.object({
  measure: v.literal('printed'),
  ...common,
  history: actions,
  plies: v.array(plySchema),
  /** Label of the predictor, and the state in its answer as text; absent where there is none. */
  label: v.exactOptional(v.string()),
  state: v.exactOptional(v.string()),
});

const unitSchema = v.variant('measure', [
  legalitySchema,
  compressionSchema,
  distinctionSchema,
  attackSchema,
  brittlenessSchema,
  chess960Schema,
  printedSchema,
]);

export type LegalityUnit = v.InferOutput<typeof legalitySchema>;
export type CompressionUnit = v.InferOutput<typeof compressionSchema>;
export type DistinctionUnit = v.InferOutput<typeof distinctionSchema>;
export type AttackUnit = v.InferOutput<typeof attackSchema>;
export type Chess960Unit = v.InferOutput<typeof chess960Schema>;
export type PrintedUnit = v.InferOutput<typeof printedSchema>;
export type BrittlenessUnit = v.InferOutput<typeof brittlenessSchema>;

/** Measurement of a history, a pair or an attack: a line of the file. Units are independent of each other. */
export type UnitRecord = v.InferOutput<typeof unitSchema>;

/** Unit of work: independent of all others, so that any order and time will do. */
export interface WantedUnit {
  readonly measure: LabMeasure;
  readonly unit: number;
}

/** Returns the key of a unit within its lab. */
export const unitKey = ({ measure, unit }: WantedUnit): string => `${measure} ${unit}`;

/** Attacks, in the order of reports. */
export const STRATEGIES = ['random', 'transpositions', 'greedy', 'beam'] as const;
export type Strategy = AttackUnit['strategy'];
