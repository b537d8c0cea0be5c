import type { CheckJob } from '../../compute/jobs/jobs.ts';
import type { CheckOptions } from '../../core/languages/check.ts';
import { languageOf } from '../../core/languages/language-of.ts';
import { lastMavStart } from '../../core/mav/cut.ts';
import { lastRecordStart } from '../../core/notation/fen/cut.ts';
import type { Language } from '../../core/notation/language.ts';
import { lastGameStart } from '../../core/notation/pgn/cut.ts';
import { Decoder, type ForeignText, type ReadAs } from '../io/decoder.ts';
import { compressedFile, readBytes, STDIN, shownName, unknownLanguage } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';

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

interface BlockSettings extends BlockOptions {
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

/** A piece of a text that can be checked by itself. */
interface Block {
  readonly text: string;
  /** UTF-16 code units before it. */
  readonly offset: number;
}

interface BlockOptions {
  /** UTF-16 code units of a block: as many as these, or more where no cut is found. */
  readonly size?: number;
  /** A block that would have to be longer ends the reading. */
  readonly most?: number;
}

/** Small enough for workers to be kept busy with several, large enough for the messages not to count. */
const SIZE = 1 << 18;
const MAX = 1 << 24;

/**
 * Cuts a text that comes in pieces into blocks.
 *
 * @param cut where a text that a block starts with can be cut, whatever follows it; 0 when nowhere
 * @returns the length of what was left out at the end, because no place to cut it was found; 0 when all is in the blocks
 */
export async function* textBlocks(
  pieces: AsyncIterable<string>,
  cut: (text: string) => number,
  { size = SIZE, most = MAX }: BlockOptions = {},
): AsyncGenerator<Block, number, undefined> {
  let kept = '';
  let offset = 0;
  let wanted = size;
  for await (const piece of pieces) {
    kept += piece;
    if (kept.length < wanted) continue;
    const at = cut(kept);
    if (at > 0) {
      yield { text: kept.slice(0, at), offset };
      kept = kept.slice(at);
      offset += at;
      wanted = Math.max(size, 2 * kept.length);
    } else if (kept.length > most) return kept.length;
    // twice as much: looking for a cut again and again costs no more than reading on
    else wanted = Math.min(2 * kept.length, most + 1);
  }
  if (kept.length > 0) yield { text: kept, offset };
  return 0;
}

/** How compressed files begin, with the command that unpacks them to standard output. */
const FORMATS: readonly (readonly [name: string, start: readonly number[], unpack: string])[] = [
  ['gzip', [0x1f, 0x8b, 0x08], 'gzip -dc'],
  ['bzip2', [0x42, 0x5a, 0x68, -1, 0x31, 0x41, 0x59], 'bzip2 -dc'],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd], 'zstd -dc'],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 'xz -dc'],
  ['zip', [0x50, 0x4b, 0x03, 0x04], 'unzip -p'],
  ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], '7z e -so'],
];

/** What compressed a file that begins with these bytes, and what unpacks it; undefined for text. */
export function compression(bytes: Uint8Array): { readonly name: string; readonly unpack: string } | undefined {
  const found = FORMATS.find(([, start]) => start.every((byte, i) => byte < 0 || bytes[i] === byte));
  return found === undefined ? undefined : { name: found[0], unpack: found[2] };
}
