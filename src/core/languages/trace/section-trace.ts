import { LruMap } from '../../base/lru-map.ts';
import { plural } from '../../base/text/counts.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { TraceDialect } from '../../traces/dialect.ts';
import { DIALECT_HEAD, detectDialect, TRACE_DIALECTS } from '../../traces/dialects.ts';
import { readDialectFile } from '../../traces/own/own-dialect.ts';
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

/** A dialect file and its text. */
export interface DialectSource {
  readonly name: string;
  readonly text: string;
}

/** Maximum UTF-16 code units of the texts whose reading is kept. */
const MAX_KEPT = 2_000_000;

/**
 * Reads the sections of documents in the dialects that exist and in own ones. The last ones are kept by their text,
 * since the check, the outline, the lenses and the hovers of a section all need it.
 */
export class TraceReader {
  readonly sources: readonly DialectSource[];
  readonly dialects: readonly TraceDialect[];
  /** Dialect files with faults, which describe nothing: name and number of faults. */
  readonly #faulty: readonly string[];
  /** Traces as they were read, by their text, the least recently used first. */
  readonly #kept = new Map<string, SectionTrace>();
  #length = 0;

  /** @param sources dialect files; of several with one id the first counts */
  constructor(sources: readonly DialectSource[]) {
    this.sources = sources;
    const own = new Map<string, TraceDialect>();
    const faulty: string[] = [];
    for (const { name, text } of sources) {
      const read = readDialectFile(text);
      if (!read.ok) faulty.push(`${name} has ${plural(read.error.length, 'fault')}`);
      else if (!own.has(read.value.id)) own.set(read.value.id, read.value);
    }
    this.dialects = [...own.values(), ...TRACE_DIALECTS];
    this.#faulty = faulty;
  }

  /** Returns a trace with its tree and findings. */
  section(text: string): SectionTrace {
    const known = this.#kept.get(text);
    const kept = known ?? this.#read(text);
    if (known === undefined) this.#length += text.length;
    else this.#kept.delete(text);
    this.#kept.set(text, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#length <= MAX_KEPT || oldest === text) break;
      this.#kept.delete(oldest);
      this.#length -= oldest.length;
    }
    return kept;
  }

  #read(text: string): SectionTrace {
    const { dialect } = readTraceSection(text, 0, this);
    const view = dialect && readTraceText(text, { dialect });
    return { text, view, findings: view?.findings ?? this.#unread(text) };
  }

  /** Returns the finding of a text without a dialect, at its first line. */
  #unread(text: string): readonly Diagnostic[] {
    const [line] = /\S[^\r\n]*/.exec(text) ?? [];
    if (line === undefined) return [];
    const start = text.indexOf(line);
    const range = { start, end: start + line.trimEnd().length };
    const { candidates } = detectDialect(text.slice(0, DIALECT_HEAD), this.dialects);
    const known = this.dialects.map(({ id }) => id).join(', ');
    const advice = this.#faulty.length > 0 ? this.#faulty.join(', ') : 'a file NAME.dialect.json can describe it';
    const message =
      candidates.length > 1
        ? `the text may be ${candidates.map(({ id }) => id).join(' or ')}: both fit its first lines`
        : `no dialect of traces is recognized: ${advice} (known: ${known})`;
    return [diagnostic('TRACE_UNKNOWN_LINE', range, message)];
  }
}

const NO_SOURCES: readonly DialectSource[] = [];
/** Number of sets of dialect files whose readers are kept. */
const MAX_READERS = 4;
const READERS = new LruMap<string, TraceReader>(MAX_READERS);
/** The same by the list itself: every edit of a trace asks with the list of its document. */
const BY_LIST = new WeakMap<readonly DialectSource[], TraceReader>();

/** Returns the reader of traces that knows some dialect files, the same for equal files. */
export function traceReader(sources: readonly DialectSource[] = NO_SOURCES): TraceReader {
  const own = BY_LIST.get(sources);
  if (own !== undefined) return own;
  const key = JSON.stringify(sources);
  const known = READERS.get(key) ?? new TraceReader(sources);
  READERS.set(key, known);
  BY_LIST.set(sources, known);
  return known;
}
