import { LineIndex, type Position } from '../../core/base/text/line-index.ts';
import { fullest } from '../../core/mav/check/example-model.ts';
import type { TraceModel } from '../../core/mav/check/trace-model.ts';
import { checkMav } from '../../core/mav/check-mav.ts';
import { type MavGameName, mavGameName } from '../../core/mav/games.ts';
import { readMav } from '../../core/mav/read-mav.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { type MavView, mavView } from '../../core/mav/view.ts';
import { compareTraces, type TraceDivergence } from '../../core/search/compare-traces.ts';
import { traceTree } from '../../core/search/trace-tree.ts';
import { usageError } from '../command.ts';
import { readText } from '../io/files.ts';
import { plural, type Terminal } from '../io/terminal.ts';

/** A trace of a file. */
export interface FileTrace {
  /** Display name of the file. */
  readonly name: string;
  /** Number in the file, from 1. */
  readonly number: number;
  readonly view: MavView;
  readonly model: TraceModel;
  /** Converts an offset in the trace to a position in the file. */
  readonly placeOf: (offset: number) => Position;
}

/** Reads the traces of a MAV file, at least one. */
export async function readTraces(terminal: Terminal, file: string, dialect: MavDialect): Promise<readonly FileTrace[]> {
  const { name, text } = await readText(terminal, file);
  const lines = new LineIndex(text);
  const found: FileTrace[] = [];
  for (const { offset, section } of readMav(text)) {
    if (section.item?.kind !== 'trace') continue;
    const view = mavView(text.slice(offset, offset + section.length), undefined, dialect);
    if (view.trace === undefined) continue;
    const placeOf = (at: number): Position => lines.positionAt(offset + at);
    found.push({ name, number: found.length + 1, view, model: view.trace, placeOf });
  }
  if (found.length === 0) throw usageError(`${name} has no traces`);
  return found;
}

/** The lines of a trace's tree, for a `.mcts.jsonl` file. */
export const treeLines = ({ view, model }: Pick<FileTrace, 'view' | 'model'>, dialect: MavDialect): string =>
  traceTree(model, { text: view.text, dialect, findings: checkMav(view, dialect) }).lines;

/** The start and shape of a trace, which determine its reference. */
export interface TraceShape {
  readonly game: MavGameName;
  /** The root's state, as the game's automaton prints it. */
  readonly state: string;
  readonly breadth: number;
  readonly depth: number;
}

/** The shape of a trace; undefined if it cannot be read. */
function shapeOf({ trace, root }: TraceModel): TraceShape | undefined {
  const game = mavGameName(root?.example?.header.game?.text ?? '');
  const state = fullest(root?.model?.current ?? [])?.reading.state;
  const { breadth, depth } = trace;
  const automaton = root?.model?.game?.automaton;
  if (game === undefined || state === undefined || automaton === undefined) return undefined;
  if (breadth === undefined || depth === undefined) return undefined;
  return { game, state: automaton.print(state), breadth: breadth.value, depth: depth.value };
}

/** A trace compared with its reference. */
interface TraceComparison {
  readonly trace: FileTrace;
  /** Undefined without a reference; `missing` is the reason. */
  readonly differences: readonly TraceDivergence[] | undefined;
  readonly missing?: string;
}

/** Finds the reference of a shape; a string is the reason why there is none. */
export type ReferenceOf = (shape: TraceShape) => Promise<TraceModel | string>;

/** Compares traces with their references, in order. */
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

/** References from a file. If several have the same shape, each is used once, and the last one repeatedly. */
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
    return Promise.resolve(next ?? 'no reference with this start, breadth and depth');
  };
}

/** Longer lists are cut. */
const MAX_SHOWN = 60;

const cut = (text: string): string =>
  text === '' ? '-' : text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;

/** Formats the differences of each trace, node by node. */
export function comparisonLines(compared: readonly TraceComparison[]): string {
  const lines: string[] = [];
  for (const { trace, differences, missing } of compared) {
    const { name, number, view, placeOf } = trace;
    const head = `${name}:${placeOf(view.trace?.trace.head.start ?? 0).line + 1}: trace ${number}`;
    if (differences === undefined) lines.push(`${head}: not compared: ${missing}`);
    else if (differences.length === 0) lines.push(`${head}: equal to its reference`);
    else {
      const follow = differences.filter(({ follows }) => follows !== undefined).length;
      const whose = follow === 0 ? '' : `, ${follow} of them as a consequence of others`;
      lines.push(`${head}: differs at ${plural(differences.length, 'node')}${whose}`);
    }
    for (const { node, part, found, expected, range, follows } of differences ?? []) {
      const place = range && placeOf(range.start);
      const at = place === undefined ? '' : ` (${place.line + 1}:${place.character + 1})`;
      const cause = follows === undefined ? '' : `; caused by ${follows}`;
      lines.push(`  ${node} ${part}${at}: ${cut(found)} instead of ${cut(expected)}${cause}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The comparison as JSON (docs/cli.md). */
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
