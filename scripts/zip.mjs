// Zip files whose bytes depend on nothing but what is in them.
import fs from 'node:fs';
import zlib from 'node:zlib';
import { openPromise } from 'yauzl';
import yazl from 'yazl';

/** The first moment that a zip knows, in any zone of time: what was packed when is of no interest. */
const EPOCH = new Date(1980, 0, 1);
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

/** Runs what deflates by yazl, which takes no level, as small as zlib can. */
async function smallest(write) {
  const { deflateRaw } = zlib;
  zlib.deflateRaw = (buffer, done) => deflateRaw(buffer, { level: zlib.constants.Z_BEST_COMPRESSION }, done);
  try {
    await write();
  } finally {
    zlib.deflateRaw = deflateRaw;
  }
}

/** Writes entries in the order of their paths, the two that describe a VSIX first, without time and owner. */
export async function writeZip(file, entries) {
  const zip = new yazl.ZipFile();
  const rank = (name) => ['extension.vsixmanifest', '[Content_Types].xml'].indexOf(name);
  const names = [...entries.keys()].sort((a, b) => rank(b) - rank(a) || (a < b ? -1 : 1));
  const chunks = [];
  await smallest(async () => {
    for (const name of names) zip.addBuffer(entries.get(name), name, { mtime: EPOCH, mode: MODE });
    zip.end();
    for await (const chunk of zip.outputStream) chunks.push(chunk);
  });
  fs.writeFileSync(file, Buffer.concat(chunks));
}
