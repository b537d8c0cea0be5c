import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { DatasetExample } from '../../core/mav/author/dataset.ts';
import { attempt, usageError } from '../command.ts';
import { AppendFile } from '../io/append-file.ts';
import { readBytes, writeText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';

const SPLITS = ['train', 'test'] as const;
type Split = (typeof SPLITS)[number];

/** An example as a line says it. */
const lineSchema = v.object({ prompt: v.string(), target: v.string(), meta: v.object({ id: v.string() }) });

const readLine = (line: string) => v.safeParse(v.pipe(v.string(), v.parseJson(), lineSchema), line);

/** The prompt of a line; undefined when it is no example. */
export function promptOfLine(line: string): string | undefined {
  const read = readLine(line);
  return read.success ? read.output.prompt : undefined;
}

/** The names of a dataset's files, by the name of the first one. */
interface DatasetNames {
  readonly lines: Readonly<Record<Split, string>>;
  readonly mav: Readonly<Record<Split, string>>;
  readonly manifest: string;
}

export function datasetNames(out: string): DatasetNames {
  const base = out.replace(/\.jsonl$/i, '');
  return {
    lines: { train: out, test: `${base}.test.jsonl` },
    mav: { train: `${base}.mav`, test: `${base}.test.mav` },
    manifest: `${base}.manifest.json`,
  };
}

/** The files of a dataset while they are written. */
export class DatasetFiles {
  readonly #lines = new Map<Split, AppendFile>();
  readonly #mav = new Map<Split, AppendFile>();
  /** Ids of the examples that are there already, and how many of them came again. */
  readonly #there = new Map<Split, { readonly ids: string[]; at: number }>();

  private constructor() {}

  /**
   * Opens the files.
   *
   * @param hasTest whether there is a part for tests
   * @param hasMav whether each part is also written as MAV
   * @param resume whether examples that are there stay
   */
  static async open(names: DatasetNames, hasTest: boolean, hasMav: boolean, resume: boolean): Promise<DatasetFiles> {
    const files = new DatasetFiles();
    for (const split of hasTest ? SPLITS : (['train'] as const)) {
      const lines = new AppendFile(names.lines[split], resume && existsSync(names.lines[split]));
      // Made anew from the lines that are there: so both are cut at the same example.
      const mav = hasMav ? new AppendFile(names.mav[split], false) : undefined;
      const ids: string[] = [];
      if (resume)
        await lines.lines((line) => {
          const read = readLine(line);
          if (!read.success)
            throw usageError(`${lines.path} has a line that is no example; --overwrite makes a new dataset`);
          mav?.write(mavOf(read.output, ids.length > 0));
          ids.push(read.output.meta.id);
        });
      files.#lines.set(split, lines);
      if (mav !== undefined) files.#mav.set(split, mav);
      files.#there.set(split, { ids, at: 0 });
    }
    return files;
  }

  /** Whether an example is there already, was left out when those behind it were written, or is to be written now. */
  placeOf({ id, split }: DatasetExample): 'there' | 'left out' | 'new' {
    const there = this.#there.get(split);
    if (there === undefined || there.at >= there.ids.length) return 'new';
    if (there.ids[there.at] !== id) return 'left out';
    there.at++;
    return 'there';
  }

  /** Examples that are there and did not come again: they are of another dataset. */
  get unmet(): number {
    return [...this.#there.values()].reduce((sum, { ids, at }) => sum + ids.length - at, 0);
  }

  /** @param isFirst of its part */
  write(
    split: Split,
    example: { readonly prompt: string; readonly target: string },
    meta: object,
    isFirst: boolean,
  ): void {
    const { prompt, target } = example;
    this.#lines.get(split)?.write(`${JSON.stringify({ prompt, target, meta })}\n`);
    this.#mav.get(split)?.write(mavOf(example, !isFirst));
  }

  /** Writes what was gathered, and closes all files. */
  close(): void {
    for (const file of [...this.#lines.values(), ...this.#mav.values()]) file.close();
  }
}

const mavOf = ({ prompt, target }: { readonly prompt: string; readonly target: string }, isBehind: boolean): string =>
  `${isBehind ? '\n' : ''}${prompt}${target}`;

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
