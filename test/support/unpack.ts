import fs from 'node:fs';
import path from 'node:path';
import { openPromise } from 'yauzl';

/** Unpacks a VSIX and returns the paths in it. */
export async function unpack(vsix: string, into: string): Promise<string[]> {
  const names: string[] = [];
  const zip = await openPromise(vsix, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    names.push(entry.fileName);
    const target = path.join(into, entry.fileName);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    const chunks: Uint8Array[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Uint8Array);
    fs.writeFileSync(target, Buffer.concat(chunks));
  }
  zip.close();
  return names.sort();
}
