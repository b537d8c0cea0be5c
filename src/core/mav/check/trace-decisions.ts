import type { Range } from '../../base/text/range.ts';
import { type DiagnosticExtra, diagnostic } from '../../notation/diagnostic.ts';
import type { Code } from '../../notation/diagnostic-codes.ts';
import { type Faults, fixWith, replacementFix } from '../quick-fixes.ts';
import type { ActionValue, LineBody, MavDialect } from '../syntax.ts';
import { flipBucket, isBucket, toBucket } from '../values.ts';
import type { TraceEnd } from './consequences.ts';
import type { MavPosition } from './example-model.ts';
import { listNames } from './list-findings.ts';
import { findLoop, loopFinding } from './loops.ts';
import { bucketLike, pairEdits } from './state-fixes.ts';
import { legalPosition } from './trace-expansions.ts';
import { type MavTraceNode, nodeName, type TraceModel } from './trace-model.ts';

/** Returns the codes reported for a node's example. */
export type ReportedCodes = (node: MavTraceNode) => ReadonlySet<Code>;

/** Codes of lists with missing or wrong actions. */
const LIST_CODES: readonly Code[] = [
  'MAV_ILLEGAL_ACTION',
  'MAV_DUPLICATE_ACTION',
  'MAV_LOOP',
  'MAV_PREVIOUS_ANSWER',
  'MAV_ACTION_COUNT',
  'MAV_MISSING_ACTIONS',
];

/** Checks 25 to 27: the compared and selected actions, from the leaves to the root. */
export function checkDecisions(
  { nodes, spell }: TraceModel,
  cut: TraceEnd | undefined,
  reported: ReportedCodes,
  dialect: MavDialect,
  faults: Faults,
): void {
  for (const node of nodes.values()) {
    const { decision } = node;
    if (decision === undefined) continue;
    const { selection, range } = decision;
    const isCut = decision === cut?.step && cut.isOpen;
    if (isInner(node)) checkInner(node, isCut, spell, dialect, faults);
    else checkLeaf(node, reported(node), dialect, faults);
    if (selection?.kind === 'terminal' && isInner(node))
      faults.push(diagnostic('TRACE_SELECTION', selection.range, `the game is not over at ${nodeName(node)}`));
    else if (selection === undefined && !isCut)
      faults.push(diagnostic('TRACE_SELECTION', range, `${nodeName(node)} has a decision that selects nothing`));
    else if (selection?.kind === 'action' && selection.action.bucket === undefined && isInner(node) && !isCut)
      faults.push(diagnostic('TRACE_SELECTION', selection.range, `${selection.action.move.text} has no value here`));
  }
}

const isInner = ({ expansion, children }: MavTraceNode): boolean => expansion !== undefined || children.length > 0;

/** Checks that a leaf selects the best of its list, with its value there. */
function checkLeaf(node: MavTraceNode, reported: ReadonlySet<Code>, dialect: MavDialect, faults: Faults): void {
  const { decision, model } = node;
  const list = model?.list?.body;
  // An unreadable list is reported already.
  if (decision === undefined || list === undefined || list.kind === 'state') return;
  const report = (message: string, range: Range, extra: DiagnosticExtra = {}): void =>
    void faults.push(diagnostic('TRACE_LEAF_DECISION', range, message, extra));
  const { actions, selection } = decision;
  for (const action of actions) checkListed(node, list, action, false, reported, dialect, report);
  if (selection === undefined) return;
  if (selection.kind === 'terminal') {
    const { result, range } = selection;
    const target = leafTarget(node);
    if (list.kind === 'list')
      report(
        'the list of this node has actions, so the node is not terminal',
        range,
        target?.value === undefined ? {} : replacementFix(`${target.move.text} : "${target.value.text}"`, range),
      );
    else if (list.kind === 'terminal' && list.result.text !== result.text && !reported.has('MAV_WRONG_RESULT'))
      report(`the list of this node says ${list.result.text}`, range, replacementFix(list.result.text, result.range));
    return;
  }
  const { action } = selection;
  const own = checkListed(node, list, action, true, reported, dialect, report);
  // An action that cannot be the best one is reported there.
  if (own !== 'reported' && !reported.has('MAV_BEST_ILLEGAL') && !reported.has('MAV_BEST_UNLISTED'))
    checkLeafChoice(node, action, own, faults);
}

