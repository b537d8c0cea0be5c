import { type DiagnosticExtra, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Faults } from '../faults.ts';
import { fixing, writes } from '../fixing.ts';
import type { ActionValue } from '../syntax.ts';
import { bucketOf, flipped, isBucket, type MavDialect } from '../values.ts';
import { bucketLike, pairEdits } from './fixes.ts';
import { nodeName, type TraceModel, type TraceNode } from './trace-model.ts';

/** Checks 25 to 27: what is weighed and selected, from the leaves to the root. */
export function checkDecisions({ nodes, spell }: TraceModel, dialect: MavDialect, faults: Faults): void {
  for (const node of nodes.values()) {
    if (node.decision === undefined) continue;
    if (node.expansion === undefined) checkLeaf(node, dialect, faults);
    else checkInner(node, spell, dialect, faults);
  }
}

/** A leaf selects the best of its own list, with its value there. */
function checkLeaf(node: TraceNode, dialect: MavDialect, faults: Faults): void {
  const { decision, model } = node;
  const selection = decision?.selection;
  const list = model?.list?.body;
  if (selection === undefined || list === undefined) return;
  const report = (message: string, extra: DiagnosticExtra, range = selection.range): void =>
    void faults.push(diagnostic('TRACE_LEAF_DECISION', range, message, extra));
  if (selection.kind === 'terminal') {
    const { result, range } = selection;
    const target = leafTarget(node);
    if (list.kind === 'list')
      report(
        'the list of this node has actions: it is not terminal',
        target?.value === undefined ? {} : writes(`${target.move.text} : "${target.value.text}"`, range),
      );
    else if (list.kind === 'terminal' && list.result.text !== result.text)
      report(`the list of this node says ${list.result.text}`, writes(list.result.text, result.range));
    return;
  }
  const { action } = selection;
  const { move, value, bucket } = action;
  if (list.kind !== 'list') {
    const fix = list.kind === 'terminal' ? writes(`invalid : "${list.result.text}"`, selection.range) : {};
    report(`the list of this node has no actions, so ${move.text} is not in it`, fix);
    return;
  }
  const name = node.nameOf(move.text);
  const own = list.actions.find((other) => node.nameOf(other.move.text) === name);
  if (own === undefined) {
    if (!list.isElided) {
      report(`${move.text} is not in the list of this node`, selects(action, leafTarget(node)));
      return;
    }
  } else if (bucket !== own.bucket) {
    const newText = own.bucket === undefined ? undefined : bucketLike(value ?? own.value, own.bucket, dialect);
    const related = [{ range: own.range, message: 'the list' }];
    report(
      `${move.text} has ${own.value?.text ?? 'no value'} in the list of this node`,
      { related, ...(newText !== undefined && fixing(`Write ${newText}`, pairEdits(action, move.text, newText))) },
      value?.range,
    );
  }
  checkLeafChoice(node, action, own, faults);
}

/** The best action of a leaf is what it selects; without one an action of the highest value. */
function checkLeafChoice(node: TraceNode, selected: ActionValue, own: ActionValue | undefined, faults: Faults): void {
  const { move, range } = selected;
  const { best, list } = node.model ?? {};
  const fix = selects(selected, leafTarget(node));
  if (best !== undefined) {
    if (best.action === node.nameOf(move.text)) return;
    const related = [{ range: best.word.range, message: 'the best action' }];
    const message = `${move.text} is selected, and the best action is ${best.word.text}`;
    faults.push(diagnostic('TRACE_LEAF_CHOICE', range, message, { related, ...fix }));
    return;
  }
  const actions = list?.body.kind === 'list' ? list.body.actions : [];
  if (own !== undefined && actions.some((other) => (other.bucket ?? -1) > (own.bucket ?? -1)))
    faults.push(diagnostic('TRACE_LEAF_CHOICE', range, `${move.text} has not the highest value of the list`, fix));
}

/** What a leaf should select: its best action as its list has it, or without one the first of the highest value. */
function leafTarget({ model, nameOf }: TraceNode): ActionValue | undefined {
  const body = model?.list?.body;
  if (body?.kind !== 'list') return undefined;
  const best = model?.best;
  if (best !== undefined) return body.actions.find(({ move }) => nameOf(move.text) === best.action);
  return highestOf(body.actions);
}

/** The first action of the highest value; undefined when none has a value. */
function highestOf(actions: readonly ActionValue[]): ActionValue | undefined {
  let highest: ActionValue | undefined;
  for (const action of actions)
    if (action.bucket !== undefined && action.bucket > (highest?.bucket ?? -1)) highest = action;
  return highest;
}

/** A finding's extra with the fix that selects another action, with its value. */
function selects(selected: ActionValue, target: ActionValue | undefined): DiagnosticExtra {
  if (target?.value === undefined) return {};
  const edits = pairEdits(selected, target.move.text, target.value.text);
  return edits.length === 0 ? {} : fixing(`Select ${target.move.text}`, edits);
}

/** The value that a child's decision has for the player above it; undefined when it has none. */
function valueFromChild({ decision }: TraceNode, dialect: MavDialect): number | undefined {
  const selection = decision?.selection;
  if (selection?.kind === 'terminal') return endValue(selection.result.text, dialect);
  const bucket = selection?.action.bucket;
  return bucket === undefined ? undefined : flipped(bucket, dialect);
}

