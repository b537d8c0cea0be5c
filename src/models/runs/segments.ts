import { err, ok, type Result } from '../../core/base/result.ts';
import { encodeRunHeader, encodeRunLine, type RunProblem, RunReader } from '../../core/evaluation/runs/run-file.ts';
import { shardSize } from '../../core/evaluation/runs/run-plan.ts';
import type { RunAttempt, RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { decodeText } from '../decode-text.ts';
import { SECRETS } from '../secrets.ts';
import {
  GroupCommit,
  HEADER_BEGIN,
  type LineSink,
  type OpenedRun,
  type OpenRun,
  type OpenRunOptions,
} from './run-store.ts';

/** Samples of a segment, the most that can be lost when a segment is torn. */
export const SEGMENT_SAMPLES = 50;

/** Lines of a segment, including those about attempts. */
const SEGMENT_LINES = 400;

/** Beginning of a sample's line. */
const SAMPLE = '{"kind":"sample"';
const samplesAmong = (lines: readonly string[]): number => lines.filter((line) => line.startsWith(SAMPLE)).length;

/**
 * A file system that reads and writes files as a whole, as in a browser. Paths are the caller's, with `/` between their parts.
 */
export interface WholeFiles {
  /** Returns the names in a folder; none if there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Returns a file; undefined if it is missing. */
  read(file: string): Promise<Uint8Array | undefined>;
  /** Writes a file, and creates missing folders. */
  write(file: string, bytes: Uint8Array): Promise<void>;
  /** Removes a folder with its content. */
  remove(folder: string): Promise<void>;
}

const SEGMENT = /^(\d{4,})\.run\.jsonl$/;

/** Returns the folder with the segments of a run: `gpt-4o.run` beside `gpt-4o.run.jsonl`. */
export const segmentFolder = (file: string): string => file.replace(/\.jsonl$/, '');

/** Returns the run file that a segment belongs to; undefined for other files. */
export const segmentHome = (path: string): string | undefined =>
  /^(.*\.run)\/\d{4,}\.run\.jsonl$/s.exec(path)?.[1]?.concat('.jsonl');

/** Returns the names in a folder that are segments, in order. */
export const segmentsAmong = (names: readonly string[]): string[] =>
  names.filter((name) => SEGMENT.test(name)).sort((a, b) => segmentNumber(a) - segmentNumber(b));

const segmentNumber = (name: string): number => Number(SEGMENT.exec(name)?.[1] ?? 0);

/**
 * Opens runs that are written as numbered segments, each a small run file: if a file can only be written as a whole, earlier data stays
 * untouched, and a torn write costs one segment at most. When the run is complete, the segments are joined into the run file and removed.
 * There is no lock.
 */
export const segmentedRuns =
  (files: WholeFiles): OpenRun =>
  (options) =>
    open(files, options);

/** Content of a run's files. */
interface RunParts {
  header: RunHeader | undefined;
  readonly answered: Set<string>;
  readonly problems: RunProblem[];
  /** Number of the last segment. */
  last: number;
}

async function open(
  files: WholeFiles,
  { file, header, check, onSample, onAttempt }: OpenRunOptions,
): Promise<Result<OpenedRun, string>> {
  const found: RunParts = { header: undefined, answered: new Set(), problems: [], last: 0 };
  const whole = await files.read(file);
  if (whole !== undefined && whole.length > 0) {
    const { text } = decodeText(whole);
    take(text, found, onSample, onAttempt);
    // A run file torn while it was joined is made again: its segments still exist.
    const isTorn = text.startsWith(HEADER_BEGIN) && !text.includes('\n');
    if (found.header === undefined && !isTorn)
      return err(`${file}: ${found.problems[0]?.message ?? 'this is not a run file'}`);
  }
  const folder = segmentFolder(file);
  for (const name of segmentsAmong(await files.list(folder))) {
    const bytes = await files.read(`${folder}/${name}`);
    if (bytes !== undefined) take(decodeText(bytes).text, found, onSample, onAttempt);
    found.last = segmentNumber(name);
  }
  const isNew = found.header === undefined;
  const known = found.header ?? header?.();
  if (known === undefined) return err(`there is no ${file}`);
  const refusal = isNew ? undefined : check?.(known);
  if (refusal !== undefined) return err(`${file} ${refusal}`);
  const sink = new SegmentSink(files, folder, found.last + 1, encodeRunHeader(SECRETS.redactAll(known)));
  const commits = new GroupCommit(sink);
  return ok({
    header: known,
    isNew,
    contents: { header: found.header, problems: found.problems, refusal: undefined, tail: 'whole' },
    append: async (...lines) => {
      await commits.append(SECRETS.redactAll(lines).map(encodeRunLine).join(''));
      for (const line of lines) if (line.kind === 'sample' && line.error === undefined) found.answered.add(line.id);
    },
    close: async () => {
      await commits.drain();
      if (isComplete(known, found.answered) && (found.last > 0 || sink.hasWritten)) await join(files, file, known);
    },
  });
}

/** Adds the content of a file or segment; answers that are already known are skipped. */
function take(
  text: string,
  found: RunParts,
  onSample: (sample: RunSample) => void,
  onAttempt: (attempt: RunAttempt) => void = () => {},
): void {
  const reader = new RunReader();
  for (const event of [...reader.push(text), ...reader.end()]) {
    if (event.type === 'header') found.header ??= event.header;
    else if (event.type === 'problem') found.problems.push(event.problem);
    else if (event.type === 'attempt') onAttempt(event.attempt);
    else if (event.type === 'sample' && !found.answered.has(event.sample.id)) {
      if (event.sample.error === undefined) found.answered.add(event.sample.id);
      onSample(event.sample);
    }
  }
}

const isComplete = ({ plan }: RunHeader, answered: ReadonlySet<string>): boolean =>
  plan !== undefined && answered.size >= shardSize(plan.tasks, plan.shard);

/** Joins all segments into the run file, and removes them afterwards. */
async function join(files: WholeFiles, file: string, header: RunHeader): Promise<void> {
  const folder = segmentFolder(file);
  const paths = [file, ...segmentsAmong(await files.list(folder)).map((name) => `${folder}/${name}`)];
  const seen = new Set<string>();
  const lines = [encodeRunHeader(header)];
  for (const path of paths) {
    const bytes = await files.read(path);
    const reader = new RunReader();
    const events = bytes === undefined ? [] : reader.push(decodeText(bytes).text);
    for (const event of events) {
      if (event.type === 'attempt') {
        // A partial joined file may exist beside its segments.
        const line = encodeRunLine(event.attempt);
        if (!seen.has(line)) lines.push(line);
        seen.add(line);
      }
      if (event.type !== 'sample' || seen.has(event.sample.id)) continue;
      if (event.sample.error === undefined) seen.add(event.sample.id);
      lines.push(encodeRunLine(event.sample));
    }
  }
  await files.write(file, new TextEncoder().encode(lines.join('')));
  await files.remove(folder);
}

/** The growing segment; a full one is never changed again. */
class SegmentSink implements LineSink {
  readonly #files: WholeFiles;
  readonly #folder: string;
  readonly #header: string;
  #number: number;
  #lines: readonly string[] = [];
  #added: string[] = [];
  #hasWritten = false;

  constructor(files: WholeFiles, folder: string, number: number, header: string) {
    this.#files = files;
    this.#folder = folder;
    this.#number = number;
    this.#header = header;
  }

  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  write(text: string): Promise<void> {
    this.#added.push(...text.split(/(?<=\n)/));
    return Promise.resolve();
  }

  async sync(): Promise<void> {
    while (this.#added.length > 0) {
      const count = this.#room();
      const lines = [...this.#lines, ...this.#added.slice(0, count)];
      const name = `${String(this.#number).padStart(4, '0')}.run.jsonl`;
      const bytes = new TextEncoder().encode(this.#header + lines.join(''));
      await this.#files.write(`${this.#folder}/${name}`, bytes);
      this.#hasWritten = true;
      this.#added = this.#added.slice(count);
      const isFull = samplesAmong(lines) >= SEGMENT_SAMPLES || lines.length >= SEGMENT_LINES;
      this.#lines = isFull ? [] : lines;
      if (isFull) this.#number++;
    }
  }

  /** Returns the number of added lines that fit the segment; at least one. */
  #room(): number {
    let samples = samplesAmong(this.#lines);
    let count = 0;
    for (const line of this.#added) {
      if (count > 0 && (samples >= SEGMENT_SAMPLES || this.#lines.length + count >= SEGMENT_LINES)) break;
      if (line.startsWith(SAMPLE)) samples++;
      count++;
    }
    return count;
  }

  rollBack(): Promise<void> {
    this.#added = [];
    return Promise.resolve();
  }
}
