import * as v from 'valibot';
import { parseJson } from '../../base/text/json-items.ts';
import {
  firstIssue,
  RUN_SCHEMA_VERSION,
  type RunAttempt,
  type RunBatch,
  type RunHeader,
  type RunSample,
  runAttemptSchema,
  runBatchSchema,
  runHeaderSchema,
  runSampleSchema,
  withWorldName,
} from './run-schema.ts';

// JSON allows U+2028 and U+2029 inside strings, but many line readers (Node's readline too) break lines at them.
const line = (value: unknown): string =>
  `${withSum(JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'))}\n`;

/**
 * Returns the header line of a run file, with its line end. Fields outside the schema are left out and the endpoint is
 * stripped of user, password and query, so that no secret gets in by accident. Throws on a header of a wrong shape (a
 * bug).
 */
export const encodeRunHeader = (header: RunHeader): string => line(v.parse(runHeaderSchema, header));

/** Returns a sample's line of a run file, with its line end. Throws on a sample of a wrong shape (a bug). */
export const encodeRunSample = (sample: RunSample): string => line(v.parse(runSampleSchema, sample));

/** Returns a line of a run file after its header, with its line end. Throws on a wrong shape (a bug). */
export const encodeRunLine = (value: RunSample | RunAttempt | RunBatch): string => {
  if (value.kind === 'sample') return encodeRunSample(value);
  return line(value.kind === 'batch' ? v.parse(runBatchSchema, value) : v.parse(runAttemptSchema, value));
};

