import path from 'node:path';
import * as v from 'valibot';
import { ROWS } from '../../core/datasets/game-text.ts';
import { ALLOCATIONS } from '../../core/datasets/sample.ts';
import { FIX_MODES } from '../check/fix-options.ts';
import { usageError } from '../command.ts';
import { writeText } from '../io/files.ts';
import { sha256Of } from '../io/sha256.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import { packageVersion } from '../version.ts';
import { GAME_FORMATS } from './game-writer.ts';

/** Version of the manifest. New fields do not change it. */
const SCHEMA = 1;

const fileSchema = v.object({ file: v.string(), sha256: v.string() });

const partSchema = v.object({
  name: v.string(),
  games: v.number(),
  clusters: v.number(),
  positions: v.number(),
  known: v.number(),
  /** Older versions do not write it. */
  profile: v.optional(
    v.object({
      plies: v.nullable(v.number()),
      elo: v.nullable(v.number()),
      results: v.record(v.string(), v.number()),
      eco: v.record(v.string(), v.number()),
    }),
  ),
});

const stratumSchema = v.object({
  name: v.string(),
  size: v.number(),
  sampled: v.number(),
  weight: v.nullable(v.number()),
});

/** What decides about the bytes of an output, besides the sources. */
export const recipeSchema = v.object({
  where: v.exactOptional(v.string()),
  fix: v.exactOptional(v.picklist(FIX_MODES)),
  drop: v.exactOptional(v.string()),
  tags: v.exactOptional(v.string()),
  set: v.array(v.string()),
  compute: v.exactOptional(v.string()),
  maxPlies: v.exactOptional(v.number()),
  unique: v.exactOptional(v.string()),
  sample: v.exactOptional(v.string()),
  by: v.exactOptional(v.string()),
  allocation: v.exactOptional(v.picklist(ALLOCATIONS)),
  weight: v.exactOptional(v.string()),
  seed: v.number(),
  format: v.picklist(GAME_FORMATS),
  rows: v.picklist(ROWS),
  at: v.exactOptional(v.string()),
  commands: v.exactOptional(v.string()),
  split: v.exactOptional(v.string()),
  clusterBy: v.exactOptional(v.string()),
  stratify: v.exactOptional(v.string()),
  splitBy: v.exactOptional(v.string()),
  openingPlies: v.exactOptional(v.number()),
  openingLines: v.exactOptional(v.number()),
});
export type Recipe = v.InferOutput<typeof recipeSchema>;

const manifestSchema = v.object({
  kind: v.literal('games'),
  schema: v.literal(SCHEMA),
  version: v.string(),
  sources: v.array(fileSchema),
  notIn: v.array(fileSchema),
  recipe: recipeSchema,
  /** False while the outputs are written, and after a failure. */
  complete: v.optional(v.boolean(), true),
  /** Games that each stage let through. */
  counts: v.object({ read: v.number(), chosen: v.number(), unique: v.number(), sampled: v.number() }),
  /** How the games were divided, where they were. */
  parts: v.optional(v.array(partSchema)),
  /** The strata of the sample: how many games each has, how many were drawn, and how many each of these stands for. */
  strata: v.optional(v.array(stratumSchema)),
  outputs: v.array(fileSchema),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;
/** A file and its SHA-256. */
export type HashedFile = v.InferOutput<typeof fileSchema>;

/** The name of the manifest of an output. */
export const manifestOf = (out: string): string =>
  `${out.replace(/\.(?:pgn|jsonl|csv|epd|parquet|mav)$/i, '')}.manifest.json`;

/** Files by the names that a manifest in `folder` has for them. */
export async function hashed(terminal: Terminal, files: readonly string[], folder: string): Promise<HashedFile[]> {
  const found: HashedFile[] = [];
  for (const file of files)
    found.push({ file: path.relative(folder, file).replaceAll('\\', '/'), sha256: await sha256Of(terminal, file) });
  return found;
}

export function writeManifest(file: string, manifest: Omit<Manifest, 'kind' | 'schema' | 'version'>): void {
  const whole = { kind: 'games', schema: SCHEMA, version: packageVersion(), ...manifest };
  writeText(file, `${JSON.stringify(whole, undefined, 2)}\n`);
}

/** Reads a manifest; one that is none is refused. */
export async function readManifest(terminal: Terminal, file: string): Promise<Manifest> {
  const { text } = await readText(terminal, file);
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  if (!read.success) throw usageError(`${file} is no manifest of statelens games`);
  return read.output;
}

/** The paths of files that a manifest names; a file with other content than then is refused. */
export async function unchanged(terminal: Terminal, manifest: string, files: readonly HashedFile[]): Promise<string[]> {
  const paths: string[] = [];
  for (const { file, sha256 } of files) {
    const own = path.join(path.dirname(manifest), file);
    const now = await sha256Of(terminal, own);
    if (now !== sha256)
      throw usageError(`${own} is not the file of the manifest: its SHA-256 is ${now}, not ${sha256}`);
    paths.push(own);
  }
  return paths;
}
