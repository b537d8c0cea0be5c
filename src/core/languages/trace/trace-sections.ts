import { type Diagnostic, shiftDiagnostic, sortDiagnostics } from '../../notation/diagnostic.ts';
import { DIALECT_HEAD } from '../../traces/dialects.ts';
import { readTraceSection } from '../../traces/trace-sections.ts';
import type { Check } from '../kit.ts';
import type { SectionReader } from '../sections.ts';
import { type TraceReader, traceReader } from './section-trace.ts';

/** Returns the reader of a trace, with the words before it and the blank lines after it. */
export const traceSections = (reader: TraceReader): SectionReader => ({
  window: 2 * DIALECT_HEAD,
  // its dialect is recognized by a head that may reach beyond a short section
  lookahead: DIALECT_HEAD,
  read(text, whole) {
    if (!whole && text.length - text.search(/\S|$/) < DIALECT_HEAD) return undefined;
    const { range, dialect } = readTraceSection(text, 0, reader);
    if (!whole && !isWholeLine(text, range.end)) return undefined;
    return { length: range.end, counts: dialect !== undefined };
  },
  check: (text) => reader.section(text).findings,
});

/** Returns true if the line at an offset ends in a text: one that continues after it may turn out to start no trace. */
const isWholeLine = (text: string, start: number): boolean => text.indexOf('\n', start) >= 0;

/** A trace of a text. */
export interface DocumentTrace {
  readonly own: string;
  /** Its start in the text. */
  readonly offset: number;
  /** True if a dialect is recognized. */
  readonly isTrace: boolean;
}

/** Yields the sections of a text, which tile it. */
export function* documentTraces(text: string, reader: TraceReader): Generator<DocumentTrace> {
  for (let at = 0; at < text.length; ) {
    const { range, dialect } = readTraceSection(text, at, reader);
    yield { own: text.slice(at, range.end), offset: at, isTrace: dialect !== undefined };
    at = range.end;
  }
}

/** Returns the offset at which the last trace starts, whatever follows the text; 0 if none certainly does. */
export function lastTraceStart(text: string, reader: TraceReader = traceReader()): number {
  let last = 0;
  for (const { offset } of documentTraces(text, reader))
    if (text.length - offset >= DIALECT_HEAD && isWholeLine(text, offset)) last = offset;
  return last;
}

/** Checks the traces of a text one by one. */
export const checkTraceFile: Check = (text, { traceDialects }, cancel) => {
  const reader = traceReader(traceDialects);
  const found: Diagnostic[] = [];
  let games = 0;
  for (const { own, offset, isTrace } of documentTraces(text, reader)) {
    if (cancel.cancelled) break;
    for (const d of reader.section(own).findings) found.push({ ...shiftDiagnostic(d, offset, 0), game: games });
    if (isTrace) games++;
  }
  return { found: sortDiagnostics(found), games };
};
