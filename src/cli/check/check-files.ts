import type { CheckJob } from '../../compute/jobs/jobs.ts';
import type { CheckOptions } from '../../core/languages/check.ts';
import { languageOf } from '../../core/languages/language-of.ts';
import { lastMavStart } from '../../core/mav/cut.ts';
import { lastRecordStart } from '../../core/notation/fen/cut.ts';
import type { Language } from '../../core/notation/language.ts';
import { lastGameStart } from '../../core/notation/pgn/cut.ts';
import { type BlockOptions, textBlocks } from '../io/blocks.ts';
import { readBytes, shownName } from '../io/byte-source.ts';
import { compression } from '../io/compressed.ts';
import { Decoder, type ForeignText, type ReadAs } from '../io/decoder.ts';
import { compressedFile, unknownLanguage } from '../io/inputs.ts';
import type { Terminal } from '../io/terminal.ts';
import { STDIN } from '../io/text-file.ts';

/** Where a text can be cut, by its language. */
export const CUTS = { pgn: lastGameStart, fen: lastRecordStart, epd: lastRecordStart, mav: lastMavStart } as const;

/** A piece of a file to be checked. */
export interface FileBlock {
  /** The file as it is shown. */
  readonly file: string;
  readonly job: CheckJob;
  /** Where the file turned out not to be in UTF-8, if that is in this block; the offset counts from its start. */
  readonly foreign: ForeignText | undefined;
}

/** The end of a file: how much of it was left out, because no end of a game was found in it. */
export interface FileEnd {
  readonly file: string;
  /** UTF-16 code units; 0 when all of it is in its blocks. */
  readonly left: number;
}

export interface BlockSettings extends BlockOptions {
  readonly language: Language | undefined;
  readonly readAs: ReadAs;
  readonly options: CheckOptions;
  /** Bytes that were read. */
  readonly onBytes?: (bytes: number) => void;
  /** Ends the reading. */
  readonly signal?: AbortSignal;
}

/** Code units that are looked at for the language. */
const FIRST_LINES = 10_000;

/** The files, cut into pieces that can be checked by themselves: games and records stay whole. */
export async function* fileBlocks(
  terminal: Terminal,
  files: readonly string[],
  settings: BlockSettings,
): AsyncGenerator<FileBlock | FileEnd, void, undefined> {
  for (const path of files) {
    if (settings.signal?.aborted === true) return;
    const file = shownName(path);
    const decoder = new Decoder(settings.readAs);
    const pieces = decoded(file, readBytes(terminal, path, settings.signal), decoder, settings.onBytes);
    let start = '';
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      start += next.value;
      if (start.length >= FIRST_LINES) break;
    }
    const language = settings.language ?? told(file, start);
    if (language === undefined) throw unknownLanguage(file);
    const cut = CUTS[language];
    const blocks = textBlocks(prepended(start, pieces), cut, settings);
    for (let next = await blocks.next(); ; next = await blocks.next()) {
      if (next.done === true) {
        yield { file, left: next.value };
        break;
      }
      const { text, offset } = next.value;
      const { foreign } = decoder;
      const here = foreign !== undefined && foreign.offset >= offset && foreign.offset < offset + text.length;
      yield {
        file,
        job: { text, language, options: settings.options },
        foreign: here ? { ...foreign, offset: foreign.offset - offset } : undefined,
      };
    }
  }
}

/** By the name, else by the first line; standard input is else PGN. */
function told(file: string, start: string): Language | undefined {
  const firstLine = /^\s*([^\r\n]*)/.exec(start.slice(0, FIRST_LINES))?.[1] ?? '';
  return languageOf(file === STDIN ? '' : file, firstLine) ?? (file === STDIN ? 'pgn' : undefined);
}

async function* decoded(
  file: string,
  bytes: AsyncIterable<Buffer>,
  decoder: Decoder,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  for await (const piece of bytes) {
    const packed = isFirst ? compression(piece) : undefined;
    if (packed !== undefined) throw compressedFile(file, packed.name, packed.unpack);
    isFirst = false;
    onBytes?.(piece.length);
    yield decoder.push(piece);
  }
  yield decoder.end();
}

async function* prepended(start: string, rest: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  yield start;
  yield* rest;
}
