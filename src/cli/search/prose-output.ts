import { LineIndex } from '../../core/base/text/lines.ts';
import type { ChooseEvent } from '../../core/traces/events.ts';
import type { TraceView } from '../../core/traces/trace-view.ts';
import type { TraceNode } from '../../core/traces/tree.ts';
import type { LocatedTrace } from './trace-files.ts';

/** Returns the tree of a search in prose, a line a node as the text writes it, and below it what has no place. */
export const proseLines = (located: LocatedTrace): string[] => [...treeLines(located), ...findingLines(located)];

function treeLines({ text, view, placeOf }: LocatedTrace): string[] {
  const lines: string[] = [];
  const stack = [...(view.tree.nodes[0]?.children ?? [])].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const { action, depth } = node;
    if (action !== undefined) {
      const { start, end } = action.range;
      lines.push(`${'  '.repeat(depth)}${text.slice(start, end)}  (line ${placeOf(start).line + 1})`);
    }
    stack.push(...[...node.children].reverse());
  }
  return lines;
}

function findingLines({ file, line: ofRecord, text, view, record, placeOf }: LocatedTrace): string[] {
  const lines = new LineIndex(text);
  return view.findings.map(({ range, severity, code, message }) => {
    const { line, character } = record === undefined ? placeOf(range.start) : lines.positionAt(range.start);
    const where = record === undefined ? `${file}:${line + 1}` : `${file}:${ofRecord}: ${line + 1}`;
    return `${where}:${character + 1}: ${severity} ${code}: ${message}`;
  });
}

/** A node of a search in prose, as JSON. */
interface NodeJson {
  readonly id: number;
  readonly parent: number | null;
  readonly action: string;
  /** UTF-16 offsets in the text of the trace. */
  readonly range?: readonly [number, number];
}

/** Returns the nodes of a search in prose and what it decides for, as JSON; undefined for other traces. */
export function proseJson({
  read,
  tree,
}: TraceView): { readonly nodes: readonly NodeJson[]; readonly choice: readonly string[] | null } | undefined {
  if (read.placing === undefined) return undefined;
  const choice = read.events.find((event): event is ChooseEvent => event.kind === 'choose');
  const nodes = read.placing.hasRoot ? tree.nodes : [];
  return { nodes: nodes.map(nodeJson), choice: choice?.actions?.map(({ text }) => text) ?? null };
}

const nodeJson = ({ index, parent, action }: TraceNode): NodeJson => ({
  id: index,
  parent: parent?.index ?? null,
  action: action?.text ?? '',
  ...(action !== undefined && { range: [action.range.start, action.range.end] }),
});
