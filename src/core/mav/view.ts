import { removeFormatting } from './chat-formatting.ts';
import { type MavPosition, makeExampleModel, normalizeAction, successor } from './check/example-model.ts';
import { type JudgedExample, judgeExample } from './check/judged-example.ts';
import { strictDialect, usesDigits } from './check/native-digits.ts';
import { childrenStart, type MavTraceNode, parentNode, type TraceModel, traceModel } from './check/trace-model.ts';
import { readMav, readMavSection } from './read-mav.ts';
import { type Example, type MavDialect, type MavSection, PUBLISHED_DIALECT, pathKey, readsAlike } from './syntax.ts';

/**
 * The meaning of a section of a MAV text: its examples with their positions, the nodes of its trace. Ranges are those
 * of the section.
 */
export interface MavView {
  /** Text without its formatting, to which the ranges refer. */
  readonly text: string;
  readonly section: MavSection;
  /** Dialect in which it was read: names of actions, digits of states. */
  readonly dialect: MavDialect;
  readonly trace: TraceModel | undefined;
  /** In text order. */
  readonly examples: readonly JudgedExample[];
  /** Examples of the nodes of a trace; the first one of each node. */
  readonly byNode: ReadonlyMap<MavTraceNode, JudgedExample>;
}

const NO_NODES: ReadonlyMap<MavTraceNode, JudgedExample> = new Map();

/**
 * Returns the meaning of a section.
 *
 * @param given text of the section's ranges
 * @param section the section if it is already read
 */
export function mavView(
  given: string,
  section: MavSection = readMavSection(given, 0),
  dialect: MavDialect = PUBLISHED_DIALECT,
): MavView {
  const { item } = section;
  const { text } = removeFormatting(given);
  const base = { text, section, dialect };
  if (item === undefined) return { ...base, trace: undefined, examples: [], byNode: NO_NODES };
  const reading = usesDigits(item) ? strictDialect(dialect) : dialect;
  if (item.kind === 'example')
    return {
      ...base,
      trace: undefined,
      examples: [judgeExample(item, makeExampleModel(item, reading))],
      byNode: NO_NODES,
    };
  const trace = traceModel(item, reading);
  const byExample = new Map<Example, MavTraceNode>();
  for (const node of trace.nodes.values()) if (node.example !== undefined) byExample.set(node.example, node);
  const examples = item.steps.flatMap((step) => {
    if (step.kind !== 'evaluation' || step.example === undefined) return [];
    const node = byExample.get(step.example);
    const parent = node && parentNode(trace, node)?.truth;
    const own = node !== undefined && node === trace.root ? childrenStart(node)?.position : undefined;
    const judged = judgeExample(step.example, node?.model ?? makeExampleModel(step.example, reading), node, {
      parent,
      own,
    });
    if (node !== undefined) node.truth = judged.truth ?? judged.printed;
    return [judged];
  });
  const byNode = new Map<MavTraceNode, JudgedExample>();
  for (const example of examples) if (example.node !== undefined) byNode.set(example.node, example);
  return { ...base, trace, examples, byNode };
}

/**
 * Returns the same section in another dialect, without reading its text again; the view itself if both dialects read
 * alike.
 */
export const viewInDialect = (view: MavView, dialect: MavDialect): MavView =>
  readsAlike(view.dialect, dialect) ? view : mavView(view.text, view.section, dialect);

/** Longest path whose position is computed; nobody runs deeper searches. */
const MAX_PATH_LENGTH = 100;

/**
 * Returns the position of a node of a trace: its own, or the one that its path leads to from the nearest evaluated node
 * above. Undefined if unknown.
 */
export function positionAtNode({ trace, byNode }: MavView, path: readonly string[]): MavPosition | undefined {
  if (path.length > MAX_PATH_LENGTH) return undefined;
  for (let length = path.length; length >= 0; length--) {
    const node = trace?.nodes.get(pathKey(path.slice(0, length)));
    const found = node === undefined ? undefined : byNode.get(node);
    let position = found?.truth ?? found?.printed;
    for (const action of path.slice(length)) position &&= successor(position, normalizeAction(position, action));
    if (position !== undefined || found !== undefined) return position;
  }
  return undefined;
}

/** A trace of a text, and its offset there. */
export interface MavTraceView {
  readonly offset: number;
  readonly view: MavView & { readonly trace: TraceModel };
}

/** Reads the traces of a MAV text, in its order. */
export function* readMavTraces(text: string, dialect: MavDialect): Generator<MavTraceView> {
  for (const { offset, section } of readMav(text)) {
    if (section.item?.kind !== 'trace') continue;
    const view = mavView(text.slice(offset, offset + section.length), undefined, dialect);
    if (view.trace !== undefined) yield { offset, view: { ...view, trace: view.trace } };
  }
}
