import { rmSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { GAME_ROW_KINDS } from '../../core/datasets/game-output.ts';
import type { PartFigures } from '../../core/datasets/game-split.ts';
import { ALLOCATIONS, type StratumFigures } from '../../core/datasets/sampler.ts';
import { FIX_MODES } from '../check/fix-options.ts';
import { packageVersion, usageError } from '../command.ts';
import { fileSha256, writeText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import type { ChoiceCounts } from './chosen-games.ts';
import { GAME_FORMATS, partFile } from './game-output.ts';
import type { Task } from './games-options.ts';

/** Version of the manifest. New fields do not change it. */
const SCHEMA = 1;

const fileSchema = v.object({ file: v.string(), sha256: v.string() });

const partSchema = v.object({
  name: v.string(),
  games: v.number(),
  clusters: v.number(),
  positions: v.number(),
  known: v.number(),
  /** Missing in older versions. */
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

/** Everything besides the sources that determines the bytes of an output. */
const recipeSchema = v.object({
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
  rows: v.picklist(GAME_ROW_KINDS),
  at: v.exactOptional(v.string()),
  commands: v.exactOptional(v.string()),
  split: v.exactOptional(v.string()),
  clusterBy: v.exactOptional(v.string()),
  stratify: v.exactOptional(v.string()),
  splitBy: v.exactOptional(v.string()),
  openingPlies: v.exactOptional(v.number()),
  openingLines: v.exactOptional(v.number()),
});
type Recipe = v.InferOutput<typeof recipeSchema>;

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
  /** Division of the games, if there is one. */
  parts: v.optional(v.array(partSchema)),
  /** Strata of the sample: the games of each, the number drawn, and the number that each of these stands for. */
  strata: v.optional(v.array(stratumSchema)),
  outputs: v.array(fileSchema),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;
/** A file and its SHA-256. */
export type HashedFile = v.InferOutput<typeof fileSchema>;

/** Returns the name of the manifest of an output. */
export const manifestName = (out: string): string =>
  `${out.replace(/\.(?:pgn|jsonl|csv|epd|parquet|mav)$/i, '')}.manifest.json`;

/** Returns files with their hashes, by their names in a manifest in `folder`. */
async function hashFiles(terminal: Terminal, files: readonly string[], folder: string): Promise<HashedFile[]> {
  const found: HashedFile[] = [];
  for (const file of files)
    found.push({ file: path.relative(folder, file).replaceAll('\\', '/'), sha256: await fileSha256(terminal, file) });
  return found;
}

function writeManifest(file: string, manifest: Omit<Manifest, 'kind' | 'schema' | 'version'>): void {
  const whole = { kind: 'games', schema: SCHEMA, version: packageVersion(), ...manifest };
  writeText(file, `${JSON.stringify(whole, undefined, 2)}\n`);
}

/** Reads a manifest; other files are refused. */
export async function readManifest(terminal: Terminal, file: string): Promise<Manifest> {
  const { text } = await readText(terminal, file);
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  if (!read.success) throw usageError(`${file} is no manifest of statelens games`);
  return read.output;
}

/** Returns the paths of files that a manifest names; a file whose content has changed is refused. */
export async function verifyFiles(
  terminal: Terminal,
  manifest: string,
  files: readonly HashedFile[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const { file, sha256 } of files) {
    const own = path.join(path.dirname(manifest), file);
    const now = await fileSha256(terminal, own);
    if (now !== sha256)
      throw usageError(`${own} is not the file of the manifest: its SHA-256 is ${now}, not ${sha256}`);
    paths.push(own);
  }
  return paths;
}

/** Figures of a finished call. */
export interface RecordedFigures {
  readonly counts: ChoiceCounts;
  readonly parts: readonly PartFigures[] | undefined;
  readonly strata: readonly StratumFigures[] | undefined;
}

/** Returns the options that determine the output: those that were given, and defaults. */
function taskRecipe({ format, parts, flags }: Task): Recipe {
  const { openingPlies, openingLines, plies, ...rest } = flags;
  return v.parse(recipeSchema, {
    ...rest,
    ...(plies !== undefined && { at: plies }),
    format,
    ...(parts !== undefined && { openingPlies, openingLines }),
  });
}

/**
 * Manifest of a call. Before games are written, an incomplete one is stored beside the outputs, so that the call can be repeated after a
 * full disk; the complete manifest replaces it.
 */
export class ManifestRecord {
  readonly out: string;
  /** Manifest while the outputs are written. */
  readonly partial: string;
  readonly #known: Pick<Manifest, 'sources' | 'notIn' | 'recipe'>;

  private constructor(out: string, known: Pick<Manifest, 'sources' | 'notIn' | 'recipe'>) {
    this.out = out;
    this.partial = manifestName(partFile(out, 'partial'));
    this.#known = known;
    const counts = { read: 0, chosen: 0, unique: 0, sampled: 0 };
    writeManifest(this.partial, { ...known, complete: false, counts, outputs: [] });
  }

  static async begin(terminal: Terminal, out: string, task: Task): Promise<ManifestRecord> {
    const folder = path.dirname(out);
    return new ManifestRecord(out, {
      sources: await hashFiles(terminal, task.files, folder),
      notIn: await hashFiles(terminal, task.choice.notIn, folder),
      recipe: taskRecipe(task),
    });
  }

  /** Writes the complete manifest. */
  complete(
    { counts, parts, strata }: RecordedFigures,
    outputs: readonly { readonly file: string; readonly sha256: string }[],
  ): void {
    writeManifest(manifestName(this.out), {
      ...this.#known,
      complete: true,
      counts,
      ...(parts !== undefined && { parts: [...parts] }),
      ...(strata !== undefined && { strata: [...strata] }),
      outputs: outputs.map(({ file, sha256 }) => ({ file: path.basename(file), sha256 })),
    });
    this.forget();
  }

  /** Removes the manifest of outputs that were not written. */
  forget(): void {
    rmSync(this.partial, { force: true });
  }
}
