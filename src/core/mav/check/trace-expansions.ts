import { plural } from '../../base/text/counts.ts';
import { diagnostic } from '../../notation/diagnostic.ts';
import { type Faults, replacementFix } from '../quick-fixes.ts';
import type { MavDialect } from '../syntax.ts';
import { isBucket } from '../values.ts';
import type { TraceEnd } from './consequences.ts';
import type { MavPosition } from './example-model.ts';
import { listNames } from './list-findings.ts';
import { isUntrained, type MavTraceNode, nodeName, type TraceModel } from './trace-model.ts';

/** Checks 22 to 24: announced and evaluated nodes, their number, and their depth. */
export function checkExpansions(
  model: TraceModel,
  cut: TraceEnd | undefined,
  dialect: MavDialect,
  faults: Faults,
): void {
  const { trace, nodes, pathOf } = model;
  const breadth = checkBreadth(model, cut, faults);
  const depth = checkReach(model, cut, faults);
  for (const node of nodes.values()) {
    if (node.expansion !== undefined) checkExpansion(node, pathOf, breadth, cut, dialect, faults);
    checkDepth(node, depth, cut, faults);
    checkEvaluations(node, pathOf, cut, faults);
  }
  const root = nodes.get('');
  if (root !== undefined && root.evaluation === undefined && trace.steps.length > 0)
    faults.push(diagnostic('TRACE_NOT_EVALUATED', root.ref.range, `${nodeName(root)} is never evaluated`));
}

/**
 * Returns the breadth by which nodes are judged; undefined if all of them have another one, which is an error of the
 * first line and reported there.
 */
function checkBreadth(
  { trace: { breadth }, nodes }: TraceModel,
  cut: TraceEnd | undefined,
  faults: Faults,
): number | undefined {
  const { value } = breadth ?? {};
  if (breadth === undefined || value === undefined) return undefined;
  const expanded = [...nodes.values()].filter(({ expansion }) => expansion !== undefined && expansion !== cut?.step);
  const own = Math.max(0, ...expanded.map((node) => certainChildren(node, cut).length));
  const isMistaken =
    (expanded.length > 1 || isUntrained('breadth', value)) &&
    expanded.some((node) => childCountFault(node, certainChildren(node, cut).length, value) !== undefined) &&
    expanded.every((node) => childCountFault(node, certainChildren(node, cut).length, own) === undefined);
  if (!isMistaken) return value;
  const message = `breadth is ${value}, but nodes expand by ${own}`;
  faults.push(
    diagnostic('TRACE_EXPANSION_COUNT', breadth.range, message, replacementFix(`breadth=${own}`, breadth.range)),
  );
  return undefined;
}

/**
 * Returns the depth by which nodes are judged; undefined if the whole search reaches another one, which is an error of
 * the first line and reported there.
 */
function checkReach(
  { trace: { depth }, nodes }: TraceModel,
  cut: TraceEnd | undefined,
  faults: Faults,
): number | undefined {
  const { value } = depth ?? {};
  if (depth === undefined || value === undefined) return undefined;
  const all = [...nodes.values()].filter(({ evaluation }) => evaluation === undefined || evaluation !== cut?.step);
  const isWrong = (node: MavTraceNode, limit: number): boolean => depthFault(node, limit) !== undefined;
  const own = Math.max(0, ...all.map(({ path }) => path.length));
  const wrong = all.filter((node) => isWrong(node, value));
  const isMistaken =
    (wrong.length > 1 || (wrong.length > 0 && isUntrained('depth', value))) &&
    own > 0 &&
    !all.some((node) => isWrong(node, own));
  if (!isMistaken) return value;
  const message = `depth is ${value}, but the search goes ${own} deep`;
  faults.push(diagnostic('TRACE_DEPTH', depth.range, message, replacementFix(`depth=${own}`, depth.range)));
  return undefined;
}

/** Returns the children of a node except one with a truncated name, which may belong to another. */
const certainChildren = ({ children }: MavTraceNode, cut: TraceEnd | undefined): readonly MavTraceNode[] =>
  cut?.child === undefined ? children : children.filter(({ ref }) => ref !== cut.child);

/** Returns the position of a node, with its certain and possible legal actions. */
export const legalPosition = ({ truth }: MavTraceNode): MavPosition | undefined => truth;

/**
 * Returns the error that a node has another number of children than its breadth and legal actions require; undefined if
 * it is right.
 */
export function childCountFault(node: MavTraceNode, count: number, breadth: number): string | undefined {
  const legal = legalPosition(node);
  if (legal === undefined) return undefined;
  const least = Math.min(breadth, legal.sure.size);
  if (count >= least && count <= Math.min(breadth, legal.possible.size)) return undefined;
  return `${plural(count, 'child', 'children')} instead of ${least}: breadth ${breadth}, ${legal.sure.size} legal actions`;
}

/** Returns the unambiguous values of legal actions in the list of a node: those listed once. */
function listedValues(node: MavTraceNode, dialect: MavDialect): ReadonlyMap<string, number> {
  const list = node.model?.list?.body;
  const legal = legalPosition(node);
  const values = new Map<string, number>();
  const seen = new Set<string>();
  for (const { move, bucket } of list?.kind === 'list' ? list.actions : []) {
    const name = node.nameOf(move.text);
    if (seen.has(name) || bucket === undefined || !isBucket(bucket, dialect) || legal?.allows(name) === false)
      values.delete(name);
    else values.set(name, bucket);
    seen.add(name);
  }
  return values;
}

