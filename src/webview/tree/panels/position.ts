import { h, type JSX } from 'preact';
import { formatWholeNumber } from '../../../core/base/text/counts.ts';
import { isComparedWorld } from '../../../core/metrics/comparison-rules.ts';
import type { SearchNode } from '../../../core/search/tree.ts';
import type { NodeMarks } from '../../../core/search/tree-status.ts';
import { listNodeSteps, type NodeTruth } from '../../../core/search/view/game-states.ts';
import {
  backupWord,
  countVisits,
  isSeen,
  ownValueAtRoot,
  sideAt,
  sideWord,
  toMoveWords,
  valueAtRoot,
} from '../../../core/search/view/node-values.ts';
import { formatNodeValue } from '../../../core/search/view/picture.ts';
import { formatCosts, formatStatus } from '../../../core/search/view/status-look.ts';
import type { TreeStates } from '../../../core/search/view/world-states.ts';
import type { FromTree } from '../../../protocol/tree-messages.ts';
import { button } from '../../common/elements.ts';
import type { Host } from '../../common/host.ts';
import { t } from '../../common/l10n.ts';
import { describeReference } from '../reference.ts';
import type { TreeStore } from '../store.ts';
import type { PanelContext } from './panel.ts';

interface NodeContext extends PanelContext {
  readonly node: SearchNode;
  readonly states: TreeStates;
  readonly truth: NodeTruth;
}

/** The way to the selected node, its counts and values, and the findings on it. */
export function NodePlace({ store, host }: PanelContext): JSX.Element {
  const { selected: node, states } = store;
  if (node === undefined || states === undefined)
    return h('section', { class: 'position', 'aria-labelledby': 'position-heading', hidden: true });
  const context: NodeContext = { store, host, node, states, truth: states.truthOf(node) };
  const findings = store.facts.noteOf(node)?.findings ?? [];
  const { tree } = store.reference;
  const beside = tree === undefined ? [] : describeReference(tree.noteOf(node), tree.ghostsBelow(node));
  return h(
    'section',
    { class: 'position', 'aria-labelledby': 'position-heading' },
    h(
      'div',
      { class: 'where' },
      h('h2', { id: 'position-heading' }, states.moveTo(node) ?? t('Start')),
      h('p', { class: 'summary' }, summaryText(context)),
    ),
    crumbs(context),
    h(
      'ul',
      { class: 'findings', hidden: findings.length === 0 },
      findings.map((finding) => h('li', { lang: 'en' }, finding)),
    ),
    h(
      'ul',
      { class: 'beside-reference', hidden: beside.length === 0 },
      beside.map((line) => h('li', { lang: 'en' }, line)),
    ),
  );
}

/** Returns the path from the root, whose nodes are links. */
function crumbs({ store, node, states }: NodeContext): JSX.Element {
  const line = states.lineTo(node);
  const link = (to: SearchNode, name: string): JSX.Element =>
    button(name, () => store.select(to), { class: 'link', 'aria-current': to === node ? 'step' : undefined });
  return h(
    'nav',
    { class: 'crumbs', 'aria-label': t('Path from the root'), hidden: line.length === 0 },
    store.shown === undefined ? null : link(store.shown.root, t('Start')),
    line.map(({ node: other, text }) => [' ', link(other, text)]),
  );
}

/** The state of the selected node as text, its buttons and the answer of the model. */
export function NodeTexts({ store, host }: PanelContext): JSX.Element | null {
  const { selected: node, states } = store;
  if (node === undefined || states === undefined) return null;
  const context: NodeContext = { store, host, node, states, truth: states.truthOf(node) };
  const isLost = node.kind === 'hallucination';
  const wrote = t('What the model wrote');
  const { shown } = store;
  return h(
    'section',
    { class: 'said', 'aria-label': t('The state as text') },
    h(
      'p',
      { class: 'reason', hidden: !isLost },
      isLost ? t('No state: {0}.', node.reason ?? t('the answer cannot be read')) : '',
    ),
    h(
      'pre',
      { class: 'raw', tabindex: 0, role: 'region', 'aria-label': wrote, hidden: !isLost },
      isLost ? node.state : '',
    ),
    h('code', { class: 'fen', hidden: isLost }, isLost ? '' : node.state),
    toolbar(context),
    h(
      'details',
      { hidden: node.text === undefined || isLost },
      h(
        'summary',
        null,
        shown === undefined ? wrote : t('What the model wrote, values for {0}', sideWord(sideAt(node, shown))),
      ),
      h('pre', { tabindex: 0, role: 'region', 'aria-label': t('The answer from the model') }, node.text ?? ''),
    ),
  );
}

