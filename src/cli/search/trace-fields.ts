import { type RecordFormat, type RecordProblem, readRecords, recordFormat } from '../../core/mav/read-records.ts';
import { textPaths } from '../../core/mav/record-fields.ts';
import type { TraceDialect } from '../../core/traces/dialect.ts';
import { DIALECT_HEAD, detectDialect, TRACE_DIALECTS } from '../../core/traces/dialects.ts';
import { PROSE_DIALECT, type ProseFacts, proseWorld } from '../../core/traces/prose/prose-dialect.ts';
import { detectProseFields } from '../../core/traces/prose/prose-records.ts';
import { PROSE } from '../../core/traces/prose/prose-trace.ts';
import { detectTraceFields, type TraceProbe } from '../../core/traces/record-traces.ts';
import { readHeldTrace } from '../../core/traces/trace-records.ts';
import type { World } from '../../core/worlds/world.ts';
import { usageError } from '../command.ts';
import { bareName } from '../io/archives/archives.ts';
import { STDIN } from '../io/files.ts';
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
export interface FieldChoice {
  readonly fields: readonly string[];
  readonly dialect: TraceDialect | undefined;
}

/** Returns the fields with traces; undefined if no record has one, and the text itself is a trace in lines of JSON. */
export function traceFields(
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
export const recordsFormat = (name: string, text: string): RecordFormat =>
  recordFormat(name === STDIN ? '' : bareName(name), text);

/** Returns the fields with text, for messages. */
export const availableFields = (name: string, text: string): string =>
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
export const detectedDialect = (text: string): TraceDialect | undefined =>
  detectDialect(text.slice(0, DIALECT_HEAD)).dialect;