function checkExpansion(
  node: MavTraceNode,
  pathOf: TraceModel['pathOf'],
  breadth: number | undefined,
  cut: TraceEnd | undefined,
  dialect: MavDialect,
  faults: Faults,
): void {
  const { expansion, announced } = node;
  if (expansion === undefined) return;
  const moves = new Set<string>();
  let isStrange = false;
  for (const child of announced) {
    const texts = pathOf(child);
    const last = texts.at(-1) ?? '';
    const isChild = texts.length === node.path.length + 1 && node.path.every((move, i) => texts[i] === move);
    if (isChild && moves.has(last))
      faults.push(diagnostic('TRACE_NODE', child.range, `${nodeName({ ref: child })} is already announced`));
    else if (isChild) moves.add(last);
    else {
      isStrange = true;
      faults.push(
        diagnostic('TRACE_NODE', child.range, `no child of ${nodeName(node)}: its path must be that path and one move`),
      );
    }
  }
  // Evaluated children count as well: that they were not announced is reported there.
  const known = new Set([...moves, ...certainChildren(node, cut).map(({ path }) => path.at(-1) ?? '')]);
  const wrong = breadth === undefined ? undefined : childCountFault(node, known.size, breadth);
  if (wrong !== undefined) {
    // The child announced instead is reported.
    if (!isStrange) faults.push(diagnostic('TRACE_EXPANSION_COUNT', expansion.range, wrong));
    // The best ones depend on their number.
    return;
  }
  const values = listedValues(node, dialect);
  const lowest = Math.min(...[...known].map((move) => values.get(move) ?? Number.POSITIVE_INFINITY));
  const better = [...values]
    .filter(([move, bucket]) => bucket > lowest && !known.has(move))
    .sort(([, a], [, b]) => b - a)
    .map(([move]) => legalPosition(node)?.game.spell(move) ?? move);
  if (better.length > 0)
    faults.push(
      diagnostic(
        'TRACE_EXPANSION_CHOICE',
        expansion.range,
        `${listNames(better)} ${better.length === 1 ? 'has' : 'have'} a higher value than an expanded action`,
      ),
    );
}

/** Returns the error that a node is expanded at the depth limit, or not expanded above it; undefined if it is right. */
function depthFault(node: MavTraceNode, depth: number): string | undefined {
  if (node.evaluation === undefined) return undefined;
  const isLeaf = node.path.length >= depth;
  if (isLeaf && node.expansion !== undefined)
    return `${nodeName(node)} is at depth ${node.path.length}, beyond the limit of ${depth}`;
  // Without the game's rules it is unknown if the game is over.
  const isKnown = node.model?.game !== undefined;
  const isOver = node.model?.list?.body.kind === 'terminal' || legalPosition(node)?.possible.size === 0;
  if (isLeaf || node.expansion !== undefined || node.children.length > 0 || isOver || !isKnown) return undefined;
  return `${nodeName(node)} is above the depth limit ${depth} and is not expanded`;
}

function checkDepth(node: MavTraceNode, depth: number | undefined, cut: TraceEnd | undefined, faults: Faults): void {
  if (node.evaluation !== undefined && node.evaluation === cut?.step) return;
  const message = depth === undefined ? undefined : depthFault(node, depth);
  if (message !== undefined) faults.push(diagnostic('TRACE_DEPTH', node.expansion?.range ?? node.ref.range, message));
}

/** Checks that the announced and the evaluated nodes are the same, in the same order. */
function checkEvaluations(
  node: MavTraceNode,
  pathOf: TraceModel['pathOf'],
  cut: TraceEnd | undefined,
  faults: Faults,
): void {
  if (node.expansion === undefined && node.children.length > 0) {
    const count = node.children.length;
    const what = count === 1 ? 'a node is evaluated' : `${count} nodes are evaluated`;
    const message = `${nodeName(node)} is not expanded, and ${what} below it`;
    faults.push(diagnostic('TRACE_NOT_EVALUATED', node.ref.range, message));
    return;
  }
  const announced = new Set(node.announced.map((child) => pathOf(child).at(-1)));
  const children = certainChildren(node, cut);
  const latest = children.map(({ evaluation }) => evaluation !== undefined).lastIndexOf(true);
  for (const [i, child] of children.entries()) {
    const last = child.path[child.path.length - 1];
    // The text ends before the last ones.
    if (child.evaluation === undefined && i > latest && cut?.open.has(node) === true) continue;
    if (child.evaluation === undefined)
      faults.push(
        diagnostic('TRACE_NOT_EVALUATED', child.ref.range, `${nodeName(child)} is announced but never evaluated`),
      );
    else if (!announced.has(last))
      faults.push(
        diagnostic(
          'TRACE_NOT_EVALUATED',
          child.evaluation.range,
          `${nodeName(child)} is evaluated but was not announced`,
        ),
      );
  }
  const evaluated = node.children.flatMap(({ path, evaluation }) =>
    evaluation !== undefined && announced.has(path.at(-1)) ? [evaluation] : [],
  );
  const late = evaluated.find((step, i) => step.range.start < (evaluated[i - 1]?.range.start ?? 0));
  if (late !== undefined)
    faults.push(diagnostic('TRACE_ORDER', late.range, 'evaluated before a node that was announced earlier'));
}
