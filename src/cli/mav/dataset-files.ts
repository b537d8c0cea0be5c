import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parseJson } from '../../core/base/text/json-items.ts';
import type { Transition } from '../../core/mav/author/dataset.ts';
import type { SplitFigures } from '../../core/mav/author/dataset-split.ts';
import type { MavGameName } from '../../core/mav/game-names.ts';
import { readMavSection, sourceComment } from '../../core/mav/read-mav.ts';
import { attempt, usageError } from '../command.ts';
import { AppendFile } from '../io/append-file.ts';
import { writeText } from '../io/files.ts';

const SPLITS = ['train', 'test'] as const;
type Split = (typeof SPLITS)[number];

/** A line of a dataset. */
const lineSchema = v.object({
  prompt: v.string(),
  target: v.string(),
  meta: v.object({
    id: v.string(),
    positions: v.optional(v.array(v.string())),
    source: v.optional(v.string()),
    index: v.optional(v.number()),
    ply: v.optional(v.number()),
  }),
});

const readLine = (line: string) => v.safeParse(v.pipe(v.string(), v.parseJson(), lineSchema), line);

/** Written lists of actions with values; `invalid` describes the end of a game. */
const LIST = /^\[%top_\w+ (?!invalid\b)([^\]]+)\]$/gm;

/** Figures of an answer. */
export interface TargetFigures {
  /** Number of actions with a value in its lists. */
  readonly actionValues: number;
  readonly characters: number;
  /** Ids of the positions in a trace. */
  readonly positions?: readonly string[] | undefined;
}

export function targetFigures(target: string, positions?: readonly string[]): TargetFigures {
  let actionValues = 0;
  for (const [, list = ''] of target.matchAll(LIST)) actionValues += list.split(' ').length;
  return { actionValues, characters: target.length, positions };
}

/** Returns the prompts of a line, for a trace those of its nodes; undefined if it is no example. */
export function linePrompt(line: string): string | undefined {
  const read = readLine(line);
  if (!read.success) return undefined;
  const { prompt, target, meta } = read.output;
  if (meta.positions === undefined) return prompt;
  const text = prompt + target;
  const { item } = readMavSection(text, 0);
  const examples = item?.kind !== 'trace' ? [] : item.steps.map((step) => step.kind === 'evaluation' && step.example);
  return examples.map((entry) => (entry ? `${text.slice(entry.range.start, entry.range.end)}\n` : '')).join('\n');
}

/** File names of a dataset. */
export interface DatasetNames {
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

/** Files of a dataset while they are written. */
export class DatasetFiles {
  readonly #lines = new Map<Split, AppendFile>();
  readonly #mav = new Map<Split, AppendFile>();
  /** Existing examples, and the number of them that were generated again. */
  readonly #there = new Map<Split, { readonly held: Held[]; at: number }>();

  private constructor() {}

  /**
   * Opens the files.
   *
   * @param hasTest true to open the files of the test set, too
   * @param hasMav true to write each part as MAV, too
   * @param resume true to keep existing examples
   */
  static async open(names: DatasetNames, hasTest: boolean, hasMav: boolean, resume: boolean): Promise<DatasetFiles> {
    const files = new DatasetFiles();
    for (const split of hasTest ? SPLITS : (['train'] as const)) {
      const lines = new AppendFile(names.lines[split], resume && existsSync(names.lines[split]));
      // Rewritten from the existing lines, so that both files end with the same example.
      const mav = hasMav ? new AppendFile(names.mav[split], false) : undefined;
      const held: Held[] = [];
      if (resume)
        await lines.lines((line) => {
          const read = readLine(line);
          if (!read.success)
            throw usageError(`${lines.path} has a line that is not an example; use --overwrite to start over`);
          mav?.write(mavText(read.output, read.output.meta, held.length > 0));
          const { id, positions } = read.output.meta;
          held.push({ id, figures: targetFigures(read.output.target, positions) });
        });
      files.#lines.set(split, lines);
      if (mav !== undefined) files.#mav.set(split, mav);
      files.#there.set(split, { held, at: 0 });
    }
    return files;
  }

  /** Returns the figures of an existing example, or whether it was left out before or is new. */
  placeOf(id: string, split: Split): TargetFigures | 'left out' | 'new' {
    const there = this.#there.get(split);
    const held = there?.held[there.at];
    if (there === undefined || held === undefined) return 'new';
    if (held.id !== id) return 'left out';
    there.at++;
    return held.figures;
  }

