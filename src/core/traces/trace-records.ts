import type { LogRecord, RecordEvent } from '../mav/read-records.ts';
import { RECORD_BOUNDS, type RecordBounds } from '../mav/records-text.ts';
import type { World } from '../worlds/world.ts';
import type { TraceDialect } from './dialect.ts';
import { DIALECT_HEAD, detectDialect, TRACE_DIALECTS } from './dialects.ts';
import { recordRoot } from './prose/prose-records.ts';
import { PROSE } from './prose/prose-trace.ts';
import { findProseRoot } from './prose/read-prose.ts';
import { type HeldTrace, recordTrace, type TraceProbe } from './record-traces.ts';
import { divideTraces } from './trace-sections.ts';

/** Dialects of texts that are found in other ways: MAV has its own documents, and prose is no form of a text. */
const APART: ReadonlySet<string> = new Set(['mav', PROSE]);

/**
 * Returns a function that says what a text holds, for the detection of fields of records (`detectTraceFields`): nothing
 * for a text that no dialect recognizes, for MAV and for prose.
 */
export const recordProbe =
  (dialects: readonly TraceDialect[] = TRACE_DIALECTS): TraceProbe =>
  (text, known) => {
    const named = dialects.find(({ id }) => id === known);
    const dialect = named ?? detectDialect(text.slice(0, DIALECT_HEAD), dialects).dialect;
    if (dialect === undefined || APART.has(dialect.id)) return undefined;
    return readHeldTrace(text, dialect);
  };

/** Returns what a text holds in a dialect; undefined for one without events. */
export function readHeldTrace(text: string, dialect: TraceDialect): HeldTrace | undefined {
  const { events, unread } = dialect.read(text);
  // any text may be a note of a dialect with tags
  const said = events.filter(({ kind }) => kind !== 'note').length;
  if (said === 0) return undefined;
  const rest = unread.reduce((sum, { start, end }) => sum + end - start, 0);
  return { dialect: dialect.id, traces: divideTraces(text, { dialect }).length, events: said, unread: rest };
}

/** Records as a document of traces: one below the other, parted by blank lines. */
export class TraceRecordsText {
  readonly #fields: readonly string[];
  readonly #bounds: RecordBounds;
  readonly #parts: string[] = [];
  /** Line of the document at which each trace begins, from 0, and its line in the file of records, from 1. */
  readonly #places: { readonly line: number; readonly record: number }[] = [];
  #line = 0;
  #length = 0;
  #left = 0;

  readonly #world: World<unknown> | undefined;

  /**
   * @param fields fields of a record whose texts are the trace, in their order
   * @param world that of searches in prose, which get a heading, and the position that their record states
   */
  constructor(fields: readonly string[], bounds: RecordBounds = RECORD_BOUNDS, world?: World<unknown>) {
    this.#fields = fields;
    this.#world = world;
    this.#bounds = bounds;
  }

  /** Number of traces that are shown. */
  get shown(): number {
    return this.#places.length;
  }

  /** Number of records without a trace, and of damaged places. */
  get left(): number {
    return this.#left;
  }

  /** True if a limit is reached; further records are ignored. */
  get isCut(): boolean {
    return this.shown >= this.#bounds.maxRecords || this.#length >= this.#bounds.maxLength;
  }

  /** Adds the next event of a reader. */
  add(event: RecordEvent): void {
    if (this.isCut) return;
    const trace = event.type === 'record' ? recordTrace(event.value, this.#fields) : undefined;
    if (trace === undefined || trace.trim() === '') {
      this.#left++;
      return;
    }
    const head = event.type === 'record' ? this.#headOf(event) : '';
    const text = `${head}${trace.trim()}\n\n`;
    this.#places.push({ line: this.#line, record: event.line });
    this.#parts.push(text);
    this.#line += text.split('\n').length - 1;
    this.#length += text.length;
  }

  /** Returns the lines above a search in prose. */
  #headOf({ line, value }: LogRecord): string {
    const world = this.#world;
    if (world === undefined) return '';
    const start = findProseRoot('', { world, ...recordRoot(value, this.#fields, world) });
    return `# Record ${this.shown + 1} (line ${line})\n\n${start === undefined ? '' : `FEN: ${start}\n\n`}`;
  }

  /** Returns the document so far. */
  text(): string {
    return this.#parts.join('');
  }

  /** Returns the line, from 1, of the record whose trace is at a line of the document, from 0; undefined without one. */
  recordAt(line: number): number | undefined {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle]?.line ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return this.#places[low - 1]?.record;
  }
}