/** What an end of the game is worth for the player whose action it was: nobody loses by an own action in these games. */
const endValue = (result: string, dialect: MavDialect): number | undefined =>
  result === '1-0' || result === '0-1'
    ? bucketOf(1, dialect)
    : result === '1/2-1/2'
      ? bucketOf(0.5, dialect)
      : undefined;

/** Whether a decision has the value of a child; a draw may be written as its flip. */
const isValue = (bucket: number | undefined, expected: number, { decision }: TraceNode, dialect: MavDialect): boolean =>
  bucket === expected ||
  (decision?.selection?.kind === 'terminal' &&
    bucket === flipped(expected, dialect) &&
    expected !== bucketOf(1, dialect));

/** The same by what the decision selects from, where it has another value than that: the list of a leaf, or the actions that are weighed. */
function listedValue({ decision, expansion, model, nameOf }: TraceNode, dialect: MavDialect): number | undefined {
  const selection = decision?.selection;
  const list = model?.list?.body;
  if (selection?.kind !== 'action') return undefined;
  const name = nameOf(selection.action.move.text);
  const from = expansion !== undefined ? decision?.actions : list?.kind === 'list' ? list.actions : undefined;
  const bucket = from?.find(({ move }) => nameOf(move.text) === name)?.bucket;
  return bucket === undefined ? undefined : flipped(bucket, dialect);
}

/** An inner node weighs its children by the values they selected, seen from its own side. */
function checkInner(node: TraceNode, spell: TraceModel['spell'], dialect: MavDialect, faults: Faults): void {
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
    const slip = only === undefined ? '' : `; ${spell(only)}, which was and has this value, is missing`;
    faults.push(
      diagnostic(
        'TRACE_DECISION_LIST',
        action.range,
        `${action.move.text} was never expanded from ${nodeName(node)}${slip}`,
        only === undefined ? {} : writes(spell(only), action.move.range),
      ),
    );
    if (only !== undefined) missing.splice(missing.indexOf(only), 1);
  }
  if (missing.length > 0 && decision.actions.length > 0)
    faults.push(
      diagnostic(
        'TRACE_DECISION_LIST',
        decision.range,
        `${missing.map(spell).join(', ')} ${missing.length === 1 ? 'was' : 'were'} expanded and ${missing.length === 1 ? 'is' : 'are'} not weighed`,
      ),
    );
  for (const action of decision.actions) {
    const expected = values.get(nameOf(action));
    const child = children.find(({ path }) => path[path.length - 1] === nameOf(action));
    if (expected === undefined || child === undefined || isValue(action.bucket, expected, child, dialect)) continue;
    // then the slip is the leaf's
    if (action.bucket === listedValue(child, dialect)) continue;
    const ended = child.decision?.selection?.kind === 'terminal' ? child.decision.selection.result.text : undefined;
    const why = ended === undefined ? `the flip of ${flipped(expected, dialect)}` : `the game ends there with ${ended}`;
    const message = `${action.move.text} has the value ${expected} from its node: ${why}`;
    const newText = bucketLike(action.value, expected, dialect);
    const edits = pairEdits(action, action.move.text, newText);
    const fix = isBucket(expected, dialect) ? fixing(`Write ${newText}`, edits) : {};
    faults.push(diagnostic('TRACE_DECISION_VALUE', action.value?.range ?? action.range, message, fix));
  }
  const wrong = selectionFaults(node, values, (action) => action.bucket, dialect);
  // right by the nodes' own values: then the slip is in the list, which is said there
  if (wrong.length > 0)
    if (selectionFaults(node, values, (action) => values.get(nameOf(action)) ?? action.bucket, dialect).length > 0)
      faults.push(...wrong);
}

/** Check 27: the highest of the values, as `weigh` has them; among equals any. */
function selectionFaults(
  { decision, nameOf: normal }: TraceNode,
  values: ReadonlyMap<string, number | undefined>,
  weigh: (action: ActionValue) => number | undefined,
  dialect: MavDialect,
): Faults {
  const faults: Faults = [];
  const selection = decision?.selection;
  if (decision === undefined || selection?.kind !== 'action') return faults;
  const { move, bucket, value } = selection.action;
  const nameOf = (action: ActionValue): string => normal(action.move.text);
  const name = nameOf(selection.action);
  const weighed = decision.actions.map((action) => ({ ...action, bucket: weigh(action) }));
  const own = weighed.find((action) => nameOf(action) === name)?.bucket ?? values.get(name);
  const best = highestOf(weighed);
  const fix = selects(selection.action, best);
  if (own === undefined) {
    const message = `${move.text} is selected, and was neither weighed nor expanded`;
    faults.push(diagnostic('TRACE_SELECTION', selection.range, message, fix));
    return faults;
  }
  if (bucket !== undefined && bucket !== own) {
    const newText = bucketLike(value, own, dialect);
    const message = `${move.text} was weighed with the value ${own}`;
    const range = value?.range ?? selection.range;
    faults.push(diagnostic('TRACE_SELECTION', range, message, writes(newText, range)));
  }
  if (best?.bucket !== undefined && best.bucket > own) {
    const message = `${best.move.text} has the higher value ${best.bucket}`;
    faults.push(diagnostic('TRACE_SELECTION', selection.range, message, fix));
  }
  return faults;
}
