import { createHash } from 'node:crypto';
import path from 'node:path';
import {
  gameText,
  type OutputGame,
  PgnSink,
  type Rows,
  TEXT_FORMATS,
  textHead,
} from '../../core/datasets/game-output.ts';
import { textLines } from '../../core/languages/positions.ts';
import { positionAt } from '../../core/mav/author/game-line.ts';
import type { HeaderCommand } from '../../core/mav/author/header-commands.ts';
import { makeRequest, printRequest } from '../../core/mav/author/request.ts';
import { sourceComment } from '../../core/mav/read-mav.ts';
import { PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { PlyPlan } from '../../core/notation/pgn/ply-selection.ts';
import { CliError, EXIT } from '../command.ts';
import type { FileKind } from '../io/output.ts';
import { ReplacedFile } from '../io/replaced-file.ts';
import type { Terminal } from '../io/terminal.ts';
import type { SourceGame } from './game-blocks.ts';

/** Limit of the open files. */
const MAX_FILES = 500;

/** Returns the file of a part: `data.train.pgn` for `data.pgn`. */
export function partFile(out: string, part: string): string {
  const { dir, name, ext } = path.parse(out);
  return path.join(dir, `${name}.${part}${ext}`);
}

/** Output of games: destination and content. */
export interface OutputPlan extends Written {
  /** A path, or `-`; undefined is standard output. */
  readonly out: string | undefined;
  /** Names of the parts, which are written even without games. */
  readonly parts: readonly string[];
  /** Returns the parts of a game by its 0-based number; undefined if there is one output. */
  readonly partRule?: (game: SourceGame, index: number) => readonly string[];
  /** Called before the file of a part is opened; throws if that file must stay. */
  readonly check: (file: string) => void;
}

interface Output {
  readonly file: string | undefined;
  readonly target: Target;
  readonly writer: GameWriter;
}

/** Destinations of games: one output, or one for each part. */
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
    for (const part of plan.partRule === undefined ? [''] : plan.parts) this.#output(part);
  }

  static async open(terminal: Terminal, plan: OutputPlan): Promise<Outputs> {
    return new Outputs(terminal, plan, await gameWriters(plan));
  }

  /** Writes the next game. */
  add(game: SourceGame): void {
    const parts = this.#plan.partRule?.(game, this.#count++) ?? [''];
    for (const part of parts) {
      const { writer, target } = this.#output(part);
      writer.add(game);
      target.endGame();
    }
  }

  /** Writes the end of each output after the last game. */
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
   * Saves whole games that were written before a failure in files such as `data.partial.pgn`, and leaves the outputs unchanged. Returns the
   * saved files. Parquet files are unusable without their end.
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

  /** Files, with their SHA-256 once they are committed. */
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

/** Number of remembered ends of games; beyond it those on disk are dropped. */
const MAX_ENDS = 4096;

/** Destination of bytes: a file, which is replaced at the end, or standard output. */
class Target {
  readonly #terminal: Terminal;
  readonly #file: ReplacedFile | undefined;
  readonly #hash = createHash('sha256');
  #sha256: string | undefined;
  #waiting: Buffer[] = [];
  #bytes = 0;
  /**
   * Ends of games as offsets with the number of games before them: those that may not be on disk yet, and the last one that is.
   */
  #ends: { readonly at: number; readonly games: number }[] = [{ at: 0, games: 0 }];

  /** @param out a path; `-` and undefined are standard output */
  constructor(terminal: Terminal, out: string | undefined) {
    this.#terminal = terminal;
    this.#file = out === undefined || out === '-' ? undefined : new ReplacedFile(out);
  }

  /** SHA-256 of the written bytes; known once they are committed. */
  get sha256(): string | undefined {
    return this.#sha256;
  }

  write(bytes: Buffer): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    if (this.#file === undefined) this.#waiting.push(bytes);
    else this.#file.write(bytes);
  }