/** Checks that an action of a leaf's decision is in its list, with its value there; returns the listed action. */
function checkListed(
  node: MavTraceNode,
  list: LineBody,
  action: ActionValue,
  isSelected: boolean,
  reported: ReadonlySet<Code>,
  dialect: MavDialect,
  report: (message: string, range: Range, extra?: DiagnosticExtra) => void,
): ActionValue | 'reported' | undefined {
  const { move, value, bucket, range } = action;
  if (list.kind !== 'list') {
    const fix = list.kind === 'terminal' && isSelected ? replacementFix(`invalid : "${list.result.text}"`, range) : {};
    report(`the list of this node has no actions, so ${move.text} is not in it`, range, fix);
    return 'reported';
  }
  const name = node.nameOf(move.text);
  const target = leafTarget(node);
  const listed = list.actions.filter((other) => node.nameOf(other.move.text) === name);
  // An action that is listed twice is reported there.
  const own = listed.find((other) => other.bucket === bucket) ?? listed[0];
  if (own === undefined) {
    const isLegal = legalPosition(node)?.allows(name);
    const isReported = LIST_CODES.some((code) => reported.has(code)) && isLegal === true;
    if (list.isElided ? isLegal !== false : isReported) return undefined;
    const where = list.isElided ? 'legal at this node' : 'in the list of this node';
    report(`${move.text} is not ${where}`, range, isSelected ? selects(action, target) : {});
    return 'reported';
  }
  if (bucket === own.bucket || !isRead(own, dialect)) return own;
  // With the value of the best action, the name is the mistake.
  const isOther = target !== undefined && node.nameOf(target.move.text) !== name && target.bucket === bucket;
  if (isSelected && isOther) return own;
  const newText = own.bucket === undefined ? undefined : bucketLike(value ?? own.value, own.bucket, dialect);
  const related = [{ range: own.range, message: 'the list' }];
  const message = `${move.text} has ${own.value?.text ?? 'no value'} in the list of this node`;
  const fix = newText === undefined ? {} : fixWith(`Write ${newText}`, pairEdits(action, move.text, newText));
  report(message, value?.range ?? range, { related, ...fix });
  return 'reported';
}

/** Returns true if the value of an action is a bucket; other values are reported already. */
const isRead = ({ bucket }: ActionValue, dialect: MavDialect): boolean =>
  bucket !== undefined && isBucket(bucket, dialect);

/** Checks that a leaf selects its best action; without one an action of the highest value. */
function checkLeafChoice(
  node: MavTraceNode,
  selected: ActionValue,
  own: ActionValue | undefined,
  faults: Faults,
): void {
  const { move, range } = selected;
  const { best, list } = node.model ?? {};
  const fix = selects(selected, leafTarget(node));
  if (best !== undefined) {
    if (best.action === node.nameOf(move.text)) return;
    // An action of the highest value is a right selection if the best action is another one, which is reported.
    if (isAbove(node, own, best.action)) return;
    const related = [{ range: best.word.range, message: 'the best action' }];
    const message = `${move.text} is selected, but the best action is ${best.word.text}`;
    faults.push(diagnostic('TRACE_LEAF_CHOICE', range, message, { related, ...fix }));
    return;
  }
  const actions = list?.body.kind === 'list' ? list.body.actions : [];
  if (own !== undefined && actions.some((other) => (other.bucket ?? -1) > (own.bucket ?? -1)))
    faults.push(
      diagnostic('TRACE_LEAF_CHOICE', range, `${move.text} does not have the highest value in the list`, fix),
    );
}

/** Returns true if an action has the highest value of a leaf's list, and another action a lower value. */
function isAbove({ model, nameOf }: MavTraceNode, own: ActionValue | undefined, other: string): boolean {
  const body = model?.list?.body;
  if (body?.kind !== 'list' || own?.bucket === undefined) return false;
  const { bucket = -1 } = body.actions.find(({ move }) => nameOf(move.text) === other) ?? {};
  return bucket >= 0 && bucket < own.bucket && highestAction(body.actions)?.bucket === own.bucket;
}

/**
 * Returns the action that a leaf should select: its best action as listed, or without one the first of the highest
 * value.
 */
function leafTarget({ model, nameOf }: MavTraceNode): ActionValue | undefined {
  const body = model?.list?.body;
  if (body?.kind !== 'list') return undefined;
  const best = model?.best;
  if (best !== undefined) return body.actions.find(({ move }) => nameOf(move.text) === best.action);
  return highestAction(body.actions);
}

