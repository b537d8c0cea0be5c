import path from 'node:path';
import type { GameDivision } from '../../core/datasets/game-split.ts';
import type { Rows } from '../../core/datasets/game-text.ts';
import type { Terminal } from '../io/terminal.ts';
import type { SourceGame } from './game-blocks.ts';
import { type GameFormat, type GameWriter, gameWriter } from './game-writer.ts';
import { Target } from './target.ts';

/** The file of a part: `data.train.pgn` for `data.pgn`. */
export function partFile(out: string, part: string): string {
  const { dir, name, ext } = path.parse(out);
  return path.join(dir, `${name}.${part}${ext}`);
}

/** Where games are written: one output, or one for each part of a division. */
export class Outputs {
  readonly #targets: readonly Target[];
  readonly #writers: readonly GameWriter[];
  readonly #partOf: Uint8Array | undefined;
  #count = 0;

  private constructor(targets: readonly Target[], writers: readonly GameWriter[], division: GameDivision | undefined) {
    this.#targets = targets;
    this.#writers = writers;
    this.#partOf = division?.partOf;
  }

  /** @param outs paths in the order of the parts; undefined is standard output */
  static async open(
    terminal: Terminal,
    outs: readonly (string | undefined)[],
    format: GameFormat,
    rows: Rows,
    division: GameDivision | undefined,
  ): Promise<Outputs> {
    const targets = outs.map((out) => new Target(terminal, out));
    const writers = targets.map((target) => gameWriter(format, rows, (bytes) => target.write(bytes)));
    return new Outputs(targets, await Promise.all(writers), division);
  }

  /** Writes the next game. */
  add(game: SourceGame): void {
    this.#writers[this.#partOf?.[this.#count++] ?? 0]?.add(game);
  }

  async flush(): Promise<void> {
    for (const target of this.#targets) await target.flush();
  }

  commit(): void {
    for (const target of this.#targets) target.commit();
  }

  /** Writes what stands behind the last game. */
  end(): void {
    for (const writer of this.#writers) writer.end();
  }

  discard(): void {
    for (const target of this.#targets) target.discard();
  }

  /** SHA-256 of each output, once committed. */
  get hashes(): readonly string[] {
    return this.#targets.map(({ sha256 }) => sha256 ?? '');
  }
}
