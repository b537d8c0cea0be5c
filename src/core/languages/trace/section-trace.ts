import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import { DIALECT_HEAD, detectDialect, undetectedText } from '../../traces/dialects.ts';
import { readTraceSection } from '../../traces/trace-sections.ts';
import { readTraceText, type TraceView } from '../../traces/trace-view.ts';

/** A section of a document of traces as it was read. */
export interface SectionTrace {
  readonly text: string;
  /** Undefined if no dialect is recognized. */
  readonly view: TraceView | undefined;
  /** Findings in the order of the text, also where it is no trace. */
  readonly findings: readonly Diagnostic[];
}

/** Maximum UTF-16 code units of the texts whose reading is kept. */
const MAX_KEPT = 2_000_000;

/** Traces as they were read, by their text, the least recently used first. */
const KEPT = new Map<string, SectionTrace>();
let length = 0;

/**
 * Returns a trace with its tree and findings. The last ones are kept by their text, since the check, the outline, the
 * lenses and the hovers of a section all need it.
 */
export function sectionTrace(text: string): SectionTrace {
  const known = KEPT.get(text);
  const kept = known ?? readSection(text);
  if (known === undefined) length += text.length;
  else KEPT.delete(text);
  KEPT.set(text, kept);
  for (const oldest of KEPT.keys()) {
    if (length <= MAX_KEPT || oldest === text) break;
    KEPT.delete(oldest);
    length -= oldest.length;
  }
  return kept;
}

function readSection(text: string): SectionTrace {
  const { dialect } = readTraceSection(text, 0);
  const view = dialect && readTraceText(text, { dialect });
  return { text, view, findings: view?.findings ?? unreadFindings(text) };
}

/** Returns the finding of a text without a dialect, at its first line. */
function unreadFindings(text: string): readonly Diagnostic[] {
  const [line] = /\S[^\r\n]*/.exec(text) ?? [];
  if (line === undefined) return [];
  const start = text.indexOf(line);
  const range = { start, end: start + line.trimEnd().length };
  return [diagnostic('TRACE_UNKNOWN_LINE', range, undetectedText(detectDialect(text.slice(0, DIALECT_HEAD))))];
}
