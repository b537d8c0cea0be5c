// Zip files whose bytes depend on nothing but what is in them.
import fs from 'node:fs';
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

/** Writes entries in the order of their paths, the two that describe a VSIX first, without time and owner. */
export async function writeZip(file, entries) {
  const zip = new yazl.ZipFile();
  const rank = (name) => ['extension.vsixmanifest', '[Content_Types].xml'].indexOf(name);
  const names = [...entries.keys()].sort((a, b) => rank(b) - rank(a) || (a < b ? -1 : 1));
  for (const name of names)
    zip.addBuffer(entries.get(name), name, {
      mtime: EPOCH,
      mode: MODE,
      compressionLevel: 9,
      // else the moment stands there in seconds, which differ between zones of time
      forceDosTimestamp: true,
    });
  zip.end();
  const chunks = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk);
  fs.writeFileSync(file, Buffer.concat(chunks));
}
