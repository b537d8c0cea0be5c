import type { Range } from '../base/text/range.ts';
import type { TraceDialect } from './dialect.ts';
import { traceLines } from './dialects/text-lines.ts';
import { type DetectedDialect, DIALECT_HEAD, detectDialect, TRACE_DIALECTS } from './dialects.ts';

/** A part of a document: a trace with the words before the first one and the blank lines below it. Sections tile a text. */
export interface TraceSection {
  readonly range: Range;
  /** Undefined if no dialect is recognized, or several are equally sure. */
  readonly dialect: TraceDialect | undefined;
  /** The surest dialects, if there are several. */
  readonly candidates: readonly TraceDialect[];
}

/** How a text is divided. */
export interface DivideOptions {
  /** The dialect of all sections; by default each section is recognized. */
  readonly dialect?: TraceDialect;
  /** Dialects to choose from. Default: `TRACE_DIALECTS`. */
  readonly dialects?: readonly TraceDialect[];
}

/** Divides a text into traces. */
export function divideTraces(text: string, options: DivideOptions = {}): TraceSection[] {
  const sections: TraceSection[] = [];
  for (let at = 0; at < text.length; ) {
    const section = readTraceSection(text, at, options, sections.at(-1)?.dialect);
    sections.push(section);
    at = section.range.end;
  }
  return sections;
}

/**
 * Reads the section that starts at an offset.
 *
 * @param before dialect of the section before it, which this one has if it is not recognized
 */
export function readTraceSection(
  text: string,
  from: number,
  options: DivideOptions = {},
  before?: TraceDialect,
): TraceSection {
  const start = firstWord(text, from);
  const dialects = options.dialects ?? TRACE_DIALECTS;
  const found =
    options.dialect === undefined
      ? detectStart(text, start, dialects)
      : { dialect: options.dialect, candidates: [options.dialect] };
  const dialect = found.dialect ?? (found.candidates.length === 0 ? before : undefined);
  const candidates = found.candidates.length > 1 ? found.candidates : [];
  const others = options.dialect === undefined ? dialects : [];
  return { range: { start: from, end: sectionEnd(text, from, start, dialect, others) }, dialect, candidates };
}

/** Length of a beginning that hardly reaches into another trace. */
const SHORT_HEAD = 300;
/** Lengths of the beginnings by which a section is recognized, one after the other. */
const HEADS = [SHORT_HEAD, 1000, DIALECT_HEAD];

/** Returns the beginning of a text at an offset: whole lines of together a length or more, at most `DIALECT_HEAD`. */
function headAt(text: string, start: number, length: number): string {
  const most = text.slice(start, start + DIALECT_HEAD);
  const end = most.indexOf('\n', length - 1);
  return end < 0 ? most : most.slice(0, end + 1);
}

/** Returns the dialect of the text at an offset, by as little of it as is enough. */
function detectStart(text: string, start: number, dialects: readonly TraceDialect[]): DetectedDialect {
  const sure = dialects.filter(({ isLast }) => isLast !== true);
  for (const length of HEADS) {
    const found = detectDialect(headAt(text, start, length), sure);
    if (found.candidates.length > 0) return found;
  }
  return detectDialect(headAt(text, start, DIALECT_HEAD), dialects);
}

function firstWord(text: string, from: number): number {
  for (const { start, end } of traceLines(text, from)) if (text.slice(start, end).trim() !== '') return start;
  return text.length;
}

/** Returns the end of a section: where the next trace starts, with the blank lines before it. */
function sectionEnd(
  text: string,
  from: number,
  start: number,
  dialect: TraceDialect | undefined,
  dialects: readonly TraceDialect[],
): number {
  let last: string | undefined;
  let hasBlank = false;
  let hasBegun = false;
  const starts = dialect?.openStarts?.() ?? dialect?.starts;
  for (const line of traceLines(text, start)) {
    const words = text.slice(line.start, line.end);
    if (words.trim() === '') {
      hasBlank = true;
      continue;
    }
    if (last !== undefined) {
      const isParted = hasBlank && (dialect === undefined || dialect.partedByBlankLines);
      const isNext = starts?.(words, last) === true;
      if (hasBlank && dialect !== undefined && startsOther(text, line.start, dialect, dialects)) return line.start;
      // Words before the first trace, such as a prompt, belong to it.
      if (isNext && !hasBegun)
        hasBegun = dialect?.openStarts !== undefined || isTrace(text.slice(start, line.start), dialect);
      if (line.start > from && (isParted || (isNext && hasBegun))) return line.start;
      hasBegun ||= isNext;
    } else hasBegun = starts?.(words, undefined) === true;
    last = words;
    hasBlank = false;
  }
  return text.length;
}

/** Returns true if a trace of another dialect starts below a blank line. */
function startsOther(text: string, at: number, own: TraceDialect, dialects: readonly TraceDialect[]): boolean {
  const head = headAt(text, at, SHORT_HEAD);
  const { dialect } = detectDialect(head, dialects);
  if (dialect === undefined || dialect === own || own.recognize(head) >= 0.5) return false;
  return dialect.starts(head.split('\n', 1)[0] ?? '', undefined);
}

/** Returns true if the lines before one that starts a trace are a trace already. */
const isTrace = (text: string, dialect: TraceDialect | undefined): boolean =>
  (dialect?.recognize(text.slice(0, DIALECT_HEAD)) ?? 0) >= 0.5;