/** Returns the action that a node should select by its own list, or by the compared actions. */
export const expectedSelection = (node: MavTraceNode): ActionValue | undefined =>
  isInner(node) ? highestAction(node.decision?.actions ?? []) : leafTarget(node);

/** Returns the first action of the highest value; undefined if none has a value. */
function highestAction(actions: readonly ActionValue[]): ActionValue | undefined {
  let highest: ActionValue | undefined;
  for (const action of actions)
    if (action.bucket !== undefined && action.bucket > (highest?.bucket ?? -1)) highest = action;
  return highest;
}

/** Returns the extra fields of a finding with the fix that selects another action, with its value. */
function selects(selected: ActionValue, target: ActionValue | undefined): DiagnosticExtra {
  if (target?.value === undefined) return {};
  const edits = pairEdits(selected, target.move.text, target.value.text);
  return edits.length === 0 ? {} : fixWith(`Select ${target.move.text}`, edits);
}

/** Returns the value of a child's decision for the player above it; undefined without one. */
function valueFromChild({ decision, truth }: MavTraceNode, dialect: MavDialect): number | undefined {
  const selection = decision?.selection;
  if (selection?.kind === 'terminal') return endValue(selection.result.text, truth, dialect);
  const bucket = selection?.action.bucket;
  return bucket === undefined ? undefined : flipBucket(bucket, dialect);
}

/**
 * Returns the value of a result for the player whose action it was. A player loses by their own action only in games
 * that allow it.
 */
function endValue(result: string, end: MavPosition | undefined, dialect: MavDialect): number | undefined {
  if (result === '1/2-1/2') return toBucket(0.5, dialect);
  if (result !== '1-0' && result !== '0-1') return undefined;
  const isLost = end?.game.moverCanLose === true && (result === '1-0') === (end.fields.side === 'x');
  return toBucket(isLost ? 0 : 1, dialect);
}

/** Returns true if a decision has the value of a child; a draw may be written as its flip. */
const isValue = (
  bucket: number | undefined,
  expected: number,
  { decision }: MavTraceNode,
  dialect: MavDialect,
): boolean =>
  bucket === expected ||
  (decision?.selection?.kind === 'terminal' &&
    bucket === flipBucket(expected, dialect) &&
    expected === toBucket(0.5, dialect));

/**
 * Returns the values of a child by what it selects from (the list of a leaf, or the compared actions) and by the rules.
 * If its selection differs from them in value, action or result, the mistake is there.
 */
function listedValues(child: MavTraceNode, dialect: MavDialect): number[] {
  const { decision, model, nameOf, truth } = child;
  const selection = decision?.selection;
  const list = model?.list?.body;
  const name = selection?.kind === 'action' ? nameOf(selection.action.move.text) : undefined;
  const from = isInner(child) ? decision?.actions : list?.kind === 'list' ? list.actions : undefined;
  const own = from?.find(({ move }) => nameOf(move.text) === name);
  const values = [own, expectedSelection(child)].map((action) =>
    action?.bucket === undefined ? undefined : flipBucket(action.bucket, dialect),
  );
  const results = [
    list?.kind === 'terminal' ? list.result.text : undefined,
    truth?.game.automaton.outcome(truth.state),
  ];
  for (const result of results) values.push(endValue(result ?? '', truth, dialect));
  return values.filter((value) => value !== undefined);
}

