import { plural } from '../../core/base/text/counts.ts';
import { LineIndex, type TextPosition } from '../../core/base/text/lines.ts';
import type { TraceModel } from '../../core/mav/check/trace-model.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { type MavView, readMavTraces } from '../../core/mav/view.ts';
import { compareTraces, type TraceDivergence } from '../../core/search/comparison/compare-traces.ts';
import { type DivergenceCode, divergenceName, divergenceWords } from '../../core/search/comparison/divergence.ts';
import { ReplayedTree, readTree } from '../../core/search/read-tree.ts';
import { shapeKey, type TraceShape, traceShape } from '../../core/search/reference-trace.ts';
import { mavTraceTree } from '../../core/search/trace-tree.ts';
import { type TrueSearchJson, trueSearchJson } from '../../core/search/view/search-text.ts';
import { treeStates } from '../../core/search/view/world-states.ts';
import { usageError } from '../command.ts';
import type { TextFile } from '../io/files.ts';

/** Counterpart of a trace: a trace in a file, or a generated one. */
export type Reference = Pick<FileTrace, 'view' | 'model'> & Partial<Pick<FileTrace, 'name' | 'number' | 'placeOf'>>;

/** A trace with its reference. */
interface Pairing {
  readonly trace: FileTrace;
  readonly reference: Reference | undefined;
  /** Reason why there is no reference with this start and shape; then `reference` is the nearest one, if any. */
  readonly missing?: string;
}

/** Traces with their references, and the unused references. */
export interface Pairings {
  readonly pairs: readonly Pairing[];
  readonly unused: readonly FileTrace[];
}

const UNREADABLE = 'its root, breadth or depth cannot be read';
const NO_REFERENCE = 'no reference with this start, breadth and depth';

/** Creates the reference of a shape; a string is the reason why there is none. */
export type MakeReference = (shape: TraceShape) => Promise<Reference | string>;

/** Creates the references of traces, in order. */
export async function makeReferences(traces: readonly FileTrace[], make: MakeReference): Promise<Pairings> {
  const pairs: Pairing[] = [];
  for (const trace of traces) {
    const shape = traceShape(trace.model);
    const reference = shape === undefined ? UNREADABLE : await make(shape);
    pairs.push(
      typeof reference === 'string' ? { trace, reference: undefined, missing: reference } : { trace, reference },
    );
  }
  return { pairs, unused: [] };
}

/**
 * Pairs traces with references from a file. If several have the same start and shape, each is used once, and the last one repeatedly. A
 * trace without one gets the nearest remaining one: with the same start, else with a board that differs in a few squares at most, else, if
 * its root cannot be read, with the same number in its file.
 */
export function fileReferences(traces: readonly FileTrace[], held: readonly FileTrace[]): Pairings {
  const byShape = new Map<string, FileTrace[]>();
  for (const reference of held) {
    const shape = traceShape(reference.model);
    if (shape === undefined) continue;
    const same = byShape.get(shapeKey(shape));
    if (same === undefined) byShape.set(shapeKey(shape), [reference]);
    else same.push(reference);
  }
  const unused = new Set(held);
  const exact = traces.map((trace) => {
    const shape = traceShape(trace.model);
    const same = shape === undefined ? [] : (byShape.get(shapeKey(shape)) ?? []);
    const reference = same.length > 1 ? same.shift() : same[0];
    if (reference !== undefined) unused.delete(reference);
    return { trace, shape, reference };
  });
  const pairs = exact.map(({ trace, shape, reference }): Pairing => {
    if (reference !== undefined) return { trace, reference };
    const nearest = nearestTo(trace, shape, [...unused]);
    if (nearest !== undefined) unused.delete(nearest);
    return { trace, reference: nearest, missing: shape === undefined ? UNREADABLE : NO_REFERENCE };
  });
  return { pairs, unused: [...unused] };
}

function nearestTo(trace: FileTrace, shape: TraceShape | undefined, held: readonly FileTrace[]): FileTrace | undefined {
  const ofGame = held.filter(({ model }) => shape === undefined || traceShape(model)?.game === shape.game);
  const start = (item: FileTrace): string | undefined => traceShape(item.model)?.state;
  const board = (entry: FileTrace): string | undefined => entry.model.root?.model?.current[0]?.reading.fields.board;
  return (
    ofGame.find((other) => shape !== undefined && start(other) === shape.state) ??
    ofGame.find((candidate) => isNear(board(candidate), board(trace), 0)) ??
    ofGame.find((one) => isNear(board(one), board(trace), FEW_SQUARES)) ??
    ofGame.find(({ number }) => shape === undefined && number === trace.number)
  );
}

/** Number of squares that a mistake or a move changes. */
const FEW_SQUARES = 4;

function isNear(a: string | undefined, b: string | undefined, squares: number): boolean {
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  let different = 0;
  for (let i = 0; i < a.length && different <= squares; i++) if (a[i] !== b[i]) different++;
  return different <= squares;
}

/** A trace compared with its reference. */
interface TraceComparison extends Pairing {
  /** Undefined without a reference. */
  readonly differences: readonly TraceDivergence[] | undefined;
  /** Share of the trace in or below diverged nodes. */
  readonly states: FileTree['states'];
}

/** Options of a comparison. */
interface CompareOptions {
  /** True if values count. */
  readonly values: boolean;
  readonly dialect: MavDialect;
}

/** Compares traces with their references. */
export const compareFileTraces = (
  { pairs }: Pairings,
  { values, dialect }: CompareOptions,
): readonly TraceComparison[] =>
  pairs.map((pair) => {
    const { trace, reference } = pair;
    const { states } = fileTraceTree(trace, dialect);
    if (reference === undefined) return { ...pair, differences: undefined, states };
    const faults = trace.view.section.faults;
    const referenceFaults = reference.view.section.faults;
    const options = { values, dialect, faults, referenceFaults };
    return { ...pair, differences: compareTraces(trace.model, reference.model, options), states };
  });

