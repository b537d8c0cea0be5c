import { LineIndex, type TextPosition } from '../../core/base/text/lines.ts';
import { type RecordFormat, type RecordProblem, readRecords, recordFormat } from '../../core/mav/read-records.ts';
import { textPaths } from '../../core/mav/record-fields.ts';
import type { TraceDialect } from '../../core/traces/dialect.ts';
import { DIALECT_HEAD, detectDialect, TRACE_DIALECTS, undetectedText } from '../../core/traces/dialects.ts';
import { PROSE_DIALECT, type ProseFacts, proseDialect, proseWorld } from '../../core/traces/prose/prose-dialect.ts';
import { detectProseFields, type RecordRoot, recordRoot } from '../../core/traces/prose/prose-records.ts';
import { PROSE } from '../../core/traces/prose/prose-trace.ts';
import { detectTraceFields, recordTrace, type TraceProbe } from '../../core/traces/record-traces.ts';
import { readHeldTrace } from '../../core/traces/trace-records.ts';
import { divideTraces } from '../../core/traces/trace-sections.ts';
import { readTraceText, type TraceView } from '../../core/traces/trace-view.ts';
import type { World } from '../../core/worlds/world.ts';
import { usageError } from '../command.ts';
import { bareName } from '../io/archives/archives.ts';
import { STDIN, type TextFile } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';

/** How traces are read from files. */
export interface TraceFileOptions {
  /** Fields of records that hold a trace; undefined: they are detected. */
  readonly fields: readonly string[] | undefined;
  /** Undefined: it is detected. */
  readonly dialect: TraceDialect | undefined;
  /** World of traces that name none. */
  readonly world: World<unknown> | undefined;
  /** Facts about searches in prose that their texts do not state. */
  readonly prose: ProseFacts;
}

/** Number of records that are looked at for fields with traces. */
const EXAMINED = 50;
/** Number of fields that a message names. */
const MAX_NAMED = 20;

/** Fields of records with a trace, and the dialect of their texts, if it is known. */
interface FieldChoice {
  readonly fields: readonly string[];
  readonly dialect: TraceDialect | undefined;
}

/** Returns the fields with traces; undefined if no record has one, and the text itself is a trace in lines of JSON. */
function traceFields(
  terminal: Terminal,
  name: string,
  text: string,
  reading: TraceFileOptions,
): FieldChoice | undefined {
  const { fields, dialect } = reading;
  if (fields !== undefined) return { fields, dialect };
  const { records, problem } = firstRecords(name, text);
  const found = detectFields(records, reading);
  if (found === undefined) {
    const isBroken = records.length === 0 && problem !== undefined;
    if (reading.dialect !== undefined || (!isBroken && isTraceOfJson(text))) return undefined;
    const where = problem === undefined ? name : `${name}:${problem.line}`;
    throw usageError(
      `${where}: ${problem === undefined ? 'no field of a record is a trace' : problem.message}; --field names the field, --dialect the dialect`,
    );
  }
  terminal.note(`${name}: traces in ${found.fields.join(', ')}`);
  if (found.others.length > 0) terminal.note(`${name}: other traces in ${found.others.join(', ')}; --field reads them`);
  return found;
}

/** Returns true for a text that a dialect takes for a trace by its first line, as that of JSON Lines does. */
function isTraceOfJson(text: string): boolean {
  const line = /\S[^\r\n]*/.exec(text)?.[0] ?? '';
  return detectedDialect(text.trimStart())?.starts(line, undefined) === true;
}

function firstRecords(
  name: string,
  text: string,
): { readonly records: readonly unknown[]; readonly problem: RecordProblem | undefined } {
  const records: unknown[] = [];
  let problem: RecordProblem | undefined;
  for (const event of readRecords(text, recordsFormat(name, text))) {
    if (event.type === 'record') records.push(event.value);
    else problem ??= event;
    if (records.length >= EXAMINED) break;
  }
  return { records, problem };
}

/** Returns the format of a file of records. */
const recordsFormat = (name: string, text: string): RecordFormat =>
  recordFormat(name === STDIN ? '' : bareName(name), text);

/** Returns the fields with text, for messages. */
const availableFields = (name: string, text: string): string =>
  [...new Set(firstRecords(name, text).records.flatMap((record) => textPaths(record)))]
    .slice(0, MAX_NAMED)
    .join(', ') || 'none';

/** Returns the fields that hold traces of a dialect, otherwise those with searches in prose. */
function detectFields(
  records: readonly unknown[],
  { dialect, prose }: TraceFileOptions,
): (FieldChoice & { readonly others: readonly string[] }) | undefined {
  const world = proseWorld('', prose.world);
  const written = dialect?.id === PROSE ? undefined : detectTraceFields(records, probeWith(dialect));
  if (written !== undefined) return { ...written, dialect };
  if (dialect !== undefined && dialect.id !== PROSE) return undefined;
  const isOther = (text: string): boolean => dialect === undefined && isWritten(detectedDialect(text));
  const found = detectProseFields(records, world, isOther);
  return found && { ...found, dialect: PROSE_DIALECT };
}

/** Returns a function that says what a text holds, for the detection of fields. */
const probeWith =
  (wanted: TraceDialect | undefined): TraceProbe =>
  (text, known) => {
    const dialect = wanted ?? TRACE_DIALECTS.find(({ id }) => id === known) ?? detectedDialect(text);
    return isWritten(dialect) ? readHeldTrace(text, dialect) : undefined;
  };

/** True for a dialect that writes nodes as such. */
const isWritten = (dialect: TraceDialect | undefined): dialect is TraceDialect =>
  dialect !== undefined && dialect.id !== PROSE;

/** Returns the dialect that a text begins in. */
const detectedDialect = (text: string): TraceDialect | undefined => detectDialect(text.slice(0, DIALECT_HEAD)).dialect;

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
