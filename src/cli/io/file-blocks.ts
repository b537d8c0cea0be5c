import type { CheckJob } from '../../compute/jobs/jobs.ts';
import { sectionCut } from '../../core/languages/cuts.ts';
import {
  DEFAULT_LANGUAGE,
  detectLanguage,
  firstLine,
  languageName,
  languagesWhere,
} from '../../core/languages/languages.ts';
import type { CheckOptions } from '../../core/languages/sections.ts';
import type { Language } from '../../core/notation/language.ts';
import { CliError, EXIT } from '../command.ts';
import { WalkWorlds } from '../walk-worlds.ts';
import { Archive, bareName } from './archives/archives.ts';
import { Decoder, type ForeignText, type InputEncoding } from './decoder.ts';
import { displayPath, readBytes, STDIN, unknownLanguage } from './files.ts';
import { holdsPuzzles, puzzleText } from './puzzle-text.ts';
import type { Terminal } from './terminal.ts';
import type { TextSource } from './text-source.ts';

/** A part of a file to check. */
export interface FileBlock {
  /** Display name of the file. */
  readonly file: string;
  readonly job: CheckJob;
  /** First location that is not UTF-8, if it is in this block; its offset is relative to the block. */
  readonly foreign: ForeignText | undefined;
}

/** End of a file, with the length of the rest in which no game ends. */
export interface FileEnd {
  readonly file: string;
  readonly language: Language;
  /** UTF-16 units; 0 if the blocks contain the whole file. */
  readonly left: number;
  /** Reason why the rest of an archive was not read; undefined if all of it was, and for text. */
  readonly problem: string | undefined;
}

interface BlockSettings extends BlockOptions {
  readonly language: Language | undefined;
  readonly readAs: InputEncoding;
  readonly options: CheckOptions;
  /** Called with the number of bytes read. */
  readonly onBytes?: (bytes: number) => void;
  /** Stops the reading when aborted. */
  readonly signal?: AbortSignal;
  /** Command that reads, for messages; default `check`. */
  readonly command?: string;
}

/** UTF-16 units examined to determine the language. */
const FIRST_LINES = 10_000;

/** Cuts files into blocks that can be checked independently: games and records stay whole. */
export async function* fileBlocks(
  terminal: Terminal,
  files: readonly string[],
  settings: BlockSettings,
): AsyncGenerator<FileBlock | FileEnd, void, undefined> {
  for (const path of files) {
    if (settings.signal?.aborted === true) return;
    const file = displayPath(path);
    const decoder = new Decoder(settings.readAs);
    const archive = new Archive(terminal, settings.signal);
    const bytes = countBytes(readBytes(terminal, path, settings.signal), settings.onBytes);
    const pieces = decoded(archive.unpack(file, settings.command ?? 'check', bytes), decoder);
    let start = '';
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      start += next.value;
      if (start.length >= FIRST_LINES) break;
    }
    // A check is of the text as it stands.
    const isPuzzles = settings.command !== undefined && settings.language === undefined && holdsPuzzles(start);
    const { mavDialect: dialect } = settings.options;
    const language = settings.language ?? (isPuzzles ? 'pgn' : languageFrom(file, start, dialect));
    if (language === undefined) throw unknownLanguage(file, languagesWhere());
    const worlds = new WalkWorlds(terminal, path);
    const cut = sectionCut(language, dialect, worlds.dialectsFor(language));
    const text = prepended(start, pieces);
    const blocks = textBlocks(isPuzzles ? puzzleText(terminal, file, text) : text, cut, {
      ...(languageName(language)?.isTrace === true && { most: MAX_TRACE }),
      ...settings,
    });
    for (let next = await blocks.next(); ; next = await blocks.next()) {
      if (next.done === true) {
        yield { file, language, left: next.value, problem: archive.failure };
        break;
      }
      const { offset } = next.value;
      const { foreign } = decoder;
      // The mark is part of UTF-16.
      const isWide = offset === 0 && foreign !== undefined && foreign.encoding !== 'Windows-1252';
      const text = isWide ? next.value.text.replace(/^\uFEFF/, '') : next.value.text;
      const here = foreign !== undefined && foreign.offset >= offset && foreign.offset < offset + text.length;
      yield {
        file,
        job: { text, language, options: await worlds.optionsFor(text, language, settings.options) },
        foreign: here ? { ...foreign, offset: foreign.offset - offset } : undefined,
      };
    }
  }
}

