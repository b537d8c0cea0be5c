import { type JudgedExample, judgedExample } from './check/judged-example.ts';
import { type TraceModel, type TraceNode, traceModel } from './check/trace-model.ts';
import { readMavSection } from './read-mav.ts';
import type { Example, MavSection } from './syntax.ts';

/** What a section of a MAV text means: its examples with their positions, the nodes of its trace. Ranges count as those of the section do. */
export interface MavView {
  /** What ranges count in. */
  readonly text: string;
  readonly section: MavSection;
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
 * @param text what the section's ranges count in
 * @param section as it was read, if it was
 */
export function mavView(text: string, section: MavSection = readMavSection(text, 0)): MavView {
  const { item } = section;
  if (item === undefined) return { text, section, trace: undefined, examples: [], byNode: NO_NODES };
  if (item.kind === 'example')
    return { text, section, trace: undefined, examples: [judgedExample(item)], byNode: NO_NODES };
  const trace = traceModel(item);
  const byExample = new Map<Example, TraceNode>();
  for (const node of trace.nodes.values()) if (node.example !== undefined) byExample.set(node.example, node);
  const examples = item.steps.flatMap((step) => {
    if (step.kind !== 'evaluation' || step.example === undefined) return [];
    const node = byExample.get(step.example);
    return [judgedExample(step.example, node?.model, node)];
  });
  const byNode = new Map<TraceNode, JudgedExample>();
  for (const one of examples) if (one.node !== undefined) byNode.set(one.node, one);
  return { text, section, trace, examples, byNode };
}
