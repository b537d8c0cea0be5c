import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import { Decompress } from 'fzstd';
import yauzl from 'yauzl';
import { thrownMessage } from '../../../core/base/result.ts';

/** Size limit of one unpacked entry in bytes; a larger one is a fault. */
export const MAX_ENTRY = 1 << 26;
/** Limits of all unpacked entries together: this multiple of the archive's size, plus this many bytes. */
const MAX_RATIO = 400;
const FREE_BYTES = 1 << 28;
/** Bytes of the directory, or of entries, read at a time. */
const WINDOW = 1 << 20;

/** Smallest piece that zlib unpacks into. */
const MIN_CHUNK = 64;

const LOCAL_HEADER = 0x04034b50;
const LOCAL_LENGTH = 30;
const STORED = 0;
const DEFLATE = 8;
const ZSTD = 93;
const ENCRYPTED = 1;
/** Flag for sizes that follow the data. */
const SIZES_LATER = 8;
const ZIP64 = 0xffffffff;

/** An entry of a zip, or the reason why it cannot be read. */
export type ZipEntry =
  | { readonly name: string; readonly bytes: Buffer }
  | { readonly name: string; readonly fault: string };

/** Position and compression of an entry. */
interface DirectoryEntry {
  readonly name: string;
  /** Offset of its local header. */
  readonly offset: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly method: number;
  readonly crc: number;
  readonly isEncrypted: boolean;
}

/**
 * A zip whose entries are read one by one through its directory; if that is missing because the archive is cut off, from one entry to the
 * next. Nothing is written, so names cannot escape a folder. Bombs are bounded per entry and as a whole.
 */
export class NodeZip {
  readonly #handle: number;
  readonly #size: number;
  #unpacked = 0;
  /** Last range read, for entries that follow each other. */
  #window: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  #fault: string | undefined;

  constructor(file: string) {
    this.#handle = openSync(file, 'r');
    this.#size = fstatSync(this.#handle).size;
  }

  close(): void {
    closeSync(this.#handle);
  }

  /** Reason why the archive as a whole could not be read to its end; known after the last entry. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Returns the first `count` names that pass a test. */
  async names(count: number, isWanted: (name: string) => boolean = () => true): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of this.#places()) {
      if (isWanted(name)) names.push(name);
      if (names.length >= count) break;
    }
    return names;
  }

  /** Yields the wanted entries, unpacked, in the order of the archive. */
  async *entries(isWanted: (name: string) => boolean): AsyncGenerator<ZipEntry, void, undefined> {
    for await (const place of this.#places()) {
      if (!isWanted(place.name)) continue;
      yield this.#read(place);
      if (this.#unpacked > MAX_RATIO * this.#size + FREE_BYTES) {
        this.#fault = `its entries are more than ${MAX_RATIO} times as large as the archive; the rest is not read`;
        return;
      }
    }
  }

  async *#places(): AsyncGenerator<DirectoryEntry, void, undefined> {
    this.#fault = undefined;
    let zip: Awaited<ReturnType<typeof yauzl.fromRandomAccessReaderPromise>>;
    try {
      const reader = new WindowReader(this.#handle, this.#size);
      const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false };
      zip = await yauzl.fromRandomAccessReaderPromise(reader, this.#size, options);
    } catch {
      yield* this.#scan();
      return;
    }
    try {
      for await (const entry of zip.eachEntry()) {
        yield {
          name: entry.fileNameRaw.toString('utf8'),
          offset: entry.relativeOffsetOfLocalHeader,
          packed: entry.compressedSize,
          unpacked: entry.uncompressedSize,
          method: entry.compressionMethod,
          crc: entry.crc32,
          isEncrypted: (entry.generalPurposeBitFlag & ENCRYPTED) !== 0,
        };
      }
    } catch (error) {
      this.#fault = `its directory is damaged (${thrownMessage(error)}); the rest is not read`;
    }
  }

  /** Yields the complete entries from the first byte on, without a directory. */
  *#scan(): Generator<DirectoryEntry, void, undefined> {
    let at = 0;
    for (;;) {
      const head = this.#bytes(at, LOCAL_LENGTH);
      if (head.length < LOCAL_LENGTH || head.readUInt32LE(0) !== LOCAL_HEADER) break;
      const place = this.#scanned(at, head);
      if (place === undefined) break;
      yield place.placed;
      at = place.end;
    }
    this.#fault =
      at === 0
        ? 'this is not a zip archive, or its beginning is damaged'
        : `the archive has no directory, as one that is cut off; it was read up to byte ${at.toLocaleString('en-US')}`;
  }

  #scanned(at: number, head: Buffer): { readonly placed: DirectoryEntry; readonly end: number } | undefined {
    const flags = head.readUInt16LE(6);
    const nameLength = head.readUInt16LE(26);
    const extraLength = head.readUInt16LE(28);
    const names = this.#bytes(at + LOCAL_LENGTH, nameLength + extraLength);
    if (names.length < nameLength + extraLength) return undefined;
    const start = at + LOCAL_LENGTH + names.length;
    const method = head.readUInt16LE(8);
    let packed = head.readUInt32LE(18);
    let unpacked = head.readUInt32LE(22);
    if (packed === ZIP64 || unpacked === ZIP64) {
      const sizes = zip64Sizes(names.subarray(nameLength));
      if (sizes === undefined) return undefined;
      ({ packed, unpacked } = sizes);
    }
    let crc = head.readUInt32LE(14);
    let end = start + packed;
    if ((flags & SIZES_LATER) !== 0 && packed === 0) {
      const found = method === DEFLATE ? this.#measured(start) : undefined;
      if (found === undefined) return undefined;
      ({ packed, unpacked, crc, end } = found);
    }
    if (end > this.#size) return undefined;
    const name = names.subarray(0, nameLength).toString('utf8');
    return { placed: { name, offset: at, packed, unpacked, method, crc, isEncrypted: (flags & ENCRYPTED) !== 0 }, end };
  }

  /** Measures deflated data whose sizes are not stated before it. */
  #measured(start: number) {
    const data = this.#bytes(start, Math.min(MAX_ENTRY, this.#size - start));
    try {
      const result = inflateRawSync(data, { info: true, maxOutputLength: MAX_ENTRY }) as unknown as {
        readonly buffer: Buffer;
        readonly engine: { readonly bytesWritten: number };
      };
      const packed = result.engine.bytesWritten;
      // A descriptor follows: a signature, which may be missing, checksum and sizes.
      const next = data.indexOf('PK\x03\x04', packed, 'latin1');
      const end = next < 0 ? this.#size : start + next;
      return { packed, unpacked: result.buffer.length, crc: crc32(result.buffer), end };
    } catch {
      return undefined;
    }
  }

  #read(place: DirectoryEntry): ZipEntry {
    const { name, offset, packed, unpacked, method, crc } = place;
    const fault = (reason: string): ZipEntry => ({ name, fault: reason });
    if (place.isEncrypted) return fault('it is encrypted');
    if (unpacked > MAX_ENTRY || packed > MAX_ENTRY) return fault(TOO_LARGE);
    const head = this.#bytes(offset, LOCAL_LENGTH);
    if (head.length < LOCAL_LENGTH || head.readUInt32LE(0) !== LOCAL_HEADER)
      return fault('it is not where the directory says');
    const data = this.#bytes(offset + LOCAL_LENGTH + head.readUInt16LE(26) + head.readUInt16LE(28), packed);
    if (data.length < packed) return fault('it is cut off');
    try {
      const bytes = unpack(data, method, unpacked);
      this.#unpacked += bytes.length;
      if (bytes.length !== unpacked) return fault('its size is not the one that the archive states');
      return crc32(bytes) === crc ? { name, bytes } : fault('it is damaged: its checksum does not match');
    } catch (error) {
      // Output before a fault took time as well, so it counts.
      this.#unpacked += unpacked;
      return fault(error instanceof Unreadable ? error.message : 'it is damaged');
    }
  }

  /** Returns bytes of the archive, fewer at its end. Consecutive entries are read many at a time, others alone. */
  #bytes(from: number, length: number): Buffer {
    const { start, bytes } = this.#window;
    const end = start + bytes.length;
    if (from >= start && from + length <= end) return bytes.subarray(from - start, from - start + length);
    if (from < start || from > end + length || length > WINDOW) return this.#alone(from, length);
    this.#window = { start: from, bytes: this.#alone(from, WINDOW) };
    return this.#window.bytes.subarray(0, length);
  }

  #alone(from: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.#size - from)));
    return bytes.subarray(0, readAll(this.#handle, bytes, from));
  }
}

