import type { Range } from '../../base/text/range.ts';
import type { MavState } from '../../mav/check/example-model.ts';
import type { MavTraceNode } from '../../mav/check/trace-model.ts';
import { mavGameName } from '../../mav/game-names.ts';
import type { ActionValue, Example } from '../../mav/syntax.ts';
import { isBucket } from '../../mav/values.ts';
import type { ComparisonOptions, DivergenceCode, NodeDivergence, TracePart } from './divergence.ts';
import { type StateComparison, type StateSlot, stateDivergences } from './state-divergence.ts';

/** Inputs of a comparison of two nodes. */
export interface NodeComparison extends ComparisonOptions, Pick<StateComparison, 'dialect' | 'open'> {
  /** Node above that of the reference, if there is one. */
  readonly parent: MavTraceNode | undefined;
}

/** Receives a difference. */
export type ReportDivergence = (divergence: NodeDivergence) => void;

/** Reports differences between the evaluation of a node and its reference, in the order of the text. */
export function evaluationDivergences(
  own: MavTraceNode,
  reference: MavTraceNode,
  options: NodeComparison,
  tell: ReportDivergence,
): void {
  const [example, expected] = [own.example, reference.example];
  if (expected === undefined) return;
  if (example === undefined) {
    const range = own.evaluation?.range;
    return tell({ part: 'missing', code: 'example-missing', found: '', expected: 'an example', range });
  }
  compareHeaders(example, expected, tell);
  compareStates('previous state', own, reference, options, tell);
  compareAction('previousAction', own, reference, tell);
  compareStates('state', own, reference, options, tell);
  compareLists(own, reference, options, tell);
  compareAction('best', own, reference, tell);
  compareStates('final state', own, reference, options, tell);
}

/** Reports differences between the expansion and decision of a node and its reference. */
export function searchDivergences(
  own: MavTraceNode,
  reference: MavTraceNode,
  options: NodeComparison,
  tell: ReportDivergence,
): void {
  const [children, expected] = [expandedActions(own), expandedActions(reference)];
  const { expansion, decision } = own;
  const childPlace = surplusAt(children, expected);
  compareSets(
    ['expansion', 'expansion', 'expansion-order'],
    children,
    expected,
    expansion?.children[childPlace]?.range ?? expansion?.range,
    tell,
  );
  const right = reference.decision;
  if (decision === undefined || right === undefined) {
    if (decision !== right)
      tell({
        part: 'decision',
        code: 'decision-missing',
        found: decision === undefined ? '' : textOfDecision(own),
        expected: right === undefined ? '' : textOfDecision(reference),
        range: decision?.range,
      });
    return;
  }
  const [weighed, other] = [namesOf(decision.actions, own), namesOf(right.actions, reference)];
  const place = decision.actions[surplusAt(weighed, other)]?.range ?? decision.range;
  compareSets(['decision', 'decision-actions', 'decision-order'], weighed, other, place, tell);
  compareValues('decision', 'decision-values', decision.actions, right.actions, [own, reference], options, tell);
  const [chosen, best] = [selectedAt(own), selectedAt(reference)];
  if (chosen !== best)
    tell({
      part: 'decision',
      code: 'selection',
      found: chosen,
      expected: best,
      range: decision.selection?.range ?? decision.range,
    });
  else if (decision.selection?.kind === 'action' && right.selection?.kind === 'action')
    compareValues(
      'decision',
      'selection-value',
      [decision.selection.action],
      [right.selection.action],
      [own, reference],
      options,
      tell,
    );
}

/** Compares actions as sets, and equal sets by their order. */
function compareSets(
  [part, code, order]: readonly [part: TracePart, code: DivergenceCode, order: DivergenceCode],
  own: readonly string[],
  reference: readonly string[],
  range: Range | undefined,
  tell: ReportDivergence,
): void {
  const sorted = (actions: readonly string[]): string => [...actions].sort().join(' ');
  const [found, expected] = [sorted(own), sorted(reference)];
  if (found !== expected) return tell({ part, code, found, expected, range });
  const [first, second] = [own.join(' '), reference.join(' ')];
  if (first !== second) tell({ part: 'order', code: order, found: first, expected: second, range });
}

function countsOf(actions: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const action of actions) counts.set(action, (counts.get(action) ?? 0) + 1);
  return counts;
}