  /** Marks the end of a game. */
  endGame(): void {
    const last = this.#ends.at(-1);
    this.#ends.push({ at: this.#bytes, games: (last?.games ?? 0) + 1 });
    const written = this.#file?.written ?? this.#bytes;
    if (this.#ends.length > MAX_ENDS && (this.#ends[MAX_ENDS >> 1]?.at ?? 0) <= written)
      this.#ends.splice(0, MAX_ENDS >> 1);
  }

  /** Saves the whole games on disk in another file; returns their number, undefined if there is no such file. */
  keep(file: string): number | undefined {
    const written = this.#file?.written ?? 0;
    const end = this.#ends.filter(({ at }) => at <= written).at(-1);
    return end !== undefined && this.#file?.keep(end.at, file) === true ? end.games : undefined;
  }

  /** Waits until the reader of standard output has caught up. */
  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    await this.#terminal.print(bytes);
  }

  commit(): void {
    this.#sha256 = this.#hash.digest('hex');
    this.#file?.commit();
  }

  discard(): void {
    this.#file?.discard();
  }
}

export const GAME_FORMATS = ['pgn', ...TEXT_FORMATS, 'parquet', 'mav'] as const;
export type GameFormat = (typeof GAME_FORMATS)[number];

/** File kinds of each format. */
export const FORMAT_KINDS: Readonly<Record<GameFormat, FileKind>> = {
  pgn: 'pgn',
  jsonl: 'json',
  csv: 'games-csv',
  epd: 'epd',
  parquet: 'parquet',
  mav: 'mav',
};

/** Writes games one after another. */
interface GameWriter {
  readonly add: (game: SourceGame) => void;
  /** Writes the end of the output after the last game. */
  readonly end: () => void;
}

/** Returns the format of an output by its name; default PGN. */
export const outputFormat = (out: string | undefined): GameFormat =>
  GAME_FORMATS.find((format) => out?.toLowerCase().endsWith(`.${format}`) === true) ?? 'pgn';

/** Content of an output. */
interface Written {
  readonly format: GameFormat;
  readonly rows: Rows;
  /** Plies of positions; undefined: all. */
  readonly at: PlyPlan | undefined;
  /** Commands of MAV prompts. */
  readonly commands: readonly HeaderCommand[];
}

/** Returns a factory of writers for a format; their output goes to `write`. */
async function gameWriters({
  format,
  rows,
  at,
  commands,
}: Written): Promise<(write: (bytes: Buffer) => void) => GameWriter> {
  const end = (): void => undefined;
  if (format === 'parquet') {
    const { parquetWriter } = await import('./parquet-writer.ts');
    return (write) => {
      const writer = parquetWriter(rows, write);
      return { add: (game) => writer.add(outputGame(game, at)), end: writer.end };
    };
  }
  if (format === 'mav')
    return (write) => {
      let isFirst = true;
      return {
        add: (game) => {
          for (const prompt of gamePrompts(game, commands, at)) {
            write(Buffer.from(isFirst ? prompt : `\n${prompt}`));
            isFirst = false;
          }
        },
        end,
      };
    };
  if (format === 'pgn')
    return (write) => {
      const sink = new PgnSink((bytes) => write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
      return { add: (game) => sink.add(game, game.bytes()), end };
    };
  return (write) => {
    const print = (text: string): void => {
      if (text !== '') write(Buffer.from(text));
    };
    print(textHead(format, rows));
    return { add: (game) => print(gameText(format, rows, outputGame(game, at))), end };
  };
}

/** Returns a game as rows name it: with the file without its folder. */
const outputGame = ({ file, number, facts }: SourceGame, at: PlyPlan | undefined): OutputGame => ({
  file: path.basename(file),
  game: number,
  facts,
  at,
});

/**
 * Yields MAV prompts for positions of the main line of a game, each below a comment that names its source; positions that lack data for the
 * commands have none.
 */
function* gamePrompts(
  { file, number, text }: SourceGame,
  commands: readonly HeaderCommand[],
  at: PlyPlan | undefined,
): Generator<string, void, undefined> {
  for (const item of textLines(text, 'pgn')) {
    if ('skipped' in item) continue;
    const plies = item.line.actions.length;
    for (const ply of at?.(plies) ?? Array.from({ length: plies + 1 }, (_, i) => i)) {
      const request = makeRequest(positionAt(item.line, ply), commands);
      const source = sourceComment(`${path.basename(file)} game ${number}`, ply);
      if (request.ok) yield source + printRequest(request.value, PUBLISHED_DIALECT);
    }
  }
}
