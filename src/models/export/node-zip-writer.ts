import { crc32, deflateRawSync } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const STORED = 0;
const DEFLATE = 8;
/** Shorter entries are stored uncompressed. */
const MIN_PACKED = 64;
/** Flag for names in UTF-8. */
const UTF8 = 0x800;
const VERSION = 20;
const VERSION64 = 45;
/** 1 January 1980, so that the same content gives the same bytes. */
const DATE = 0x21;
const MAX16 = 0xffff;
const MAX32 = 0xffffffff;

/**
 * Writes a zip entry by entry, with a hundred bytes of memory per entry, and with any number of them (Zip64). Of the libraries, yazl holds
 * every packed entry until the end, and fflate ends at 65,535. Source: APPNOTE 6.3.10.
 */
export class ZipWriter {
  readonly #write: (bytes: Buffer) => void;
  readonly #directory: Buffer[] = [];
  #at = 0;

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
  }

  /** Adds an entry. */
  add(name: string, content: string | Buffer): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const isShort = bytes.length < MIN_PACKED;
    const packed = isShort ? bytes : deflateRawSync(bytes);
    const path = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(LOCAL_HEADER, 0);
    // The fields that both headers share: version to sizes.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(UTF8, 2);
    common.writeUInt16LE(isShort ? STORED : DEFLATE, 4);
    common.writeUInt16LE(DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    common.copy(head, 4);
    this.#directory.push(this.#entry(common, path));
    this.#give(Buffer.concat([head, path, packed]));
  }

  #entry(common: Buffer, path: Buffer): Buffer {
    const isFar = this.#at >= MAX32;
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(ENTRY, 0);
    entry.writeUInt16LE(isFar ? VERSION64 : VERSION, 4);
    common.copy(entry, 6);
    entry.writeUInt16LE(isFar ? 12 : 0, 30);
    entry.writeUInt32LE(isFar ? MAX32 : this.#at, 42);
    if (!isFar) return Buffer.concat([entry, path]);
    const extra = Buffer.alloc(12);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(this.#at), 4);
    return Buffer.concat([entry, path, extra]);
  }

  /** Writes the directory; nothing can be added afterwards. */
  end(): void {
    const start = this.#at;
    const count = this.#directory.length;
    for (const entry of this.#directory) this.#give(entry);
    const size = this.#at - start;
    if (count >= MAX16 || start >= MAX32 || size >= MAX32) this.#end64(count, start, size);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(END, 0);
    end.writeUInt16LE(Math.min(count, MAX16), 8);
    end.writeUInt16LE(Math.min(count, MAX16), 10);
    end.writeUInt32LE(Math.min(size, MAX32), 12);
    end.writeUInt32LE(Math.min(start, MAX32), 16);
    this.#give(end);
  }

  #end64(count: number, start: number, size: number): void {
    const at = this.#at;
    const end = Buffer.alloc(56);
    end.writeUInt32LE(END64, 0);
    end.writeBigUInt64LE(44n, 4);
    end.writeUInt16LE(VERSION64, 12);
    end.writeUInt16LE(VERSION64, 14);
    end.writeBigUInt64LE(BigInt(count), 24);
    end.writeBigUInt64LE(BigInt(count), 32);
    end.writeBigUInt64LE(BigInt(size), 40);
    end.writeBigUInt64LE(BigInt(start), 48);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(LOCATOR64, 0);
    locator.writeBigUInt64LE(BigInt(at), 8);
    locator.writeUInt32LE(1, 16);
    this.#give(end);
    this.#give(locator);
  }

  #give(bytes: Buffer): void {
    this.#write(bytes);
    this.#at += bytes.length;
  }
}
