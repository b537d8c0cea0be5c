import { plural } from '../../base/text/counts.ts';
import type { Range } from '../../base/text/range.ts';
import { PART_SEPARATOR } from '../../metrics/wording.ts';
import { atLeast, type Diagnostic } from '../../notation/diagnostic.ts';
import type { SectionTrace } from './section-trace.ts';

/** A lens of a trace; offsets count from its start. */
export interface TraceLens {
  readonly range: Range;
  readonly title: string;
  readonly tooltip: string;
  /** True for the lens of an error, and for the verdict on a trace with one. */
  readonly isWrong: boolean;
  /** Target of a click: the first error. */
  readonly target?: Range;
  /** Offset whose node a click shows in the tree. */
  readonly tree?: number;
}

/** Maximum length of a message in a title, in characters. */
const MAX_SHOWN = 100;

/** Returns the lenses of a trace: the verdict above its first line, and the first error above its own; none for no trace. */
export function traceLenses({ text, view, findings }: SectionTrace): readonly TraceLens[] {
  if (view === undefined) return [];
  const start = text.search(/\S|$/);
  const head = { start, end: start };
  const errors = findings.filter(({ severity }) => atLeast(severity, 'warning'));
  const [first] = errors;
  const verdict: TraceLens = {
    range: head,
    title: view.headline,
    tooltip: first === undefined ? 'No error was found.' : `First error: ${first.message}.`,
    isWrong: first !== undefined,
    ...(first === undefined ? { tree: head.start } : { target: first.range }),
  };
  if (first === undefined || isOnFirstLine(text, first.range)) return [verdict];
  return [verdict, errorLens(first, errors.length - 1)];
}

/** Returns true if a place is on the line of the verdict, which names it already. */
const isOnFirstLine = (text: string, { start }: Range): boolean => !/\S[^\n]*[\r\n]/.test(text.slice(0, start));

function errorLens({ range, message }: Diagnostic, others: number): TraceLens {
  const short = message.length > MAX_SHOWN ? `${message.slice(0, MAX_SHOWN - 1)}…` : message;
  return {
    range,
    title: [`first error: ${short}`, ...(others === 0 ? [] : [`${others} more`])].join(PART_SEPARATOR),
    tooltip: `${message}. A click shows its node in the tree.`,
    isWrong: true,
    tree: range.start,
  };
}

/** Returns the verdict on a trace that is too long to be read between two messages, by its findings alone. */
export function longTraceTitle(findings: readonly Diagnostic[] | undefined): string {
  if (findings === undefined) return 'checking…';
  const count = findings.filter(({ severity }) => atLeast(severity, 'warning')).length;
  return count === 0 ? 'no error' : plural(count, 'error');
}
