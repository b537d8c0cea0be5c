import type { TraceModel } from '../../core/mav/check/trace-model.ts';
import { compareTraces, type TraceDivergence } from '../../core/search/compare-traces.ts';
import { plural } from '../check/findings.ts';
import { type FileTrace, shapeOf, type TraceShape } from './trace-files.ts';

/** A trace beside its reference. */
export interface TraceComparison {
  readonly trace: FileTrace;
  /** Undefined where there is no reference: then `missing` says why. */
  readonly differences: readonly TraceDivergence[] | undefined;
  readonly missing?: string;
}

/** The reference of a shape; a text says why there is none. */
export type ReferenceOf = (shape: TraceShape) => Promise<TraceModel | string>;

/** Compares traces with their references, one after the other. */
export async function compareWith(
  traces: readonly FileTrace[],
  referenceOf: ReferenceOf,
  values: boolean,
): Promise<readonly TraceComparison[]> {
  const found: TraceComparison[] = [];
  for (const trace of traces) {
    const shape = shapeOf(trace.model);
    const reference = shape === undefined ? 'its root, breadth or depth cannot be read' : await referenceOf(shape);
    found.push(
      typeof reference === 'string'
        ? { trace, differences: undefined, missing: reference }
        : { trace, differences: compareTraces(trace.model, reference, { values }) },
    );
  }
  return found;
}

const keyOf = ({ game, state, breadth, depth }: TraceShape): string => `${game} ${breadth} ${depth} ${state}`;

/** References that a file holds: of several of one shape each is taken once, and the last again. */
export function heldReferences(held: readonly FileTrace[]): ReferenceOf {
  const byShape = new Map<string, TraceModel[]>();
  for (const { model } of held) {
    const shape = shapeOf(model);
    if (shape === undefined) continue;
    const same = byShape.get(keyOf(shape));
    if (same === undefined) byShape.set(keyOf(shape), [model]);
    else same.push(model);
  }
  return (shape) => {
    const same = byShape.get(keyOf(shape)) ?? [];
    const next = same.length > 1 ? same.shift() : same[0];
    return Promise.resolve(next ?? 'no reference starts there with this breadth and depth');
  };
}

/** More than this of a list is not shown. */
const MAX_SHOWN = 60;

const cut = (text: string): string =>
  text === '' ? '-' : text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;

/** Where each trace goes wrong first, node by node. */
export function comparisonLines(compared: readonly TraceComparison[]): string {
  const lines: string[] = [];
  for (const { trace, differences, missing } of compared) {
    const { name, number, view, placeOf } = trace;
    const head = `${name}:${placeOf(view.trace?.trace.head.start ?? 0).line + 1}: trace ${number}`;
    if (differences === undefined) lines.push(`${head}: not compared: ${missing}`);
    else if (differences.length === 0) lines.push(`${head}: as its reference`);
    else {
      const follow = differences.filter(({ follows }) => follows !== undefined).length;
      const whose = follow === 0 ? '' : `, ${follow} of them by what follows from others`;
      lines.push(`${head}: differs at ${plural(differences.length, 'node')}${whose}`);
    }
    for (const { node, part, found, expected, range, follows } of differences ?? []) {
      const place = range && placeOf(range.start);
      const at = place === undefined ? '' : ` (${place.line + 1}:${place.character + 1})`;
      const cause = follows === undefined ? '' : `; follows from ${follows}`;
      lines.push(`  ${node} ${part}${at}: ${cut(found)} instead of ${cut(expected)}${cause}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The same as data (docs/cli.md). */
export const comparisonJson = (compared: readonly TraceComparison[]): object => ({
  schema: 1,
  traces: compared.map(({ trace: { name, number, placeOf }, differences, missing }) => ({
    file: name,
    trace: number,
    ...(missing !== undefined && { missing }),
    differences: (differences ?? []).map(({ range, ...rest }) => ({
      ...rest,
      ...(range !== undefined && placeIn(placeOf(range.start))),
    })),
  })),
});

const placeIn = ({ line, character }: { readonly line: number; readonly character: number }) => ({
  line: line + 1,
  column: character + 1,
});