/** Returns the index of the first action that the reference has not, or not as often; -1 without one. */
function surplusAt(own: readonly string[], reference: readonly string[]): number {
  const left = countsOf(reference);
  return own.findIndex((action) => {
    const count = left.get(action) ?? 0;
    left.set(action, count - 1);
    return count <= 0;
  });
}

/** Compares the game and the commands of headers, and the lines that follow them. */
function compareHeaders(own: Example, reference: Example, tell: ReportDivergence): void {
  const game = ({ header }: Example): string => mavGameName(header.game?.text ?? '') ?? header.game?.text ?? '';
  if (game(own) !== game(reference))
    tell({
      part: 'header',
      code: 'game',
      found: own.header.game?.text ?? '',
      expected: reference.header.game?.text ?? '',
      range: own.header.game?.range ?? own.header.open,
    });
  const asked = ({ header }: Example): string => header.commands.map(({ name }) => `%${name}`).join(' ');
  if (asked(own) !== asked(reference))
    tell({
      part: 'header',
      code: 'commands',
      found: asked(own),
      expected: asked(reference),
      range: own.header.range,
    });
  const lines = (one: Example): readonly string[] => one.lines.map(({ command }) => `%${command.name}`);
  const [found, expected] = [lines(own), lines(reference)];
  if (found.join(' ') === expected.join(' ')) return;
  const at = expected.findIndex((name, i) => name !== found[i]);
  const place = own.lines[at < 0 ? expected.length : at] ?? own.lines.at(-1);
  tell({
    part: 'lines',
    code: 'lines',
    found: found.join(' '),
    expected: expected.join(' '),
    range: place?.command.range ?? own.header.range,
  });
}

const SLOTS = { 'previous state': 'previous', state: 'current', 'final state': 'final' } as const;
const SLOT_CODES = {
  'previous state': 'prev-state-missing',
  state: 'state-missing',
  'final state': 'final-state-missing',
} as const;

/** Compares the states of a slot, each with the one of the same command. */
function compareStates(
  slot: StateSlot,
  own: MavTraceNode,
  reference: MavTraceNode,
  options: NodeComparison,
  tell: ReportDivergence,
): void {
  const [found, expected] = [own.model?.[SLOTS[slot]] ?? [], reference.model?.[SLOTS[slot]] ?? []];
  const game = reference.model?.game;
  const left = [...found];
  const take = (fits: (one: MavState) => boolean): MavState | undefined => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  for (const right of expected) {
    const placed = take(({ form }) => form === right.form) ?? take(() => true);
    if (placed === undefined || game === undefined) {
      const code = SLOT_CODES[slot];
      tell({ part: slot, code, found: '', expected: right.word.text, range: own.example?.header.range });
      continue;
    }
    const truth = slot === 'previous state' ? options.parent?.truth : slot === 'state' ? reference.truth : undefined;
    const { dialect, open } = options;
    for (const one of stateDivergences(placed, right, { slot, game, dialect, open, truth })) tell(one);
  }
}

function compareAction(
  which: 'previousAction' | 'best',
  own: MavTraceNode,
  reference: MavTraceNode,
  tell: ReportDivergence,
): void {
  const [found, expected] = [own.model?.[which], reference.model?.[which]];
  if ((found?.action ?? '') === (expected?.action ?? '')) return;
  const isBest = which === 'best';
  tell({
    part: isBest ? 'best action' : 'previous action',
    code: isBest ? 'best-action' : 'prev-action',
    found: found?.action ?? '',
    expected: expected?.action ?? '',
    range: found?.word.range,
  });
}