const countNodes = (differences: readonly TraceDivergence[]): number =>
  new Set(differences.map(({ node }) => node)).size;

function headline({ trace, reference, differences, missing }: TraceComparison, withValues: boolean): string {
  const { name, number, view, placeOf } = trace;
  const head = `${name}:${placeOf(view.trace?.trace.head.start ?? 0).line + 1}: trace ${number}`;
  if (differences === undefined) return `${head}: not compared: ${missing}`;
  const nearest = missing === undefined ? '' : `: ${missing}; compared with trace ${reference?.number}`;
  if (differences.length === 0)
    return `${head}${nearest}: equal to its reference${withValues ? '' : ', values not compared'}`;
  const nodes = countNodes(differences);
  const parts = differences.length > nodes ? ` in ${plural(differences.length, 'part')}` : '';
  const follow = differences.filter(({ follows }) => follows !== undefined).length;
  const whose = follow === 0 ? '' : `, ${follow} of them as a consequence of others`;
  return `${head}${nearest}: differs at ${plural(nodes, 'node')}${parts}${whose}`;
}

/** Formats the differences of each trace, node by node; `withValues` tells that values were compared, too. */
export function comparisonLines(
  comparisons: readonly TraceComparison[],
  unused: readonly FileTrace[],
  withValues: boolean,
): string {
  const lines: string[] = [];
  for (const item of comparisons) {
    lines.push(headline(item, withValues));
    const { placeOf } = item.trace;
    for (const difference of item.differences ?? []) {
      const { node, range, follows } = difference;
      const place = range && placeOf(range.start);
      const at = place === undefined ? '' : ` (${place.line + 1}:${place.character + 1})`;
      const cause = follows === undefined ? '' : `; caused by ${follows}`;
      lines.push(`  ${node} ${divergenceName(difference)}${at}: ${divergenceWords(difference)}${cause}`);
    }
    // A trace in true states needs no remark.
    if (item.states !== undefined && item.states.nodesLeftOut !== 0) lines.push(`  ${item.states.sentence}`);
  }
  for (const { name, number, view, placeOf } of unused)
    lines.push(
      `${name}:${placeOf(view.trace?.trace.head.start ?? 0).line + 1}: reference ${number}: no trace has this start, breadth and depth`,
    );
  return `${lines.join('\n')}\n`;
}

/** Returns the comparison as JSON (docs/search.md). */
export const comparisonJson = (comparisons: readonly TraceComparison[], unused: readonly FileTrace[]): object => ({
  schema: 1,
  traces: comparisons.map(({ trace: { name, number, placeOf }, reference, differences, missing, states }) => ({
    file: name,
    trace: number,
    ...(states !== undefined && { states }),
    ...(missing !== undefined && { missing }),
    ...(missing !== undefined && reference?.number !== undefined && { nearest: reference.number }),
    ...(differences !== undefined && { nodes: countNodes(differences), counts: countByCode(differences) }),
    differences: (differences ?? []).map(({ range, ...rest }) => ({
      ...rest,
      ...(range !== undefined && placeIn(placeOf(range.start))),
    })),
  })),
  ...(unused.length > 0 && { unused: unused.map(({ name, number }) => ({ file: name, trace: number })) }),
});

function countByCode(differences: readonly TraceDivergence[]): Readonly<Partial<Record<DivergenceCode, number>>> {
  const counts: Partial<Record<DivergenceCode, number>> = {};
  for (const { code } of differences) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

const placeIn = ({ line, character }: { readonly line: number; readonly character: number }) => ({
  line: line + 1,
  column: character + 1,
});

/** A trace of MAV in a file. */
export interface FileTrace {
  /** Display name of the file. */
  readonly name: string;
  /** 1-based number in the file. */
  readonly number: number;
  readonly view: MavView;
  readonly model: TraceModel;
  /** Converts an offset in the trace to a position in the file. */
  readonly placeOf: (offset: number) => TextPosition;
}

/** Returns the traces of a MAV text, at least one. */
export function readTraces({ name, text }: Pick<TextFile, 'name' | 'text'>, dialect: MavDialect): readonly FileTrace[] {
  const lines = new LineIndex(text);
  const found: FileTrace[] = [];
  for (const { offset, view } of readMavTraces(text, dialect)) {
    const placeOf = (at: number): TextPosition => lines.positionAt(offset + at);
    found.push({ name, number: found.length + 1, view, model: view.trace, placeOf });
  }
  if (found.length === 0) throw usageError(`${name} has no traces of MAV`);
  return found;
}

/** A trace as a tree. */
interface FileTree {
  /** Lines of a `.mcts.jsonl` file. */
  readonly lines: string;
  /** Share of the trace in or below diverged nodes, and its result without them; undefined if the trace has no tree. */
  readonly states: TrueSearchJson | undefined;
}

/** Returns the tree of a trace. */
export function fileTraceTree({ view, model }: Pick<FileTrace, 'view' | 'model'>, dialect: MavDialect): FileTree {
  const { lines, notes } = mavTraceTree(model, { text: view.text, dialect, findings: [] });
  const read = readTree(lines);
  if (!read.ok) return { lines, states: undefined };
  const { header, simulations } = read.value;
  const tree = new ReplayedTree(read.value);
  tree.goTo(simulations.length);
  const { root } = tree;
  const selected = notes.find(({ node }) => node === root.id)?.selected ?? null;
  const decided = selected === null ? -1 : root.actions.indexOf(selected);
  return { lines, states: trueSearchJson(root, header.settings, treeStates(header), decided) };
}
