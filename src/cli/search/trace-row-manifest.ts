import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../core/base/text/json-items.ts';
import { attempt, usageError } from '../command.ts';
import { fileSha256, writeText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';

/** Version of the manifest. New fields do not change it. */
const SCHEMA = 1;

/** Counts of a dataset of traces. */
export interface TraceCounts {
  readonly traces: number;
  /** Number of traces by part. */
  readonly parts: Readonly<Record<string, number>>;
  /** Number of searches that reach the goal. */
  readonly solved: number;
  /** Number of nodes of all searches. */
  readonly nodes: number;
  /** Number of traces with a fault, by kind. */
  readonly faults: Readonly<Record<string, number>>;
  /** Draws that were left out: tasks that came before, no tasks, searches that are too large, traces without a place for a fault. */
  readonly duplicates: number;
  readonly undrawn: number;
  readonly tooLarge: number;
  readonly unspoiled: number;
}

/** A written file with its SHA-256. */
export interface HashedOutput {
  readonly file: string;
  readonly sha256: string;
}

const manifestSchema = v.object({
  kind: v.literal('traces'),
  schema: v.number(),
  recipe: v.record(v.string(), v.unknown()),
  counts: v.nullable(v.record(v.string(), v.unknown())),
});

/** Returns the name of the manifest of a dataset. */
export const traceManifestName = (out: string): string =>
  `${out.replace(/\.(?:jsonl|parquet|trace|txt)$/i, '')}.manifest.json`;

/** Returns the hashes of files, by their names without a folder. */
export async function hashedOutputs(terminal: Terminal, files: readonly string[]): Promise<HashedOutput[]> {
  const outputs: HashedOutput[] = [];
  for (const file of files) outputs.push({ file: path.basename(file), sha256: await fileSha256(terminal, file) });
  return outputs;
}

/** Writes the manifest; without counts the dataset is incomplete. */
export function writeTraceManifest(
  file: string,
  recipe: Readonly<Record<string, unknown>>,
  counts: TraceCounts | null,
  outputs: readonly HashedOutput[],
): void {
  const manifest = { kind: 'traces', schema: SCHEMA, command: commandOf(recipe), recipe, counts, outputs };
  writeText(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Returns the main flags of the call, for people; `recipe` has all that decides the bytes. */
function commandOf({ world, search, seed, count, faults }: Readonly<Record<string, unknown>>): string {
  const { dialect, algorithm } = search as { readonly dialect: string; readonly algorithm: string };
  const share = faults === 0 ? '' : ` --faults ${String(faults)}`;
  return `statelens trace --write ${dialect} --world ${JSON.stringify(world)} --search ${algorithm} --count ${String(count)} --seed ${String(seed)}${share}`;
}

/**
 * Returns true if the dataset of a manifest is complete. Refuses to continue with another recipe, which would mix two
 * datasets; the message names the differences.
 */
export function checkTraceManifest(file: string, recipe: Readonly<Record<string, unknown>>): boolean {
  if (!existsSync(file)) throw usageError(`${file} does not exist: there is nothing to continue`);
  const text = attempt(`cannot read ${file}`, () => readFileSync(file, 'utf8'));
  const manifest = v.safeParse(manifestSchema, parseJson(text));
  if (!manifest.success) throw usageError(`${file} is not a manifest of traces`);
  const before = manifest.output.recipe;
  const differing = Object.keys({ ...before, ...recipe }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(recipe[name]),
  );
  if (differing.length > 0)
    throw usageError(
      `${file} belongs to another dataset: ${differing.join(', ')} differ; use --overwrite to start over`,
    );
  return manifest.output.counts !== null;
}
