import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { attempt, usageError } from '../failure.ts';
import { readBytes } from '../io/byte-source.ts';
import type { Terminal } from '../io/terminal.ts';
import { writeText } from '../io/write-file.ts';

/** Version of the manifest's shape; new fields do not raise it. */
const SCHEMA = 1;

/** What a dataset was made of: the same again gives the same bytes. */
export interface DatasetRecipe {
  readonly version: string;
  readonly seed: number;
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
  /** Options that the examples depend on. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** What came out; null as long as the dataset is not whole. */
export interface DatasetCounts {
  readonly examples: { readonly train: number; readonly test: number };
  /** Examples of the same position and commands, left out. */
  readonly duplicates: number;
  /** Examples that nobody could value, left out. */
  readonly unvalued: number;
  readonly games: number;
  /** Games and records that could not be used, by why. */
  readonly skipped: Readonly<Record<string, number>>;
}

const manifestSchema = v.object({
  kind: v.literal('mav-dataset'),
  schema: v.number(),
  recipe: v.record(v.string(), v.unknown()),
  counts: v.nullable(v.record(v.string(), v.unknown())),
});

/** The hash of a file, in hexadecimal digits. */
export async function sha256Of(terminal: Terminal, file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of readBytes(terminal, file)) hash.update(bytes);
  return hash.digest('hex');
}

export const writeManifest = (path: string, recipe: DatasetRecipe, counts: DatasetCounts | null): void =>
  writeText(path, `${JSON.stringify({ kind: 'mav-dataset', schema: SCHEMA, recipe, counts }, undefined, 2)}\n`);

/**
 * Whether the dataset of a manifest is whole. Going on with another recipe would mix two datasets: that is refused, and the
 * message names what differs.
 */
export function checkManifest(path: string, recipe: DatasetRecipe): boolean {
  if (!existsSync(path)) throw usageError(`there is no ${path}: nothing to go on with`);
  const manifest = v.safeParse(
    manifestSchema,
    parsed(attempt(`cannot read ${path}`, () => readFileSync(path, 'utf8'))),
  );
  if (!manifest.success) throw usageError(`${path} is no manifest of a dataset`);
  const before = manifest.output.recipe;
  const differing = Object.entries(recipe).flatMap(([name, value]) =>
    JSON.stringify(before[name]) === JSON.stringify(value) ? [] : name,
  );
  if (differing.length > 0)
    throw usageError(`${path} is of another dataset: ${differing.join(', ')} differ; --overwrite makes a new one`);
  return manifest.output.counts !== null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