const TOO_LARGE = `it unpacks to more than ${MAX_ENTRY.toLocaleString('en-US')} bytes`;

/** Reason why an entry cannot be read. */
class Unreadable extends Error {}

/** @param expected length stated in the archive; at most one byte more is unpacked */
function unpack(data: Buffer, method: number, expected: number): Buffer {
  if (method === STORED) return data;
  if (method === DEFLATE) return inflated(data, expected);
  if (method !== ZSTD) throw new Unreadable(`it is packed by a method that is not known (${method})`);
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((piece) => {
    length += piece.length;
    if (length > expected) throw new Unreadable('it unpacks to more than the archive states');
    pieces.push(piece);
  });
  stream.push(data, true);
  return Buffer.concat(pieces);
}

function inflated(data: Buffer, expected: number): Buffer {
  try {
    // One piece of output of the expected size: joining pieces would copy them.
    const chunkSize = Math.min(Math.max(MIN_CHUNK, expected + 1), WINDOW);
    return inflateRawSync(data, { maxOutputLength: expected + 1, chunkSize });
  } catch (error) {
    const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isLarge ? new Unreadable('it unpacks to more than the archive states') : error;
  }
}

/** Returns the sizes in the Zip64 extra field of a local header, which has both. */
function zip64Sizes(extra: Buffer): { readonly packed: number; readonly unpacked: number } | undefined {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1 || at + 20 > extra.length) continue;
    return { unpacked: Number(extra.readBigUInt64LE(at + 4)), packed: Number(extra.readBigUInt64LE(at + 12)) };
  }
  return undefined;
}

function readAll(handle: number, bytes: Buffer, from: number): number {
  let done = 0;
  while (done < bytes.length) {
    const read = readSync(handle, bytes, done, bytes.length - done, from + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

/** Reads a file for yauzl in large pieces: a directory has a hundred bytes per entry. */
class WindowReader extends yauzl.RandomAccessReader {
  readonly #handle: number;
  readonly #size: number;
  #window = Buffer.alloc(0);
  #start = 0;

  constructor(handle: number, size: number) {
    super();
    this.#handle = handle;
    this.#size = size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const isInside = position >= this.#start && position + length <= this.#start + this.#window.length;
    if (!isInside) {
      const window = Buffer.allocUnsafe(Math.max(0, Math.min(Math.max(WINDOW, length), this.#size - position)));
      this.#window = window.subarray(0, readAll(this.#handle, window, position));
      this.#start = position;
    }
    const from = position - this.#start;
    const copied = this.#window.copy(buffer, offset, from, from + length);
    callback(copied === length ? null : new Error('the archive ends too early'));
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}
