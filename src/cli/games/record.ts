import { rmSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { PartFigures } from '../../core/datasets/game-split.ts';
import type { StratumFigures } from '../../core/datasets/sample.ts';
import type { Terminal } from '../io/terminal.ts';
import type { ChoiceCounts } from './chosen-games.ts';
import { hashed, type Manifest, manifestOf, type Recipe, recipeSchema, writeManifest } from './manifest.ts';
import { partFile } from './outputs.ts';
import type { Task } from './task.ts';

/** Figures of a finished call. */
export interface RecordedFigures {
  readonly counts: ChoiceCounts;
  readonly parts: readonly PartFigures[] | undefined;
  readonly strata: readonly StratumFigures[] | undefined;
}

/** The options that decide about the output: those that were given, and defaults. */
function recipeOf({ format, parts, flags }: Task): Recipe {
  const { openingPlies, openingLines, ...rest } = flags;
  return v.parse(recipeSchema, { ...rest, format, ...(parts !== undefined && { openingPlies, openingLines }) });
}

/**
 * The manifest of a call. Before games are written, one that says that it is not complete stands beside the outputs, so that a full disk
 * leaves what the call can be repeated from; the whole manifest takes its place.
 */
export class Record {
  readonly out: string;
  /** The manifest while the outputs are written. */
  readonly partial: string;
  readonly #known: Pick<Manifest, 'sources' | 'notIn' | 'recipe'>;

  private constructor(out: string, known: Pick<Manifest, 'sources' | 'notIn' | 'recipe'>) {
    this.out = out;
    this.partial = manifestOf(partFile(out, 'partial'));
    this.#known = known;
    const counts = { read: 0, chosen: 0, unique: 0, sampled: 0 };
    writeManifest(this.partial, { ...known, complete: false, counts, outputs: [] });
  }

  static async begin(terminal: Terminal, out: string, task: Task): Promise<Record> {
    const folder = path.dirname(out);
    return new Record(out, {
      sources: await hashed(terminal, task.files, folder),
      notIn: await hashed(terminal, task.choice.notIn, folder),
      recipe: recipeOf(task),
    });
  }

  /** Writes the whole manifest. */
  complete(
    { counts, parts, strata }: RecordedFigures,
    outputs: readonly { readonly file: string; readonly sha256: string }[],
  ): void {
    writeManifest(manifestOf(this.out), {
      ...this.#known,
      complete: true,
      counts,
      ...(parts !== undefined && { parts: [...parts] }),
      ...(strata !== undefined && { strata: [...strata] }),
      outputs: outputs.map(({ file, sha256 }) => ({ file: path.basename(file), sha256 })),
    });
    this.forget();
  }

  /** Removes the manifest of what was not written. */
  forget(): void {
    rmSync(this.partial, { force: true });
  }
}