  /** Number of existing examples that were not generated again: they belong to another dataset. */
  get unmet(): number {
    return [...this.#there.values()].reduce((sum, { held, at }) => sum + held.length - at, 0);
  }

  /** @param isFirst true for the first example of its part */
  write(
    split: Split,
    example: { readonly prompt: string; readonly target: string },
    meta: ExampleMeta,
    isFirst: boolean,
  ): void {
    const { prompt, target } = example;
    this.#lines.get(split)?.write(`${JSON.stringify({ prompt, target, meta })}\n`);
    this.#mav.get(split)?.write(mavText(example, meta, !isFirst));
  }

  /** Writes buffered text and closes all files. */
  close(): void {
    for (const file of [...this.#lines.values(), ...this.#mav.values()]) file.close();
  }
}

/** An example in a file. */
interface Held {
  readonly id: string;
  readonly figures: TargetFigures;
}

/** Metadata of an example in a dataset line. */
interface ExampleMeta {
  /** File, or the kind of random games. */
  readonly source?: string | undefined;
  /** 0-based number of the game in it. */
  readonly index?: number | undefined;
  readonly ply?: number | undefined;
}

/** Returns an example as MAV, below a comment that names its game. */
function mavText(
  { prompt, target }: { readonly prompt: string; readonly target: string },
  { source, index, ply }: ExampleMeta,
  isBehind: boolean,
): string {
  const isNamed = source !== undefined && index !== undefined && ply !== undefined;
  const from = isNamed ? sourceComment(`${source} game ${index + 1}`, ply) : '';
  return `${isBehind ? '\n' : ''}${from}${prompt}${target}`;
}

/** Version of the manifest. New fields do not change it. */
const SCHEMA = 1;

/** Sources and options of a dataset. The same recipe gives the same bytes. */
export interface DatasetRecipe {
  readonly version: string;
  readonly seed: number;
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
  /** Options that the examples depend on. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Kinds of examples: states alone (or how the game ended), values of actions, and traces. */
export type ExampleKind = 'states' | 'values' | 'traces';

/** Figures of the examples of a kind. */
export interface KindFigures {
  readonly examples: number;
  /** Number of actions with a value in their lists. */
  readonly actionValues: number;
  readonly promptCharacters: number;
  readonly targetCharacters: number;
}

/**
 * Figures of a game in the dataset, as in Table 1 of the paper: different positions, action values, and examples by kind.
 */
export interface GameFigures {
  readonly positions: number;
  readonly actionValues: number;
  readonly kinds: Readonly<Partial<Record<ExampleKind, KindFigures>>>;
}

/** Counts of a complete dataset. */
export interface DatasetCounts {
  readonly examples: { readonly train: number; readonly test: number };
  /** Number of different positions that examples ask about. */
  readonly positions: { readonly train: number; readonly test: number };
  /** Number of positions, asked about or given, in examples of both parts: 0, as counted in the output. */
  readonly overlap: number;
  /**
   * Number of examples with a previous action, of different ones among these actions, and of examples by the number of requested actions.
   */
  readonly actions: {
    readonly played: number;
    readonly different: number;
    readonly listed: Readonly<Record<string, number>>;
  };
  /** Number of traces by shape. */
  readonly traces: readonly { readonly breadth: number; readonly depth: number; readonly examples: number }[];
  /** Number of plain examples by the effect of their action. */
  readonly transitions: Readonly<Partial<Record<Transition, number>>>;
  /** Number of examples left out by the draw of a balanced dataset. */
  readonly undrawn: number;
  /** Figures of both parts, by game. */
  readonly byGame: Readonly<Partial<Record<MavGameName, GameFigures>>>;
  /** Number of examples left out because position and commands occurred before. */
  readonly duplicates: number;
  /** Number of examples left out because their position has reached its limit. */
  readonly samePosition: number;
  /** Number of examples left out of the test set because a training game has their position, or the previous one. */
  readonly shared: number;
  /** Division of the games; null without a test set. */
  readonly split?: SplitFigures | null;
  /** Number of examples left out because there are no values for them. */
  readonly unvalued: number;
  /** Number of selected positions without possible questions. */
  readonly unasked: number;
  readonly games: number;
  /** Number of unusable games and records by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

const manifestSchema = v.object({
  kind: v.literal('mav-dataset'),
  schema: v.number(),
  recipe: v.record(v.string(), v.unknown()),
  counts: v.nullable(v.record(v.string(), v.unknown())),
});

export const writeDatasetManifest = (path: string, recipe: DatasetRecipe, counts: DatasetCounts | null): void =>
  writeText(path, `${JSON.stringify({ kind: 'mav-dataset', schema: SCHEMA, recipe, counts }, undefined, 2)}\n`);

/**
 * Returns true if the dataset of a manifest is complete. Refuses to continue with another recipe, which would mix two datasets; the message
 * names the differences.
 */
export function checkDatasetManifest(path: string, recipe: DatasetRecipe): boolean {
  if (!existsSync(path)) throw usageError(`${path} does not exist: there is nothing to continue`);
  const manifest = v.safeParse(
    manifestSchema,
    parseJson(attempt(`cannot read ${path}`, () => readFileSync(path, 'utf8'))),
  );
  if (!manifest.success) throw usageError(`${path} is not a manifest of a dataset`);
  const before = manifest.output.recipe;
  const differing = Object.entries(recipe).flatMap(([name, value]) =>
    JSON.stringify(before[name]) === JSON.stringify(value) ? [] : name,
  );
  if (differing.length > 0)
    throw usageError(
      `${path} belongs to another dataset: ${differing.join(', ')} differ; use --overwrite to start over`,
    );
  return manifest.output.counts !== null;
}
