import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { ChooseEvent, ClaimEvent } from '../events.ts';
import { LOST, type TraceNode, type TraceTree } from '../tree.ts';
import { type Backup, backUpValue, bestChildren, computeValues, type TraceValues } from './backed-values.ts';
import { nodeWords, relatedNodes } from './node-words.ts';
import { isSingleChoice } from './plans.ts';

/** Checks values, best actions and the choice by the trace's own values. @param faulty nodes that have a finding */
export function checkBackedValues(tree: TraceTree, faulty: ReadonlySet<TraceNode>): Diagnostic[] {
  const values = computeValues(tree);
  const { backup } = values;
  // Buckets are checked by MAV's own checks.
  if (backup === undefined || typeof backup === 'number') return [];
  const found: Diagnostic[] = [];
  // A fault in a node, or about its value, is one in the values above it.
  const doubtful = new Set<TraceNode>();
  const doubt = (node: TraceNode | undefined): void => {
    for (let at = node; at !== undefined && !doubtful.has(at); at = at.parent) doubtful.add(at);
  };
  for (const node of faulty) doubt(node.parent ?? tree.nodes[0]);
  const lost = tree.faults.find(({ kind }) => LOST.has(kind))?.event ?? tree.read.events.length;
  for (const [i, event] of tree.read.events.entries()) {
    // The values after a wrong link follow from it.
    if (i >= lost) break;
    const node = tree.nodeOf[i];
    if (event.kind === 'choose' ? doubtful.has(tree.nodes[0] as TraceNode) : node !== undefined && doubtful.has(node))
      continue;
    const finding =
      event.kind === 'choose'
        ? choiceFinding(tree, event, values, backup)
        : event.kind === 'claim' && node !== undefined
          ? claimFinding(event, node, values, backup)
          : undefined;
    if (finding === undefined) continue;
    found.push(finding);
    doubt(node);
  }
  return found;
}

/** Returns the finding of a value or a best action that is not what the children give. */
function claimFinding(
  event: ClaimEvent,
  node: TraceNode,
  { stated }: TraceValues,
  backup: Backup,
): Diagnostic | undefined {
  const right = backUpValue(
    backup,
    node,
    node.children.map((child) => stated[child.index]),
  );
  if (event.claim === 'value' && event.value !== undefined && right !== undefined && right !== event.value.value) {
    const message = `The value of ${nodeWords(node)} is ${right} by its children, not ${event.value.value}`;
    return diagnostic('TRACE_VALUE', event.value.range, message);
  }
  if (event.claim !== 'best' || event.action === undefined) return undefined;
  const own = stated[node.index];
  if (event.value !== undefined && own !== undefined && event.value.value !== own) {
    const message = `The value of ${nodeWords(node)} is ${own} before, not ${event.value.value}`;
    return diagnostic('TRACE_VALUE', event.value.range, message);
  }
  const best = bestChildren(backup, node, stated);
  const action = event.action.text;
  if (best.length === 0 || best.some((child) => child.action?.text === action)) return undefined;
  const names = best.map((child) => child.action?.text ?? '?').join(' or ');
  const message = `The best action of ${nodeWords(node)} is ${names} by its children, not ${action}`;
  return diagnostic('TRACE_BEST', event.action.range, message);
}

/** Returns the single action that a choice makes at the root. */
const chosenAction = (event: ChooseEvent) => (isSingleChoice(event) ? event.actions?.[0] : undefined);

/** Returns the finding of a choice that is not the best, or the best by the first level alone. */
function choiceFinding(
  tree: TraceTree,
  event: ChooseEvent,
  { stated, own, backed }: TraceValues,
  backup: Backup,
): Diagnostic | undefined {
  const chosen = chosenAction(event);
  const [root] = tree.nodes;
  if (chosen === undefined || root === undefined) return undefined;
  const isChosen = (node: TraceNode): boolean => node.action?.text === chosen.text;
  const best = bestChildren(backup, root, stated);
  if (best.length === 0) return undefined;
  const names = best.map((child) => child.action?.text ?? '?').join(' or ');
  const related = relatedNodes(tree, best, (child) => `${nodeWords(child)} has the best value`);
  if (!best.some(isChosen)) {
    const isFirst = bestChildren(backup, root, own).some(isChosen);
    if (!isFirst) {
      const message = `${chosen.text} is chosen, but ${names} has the best value of the search`;
      return diagnostic('TRACE_CHOICE', chosen.range, message, { related });
    }
    const message = `${chosen.text} is the best of the first level alone; the values below it make ${names} the best`;
    return diagnostic('TRACE_FIRST_LEVEL', chosen.range, message, { related });
  }
  const deep = bestChildren(backup, root, backed);
  if (deep.length === 0 || deep.some(isChosen)) return undefined;
  const others = deep.map((child) => child.action?.text ?? '?').join(' or ');
  const message = `${chosen.text} is the best of the first level alone; the leaves make ${others} the best`;
  return diagnostic('TRACE_FIRST_LEVEL', chosen.range, message);
}