/** Returns the identity of a sample: model, template, position and number. Two samples of a run never share it. */
export const sampleId = (of: Pick<RunSample, 'model' | 'template' | 'game' | 'ply' | 'index'>): string => {
  const part = (name: string): string => name.replace(/[%@#\s]/g, encodeURIComponent);
  const asked = of.template === undefined ? part(of.model) : `${part(of.model)}@${part(of.template)}`;
  return `${asked}#${of.game}.${of.ply}.${of.index}`;
};

/** Returns true for gzip data, however its bytes were decoded. */
const isPacked = (text: string): boolean => text.startsWith('\x1f');

/**
 * Reason to skip a line. `no-header` and `newer-schema` end the reading: the rest cannot be trusted. `torn` is a last
 * line that was cut while it was written; the sample in it was never counted. `damaged` does not match its checksum.
 * `foreign` is a sample that cannot belong to this run, by its id, its label or the number of its task.
 */
export type RunProblemCode =
  | 'no-header'
  | 'newer-schema'
  | 'not-json'
  | 'damaged'
  | 'wrong-shape'
  | 'foreign'
  | 'duplicate'
  | 'torn';

export interface RunProblem {
  /** 1-based line number. */
  readonly line: number;
  readonly code: RunProblemCode;
  readonly message: string;
}

export type RunEvent =
  | { readonly type: 'header'; readonly header: RunHeader }
  | { readonly type: 'sample'; readonly line: number; readonly sample: RunSample }
  | { readonly type: 'attempt'; readonly line: number; readonly attempt: RunAttempt }
  | { readonly type: 'batch'; readonly line: number; readonly batch: RunBatch }
  | { readonly type: 'problem'; readonly problem: RunProblem };

/**
 * End of the file. `whole`: with a line end. `unended`: with a whole sample but no line end; write one before the next
 * sample. `torn`: in the middle of a line; cut the file at `intactLength` before the next sample.
 */
export type RunTail = 'whole' | 'unended' | 'torn';

/**
 * Reads a run file from chunks of any size, in memory bounded by the longest line (and the ids, to find duplicates). A
 * damaged line becomes a problem with its number, and reading continues. Lines end at LF; empty ones are skipped. A
 * sample whose request failed may follow again under the same id: the later line counts.
 */
export class RunReader {
  #rest = '';
  #line = 0;
  #header: RunHeader | undefined;
  #stopped = false;
  #tail: RunTail = 'whole';
  readonly #ids = new Set<string>();
  readonly #book: AttemptBook;

  /** @param book ledger of the attempts, where a run is read from several files */
  constructor(book = new AttemptBook()) {
    this.#book = book;
  }

  /** End of the file; known after `end`. */
  get tail(): RunTail {
    return this.#tail;
  }

  /** True after a problem that ends the reading. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Returns the events of the lines that this chunk ends. */
  push(chunk: string): RunEvent[] {
    const events: RunEvent[] = [];
    let from = 0;
    // Only the new chunk is searched, so a long line in many chunks stays linear.
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
      this.#read(this.#rest + chunk.slice(from, at), true, events);
      this.#rest = '';
      from = at + 1;
    }
    this.#rest += chunk.slice(from);
    return events;
  }

  /** Returns the event of a last line without line end, if there is one. Call it once, after the last chunk. */
  end(): RunEvent[] {
    const events: RunEvent[] = [];
    const rest = this.#rest;
    this.#rest = '';
    if (rest.trim() !== '') this.#read(rest, false, events);
    if (this.#header === undefined && !this.#stopped && this.#tail === 'whole') {
      events.push(this.#problem('no-header', 'the file is empty; a run file starts with a header'));
    }
    return events;
  }

  #read(raw: string, ended: boolean, events: RunEvent[]): void {
    this.#line++;
    if (this.#stopped) return;
    const text = (this.#line === 1 && raw.startsWith('\uFEFF') ? raw.slice(1) : raw).trim();
    if (text === '') return;
    const value = parseJson(text);
    if (value === undefined && !ended && !isPacked(text)) {
      this.#tail = 'torn';
      events.push(this.#problem('torn', 'the last line is truncated, so its sample is ignored'));
      return;
    }
    if (!ended) this.#tail = 'unended';
    events.push(this.#header === undefined ? this.#first(value, text) : this.#entry(value, text, this.#header));
  }

  #first(value: unknown, text: string): RunEvent {
    const newer = v.safeParse(v.object({ kind: v.literal('run'), schema: v.number() }), value);
    if (!newer.success) {
      const reason = isPacked(text) ? 'it is compressed (gzip -d unpacks it)' : 'the first line is not a run header';
      return this.#problem('no-header', `not a run file: ${reason}`);
    }
    if (newer.output.schema > RUN_SCHEMA_VERSION) {
      const message = `the file has run schema ${newer.output.schema}, but this StateLens reads up to ${RUN_SCHEMA_VERSION}: update StateLens to read it`;
      return this.#problem('newer-schema', message);
    }
    const header = v.safeParse(runHeaderSchema, value);
    if (!header.success) return this.#problem('no-header', `damaged run header: ${firstIssue(header.issues)}`);
    if (isDamaged(text, Object(value) as object)) return this.#problem('no-header', `damaged run header: ${WRONG_SUM}`);
    this.#header = header.output;
    return { type: 'header', header: header.output };
  }

  #entry(value: unknown, text: string, header: RunHeader): RunEvent {
    if (value === undefined) return this.#problem('not-json', 'not valid JSON');
    if (isDamaged(text, Object(value) as object)) return this.#problem('damaged', `damaged line: ${WRONG_SUM}`);
    const kind = kindOf(value);
    if (kind === 'attempt') {
      const parsed = v.safeParse(runAttemptSchema, value);
      if (!parsed.success) return this.#problem('wrong-shape', `invalid attempt: ${firstIssue(parsed.issues)}`);
      const attempt = this.#book.admit(parsed.output);
      if (attempt === undefined) return this.#problem('duplicate', `duplicate attempt at sample ${parsed.output.id}`);
      return { type: 'attempt', line: this.#line, attempt };
    }
    if (kind === 'batch') {
      const parsed = v.safeParse(runBatchSchema, value);
      if (!parsed.success) return this.#problem('wrong-shape', `invalid batch: ${firstIssue(parsed.issues)}`);
      return { type: 'batch', line: this.#line, batch: parsed.output };
    }
    const parsed = v.safeParse(runSampleSchema, value);
    if (!parsed.success) return this.#problem('wrong-shape', `invalid sample: ${firstIssue(parsed.issues)}`);
    const sample = withWorldName(parsed.output, header.plan);
    if (isForeign(sample, header)) return this.#problem('foreign', `sample ${sample.id} does not belong to this run`);
    if (this.#ids.has(sample.id)) return this.#problem('duplicate', `duplicate sample ${sample.id}`);
    // A failed request may be repeated: the later line counts.
    if (sample.error === undefined) this.#ids.add(sample.id);
    return { type: 'sample', line: this.#line, sample };
  }

  #problem(code: RunProblemCode, message: string): RunEvent {
    if (code === 'no-header' || code === 'newer-schema') this.#stopped = true;
    return { type: 'problem', problem: { line: Math.max(1, this.#line), code, message } };
  }
}

const WRONG_SUM = 'its checksum does not match its content';

const kindOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;

/** Returns true for a sample in a planned run whose id does not match its place, or whose model or task the run does not have. */
const isForeign = (sample: RunSample, { models, plan }: RunHeader): boolean =>
  plan !== undefined &&
  (sample.id !== sampleId(sample) ||
    !models.some(({ label }) => label === sample.model) ||
    (sample.task !== undefined && sample.task >= plan.tasks));

const LF = 10;

/**
 * Returns the length of the part of a run file that is safe to append to: up to and with the last line end. Takes the
 * last bytes of a file, which start at `offset`; undefined when they hold no line end (then read further back, or, from
 * 0, cut all).
 */
export const intactLength = (bytes: Uint8Array, offset = 0): number | undefined => {
  const last = bytes.lastIndexOf(LF);
  return last < 0 ? undefined : offset + last + 1;
};

/** Start of a line's checksum, the last member of its object: `,"sum":"1a2b3c4d"}`. */
const MEMBER = ',"sum":"';
const END = '"}';
const DIGITS = 8;
const LENGTH = MEMBER.length + DIGITS + END.length;

/** Appends the CRC-32 of the JSON's UTF-8 bytes as a last member. */
const withSum = (json: string): string => `${json.slice(0, -1)}${MEMBER}${sumOf(json)}${END}`;

/** Returns true if a line has a checksum that does not match it. Lines of older versions have none. */
function isDamaged(line: string, value: object): boolean {
  if (!('sum' in value)) return false;
  const at = line.length - LENGTH;
  const isLast = at > 0 && line.startsWith(MEMBER, at) && line.endsWith(END);
  return !isLast || line.slice(at + MEMBER.length, -END.length) !== sumOf(line.slice(0, at), '}');
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

const sumOf = (...texts: readonly string[]): string =>
  (~texts.reduce(crc32, 0xffffffff) >>> 0).toString(16).padStart(DIGITS, '0');

/** Continues a CRC-32 (IEEE 802.3) with the UTF-8 bytes of a text. */
function crc32(crc: number, text: string): number {
  let value = crc;
  const add = (byte: number): void => {
    value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  };
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      value = (value >>> 8) ^ (TABLE[(value ^ unit) & 0xff] ?? 0);
      continue;
    }
    const point = text.codePointAt(i) ?? unit;
    if (point > 0xffff) i++;
    if (point < 0x800) add(0xc0 | (point >> 6));
    else {
      if (point < 0x10000) add(0xe0 | (point >> 12));
      else {
        add(0xf0 | (point >> 18));
        add(0x80 | ((point >> 12) & 0x3f));
      }
      add(0x80 | ((point >> 6) & 0x3f));
    }
    add(0x80 | (point & 0x3f));
  }
  return value;
}

/** Attempts of a run so far. Manually joined files hold lines twice: each attempt counts once in every sum. */
export class AttemptBook {
  /** By key: the lines read so far, and the batch of the first one. */
  readonly #known = new Map<string, { isEnded: boolean; readonly batch: string | undefined }>();

  /** Returns the line with the batch that made its attempt, if one did; undefined for a duplicate. */
  admit(attempt: RunAttempt): RunAttempt | undefined {
    const { id, number, started, reason, result } = attempt;
    const key = `${id} ${number} ${started}`;
    const known = this.#known.get(key);
    const isEnded = result !== undefined;
    if (known !== undefined && (known.isEnded || !isEnded)) return undefined;
    // Files of older versions name the batch in the first line alone, or not at all.
    const batch = attempt.batch ?? known?.batch ?? (reason === 'batch' ? '' : undefined);
    if (known === undefined) this.#known.set(key, { isEnded, batch });
    else known.isEnded = true;
    return batch === attempt.batch || batch === undefined ? attempt : { ...attempt, batch };
  }
}

/**
 * Samples of a run as they count, from the events of its reader: of a request that failed and was repeated, the later
 * line wins, at the place of the first. Each sample appears once, and is an error only where no answer ever came.
 */
export class RunSamples {
  #header: RunHeader | undefined;
  readonly #samples = new Map<string, RunSample>();
  readonly #problems: RunProblem[] = [];

  /** Adds the events of a reader. */
  add(events: ReturnType<RunReader['push']>): void {
    for (const event of events) {
      if (event.type === 'header') this.#header = event.header;
      else if (event.type === 'sample') this.#samples.set(event.sample.id, event.sample);
      else if (event.type === 'problem') this.#problems.push(event.problem);
    }
  }

  /** Undefined when no header can be read. */
  get header(): RunHeader | undefined {
    return this.#header;
  }

  /** One sample for each id, in the order in which ids first appear. */
  get samples(): RunSample[] {
    return [...this.#samples.values()];
  }

  get problems(): readonly RunProblem[] {
    return this.#problems;
  }
}
