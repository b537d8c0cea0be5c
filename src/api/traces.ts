import { LineIndex } from '../core/base/text/lines.ts';
import { checkText } from '../core/languages/check.ts';
import type { Diagnostic } from '../core/notation/diagnostic.ts';
import { convertTraces } from '../core/traces/convert.ts';
import type { TraceDialect } from '../core/traces/dialect.ts';
import { findDialect, TRACE_DIALECTS } from '../core/traces/dialects.ts';
import { divideTraces } from '../core/traces/trace-sections.ts';
import { readTraceText, type TraceView, traceHeadline } from '../core/traces/trace-view.ts';
import type { TraceNode } from '../core/traces/tree.ts';
import { CodedError } from './coded-error.ts';

/** A finding of a trace. */
export interface TraceFinding {
  /** Stable code: `TRACE_ARITHMETIC` (docs/diagnostics.md). */
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  /** One sentence without a final period. */
  readonly message: string;
  /** Range in UTF-16 code units from the start of the text. */
  readonly start: number;
  readonly end: number;
  /** Line and column of the start, from 1. */
  readonly line: number;
  readonly column: number;
}

/** A node of a trace. */
export interface SearchedNode {
  /** Number from 0, the root, in the order of the text; that of the parent is null for the root and without a parent. */
  readonly index: number;
  readonly parent: number | null;
  /** Number of actions from the root. */
  readonly depth: number;
  /** Name that the trace gives it; null without one. */
  readonly id: string | null;
  readonly action: string | null;
  /** State as the trace states it, and by the rules from the root; null where there is none. */
  readonly stated: string | null;
  readonly truth: string | null;
  /** Reason why the action is not legal, as a clause; null if it is. */
  readonly illegal: string | null;
  /** True if the state is not the one after the action. */
  readonly isWrong: boolean;
  /** True if a node above it is wrong. */
  readonly isBelowWrong: boolean;
  readonly status: 'open' | 'closed' | 'pruned' | 'goal';
}

/** Figures of a trace; a share is from 0 to 1, and null where it is not defined (docs/traces.md). */
export interface SearchFigures {
  readonly nodes: number;
  readonly depth: number;
  /** Number of nodes by level, the root's level first. */
  readonly breadth: readonly number[];
  readonly backtracks: number;
  readonly rightStates: number | null;
  readonly rightLinks: number | null;
  readonly illegalActions: number;
  /** The first error: its code, node, offset in the trace and word, counted from 1. */
  readonly firstError: {
    readonly code: string;
    readonly node: number | null;
    readonly offset: number;
    readonly token: number;
  } | null;
  readonly belowWrong: number | null;
  readonly rightClaims: number | null;
  readonly repeatedWork: number | null;
  readonly solved: boolean | null;
  readonly optimal: boolean | null;
  /** Cost of the plan, and of the shortest one. */
  readonly cost: number | null;
  readonly shortest: number | null;
  readonly myopia: {
    readonly explainedBy: 'level-one' | 'tree' | 'both' | 'neither';
    readonly withoutWrong: string | null;
  } | null;
}

/** A search in a text, checked by the rules of its world. */
export interface CheckedTrace {
  /** Range in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Null if the dialect is not known; then there is nothing else. */
  readonly dialect: string | null;
  /** The verdict in a sentence without a period; empty without a dialect. */
  readonly verdict: string;
  readonly findings: readonly TraceFinding[];
  readonly nodes: readonly SearchedNode[];
  readonly figures: SearchFigures | null;
}

/** Options of reading traces. */
export interface TraceOptions {
  /** Name of the dialect; by default each trace is recognized. */
  readonly dialect?: string;
}

/** A text in another dialect. */
export interface TracesInDialect {
  readonly text: string;
  /** Parts that the other dialect does not say, or says in other words, with their range in the text read. */
  readonly losses: readonly {
    readonly start: number | null;
    readonly end: number | null;
    readonly kind: 'lost' | 'changed' | 'added';
    readonly event: string;
    readonly field: string | null;
  }[];
}

/** Names of the dialects: `sos`, `astar` and so on (docs/traces.md). */
export const traceDialects: readonly string[] = TRACE_DIALECTS.map(({ id }) => id);

/**
 * Reads all searches of a text, and checks each by the rules of the world of its task.
 *
 * @throws an Error whose `code` is `bad-option` for an unknown dialect
 */
export function checkTraces(text: string, { dialect }: TraceOptions = {}): CheckedTrace[] {
  const named = dialect === undefined ? undefined : knownDialect(dialect);
  const lines = new LineIndex(text);
  return divideTraces(text, named === undefined ? {} : { dialect: named }).flatMap((section): CheckedTrace[] => {
    const { start, end } = section.range;
    const own = text.slice(start, end);
    if (own.trim() === '') return [];
    const view = section.dialect && readTraceText(own, { dialect: section.dialect });
    if (view === undefined) return [{ start, end, dialect: null, verdict: '', findings: [], nodes: [], figures: null }];
    return [{ start, end, ...plainView(view, own, start, lines) }];
  });
}

/**
 * Writes all searches of a text in another dialect, parted by blank lines.
 *
 * @param to name of the other dialect
 * @throws an Error whose `code` is `bad-option` for an unknown dialect
 */
export function rewriteTraces(text: string, to: string, { dialect }: TraceOptions = {}): TracesInDialect {
  const from = dialect === undefined ? undefined : knownDialect(dialect);
  const { text: written, losses } = convertTraces(text, from, knownDialect(to));
  return {
    text: written,
    losses: losses.map(({ range, kind, event, field }) => ({
      start: range?.start ?? null,
      end: range?.end ?? null,
      kind,
      event,
      field: field ?? null,
    })),
  };
}

function knownDialect(name: string): TraceDialect {
  const found = findDialect(name);
  if (!found.ok) throw new CodedError('bad-option', found.error);
  return found.value;
}

function plainView(
  { dialect, findings: own, tree, figures }: TraceView,
  text: string,
  offset: number,
  lines: LineIndex,
): Omit<CheckedTrace, 'start' | 'end'> {
  const findings = dialect.language === undefined ? own : checkText(text, dialect.language);
  return {
    dialect: dialect.id,
    verdict: traceHeadline(tree, figures, findings),
    findings: findings.map((found) => plainFinding(found, offset, lines)),
    nodes: tree.nodes.map(plainNode),
    figures,
  };
}

function plainFinding({ code, severity, message, range }: Diagnostic, offset: number, lines: LineIndex): TraceFinding {
  const [start, end] = [range.start + offset, range.end + offset];
  const { line, character } = lines.positionAt(start);
  return { code, severity, message, start, end, line: line + 1, column: character + 1 };
}

const plainNode = ({ index, parent, depth, id, action, stated, ...node }: TraceNode): SearchedNode => ({
  index,
  parent: parent?.index ?? null,
  depth,
  id: id ?? null,
  action: action?.text ?? null,
  stated: stated?.text ?? null,
  truth: node.truth ?? null,
  illegal: node.illegal ?? null,
  isWrong: node.isWrong,
  isBelowWrong: node.isBelowWrong,
  status: node.status,
});
