import { isSampleEntry } from './inspect.ts';
import { NodeZip } from './node-zip.ts';

/** The JSON of a sample of a zipped log, with the name of its entry; or what could not be read. */
export type SampleText =
  | { readonly place: string; readonly text: string }
  | { readonly place: string; readonly fault: string };

/**
 * The samples of a zipped log of Inspect AI as they are written, one at a time.
 *
 * @throws the system's error
 */
export async function* sampleTexts(file: string): AsyncGenerator<SampleText, void, undefined> {
  const zip = new NodeZip(file);
  try {
    let count = 0;
    for await (const entry of zip.entries(isSampleEntry)) {
      count++;
      yield 'fault' in entry
        ? { place: entry.name, fault: entry.fault }
        : { place: entry.name, text: entry.bytes.toString('utf8') };
    }
    if (zip.fault !== undefined) yield { place: 'the archive', fault: zip.fault };
    else if (count === 0) yield { place: 'the archive', fault: 'it holds no samples' };
  } finally {
    zip.close();
  }
}
