import * as v from 'valibot';
import { err, ok, type Result } from '../base/result.ts';
import { issueWords } from '../base/text/issue-words.ts';
import { plural } from '../base/text/plural.ts';
import { FAILURES, MEASURES } from './settings.ts';
import { type UnitRecord, unitKey, unitSchema } from './unit-records.ts';

/**
 * The file of the lab, `*.lab.jsonl`: a header line, then a line a unit, each when it is measured. A file that was cut off is a file of
 * fewer units. The version goes up only when a reader of the old one would misread the new one.
 */
export const LAB_FILE_FORMAT = 'statelens-lab';
const LAB_FILE_VERSION = 1;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const headerSchema = v.object({
  world: v.string(),
  /** Fingerprint of what the world was opened from. */
  worldPrint: v.string(),
  /** What a walk beside the file calls the world: a name, a file relative to it, or a program. Older files have none. */
  walkWorld: v.exactOptional(v.string()),
  model: v.string(),
  /** How the model was asked, in words; empty for models that give distributions themselves. */
  asking: v.string(),
  measures: v.array(v.picklist(MEASURES)),
  histories: count,
  length: count,
  seed: count,
  epsilon: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  suffix: count,
  limit: count,
  samples: count,
  budget: count,
  failure: v.picklist(FAILURES),
  /** Of the run whose printed states are compared: a fingerprint of its places, and how many there are. */
  printedRun: v.exactOptional(v.string()),
  printedSamples: v.exactOptional(count),
});

/** What the units of a file depend on. */
export type LabHeader = v.InferOutput<typeof headerSchema>;

/** A lab as its file has it. */
export interface StoredLab {
  readonly header: LabHeader;
  /** Each unit once: of two records of one unit the first counts. */
  readonly units: readonly UnitRecord[];
  /** Lines that are no unit, a cut one at the end included. */
  readonly damaged: number;
}

export const labHeaderLine = (header: LabHeader): string =>
  `${JSON.stringify({ format: LAB_FILE_FORMAT, version: LAB_FILE_VERSION, ...header })}\n`;

export const unitLine = (record: UnitRecord): string => `${JSON.stringify(record)}\n`;

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** The unit of a line; undefined for a line that is none. */
export function unitOfLine(line: string): UnitRecord | undefined {
  const unit = v.safeParse(unitSchema, jsonOf(line));
  return unit.success ? unit.output : undefined;
}

/** Reads the file of a lab. Damaged lines are counted; without a header there is no lab, and the error says why. */
export function readLab(text: string): Result<StoredLab, string> {
  const [first = '', ...lines] = text.split('\n');
  const header = readHeader(jsonOf(first));
  if (!header.ok) return header;
  const units = new Map<string, UnitRecord>();
  let damaged = 0;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const unit = unitOfLine(line);
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
  return err(`its header is damaged: ${v.getDotPath(issue) ?? ''}: ${issueWords(issue)}`);
}

/** What may change when a lab is continued: it makes more units, or the files lie elsewhere. */
const MAY_CHANGE: ReadonlySet<string> = new Set(['measures', 'histories', 'walkWorld']);

/**
 * Why the units of two labs cannot be counted together, by the first setting that differs, as a clause without a period; undefined where
 * they can.
 */
export function differenceOf(stored: LabHeader, wanted: LabHeader): string | undefined {
  for (const [setting, value] of Object.entries(stored) as [keyof LabHeader, unknown][]) {
    if (MAY_CHANGE.has(setting) || value === wanted[setting]) continue;
    if (setting === 'printedRun' || setting === 'printedSamples') return printedDifference(stored, wanted);
    if (setting === 'worldPrint') return `the world ${stored.world} is no longer the one that it was measured in`;
    return `it was measured with ${setting} ${String(value)}, not ${String(wanted[setting])}`;
  }
  return undefined;
}

/** Fingerprints of runs say nothing to people. */
function printedDifference({ printedSamples = 0 }: LabHeader, { printedRun }: LabHeader): string {
  const begun = `it was begun with --printed and a run of ${plural(printedSamples, 'sample')}`;
  return printedRun === undefined ? `${begun}, and --printed is missing` : `${begun}, and this run is another`;
}

/** A header with the measures and histories of both. */
export const grownHeader = (stored: LabHeader, wanted: LabHeader): LabHeader => ({
  ...wanted,
  histories: Math.max(stored.histories, wanted.histories),
  measures: MEASURES.filter((measure) => stored.measures.includes(measure) || wanted.measures.includes(measure)),
});
