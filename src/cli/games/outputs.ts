import path from 'node:path';
import { CliError, EXIT } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import type { SourceGame } from './game-blocks.ts';
import { type GameWriter, gameWriters, type Written } from './game-writer.ts';
import { Target } from './target.ts';

/** Files that may be open at once. */
const MAX_FILES = 500;

/** The file of a part: `data.train.pgn` for `data.pgn`. */
export function partFile(out: string, part: string): string {
  const { dir, name, ext } = path.parse(out);
  return path.join(dir, `${name}.${part}${ext}`);
}

/** What is written, and where. */
export interface OutputPlan extends Written {
  /** A path, or `-`; undefined is standard output. */
  readonly out: string | undefined;
  /** Names of the parts that are written even without games. */
  readonly parts: readonly string[];
  /** The parts of a game, by its number from 0 on; undefined where there is one output. */
  readonly partsOf?: (game: SourceGame, index: number) => readonly string[];
  /** Called before the file of a part is opened; throws where it must stay. */
  readonly check: (file: string) => void;
}

interface Output {
  readonly file: string | undefined;
  readonly target: Target;
  readonly writer: GameWriter;
}

/** Where games are written: one output, or one for each part. */
export class Outputs {
  readonly #terminal: Terminal;
  readonly #plan: OutputPlan;
  readonly #writerOf: (write: (bytes: Buffer) => void) => GameWriter;
  readonly #outputs = new Map<string, Output>();
  #count = 0;

  private constructor(terminal: Terminal, plan: OutputPlan, writerOf: (write: (bytes: Buffer) => void) => GameWriter) {
    this.#terminal = terminal;
    this.#plan = plan;
    this.#writerOf = writerOf;
    for (const part of plan.partsOf === undefined ? [''] : plan.parts) this.#output(part);
  }

  static async open(terminal: Terminal, plan: OutputPlan): Promise<Outputs> {
    return new Outputs(terminal, plan, await gameWriters(plan));
  }

  /** Writes the next game. */
  add(game: SourceGame): void {
    const parts = this.#plan.partsOf?.(game, this.#count++) ?? [''];
    for (const part of parts) {
      const { writer, target } = this.#output(part);
      writer.add(game);
      target.endGame();
    }
  }

  /** Writes what stands behind the last game. */
  end(): void {
    for (const { writer } of this.#outputs.values()) writer.end();
  }

  async flush(): Promise<void> {
    for (const { target } of this.#outputs.values()) await target.flush();
  }

  commit(): void {
    for (const { target } of this.#outputs.values()) target.commit();
  }

  discard(): void {
    for (const { target } of this.#outputs.values()) target.discard();
  }

  /**
   * Keeps whole games that were written before a failure in files such as `data.partial.pgn`, and leaves the outputs as they were.
   * Returns what was kept. Parquet files are nothing without their end.
   */
  keep(): { readonly file: string; readonly games: number }[] {
    const kept: { file: string; games: number }[] = [];
    for (const { file, target } of this.#outputs.values()) {
      const partial = file === undefined ? undefined : partFile(file, 'partial');
      const games = partial === undefined || this.#plan.format === 'parquet' ? undefined : target.keep(partial);
      if (games === undefined) target.discard();
      else kept.push({ file: partial ?? '', games });
    }
    return kept;
  }

  /** The files, with their SHA-256 once they are committed. */
  get files(): readonly { readonly file: string; readonly sha256: string }[] {
    return Array.from(this.#outputs.values(), ({ file, target }) => ({
      file: file ?? '',
      sha256: target.sha256 ?? '',
    }));
  }

  #output(part: string): Output {
    const known = this.#outputs.get(part);
    if (known !== undefined) return known;
    if (this.#outputs.size >= MAX_FILES)
      throw new CliError(`the games have more than ${MAX_FILES} parts; divide them by something else`, EXIT.usage);
    const { out, check } = this.#plan;
    const file = out === undefined || out === '-' ? undefined : part === '' ? out : partFile(out, part);
    if (file !== undefined) check(file);
    const target = new Target(this.#terminal, file);
    const opened = { file, target, writer: this.#writerOf((bytes) => target.write(bytes)) };
    this.#outputs.set(part, opened);
    return opened;
  }
}
