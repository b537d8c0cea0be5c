import { statSync } from 'node:fs';
import { type GameFacts, gameAt } from '../../core/datasets/game-facts.ts';
import { DEFAULT_LANGUAGE, detectLanguage, firstLine, languageName } from '../../core/languages/languages.ts';
import { lastGameStart } from '../../core/notation/pgn/document.ts';
import { usageError } from '../command.ts';
import { ARCHIVE_ENDINGS, Archive } from '../io/archives/archives.ts';
import { Decoder, encodeWindows1252 } from '../io/decoder.ts';
import { countBytes, prepended, textBlocks } from '../io/file-blocks.ts';
import { displayPath, expandPaths, readBytes, STDIN } from '../io/files.ts';
import { fileKind } from '../io/output.ts';
import { parquetText } from '../io/parquet-text.ts';
import { holdsPuzzles, puzzleText } from '../io/puzzle-text.ts';
import type { Terminal } from '../io/terminal.ts';

/** Expands arguments to files; folders stand for their PGN files, including compressed ones. */
export const gameFiles = (args: readonly string[]): string[] =>
  expandPaths(args, ['.pgn', ...ARCHIVE_ENDINGS.map((ending) => `.pgn${ending}`), '.parquet']);

/** A game with its location in a file. */
export interface SourceGame {
  /** Display name of the file. */
  readonly file: string;
  /** 1-based number in the file. */
  readonly number: number;
  readonly facts: GameFacts;
  /** Text of the game, including the white space after it. */
  readonly text: string;
  /**
   * Returns the bytes of the text as in the file, in UTF-8 if the file is in UTF-16; available until the next block is read.
   */
  readonly bytes: () => Buffer;
}

/** Games of a file that were read together. */
export interface GameBlock {
  readonly file: string;
  readonly games: () => Generator<SourceGame>;
}

/** End of a file. */
export interface GamesEnd {
  readonly file: string;
  /** Reason why the rest of the file was not read; undefined if all of it was. */
  readonly problem: string | undefined;
}

export interface GameBlockOptions {
  /** Called with the number of bytes read from the disk. */
  readonly onBytes?: (bytes: number) => void;
  /** Stops the reading when aborted. */
  readonly signal?: AbortSignal;
}

/** Reads the games of PGN files, block by block: memory does not grow with the size of a file. */
export async function* gameBlocks(
  terminal: Terminal,
  files: readonly string[],
  options: GameBlockOptions = {},
): AsyncGenerator<GameBlock | GamesEnd, void, undefined> {
  for (const path of files) {
    if (options.signal?.aborted === true) return;
    yield* fileGameBlocks(terminal, path, options);
  }
}

async function* fileGameBlocks(
  terminal: Terminal,
  path: string,
  { onBytes, signal }: GameBlockOptions,
): AsyncGenerator<GameBlock | GamesEnd, void, undefined> {
  const file = displayPath(path);
  const lines = new ForeignLines();
  const decoder = new Decoder('auto', (start, end) => lines.add(start, end));
  const archive = new Archive(terminal, signal);
  const bytes = countBytes(readBytes(terminal, path, signal), onBytes);
  let isConverted = false;
  const text = isParquet(path)
    ? parquetText(terminal, path, { onBytes, signal })
    : gamesOnly(terminal, file, decoded(file, bytes, decoder, archive), () => {
        isConverted = true;
      });
  const blocks = textBlocks(text, lastGameStart);
  let number = 0;
  for (let next = await blocks.next(); ; next = await blocks.next()) {
    if (next.done === true) {
      const left = next.value.toLocaleString('en-US');
      yield { file, problem: next.value > 0 ? `no game ends within ${left} characters` : archive.failure };
      return;
    }
    const { text, offset } = next.value;
    lines.forget(offset);
    // Text before a failure is the last block, and its last game is incomplete.
    const isCut = archive.failure !== undefined;
    const encode = (from: number, to: number): Buffer =>
      isConverted ? Buffer.from(text.slice(from, to)) : lines.encode(text, offset, from, to);
    const games = function* (): Generator<SourceGame> {
      for (let at = 0; at < text.length; ) {
        const from = at;
        const { length, facts } = gameAt(text, from);
        const to = from + length;
        at = to;
        if (facts === undefined || (isCut && to === text.length)) continue;
        number++;
        yield {
          file,
          number,
          facts,
          text: text.slice(from, to),
          bytes: () => encode(from, to),
        };
      }
    };
    yield { file, games };
  }
}

/** Returns true for a file, not a pipe, that begins as Parquet does. */
const isParquet = (path: string): boolean =>
  path !== '-' && statSync(path, { throwIfNoEntry: false })?.isFile() === true && fileKind(path) === 'parquet';

/** Yields the text of a file, unpacked if it is an archive. */
async function* decoded(
  file: string,
  bytes: AsyncGenerator<Buffer, void, undefined>,
  decoder: Decoder,
  archive: Archive,
): AsyncGenerator<string, void, undefined> {
  for await (const piece of archive.unpack(file, 'games', bytes)) yield decoder.push(piece);
  yield decoder.end();
}

/**
 * Yields the games of a table of puzzles, and any other text as it is, which must be of games.
 *
 * @param onPuzzles called before such games: their text is not that of the file
 */
async function* gamesOnly(
  terminal: Terminal,
  file: string,
  pieces: AsyncGenerator<string, void, undefined>,
  onPuzzles: () => void,
): AsyncGenerator<string, void, undefined> {
  let head = '';
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
    head += next.value;
    if (head.length >= HEAD || /\S[^\r\n]*[\r\n]/.test(head)) break;
  }
  const text = prepended(head, pieces);
  if (holdsPuzzles(head)) {
    onPuzzles();
    yield* puzzleText(terminal, file, text);
  } else yield* checked(file, text);
}

/** Characters that are enough for a first line. */
const HEAD = 10_000;

/** Yields the same text; a file of another language is refused by its name or its first line. */
async function* checked(file: string, pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let isKnown = false;
  for await (const piece of pieces) {
    if (!isKnown && piece.trim() !== '') {
      isKnown = true;
      const name = file === STDIN ? '' : file.replace(/\.(?:gz|bz2|zst)$/i, '');
      const language = detectLanguage(name, firstLine(piece)) ?? DEFAULT_LANGUAGE;
      if (languageName(language)?.hasGames !== true)
        throw usageError(`${file} is a ${language.toUpperCase()} file; games reads PGN files`);
    }
    yield piece;
  }
}

/** Lines of a text that are not UTF-8 in its file, with their bytes there. */
class ForeignLines {
  #places: (readonly [start: number, end: number])[] = [];

  add(start: number, end: number): void {
    this.#places.push([start, end]);
  }

  /** Drops lines that end at or before an offset. */
  forget(offset: number): void {
    if (this.#places.length > 0) this.#places = this.#places.filter(([, end]) => end > offset);
  }

  /** Returns the bytes of `text[from, to)`; `offset` is the offset of the text in its file. */
  encode(text: string, offset: number, from: number, to: number): Buffer {
    const pieces: Buffer[] = [];
    let at = from;
    for (const [start, end] of this.#places) {
      const [first, last] = [Math.max(at, start - offset), Math.min(to, end - offset)];
      if (first >= last) continue;
      pieces.push(Buffer.from(text.slice(at, first)), encodeWindows1252(text.slice(first, last)));
      at = last;
    }
    const rest = Buffer.from(text.slice(at, to));
    return pieces.length === 0 ? rest : Buffer.concat([...pieces, rest]);
  }
}
