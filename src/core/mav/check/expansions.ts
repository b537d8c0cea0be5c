import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Faults } from '../faults.ts';
import { fullest, type Position, positionOf } from './example-model.ts';
import { nodeName, type TraceModel, type TraceNode } from './trace-model.ts';

/** Checks 22 to 24: which nodes are announced and evaluated, how many, and how deep. */
export function checkExpansions({ trace, nodes, pathOf }: TraceModel, faults: Faults): void {
  for (const node of nodes.values()) {
    if (node.expansion !== undefined) checkExpansion(node, pathOf, trace.breadth?.value, faults);
    checkDepth(node, trace.depth?.value, faults);
    checkEvaluations(node, pathOf, faults);
  }
}

/** The legal actions of a node by its own board: for sure, and perhaps. */
function legalAt({ model }: TraceNode): Position | undefined {
  const shown = fullest(model?.current ?? []);
  return model?.game === undefined || shown === undefined ? undefined : positionOf(model.game, shown.reading);
}

function checkExpansion(
  node: TraceNode,
  pathOf: TraceModel['pathOf'],
  breadth: number | undefined,
  faults: Faults,
): void {
  const { expansion, model } = node;
  if (expansion === undefined) return;
  const moves: string[] = [];
  for (const child of expansion.children) {
    const texts = pathOf(child);
    const isChild = texts.length === node.path.length + 1 && node.path.every((move, i) => texts[i] === move);
    if (isChild) moves.push(texts[texts.length - 1]);
    else
      faults.push(
        diagnostic('TRACE_NODE', child.range, `no child of ${nodeName(node)}: its path is that and one move`),
      );
  }
  const legal = legalAt(node);
  if (breadth !== undefined && legal !== undefined) {
    const least = Math.min(breadth, legal.sure.size);
    const count = new Set(moves).size;
    if (count !== least && (count < least || count > Math.min(breadth, legal.possible.size))) {
      faults.push(
        diagnostic(
          'TRACE_EXPANSION_COUNT',
          expansion.range,
          `${count} ${count === 1 ? 'child' : 'children'} instead of ${least}: breadth ${breadth}, ${legal.sure.size} legal actions`,
        ),
      );
      // which are the best depends on how many there are
      return;
    }
  }
  const list = model?.list?.body;
  if (list?.kind !== 'list') return;
  const values = new Map(list.actions.map(({ move, bucket }) => [node.nameOf(move.text), bucket ?? -1]));
  const lowest = Math.min(...moves.map((move) => values.get(move) ?? Number.POSITIVE_INFINITY));
  const better = [...values].filter(([move, bucket]) => bucket > lowest && !moves.includes(move)).map(([move]) => move);
  if (better.length > 0)
    faults.push(
      diagnostic(
        'TRACE_EXPANSION_CHOICE',
        expansion.range,
        `${better.join(', ')} ${better.length === 1 ? 'has' : 'have'} a higher value than one that is expanded`,
      ),
    );
}

function checkDepth(node: TraceNode, depth: number | undefined, faults: Faults): void {
  if (depth === undefined || node.evaluation === undefined) return;
  const isLeaf = node.path.length >= depth;
  if (isLeaf && node.expansion !== undefined)
    faults.push(
      diagnostic(
        'TRACE_DEPTH',
        node.expansion.range,
        `${nodeName(node)} is at depth ${node.path.length}, and the limit is ${depth}`,
      ),
    );
  const isOver = node.model?.list?.body.kind === 'terminal' || legalAt(node)?.possible.size === 0;
  if (!isLeaf && node.expansion === undefined && !isOver)
    faults.push(
      diagnostic(
        'TRACE_DEPTH',
        node.ref.range,
        `${nodeName(node)} is above the depth limit ${depth} and is not expanded`,
      ),
    );
}

/** Announced and evaluated are the same, in the same order. */
function checkEvaluations(node: TraceNode, pathOf: TraceModel['pathOf'], faults: Faults): void {
  const announced = new Set(node.expansion?.children.map((child) => pathOf(child).at(-1)));
  for (const child of node.children) {
    const last = child.path[child.path.length - 1];
    if (child.evaluation === undefined)
      faults.push(
        diagnostic('TRACE_NOT_EVALUATED', child.ref.range, `${nodeName(child)} is announced and never evaluated`),
      );
    else if (!announced.has(last))
      faults.push(
        diagnostic(
          'TRACE_NOT_EVALUATED',
          child.evaluation.range,
          `${nodeName(child)} is evaluated and was not announced`,
        ),
      );
  }
  const evaluated = node.children.flatMap(({ path, evaluation }) =>
    evaluation !== undefined && announced.has(path.at(-1)) ? [evaluation] : [],
  );
  const late = evaluated.find((step, i) => i > 0 && step.range.start < evaluated[i - 1].range.start);
  if (late !== undefined)
    faults.push(diagnostic('TRACE_ORDER', late.range, 'evaluated before a node that was announced earlier'));
}