/** Checks that an inner node compares its children by the values that they selected, seen from its own side. */
function checkInner(
  node: MavTraceNode,
  isCut: boolean,
  spell: TraceModel['spell'],
  dialect: MavDialect,
  faults: Faults,
): void {
  const { decision, children } = node;
  if (decision === undefined) return;
  const nameOf = ({ move }: ActionValue): string => node.nameOf(move.text);
  const values = new Map(children.map((child) => [child.path.at(-1) ?? '', valueFromChild(child, dialect)]));
  const { strange, missing } = wrongWeighed(decision.actions, values, nameOf);
  const loop = findLoop(decision.actions.map(nameOf));
  if (loop !== undefined) faults.push(loopFinding(decision.actions, loop));
  const circling = new Set(loop === undefined ? [] : decision.actions.slice(loop.start));
  for (const action of strange) {
    if (circling.has(action)) continue;
    // One for one: a copying mistake, identified by its value.
    const meant = missing.filter((move) => values.get(move) === action.bucket);
    const [candidate] = meant.length === 1 ? meant : missing;
    const only = strange.size === 1 && (meant.length === 1 || missing.length === 1) ? candidate : undefined;
    const rest = only === undefined ? '' : `; ${spell(only)}, which was expanded, is missing`;
    const name = action.move.text;
    const what = values.has(nameOf(action)) ? 'is already weighed' : `was never expanded from ${nodeName(node)}`;
    const fix = only === undefined ? {} : replacementFix(spell(only), action.move.range);
    faults.push(diagnostic('TRACE_DECISION_LIST', action.range, `${name} ${what}${rest}`, fix));
    if (only !== undefined) missing.splice(missing.indexOf(only), 1);
  }
  if (missing.length > 0 && !isCut)
    faults.push(
      diagnostic(
        'TRACE_DECISION_LIST',
        decision.range,
        `${listNames(missing.map(spell))} ${missing.length === 1 ? 'was' : 'were'} expanded but ${missing.length === 1 ? 'is' : 'are'} not weighed`,
      ),
    );
  for (const action of decision.actions) {
    const expected = values.get(nameOf(action));
    const child = children.find(({ path }) => path[path.length - 1] === nameOf(action));
    if (expected === undefined || child === undefined || strange.has(action)) continue;
    if (isValue(action.bucket, expected, child, dialect)) continue;
    // The mistake is the child's.
    if (action.bucket !== undefined && listedValues(child, dialect).includes(action.bucket)) continue;
    const ended = child.decision?.selection?.kind === 'terminal' ? child.decision.selection.result.text : undefined;
    const explanation =
      ended === undefined ? `the flip of ${flipBucket(expected, dialect)}` : `the game ends there with ${ended}`;
    const message = `${action.move.text} has the value ${expected} from its node: ${explanation}`;
    const newText = bucketLike(action.value, expected, dialect);
    const edits = pairEdits(action, action.move.text, newText);
    const fix = isBucket(expected, dialect) ? fixWith(`Write ${newText}`, edits) : {};
    faults.push(diagnostic('TRACE_DECISION_VALUE', action.value?.range ?? action.range, message, fix));
  }
  const wrong = selectionFaults(node, values, (action) => action.bucket, dialect);
  // Right by the nodes' own values: then the mistake is in the list and reported there.
  if (wrong.length > 0)
    if (selectionFaults(node, values, (action) => values.get(nameOf(action)) ?? action.bucket, dialect).length > 0)
      faults.push(...wrong);
}

/** Returns the compared actions that are no child or repeated, and the children that the decision leaves out. */
function wrongWeighed(
  actions: readonly ActionValue[],
  values: ReadonlyMap<string, number | undefined>,
  nameOf: (action: ActionValue) => string,
): { readonly strange: ReadonlySet<ActionValue>; readonly missing: string[] } {
  const named = new Map<string, ActionValue[]>();
  for (const action of actions) {
    const all = named.get(nameOf(action));
    if (all === undefined) named.set(nameOf(action), [action]);
    else all.push(action);
  }
  const strange = [...named].flatMap(([name, all]) => {
    if (!values.has(name)) return all;
    const right = all.find(({ bucket }) => bucket === values.get(name)) ?? all[0];
    return all.filter((action) => action !== right);
  });
  return { strange: new Set(strange), missing: [...values.keys()].filter((move) => !named.has(move)) };
}

/** Check 27: a decision selects the highest of the values that `weigh` returns; of equal ones any. */
function selectionFaults(
  { decision, nameOf: normal }: MavTraceNode,
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
  const best = highestAction(weighed);
  const fix = selects(selection.action, best);
  if (own === undefined) {
    const message = `${move.text} is selected but was neither weighed nor expanded`;
    faults.push(diagnostic('TRACE_SELECTION', selection.range, message, fix));
    return faults;
  }
  if (best?.bucket !== undefined && best.bucket > own) {
    const message = `${best.move.text} has a higher value, ${best.bucket}`;
    faults.push(diagnostic('TRACE_SELECTION', selection.range, message, fix));
  } else if (bucket !== undefined && bucket !== own) {
    const newText = bucketLike(value, own, dialect);
    const message = `${move.text} was weighed with the value ${own}`;
    const range = value?.range ?? selection.range;
    faults.push(diagnostic('TRACE_SELECTION', range, message, replacementFix(newText, range)));
  }
  return faults;
}
