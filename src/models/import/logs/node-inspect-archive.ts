import { parseJson } from '../../../core/base/text/json-items.ts';
import { isSampleEntry } from './inspect.ts';
import type { LogPiece } from './log-format.ts';
import type { BrokenPiece } from './log-import.ts';
import { NodeZip, type ZipEntry } from './node-zip.ts';

/** Header entries of a `.eval`, the latest first. */
const HEADERS = ['header.json', '_journal/start.json', 'start.json'] as const;
const IN_PARTS = /^samples\/[^/]+\/sample\.json$/;

/** Yields the parts of a zipped Inspect log: its header, then its samples. */
export async function* zipPieces(zip: NodeZip): AsyncGenerator<LogPiece | BrokenPiece, void, undefined> {
  const headers = new Map<string, ZipEntry>();
  let inParts = 0;
  for await (const entry of zip.entries((name) => {
    if (IN_PARTS.test(name)) inParts++;
    return HEADERS.some((item) => item === name);
  }))
    headers.set(entry.name, entry);
  const header = HEADERS.map((name) => headers.get(name)).find((entry) => entry !== undefined);
  if (header === undefined)
    yield { place: 'the archive', fault: 'it has no header; models and settings are not known' };
  else yield entryPiece(header);
  for await (const entry of zip.entries(isSampleEntry)) yield entryPiece(entry);
  if (inParts > 0)
    yield { place: 'the archive', fault: `${inParts} samples are stored in parts (.eval2), which are not read` };
  if (zip.fault !== undefined) yield { place: 'the archive', fault: zip.fault };
}

function entryPiece(entry: ZipEntry): LogPiece | BrokenPiece {
  const place = entry.name;
  if ('fault' in entry) return { place, fault: entry.fault };
  const value = parseJson(entry.bytes.toString('utf8'));
  return value === undefined ? { place, fault: 'not JSON' } : { path: entry.name, value, place };
}

/** JSON of a sample of a zipped log with the name of its entry, or the reason why it could not be read. */
export type SampleText =
  | { readonly place: string; readonly text: string }
  | { readonly place: string; readonly fault: string };

/**
 * Yields the samples of a zipped log of Inspect AI as written, one at a time.
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
