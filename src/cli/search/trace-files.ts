import { LineIndex, type TextPosition } from '../../core/base/text/lines.ts';
import { readRecords } from '../../core/mav/read-records.ts';
import type { TraceDialect } from '../../core/traces/dialect.ts';
import { DIALECT_HEAD, detectDialect, undetectedText } from '../../core/traces/dialects.ts';
import { PROSE_DIALECT, proseDialect, proseWorld } from '../../core/traces/prose/prose-dialect.ts';
import { type RecordRoot, recordRoot } from '../../core/traces/prose/prose-records.ts';
import { recordTrace } from '../../core/traces/record-traces.ts';
import { divideTraces } from '../../core/traces/trace-sections.ts';
import { readTraceText, type TraceView } from '../../core/traces/trace-view.ts';
import { usageError } from '../command.ts';
import { bareName } from '../io/archives/archives.ts';
import type { TextFile } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';
import { availableFields, detectedDialect, recordsFormat, type TraceFileOptions, traceFields } from './trace-fields.ts';

/** A trace with its place in a file. */
export interface LocatedTrace {
  /** Display name of the file. */
  readonly file: string;
  /** 1-based number in the file. */
  readonly number: number;
  /** 1-based line of its start: of its record, if it is in a field. */
  readonly line: number;
  /** Record that it is a part of; undefined in a text. */
  readonly record: unknown;
  readonly text: string;
  readonly view: TraceView;
  /** Converts an offset in the trace to a position in the file, or, in a record, in the trace. */
  readonly placeOf: (offset: number) => TextPosition;
}

/** Endings of files of records. */
const RECORDS = /\.(?:jsonl?|ndjson|csv|tsv)$/i;
/** Number of problems of records that are printed. */
const MAX_PROBLEMS = 5;

/** Yields the traces of a text, or of the fields of records; at least one. */
export function* locatedTraces(
  terminal: Terminal,
  { name, text }: Pick<TextFile, 'name' | 'text'>,
  reading: TraceFileOptions,
): Generator<LocatedTrace, void, undefined> {
  const isRecords = reading.fields !== undefined || RECORDS.test(bareName(name)) || /^\uFEFF?\s*[[{]/.test(text);
  const found = isRecords ? traceFields(terminal, name, text, reading) : undefined;
  const traces =
    found === undefined
      ? textTraces(terminal, name, text, reading)
      : recordTraces(terminal, name, text, { ...reading, ...found });
  let count = 0;
  for (const trace of traces) {
    count++;
    yield trace;
  }
  if (count > 0) return;
  const field = reading.fields?.join(', ');
  throw usageError(
    field === undefined
      ? `${name}: ${undetectedText(detectDialect(text.slice(0, DIALECT_HEAD)))}`
      : `no record of ${name} has text in --field ${field}; available: ${availableFields(name, text)}`,
  );
}

/** Reads a trace in a dialect. @param world of a trace that names none */
function readTrace(
  text: string,
  spoken: TraceDialect,
  { world, prose }: Pick<TraceFileOptions, 'world' | 'prose'>,
  root: RecordRoot = {},
): TraceView {
  const dialect = spoken === PROSE_DIALECT ? proseDialect({ ...root, ...prose }) : spoken;
  const read = readTraceText(text, { dialect, ...(world !== undefined && { given: world }) });
  if (read === undefined) throw new Error('a trace in a known dialect is read');
  return read;
}

/** Notes about parts of a file that are left out; the first ones are printed. */
class LeftOut {
  readonly #terminal: Terminal;
  readonly #file: string;
  #count = 0;

  constructor(terminal: Terminal, file: string) {
    this.#terminal = terminal;
    this.#file = file;
  }

  /** @param line 1-based */
  add(line: number, reason: string): void {
    if (this.#count++ < MAX_PROBLEMS) this.#terminal.note(`${this.#file}:${line}: left out: ${reason}`);
  }

  end(): void {
    const left = this.#count - MAX_PROBLEMS;
    if (left > 0) this.#terminal.note(`${this.#file}: ${left} more left out`);
  }
}

function* recordTraces(
  terminal: Terminal,
  file: string,
  text: string,
  reading: TraceFileOptions & { readonly fields: readonly string[] },
): Generator<LocatedTrace> {
  const { fields, dialect, prose } = reading;
  const left = new LeftOut(terminal, file);
  let number = 0;
  for (const event of readRecords(text, recordsFormat(file, text))) {
    const record = event.type === 'record' ? event.value : undefined;
    const own = event.type === 'record' ? recordTrace(event.value, fields) : undefined;
    const root = own === undefined ? {} : recordRoot(record, fields, proseWorld(own, prose.world));
    const isRooted = root.start !== undefined || root.record !== undefined;
    const known = dialect ?? (own === undefined ? undefined : detectedDialect(own));
    const spoken = known ?? (isRooted ? PROSE_DIALECT : undefined);
    if (event.type === 'problem') left.add(event.line, event.message);
    else if (own === undefined) left.add(event.line, `no text in ${fields.join(', ')}`);
    else if (spoken === undefined) left.add(event.line, undetectedText(detectDialect(own.slice(0, DIALECT_HEAD))));
    else {
      const lines = new LineIndex(own);
      yield {
        file,
        number: ++number,
        line: event.line,
        record,
        text: own,
        view: readTrace(own, spoken, reading, root),
        placeOf: (offset) => lines.positionAt(offset),
      };
    }
  }
  left.end();
}

function* textTraces(
  terminal: Terminal,
  file: string,
  text: string,
  reading: TraceFileOptions,
): Generator<LocatedTrace> {
  const { dialect } = reading;
  const left = new LeftOut(terminal, file);
  const lines = new LineIndex(text);
  let number = 0;
  const sections = divideTraces(text, dialect && { dialect });
  // a text without any trace is an error, and its parts need no notes
  const isNoted = sections.some((section) => section.dialect !== undefined);
  for (const { range, dialect: spoken, candidates } of sections) {
    const own = text.slice(range.start, range.end);
    const ink = own.search(/\S/);
    if (ink < 0) continue;
    const line = lines.positionAt(range.start + ink).line + 1;
    if (spoken !== undefined)
      yield {
        file,
        number: ++number,
        line,
        record: undefined,
        text: own,
        view: readTrace(own, spoken, reading),
        placeOf: (offset) => lines.positionAt(range.start + offset),
      };
    else if (isNoted) left.add(line, undetectedText({ dialect: undefined, candidates }));
  }
  left.end();
}
