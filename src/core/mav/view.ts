import { removeFormatting } from './chat-formatting.ts';
import { type MavPosition, makeExampleModel, normalizeAction, successor } from './check/example-model.ts';
import { type JudgedExample, judgeExample } from './check/judged-example.ts';
import { strictDialect, usesDigits } from './check/native-digits.ts';
import {
  childrenStart,
  parentNode,
  pathKey,
  type TraceModel,
  type TraceNode,
  traceModel,
} from './check/trace-model.ts';
import { readMavSection } from './read-mav.ts';
import { type Example, type MavDialect, type MavSection, PUBLISHED_DIALECT, readsAlike } from './syntax.ts';

/** What a section of a MAV text means: its examples with their positions, the nodes of its trace. Ranges count as those of the section do. */
export interface MavView {
  /** What ranges count in, without its formatting. */
  readonly text: string;
  readonly section: MavSection;
  /** What was read by it: the names of actions, the digits of states. */
  readonly dialect: MavDialect;
  readonly trace: TraceModel | undefined;
  /** In the order of the text. */
  readonly examples: readonly JudgedExample[];
  /** Those of the nodes of a trace; of several of one node the first. */
  readonly byNode: ReadonlyMap<TraceNode, JudgedExample>;
}

const NO_NODES: ReadonlyMap<TraceNode, JudgedExample> = new Map();

/**
 * What a section means.
 *
 * @param given what the section's ranges count in
 * @param section as it was read, if it was
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
  const byExample = new Map<Example, TraceNode>();
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
  const byNode = new Map<TraceNode, JudgedExample>();
  for (const one of examples) if (one.node !== undefined) byNode.set(one.node, one);
  return { ...base, trace, examples, byNode };
}

/** The same section in another dialect, without reading its text again; the view itself where the dialect reads as its own. */
export const viewInDialect = (view: MavView, dialect: MavDialect): MavView =>
  readsAlike(view.dialect, dialect) ? view : mavView(view.text, view.section, dialect);

/** Longer paths are no search that anybody ran; their positions are not looked for. */
const MAX_PATH_LENGTH = 100;

/** The position that a node of a trace stands for: its own, or where its path leads from the nearest one above. */
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
