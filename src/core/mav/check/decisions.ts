import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Faults } from '../faults.ts';
import type { ActionValue } from '../syntax.ts';
import { flipped, type MavDialect } from '../values.ts';
import { nodeName, type TraceModel, type TraceNode } from './trace-model.ts';

/** Checks 25 to 27: what is weighed and selected, from the leaves to the root. */
export function checkDecisions({ nodes }: TraceModel, dialect: MavDialect, faults: Faults): void {
  for (const node of nodes.values()) {
    if (node.decision === undefined) continue;
    if (node.expansion === undefined) checkLeaf(node, faults);
    else checkInner(node, dialect, faults);
  }
}

/** A leaf selects the best of its own list, with its value there. */
function checkLeaf({ decision, model, nameOf: normal }: TraceNode, faults: Faults): void {
  const nameOf = ({ move }: ActionValue): string => normal(move.text);
  const selection = decision?.selection;
  const list = model?.list?.body;
  if (selection === undefined || list === undefined) return;
  if (selection.kind === 'terminal') {
    if (list.kind === 'list')
      faults.push(
        diagnostic('TRACE_LEAF_DECISION', selection.range, 'the list of this node has actions: it is not terminal'),
      );
    else if (list.kind === 'terminal' && list.result.text !== selection.result.text)
      faults.push(diagnostic('TRACE_LEAF_DECISION', selection.range, `the list of this node says ${list.result.text}`));
    return;
  }
  const { move, value, bucket } = selection.action;
  if (list.kind !== 'list') {
    faults.push(
      diagnostic(
        'TRACE_LEAF_DECISION',
        selection.range,
        `the list of this node has no actions, so ${move.text} is not in it`,
      ),
    );
    return;
  }
  const own = list.actions.find((action) => nameOf(action) === nameOf(selection.action));
  if (own === undefined) {
    if (!list.isElided)
      faults.push(diagnostic('TRACE_LEAF_DECISION', selection.range, `${move.text} is not in the list of this node`));
  } else if (bucket !== own.bucket) {
    faults.push(
      diagnostic(
        'TRACE_LEAF_DECISION',
        value?.range ?? selection.range,
        `${move.text} has ${own.value?.text ?? 'no value'} in the list of this node`,
        {
          related: [{ range: own.range, message: 'the list' }],
        },
      ),
    );
  }
  const best = model?.best;
  if (best !== undefined && best.action !== nameOf(selection.action))
    faults.push(
      diagnostic(
        'TRACE_LEAF_CHOICE',
        selection.range,
        `${move.text} is selected, and the best action is ${best.word.text}`,
        {
          related: [{ range: best.word.range, message: 'the best action' }],
        },
      ),
    );
  else if (
    best === undefined &&
    own !== undefined &&
    list.actions.some((other) => (other.bucket ?? -1) > (own.bucket ?? -1))
  )
    faults.push(diagnostic('TRACE_LEAF_CHOICE', selection.range, `${move.text} has not the highest value of the list`));
}

/** The value that a child's decision has for the player above it; undefined when it has none. */
function valueFromChild({ decision }: TraceNode, dialect: MavDialect): number | undefined {
  const selection = decision?.selection;
  const bucket = selection?.kind === 'action' ? selection.action.bucket : undefined;
  return bucket === undefined ? undefined : flipped(bucket, dialect);
}

/** An inner node weighs its children by the values they selected, seen from its own side. */
function checkInner(node: TraceNode, dialect: MavDialect, faults: Faults): void {
  const { decision, children } = node;
  if (decision === undefined) return;
  const nameOf = ({ move }: ActionValue): string => node.nameOf(move.text);
  const values = new Map(children.map((child) => [child.path[child.path.length - 1], valueFromChild(child, dialect)]));
  const listed = new Set(decision.actions.map(nameOf));
  const missing = [...values.keys()].filter((move) => !listed.has(move));
  const strange = decision.actions.filter((action) => !values.has(nameOf(action)));
  for (const action of strange) {
    // One for one: a slip of the pen, which the values give away.
    const meant = missing.filter((move) => values.get(move) === action.bucket);
    const only = strange.length === 1 && meant.length === 1 ? meant[0] : undefined;
    const slip = only === undefined ? '' : `; ${only}, which was and has this value, is missing`;
    faults.push(
      diagnostic(
        'TRACE_DECISION_LIST',
        action.range,
        `${action.move.text} was never expanded from ${nodeName(node)}${slip}`,
        {
          ...(only !== undefined && {
            fixes: [{ title: `Write ${only}`, edits: [{ range: action.move.range, newText: only }], safe: false }],
          }),
        },
      ),
    );
    if (only !== undefined) missing.splice(missing.indexOf(only), 1);
  }
  if (missing.length > 0 && decision.actions.length > 0)
    faults.push(
      diagnostic(
        'TRACE_DECISION_LIST',
        decision.range,
        `${missing.join(', ')} ${missing.length === 1 ? 'was' : 'were'} expanded and ${missing.length === 1 ? 'is' : 'are'} not weighed`,
      ),
    );
  for (const action of decision.actions) {
    const expected = values.get(nameOf(action));
    if (expected === undefined || expected === action.bucket) continue;
    const message = `${action.move.text} has the value ${expected} from its node: the flip of ${flipped(expected, dialect)}`;
    faults.push(diagnostic('TRACE_DECISION_VALUE', action.value?.range ?? action.range, message));
  }
  checkSelection(node, values, faults);
}

/** Check 27: the highest of the values; among equals any. */
function checkSelection(
  { decision, nameOf: normal }: TraceNode,
  values: ReadonlyMap<string, number | undefined>,
  faults: Faults,
): void {
  const selection = decision?.selection;
  if (decision === undefined || selection?.kind !== 'action') return;
  const { move, bucket, value } = selection.action;
  const nameOf = (action: ActionValue): string => normal(action.move.text);
  const name = nameOf(selection.action);
  const own = decision.actions.find((action) => nameOf(action) === name)?.bucket ?? values.get(name);
  if (own === undefined) {
    faults.push(
      diagnostic('TRACE_SELECTION', selection.range, `${move.text} is selected, and was neither weighed nor expanded`),
    );
    return;
  }
  if (bucket !== undefined && bucket !== own)
    faults.push(
      diagnostic('TRACE_SELECTION', value?.range ?? selection.range, `${move.text} was weighed with the value ${own}`),
    );
  const highest = Math.max(own, ...decision.actions.map((action) => action.bucket ?? -1));
  if (highest <= own) return;
  const better = decision.actions.find((action) => action.bucket === highest);
  faults.push(
    diagnostic('TRACE_SELECTION', selection.range, `${better?.move.text ?? 'another'} has the higher value ${highest}`),
  );
}
