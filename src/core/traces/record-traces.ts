import { fieldText, textPaths } from '../mav/record-fields.ts';

/** Fields of a record whose texts, one below the other, are a trace. */
export interface TraceFields {
  readonly fields: readonly string[];
  /** Fields with other traces, which are not read. */
  readonly others: readonly string[];
}

/** Content of a text, as a dialect reads it. */
export interface HeldTrace {
  /** Name of the dialect. */
  readonly dialect: string;
  /** Number of traces, 1 or more. */
  readonly traces: number;
  /** Number of events besides notes, and of characters that the dialect does not know. */
  readonly events: number;
  readonly unread: number;
}

/** Reads a text as a trace; undefined for one that no dialect recognizes. */
export type TraceProbe = (text: string, dialect?: string) => HeldTrace | undefined;

/** Number of records that are tried until one holds a trace. */
const MAX_TRIED = 20;

/**
 * Finds the fields of records that hold traces. A trace may be spread over fields, as a prompt with the task, the search
 * and the plan: a field belongs to those before it if the same dialect reads both together as one trace, without a rest
 * that it did not have. Undefined if no record holds a trace.
 */
export function detectTraceFields(records: readonly unknown[], probe: TraceProbe): TraceFields | undefined {
  for (const record of records.slice(0, MAX_TRIED)) {
    const found = fieldsIn(record, probe);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fieldsIn(record: unknown, probe: TraceProbe): TraceFields | undefined {
  const fields: string[] = [];
  const others: string[] = [];
  let text = '';
  let held: HeldTrace | undefined;
  for (const path of textPaths(record)) {
    const own = fieldText(record, path, 'output') ?? '';
    if (held === undefined) {
      held = probe(own);
      if (held === undefined) continue;
      fields.push(path);
      text = own;
      continue;
    }
    const both = joinedTrace([text, own]);
    const together = probe(both, held.dialect);
    if (
      together?.traces === 1 &&
      held.traces === 1 &&
      together.events > held.events &&
      together.unread <= held.unread
    ) {
      fields.push(path);
      [text, held] = [both, together];
    } else if (probe(own) !== undefined) others.push(path);
  }
  return held === undefined ? undefined : { fields, others };
}

/** Returns the trace of a record, from its fields; undefined if it has text in none of them. */
export function recordTrace(record: unknown, fields: readonly string[]): string | undefined {
  const texts = fields.flatMap((path) => fieldText(record, path, 'output') ?? []);
  return texts.length === 0 ? undefined : joinedTrace(texts);
}

/** Returns texts one below the other, with line ends as an editor writes them. */
const joinedTrace = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/\r\n?/g, '\n').replace(/\s+$/, '')).join('\n') + '\n';
