import { closeSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { parquetMetadataAsync, parquetRead } from 'hyparquet';
import { peekText, textHead } from '../../models/import/logs/formats.ts';
import type { LogFormat, LogHead, LogPiece } from '../../models/import/logs/log-format.ts';
import type { BrokenPiece } from '../../models/import/logs/log-import.ts';
import { zipPieces } from '../../models/import/logs/node-inspect-archive.ts';
import { NodeZip } from '../../models/import/logs/node-zip.ts';
import { textPieces } from '../../models/import/logs/text-pieces.ts';
import type { FieldMap } from '../../models/import/plans/plan-text.ts';
import { attempt } from '../command.ts';
import { Archive } from '../io/archives/archives.ts';
import { Decoder } from '../io/decoder.ts';
import { displayPath, readBytes, readerTurns } from '../io/files.ts';
import { COMPRESSORS, RandomAccess, rowWindows } from '../io/parquet-text.ts';
import type { Terminal } from '../io/terminal.ts';

/** An open log with its head. */
export interface OpenLog {
  readonly head: LogHead;
  /** Yields its parts, once. */
  pieces(format: LogFormat, map: FieldMap, onPath: (path: string) => void): AsyncIterable<LogPiece | BrokenPiece>;
  close(): void;
}

/** Limit of the names in a zip that are used to detect its format. */
const MAX_NAMES = 50;

/** Opens a log of any form: a zip, Parquet, a text, also a compressed one or standard input. */
export async function openLog(terminal: Terminal, file: string): Promise<OpenLog> {
  const name = path.basename(displayPath(file));
  const kind = file === '-' ? 'text' : kindByBytes(file);
  if (kind === 'zip') {
    const zip = attempt(`cannot read ${file}`, () => new NodeZip(file));
    const telling = await zip.names(MAX_NAMES, (entry) => !entry.startsWith('samples/'));
    const entries = telling.length > 0 ? telling : await zip.names(MAX_NAMES);
    const head: LogHead = { name, kind, text: '', first: undefined, entries };
    return { head, pieces: () => zipPieces(zip), close: () => zip.close() };
  }
  if (kind === 'parquet') {
    const head: LogHead = { name, kind, text: '', first: undefined, entries: [] };
    return { head, pieces: () => parquetPieces(terminal, file), close: () => undefined };
  }
  const archive = new Archive(terminal);
  const { text, texts } = await peekText(archiveText(terminal, file, archive));
  const head = textHead(name, text);
  const pieces = async function* (
    format: LogFormat,
    map: FieldMap,
    onPath: (path: string) => void,
  ): AsyncGenerator<LogPiece | BrokenPiece, void, undefined> {
    yield* textPieces(texts, { layout: format.layout?.(head) ?? 'lines', map, onPath });
    if (archive.failure !== undefined) yield { place: 'the archive', fault: archive.failure };
  };
  return { head, pieces, close: () => undefined };
}

async function* archiveText(
  terminal: Terminal,
  file: string,
  archive: Archive,
): AsyncGenerator<string, void, undefined> {
  const decoder = new Decoder();
  for await (const bytes of archive.unpack(displayPath(file), 'import', readBytes(terminal, file))) {
    const text = decoder.push(bytes);
    if (text !== '') yield text;
  }
  yield decoder.end();
}

function kindByBytes(file: string): LogHead['kind'] {
  return attempt(`cannot read ${file}`, () => {
    if (!statSync(file).isFile()) return 'text';
    const handle = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(4);
      const begin = bytes.toString('latin1', 0, readSync(handle, bytes, 0, 4, 0));
      if (begin === 'PAR1') return 'parquet';
      return begin.startsWith('PK\x03\x04') || begin.startsWith('PK\x05\x06') ? 'zip' : 'text';
    } finally {
      closeSync(handle);
    }
  });
}

/** Rows read at a time. */
const MAX_ROWS = 5000;

/**
 * Yields the rows of a Parquet file, each as an object of its columns. A damaged part is reported, and the next ones follow.
 */
async function* parquetPieces(
  terminal: Terminal,
  file: string,
): AsyncGenerator<LogPiece | BrokenPiece, void, undefined> {
  const bytes = new RandomAccess(file);
  const isEnded = readerTurns(terminal);
  try {
    const metadata = await parquetMetadataAsync(bytes).catch(() => undefined);
    if (metadata === undefined) {
      yield { place: 'the end', fault: 'the file is cut off, or no Parquet' };
      return;
    }
    for (const { isFirst, rowStart, rowEnd } of rowWindows(metadata, MAX_ROWS)) {
      if (isFirst) bytes.forget();
      let found: readonly Record<string, unknown>[] | undefined;
      await parquetRead({
        file: bytes,
        metadata,
        rowStart,
        rowEnd,
        useOffsetIndex: true,
        compressors: COMPRESSORS,
        rowFormat: 'object',
        onComplete: (rows) => {
          found = rows;
        },
      }).catch(() => undefined);
      if (found === undefined) yield { place: `rows ${rowStart + 1} to ${rowEnd}`, fault: 'damaged' };
      else
        for (const [i, row] of found.entries()) yield { path: '', value: plain(row), place: `row ${rowStart + i + 1}` };
      if (await isEnded()) return;
    }
  } finally {
    bytes.close();
  }
}

/** Returns a row as JSON has it: 64-bit integers as numbers, times as texts. */
const plain = (row: Record<string, unknown>): unknown =>
  JSON.parse(JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)));
