import type { Range } from '../../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { TraceEvent } from '../events.ts';
import type { TraceTree } from '../tree.ts';

/** Maximum number of unknown lines that have a finding each. */
const MAX_UNKNOWN = 10;

/** Checks the form of a trace: unknown text, its end. @param text text of the trace */
export function checkForms({ read }: TraceTree, text: string, loops: readonly Loop[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const runs = mergeRuns(read.unread, text);
  const last = runs.at(-1);
  const isTorn = read.isCut && last !== undefined && text.slice(last.end).trim() === '';
  const shown = isTorn ? runs.slice(0, -1) : runs;
  for (const [i, range] of shown.slice(0, MAX_UNKNOWN).entries()) {
    const rest = i === MAX_UNKNOWN - 1 ? shown.length - MAX_UNKNOWN : 0;
    const more = rest > 0 ? `; ${rest} more places follow` : '';
    const line = text.slice(range.start, Math.min(range.end, range.start + 40)).split('\n', 1)[0] ?? '';
    found.push(diagnostic('TRACE_UNKNOWN_LINE', range, `The dialect does not know ${JSON.stringify(line)}${more}`));
  }
  // Searches that repeat themselves never end by themselves.
  if (!read.isCut || loops.some(({ to }) => to >= read.events.length - 1)) return found;
  const end = isTorn ? last : (read.events.at(-1)?.range ?? { start: 0, end: text.length });
  const start = Math.max(end.start, text.lastIndexOf('\n', end.end - 1) + 1);
  found.push(diagnostic('TRACE_CUT_OFF', { start, end: end.end }, 'The trace ends here, within its search'));
  return found;
}

/** Joins ranges with nothing but white space between them. */
function mergeRuns(ranges: readonly Range[], text: string): Range[] {
  const runs: Range[] = [];
  const sorted = [...ranges].sort((a, b) => a.start - b.start);
  for (const range of sorted) {
    const before = runs.at(-1);
    if (before !== undefined && text.slice(before.end, range.start).trim() === '')
      runs[runs.length - 1] = { start: before.start, end: Math.max(before.end, range.end) };
    else runs.push(range);
  }
  return runs;
}

/** A part of a trace that is the same several times in a row. */
export interface Loop {
  /** Index of the first event of the second time. */
  readonly from: number;
  /** Index after the last event. */
  readonly to: number;
  /** Number of events that are repeated. */
  readonly period: number;
}

/** Number of times that a part must come in a row. */
const TIMES = 3;

/** Finds the parts that come three times or more in a row. */
export function findLoops({ read }: TraceTree, text: string): Loop[] {
  const words = new Map<string, number>();
  const signs = read.events.map((event) => numberOf(words, signOf(event, text)));
  const latest = new Map<number, number>();
  const loops: Loop[] = [];
  let period = 0;
  let run = 0;
  const end = (at: number): void => {
    if (period === 0 || run < (TIMES - 1) * period) return;
    let from = at - run;
    while (from > period && signs[from - 1] === signs[from - 1 - period]) from--;
    // Words between the steps may be the same each time.
    if (read.events.slice(from - period, from).every(({ kind }) => kind === 'note')) return;
    loops.push({ from, to: at, period });
  };
  for (const [i, sign] of signs.entries()) {
    if (period > 0 && signs[i - period] === sign) run++;
    else {
      end(i);
      const before = latest.get(sign);
      period = before === undefined ? 0 : i - before;
      run = before === undefined ? 0 : 1;
    }
    latest.set(sign, i);
  }
  end(signs.length);
  return loops;
}

/** Returns the words of an event without white space around them, by which two are the same. */
const signOf = ({ kind, range }: TraceEvent, text: string): string =>
  `${kind} ${text.slice(range.start, range.end).replace(/\s+/g, ' ')}`;

function numberOf(words: Map<string, number>, sign: string): number {
  const known = words.get(sign);
  if (known !== undefined) return known;
  words.set(sign, words.size);
  return words.size - 1;
}

/** Returns the findings of the loops. */
export const loopFindings = ({ read }: TraceTree, loops: readonly Loop[]): Diagnostic[] =>
  loops.map(({ from, to, period }) => {
    const [first, last] = [read.events[from], read.events[to - 1]];
    const range = { start: first?.range.start ?? 0, end: last?.range.end ?? 0 };
    const times = 1 + Math.floor((to - from) / period);
    const message = `The same ${period === 1 ? 'step comes' : `${period} steps come`} ${times} times in a row`;
    return diagnostic('TRACE_LOOP', range, message);
  });
