// Zip files whose bytes depend on nothing but what is in them.
import fs from 'node:fs';
import zlib from 'node:zlib';
import { openPromise } from 'yauzl';

/** A file that all may read and its owner may write, whatever the umask of the clone. */
const MODE = 0o100644;

/** The contents of a zip by path. */
export async function zipEntries(file) {
  const entries = new Map();
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    const chunks = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
    entries.set(entry.fileName, Buffer.concat(chunks));
  }
  zip.close();
  return entries;
}

/**
 * Ways to deflate a file. Texts and programs repeat themselves, and want long memories; weights of networks are numbers without repetition,
 * of which codes of small blocks and few matches are the shortest.
 */
const WAYS = [{ memLevel: 8 }, { memLevel: 5, strategy: zlib.constants.Z_FILTERED }];

/** Returns the shortest of what the ways give. */
const deflated = (content) =>
  WAYS.map((way) => zlib.deflateRawSync(content, { level: 9, ...way })).reduce((a, b) => (b.length < a.length ? b : a));

const [STORED, DEFLATED] = [0, 8];
/** 2.0, the version of the format that knows deflated files. */
const VERSION = 20;
const UNIX = 3;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** 1 January 1980, 0:00, the first moment that a zip knows, in any zone of time: what was packed when is of no interest. */
const [TIME, DATE] = [0, (1 << 5) | 1];

/** Numbers of two (`u16`) and four bytes (`u32`), little-endian. */
function record(fields) {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
const u16 = (value) => [2, value];
const u32 = (value) => [4, value];

/**
 * Writes entries in the order of their paths, the two that describe a VSIX first, without time and owner. A zip holds 65,535 entries, and
 * less than 4 GB; more is an error.
 */
export function writeZip(file, entries) {
  const rank = (name) => ['extension.vsixmanifest', '[Content_Types].xml'].indexOf(name);
  const names = [...entries.keys()].sort((a, b) => rank(b) - rank(a) || (a < b ? -1 : 1));
  const [parts, index] = [[], []];
  let offset = 0;
  for (const name of names) {
    const content = entries.get(name);
    const small = deflated(content);
    const [method, bytes] = small.length < content.length ? [DEFLATED, small] : [STORED, content];
    const path = Buffer.from(name);
    const common = [
      ...[VERSION, UTF8, method, TIME, DATE].map(u16),
      ...[zlib.crc32(content), bytes.length, content.length].map(u32),
      u16(path.length),
      u16(0),
    ];
    const local = record([u32(0x04034b50), ...common]);
    parts.push(local, path, bytes);
    const made = u16((UNIX << 8) | VERSION);
    // no comment, first disk, no kind of content; then mode and place
    const more = [u16(0), u16(0), u16(0), u32(MODE * 2 ** 16), u32(offset)];
    index.push(record([u32(0x02014b50), made, ...common, ...more]), path);
    offset += local.length + path.length + bytes.length;
  }
  const size = index.reduce((sum, { length }) => sum + length, 0);
  const counts = [u16(0), u16(0), u16(names.length), u16(names.length)];
  const end = record([u32(0x06054b50), ...counts, u32(size), u32(offset), u16(0)]);
  fs.writeFileSync(file, Buffer.concat([...parts, ...index, end]));
}
