import * as v from 'valibot';
import { RunReader } from '../../core/evaluation/runs/run-reader.ts';
import { type RunHeader, type RunSample, runSampleSchema } from '../../core/evaluation/runs/run-schema.ts';
import type { RunPart, RunSource } from './run-source.ts';

/** A sample as its run file has it. */
export interface StoredSample {
  readonly sample: RunSample;
  readonly header: RunHeader;
  /** Attempts at it that the file has lines of; 0 where it has none. */
  readonly attempts: number;
}

/** Bytes of a line that are looked at to tell which sample it is about. */
const HEAD = 400;
const LF = 10;

/** The beginning of a line as this program and its importers write it; of others the whole line is read. */
const START = /^\s*\{\s*"kind"\s*:\s*"(header|run|sample|attempt)"\s*,\s*(?:"id"\s*:\s*("(?:[^"\\]|\\.)*"))?/;

/** Where a line is. */
interface Place {
  readonly part: number;
  readonly from: number;
  readonly length: number;
}

/**
 * The lines of a run by the ids of their samples. Only where they are is kept: an answer is read from its file when it is
 * wanted. The places of 200,000 samples are found by going through the bytes once, without reading them as JSON.
 */
export class RunAnswers {
  readonly #source: RunSource;
  #index: Promise<LineIndex> | undefined;

  constructor(source: RunSource) {
    this.#source = source;
  }

  /** Finds the places of all lines, so that the first answer is there at once. Rejects as the disk does. */
  async prepare(): Promise<void> {
    await this.#lines();
  }

  /** Undefined where the run has no such line any more, or cannot be read a second time. */
  async get(id: string): Promise<StoredSample | undefined> {
    if (!this.#source.isAgain) return undefined;
    const { parts, header, places, attempts } = await this.#lines();
    if (header === undefined) return undefined;
    let found: RunSample | undefined;
    for (const place of places.get(id) ?? []) {
      const sample = await sampleAt(parts[place.part], place);
      if (sample?.id !== id) continue;
      found = sample;
      // A failed request may have been asked again; the first answer counts.
      if (sample.error === undefined) break;
    }
    return found && { sample: found, header, attempts: attempts.get(id) ?? 0 };
  }

  #lines(): Promise<LineIndex> {
    this.#index ??= indexed(this.#source);
    return this.#index;
  }
}

interface LineIndex {
  readonly parts: readonly RunPart[];
  readonly header: RunHeader | undefined;
  readonly places: ReadonlyMap<string, readonly Place[]>;
  readonly attempts: ReadonlyMap<string, number>;
}

async function indexed(source: RunSource): Promise<LineIndex> {
  const parts = await source.parts();
  const places = new Map<string, Place[]>();
  const attempts = new Map<string, number>();
  let header: LineIndex['header'];
  for (const [i, part] of parts.entries()) {
    for await (const { from, length, head } of linesOf(part)) {
      let found = START.exec(head);
      if (found?.[1] === 'run' || found === null) {
        const text = await textOf(part, from, length);
        header ??= headerOf(text);
        found = startOf(text);
      }
      const [, kind, quoted] = found ?? [];
      if (quoted === undefined) continue;
      const id = JSON.parse(quoted) as string;
      if (kind === 'sample') {
        const known = places.get(id);
        const place = { part: i, from, length };
        if (known === undefined) places.set(id, [place]);
        else known.push(place);
      } else if (kind === 'attempt' && !head.includes('"reason":')) attempts.set(id, (attempts.get(id) ?? 0) + 1);
    }
  }
  return { parts, header, places, attempts };
}

interface Line {
  readonly from: number;
  /** Bytes, without the line end. */
  readonly length: number;
  readonly head: string;
}

/** The lines of a file: where they are, and how they begin. */
async function* linesOf(part: RunPart): AsyncGenerator<Line, void, undefined> {
  const decoder = new TextDecoder();
  let from = 0;
  let at = 0;
  let head = new Uint8Array(0);
  for await (const bytes of part.bytes()) {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(LF, start);
      const stop = end < 0 ? bytes.length : end;
      if (head.length < HEAD) head = joined(head, bytes.subarray(start, Math.min(stop, start + HEAD - head.length)));
      if (end >= 0) {
        yield { from, length: at + end - from, head: decoder.decode(head) };
        from = at + end + 1;
        head = new Uint8Array(0);
      }
      start = stop + 1;
    }
    at += bytes.length;
  }
  if (at > from) yield { from, length: at - from, head: decoder.decode(head) };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

const textOf = async (part: RunPart | undefined, from: number, length: number): Promise<string> =>
  part === undefined ? '' : new TextDecoder().decode(await part.read(from, length));

function headerOf(line: string): LineIndex['header'] {
  const [event] = new RunReader().push(`${line}\n`);
  return event?.type === 'header' ? event.header : undefined;
}

/** The kind and the id of a line that begins in another way. */
function startOf(text: string): RegExpExecArray | null {
  try {
    const { kind, id } = JSON.parse(text) as { readonly kind?: unknown; readonly id?: unknown };
    return START.exec(JSON.stringify({ kind, id }));
  } catch {
    return null;
  }
}

/** A line was checked against its sum and its header when the report read it. */
async function sampleAt(part: RunPart | undefined, { from, length }: Place): Promise<RunSample | undefined> {
  try {
    const parsed = v.safeParse(runSampleSchema, JSON.parse(await textOf(part, from, length)));
    return parsed.success ? parsed.output : undefined;
  } catch (error) {
    // The file was changed below its index.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