const toolbar = ({ store, host, node }: NodeContext): JSX.Element =>
  h(
    'div',
    { class: 'toolbar' },
    button(t('State View'), () => sendState(store, host, true), { title: t('Show this state in the state view (s)') }),
    button(t('Flip'), () => store.flip(), {
      title: t('Flip the board (f)'),
      hidden: store.shown === undefined || isComparedWorld(store.shown.rules),
    }),
    button(node.kind === 'hallucination' ? t('Copy text') : t('Copy state'), () =>
      host.send({ type: 'copy', text: node.state }),
    ),
    button(t('Show in text'), () => host.send({ type: 'reveal', node: node.id }), { hidden: !store.isTrace }),
  );

/** Returns kind, side to move, visits and values of a node in a line. */
function summaryText({ node, states, truth, store }: NodeContext): string {
  if (!isSeen(node)) return t('Not in the tree yet.');
  if (node.marks !== undefined) return marksText(node, node.marks);
  const parts: string[] = [];
  if (node.kind === 'hallucination') parts.push(t('Hallucination'));
  else if (node.kind === 'terminal')
    parts.push(node.outcome === undefined ? t('The game ends') : t('The game ends {0}', node.outcome));
  else parts.push(toMoveWords(states.moverAt(node)));
  if (truth.kind === 'illegal') parts.push(t('the move is illegal'));
  if (node.kind === 'hallucination') return parts.join(' · ');
  const { stored, shown, isTrace } = store;
  if (stored === undefined || shown === undefined) return parts.join(' · ');
  const { root, side } = shown;
  const { settings } = stored.header;
  const visits = countVisits(node);
  const values = [`v ${formatNodeValue(ownValueAtRoot(node, root))}`];
  // The root has no edge above it.
  const name = isTrace || node.parent === undefined ? backupWord(settings) : 'Q';
  if (visits > 0) values.push(`${name} ${formatNodeValue(valueAtRoot(node, root, settings))}`);
  if (visits > 0 && !isTrace) parts.push(visits === 1 ? t('1 visit') : t('{0} visits', formatWholeNumber(visits)));
  parts.push(t('for {0}: {1}', sideWord(side), values.join(', ')));
  return parts.join(' · ');
}

/** Returns the name of a node in its trace, its status, costs and the nodes below it. */
function marksText(node: SearchNode, marks: NodeMarks): string {
  const { name = '' } = marks;
  const below = countBelow(node);
  const nodes = below === 1 ? t('1 node below') : t('{0} nodes below', formatWholeNumber(below));
  return [name, formatStatus(node), formatCosts(marks), below > 0 ? nodes : '']
    .filter((part) => part !== '')
    .join(' · ');
}

/** Returns the number of nodes below a node of a trace. */
const countBelow = (node: SearchNode): number => (node.isLeaf ? 0 : node.visits.reduce((sum, count) => sum + count, 0));

/**
 * Says which states lead to the selected node, for the state view. Nothing is said where the root is no state.
 *
 * @param open whether the state view opens where it is not
 */
export function sendState({ selected, stored, states, shown }: TreeStore, host: Host<FromTree>, open: boolean): void {
  if (selected === undefined || stored === undefined || states === undefined || shown === undefined) return;
  // A trace names no model.
  const model = shown.isMarked ? 'trace' : stored.header.model;
  const steps = listNodeSteps(selected, states, stored.header);
  if (steps.length > 0) host.send({ type: 'state', open, rules: shown.rules, model, steps });
}