/**
 * Determines the language by the file name, or by the first line. Undetected standard input has the default language.
 */
function languageFrom(file: string, start: string, dialect: CheckOptions['mavDialect']): Language | undefined {
  return (
    detectLanguage(file === STDIN ? '' : bareName(file), firstLine(start), dialect) ??
    (file === STDIN ? DEFAULT_LANGUAGE : undefined)
  );
}

/** Yields bytes, and reports the length of each piece. */
export async function* countBytes(
  bytes: AsyncIterable<Buffer>,
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of bytes) {
    onBytes?.(piece.length);
    yield piece;
  }
}

async function* decoded(bytes: AsyncIterable<Buffer>, decoder: Decoder): AsyncGenerator<string, void, undefined> {
  for await (const piece of bytes) yield decoder.push(piece);
  yield decoder.end();
}

/** Yields a text before the rest of it. */
export async function* prepended(start: string, rest: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  yield start;
  yield* rest;
}

/** A piece of text that can be checked independently. */
interface Block {
  readonly text: string;
  /** UTF-16 units before it. */
  readonly offset: number;
  /** Text after it, as far as it is known; empty only for the last block. */
  readonly rest: string;
}

interface BlockOptions {
  /** Minimum length of a block in UTF-16 units; the last one may be shorter. */
  readonly size?: number;
  /** Maximum length of a block; a longer one ends the reading. */
  readonly most?: number;
}

/**
 * Default size in UTF-16 units: small enough to keep several workers busy, large enough to make the cost of messages negligible.
 */
const SIZE = 1 << 18;
const MAX = 1 << 24;
/** Maximum length of a block with one trace, which may have a million nodes. */
const MAX_TRACE = 1 << 27;

/**
 * Cuts text that arrives in pieces into blocks.
 *
 * @param cut returns the last offset at which a text can be cut, whatever follows it; 0 if there is none
 * @returns the length of the rest in which no cut was found; 0 if the blocks contain the whole text
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
      const text = kept.slice(0, at);
      kept = kept.slice(at);
      yield { text, offset, rest: kept };
      offset += at;
      wanted = Math.max(size, 2 * kept.length);
    } else if (kept.length > most) return kept.length;
    // Doubling keeps the total cost of looking for a cut linear.
    else wanted = Math.min(2 * kept.length, most + 1);
  }
  if (kept.length > 0) yield { text: kept, offset, rest: '' };
  return 0;
}

/** Length limit of a game in UTF-16 units, which bounds the memory for a text in which none ends. */
const MAX_LENGTH = 1 << 26;

/** A part of a text in which games, records and examples are whole. */
export interface WholeBlock {
  readonly text: string;
  /** Text after it, as far as it is known; empty only for the last block. */
  readonly rest: string;
}

/**
 * Yields the text of a source in blocks, which together are the whole text; memory holds one of them.
 *
 * @param size minimum length of a block
 */
export async function* wholeBlocks(
  source: Pick<TextSource, 'name' | 'language' | 'pieces'>,
  size?: number,
): AsyncGenerator<WholeBlock, void, undefined> {
  const options = { most: MAX_LENGTH, ...(size !== undefined && { size }) };
  const blocks = textBlocks(source.pieces(), sectionCut(source.language), options);
  for (let next = await blocks.next(); ; next = await blocks.next()) {
    if (next.done !== true) {
      yield next.value;
      continue;
    }
    if (next.value === 0) return;
    const left = next.value.toLocaleString('en-US');
    throw new CliError(`${source.name}: no game ends within ${left} characters`, EXIT.incomplete);
  }
}
