import type { Result } from '../base/result.ts';
import { err, ok } from '../base/result.ts';
import type { Diagnostic } from '../notation/diagnostic.ts';
import type { World } from '../worlds/world.ts';
import { buildTraceTree, openTraceWorld, startedAt } from './build-tree.ts';
import { checkTrace } from './check-trace.ts';
import type { TraceDialect } from './dialect.ts';
import { DIALECT_HEAD, detectDialect } from './dialects.ts';
import type { Algorithm, ReadTrace } from './events.ts';
import { type TraceFigures, traceFigures } from './figures.ts';
import { traceHeadline } from './headline.ts';
import type { TraceTree } from './tree.ts';

/** A trace with all that is known of it. */
export interface TraceView {
  readonly dialect: TraceDialect;
  readonly read: ReadTrace;
  readonly tree: TraceTree;
  /** The world of its task, or the reason why there is none, as a clause. */
  readonly world: Result<World<unknown>, string>;
  /** In the order of the text. */
  readonly findings: readonly Diagnostic[];
  readonly figures: TraceFigures;
  /** The verdict in a sentence without a period. */
  readonly headline: string;
}

/** How a trace is read. */
export interface ReadTraceOptions {
  /** By default the one that the text begins in. */
  readonly dialect?: TraceDialect;
  /** World of the task; by default the one that the text names. */
  readonly world?: Result<World<unknown>, string>;
  /** World of a trace that names none; it begins at the start that the trace states. */
  readonly given?: World<unknown>;
  /** Algorithm of the search, if the text does not declare it: checks of the order need it. */
  readonly algorithm?: Algorithm;
}

/** Reads one trace, checks it, and computes its figures; undefined if its dialect is not known. */
export function readTraceText(text: string, reading: ReadTraceOptions = {}): TraceView | undefined {
  const dialect = reading.dialect ?? detectDialect(text.slice(0, DIALECT_HEAD)).dialect;
  if (dialect === undefined) return undefined;
  const read = withAlgorithm(dialect.read(text), reading.algorithm);
  const task = read.events.find((event) => event.kind === 'task');
  const { given } = reading;
  const own = task === undefined ? err('the trace has no task') : openTraceWorld(task);
  const world = reading.world ?? (own.ok || given === undefined ? own : ok(startedAt(given, task)));
  const tree = buildTraceTree(read, world.ok ? { world: world.value } : {});
  const findings = checkTrace(tree, text);
  const figures = traceFigures(tree, text, findings);
  return { dialect, read, tree, world, findings, figures, headline: traceHeadline(tree, figures, findings) };
}

/** Returns a trace whose task declares an algorithm. */
function withAlgorithm(read: ReadTrace, algorithm: Algorithm | undefined): ReadTrace {
  if (algorithm === undefined) return read;
  return { ...read, events: read.events.map((event) => (event.kind === 'task' ? { ...event, algorithm } : event)) };
}