/** Compares the lists of two nodes: their order means nothing, and the actions that an ellipsis stands for are not compared. */
function compareLists(
  own: MavTraceNode,
  reference: MavTraceNode,
  options: NodeComparison,
  tell: ReportDivergence,
): void {
  const line = own.model?.list;
  const [body, right] = [line?.body, reference.model?.list?.body];
  const range = line?.range;
  if (body?.kind !== 'list' || right?.kind !== 'list') {
    const text = (node: MavTraceNode, one: typeof body): string =>
      one?.kind === 'list'
        ? [...namesOf(one.actions, node)].sort().join(' ')
        : one?.kind === 'terminal'
          ? one.result.text
          : '';
    const [found, expected] = [text(own, body), text(reference, right)];
    const code = body?.kind === 'terminal' || right?.kind === 'terminal' ? 'list-result' : 'list-actions';
    if (found !== expected || body?.kind !== right?.kind) tell({ part: 'list', code, found, expected, range });
    return;
  }
  /** Returns the actions in which the other list is comparable. */
  const shared = (
    actions: readonly ActionValue[],
    node: MavTraceNode,
    other: { readonly isElided: boolean; readonly actions: readonly ActionValue[] },
    otherNode: MavTraceNode,
  ): readonly ActionValue[] => {
    if (!other.isElided) return actions;
    const named = new Set(namesOf(other.actions, otherNode));
    return actions.filter(({ move }) => named.has(node.nameOf(move.text)));
  };
  const [mine, theirs] = [
    shared(body.actions, own, right, reference),
    shared(right.actions, reference, body, own),
  ] as const;
  const [found, expected] = [
    [...namesOf(mine, own)].sort().join(' '),
    [...namesOf(theirs, reference)].sort().join(' '),
  ];
  if (found !== expected) {
    const place = mine[surplusAt(namesOf(mine, own), namesOf(theirs, reference))]?.range ?? range;
    const message = listMessage(found, expected);
    tell({ part: 'list', code: 'list-actions', found, expected, message, range: place });
  }
  compareValues('list', 'list-values', mine, theirs, [own, reference], options, tell);
}

/** Describes the differences of long lists: surplus and missing actions. */
function listMessage(found: string, expected: string): string {
  const [a, b] = [found.split(' ').filter(Boolean), expected.split(' ').filter(Boolean)];
  const without = (from: readonly string[], others: readonly string[]): string[] => {
    const left = countsOf(others);
    return from.filter((one) => {
      const count = left.get(one) ?? 0;
      left.set(one, count - 1);
      return count <= 0;
    });
  };
  const [more, less] = [without(a, b), without(b, a)];
  return [
    ...(more.length > 0 ? [`${more.join(' ')} too many`] : []),
    ...(less.length > 0 ? [`${less.join(' ')} missing`] : []),
  ].join('; ');
}

/** Bucket in one of its valid forms; the reader accepts any text with a number. */
const VALUE = /^<(?:ctrl|val_)\d+>$/;

/** Compares the values of common actions; without `values` only that they are present and valid in the dialect. */
function compareValues(
  part: TracePart,
  code: DivergenceCode,
  own: readonly ActionValue[],
  reference: readonly ActionValue[],
  [node, other]: readonly [MavTraceNode, MavTraceNode],
  { values, dialect }: NodeComparison,
  tell: ReportDivergence,
): void {
  const read = ({ bucket, value }: ActionValue): string => {
    const isValue = bucket !== undefined && isBucket(bucket, dialect) && VALUE.test(value?.text ?? '');
    return isValue ? (values ? String(bucket) : 'a value') : (value?.text ?? 'no value');
  };
  // A repeated action has its values in their order.
  const expected = new Map<string, string[]>();
  for (const one of reference) {
    const name = other.nameOf(one.move.text);
    const known = expected.get(name);
    if (known === undefined) expected.set(name, [read(one)]);
    else known.push(read(one));
  }
  const differences: { readonly found: string; readonly expected: string; readonly range: Range }[] = [];
  for (const one of own) {
    const name = node.nameOf(one.move.text);
    const [found, right] = [read(one), expected.get(name)?.shift()];
    if (right === undefined || found === right) continue;
    differences.push({ found: `${name}:${found}`, expected: `${name}:${right}`, range: one.value?.range ?? one.range });
  }
  const [first] = differences;
  if (first === undefined) return;
  const joined = (which: 'found' | 'expected'): string => differences.map((item) => item[which]).join(' ');
  tell({ part, code, found: joined('found'), expected: joined('expected'), range: first.range });
}

const namesOf = (actions: readonly ActionValue[], { nameOf }: MavTraceNode): readonly string[] =>
  actions.map(({ move }) => nameOf(move.text));

/** Returns the actions that a node is expanded to, in the order of the text. */
export const expandedActions = ({ expansion, path, nameOf }: MavTraceNode): readonly string[] =>
  (expansion?.children ?? []).map((child) => nameOf(child.path[path.length]?.text ?? ''));

function selectedAt({ decision, nameOf }: MavTraceNode): string {
  const selection = decision?.selection;
  if (selection === undefined) return '';
  return selection.kind === 'terminal' ? `invalid : ${selection.result.text}` : nameOf(selection.action.move.text);
}

function textOfDecision(node: MavTraceNode): string {
  const weighed = namesOf(node.decision?.actions ?? [], node);
  return [...weighed, ...(weighed.length > 0 ? ['->'] : []), selectedAt(node)].join(' ').trim();
}
