import { existsSync } from 'node:fs';
import * as v from 'valibot';
import type { DatasetExample } from '../../core/mav/author/dataset.ts';
import { usageError } from '../failure.ts';
import { AppendFile } from '../io/append-file.ts';

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
