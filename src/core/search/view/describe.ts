import { t } from '../../base/text/l10n.ts';
import { counted } from '../../base/text/plural.ts';
import type { SearchNode } from '../tree.ts';
import { backupWord, sideWord, type ValueView } from './named-side.ts';
import { countText, valueText } from './picture.ts';
import { ownValueAtRoot, seenChildren, valueAtRoot, visitsOf } from './shown.ts';

/** Longest reason that is shown. */
const MAX_LENGTH = 200;

const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);

/**
 * What is known of a node, a line each: its name; N, Q and P of its edge and v, the root's Q by the rule of the search; whose values these
 * are; why it is closed, how its game ended, whether its state is another than the true one; what is waited for.
 *
 * @param name the action that leads to it
 * @param differs whether its state is another than the true one
 */
export function describeNode(node: SearchNode, view: ValueView, name: string, differs: boolean): string[] {
  const { parent, edge, kind, outcome, reason } = node;
  const { root, rule, side } = view;
  const lines = [name];
  if (kind === 'hallucination') {
    lines.push(t('Hallucination: the edge is closed and nothing was backed up'));
    if (reason !== undefined) lines.push(cut(reason));
  } else {
    const counts = [`N ${countText(visitsOf(node))}`];
    counts.push(
      `${parent === undefined || node === root ? backupWord(rule) : 'Q'} ${valueText(valueAtRoot(node, root, rule))}`,
    );
    if (parent !== undefined) counts.push(`P ${parent.prior[edge]!.toFixed(3)}`);
    lines.push(
      [...counts, `v ${valueText(ownValueAtRoot(node, root))}`].join('  '),
      t('Values for {0}', sideWord(side)),
    );
  }
  if (kind === 'terminal')
    lines.push(outcome === undefined ? t('The game is over') : t('The game is over: {0}', outcome));
  if (kind === 'state' && node.actions.length > 0 && node.open === 0) lines.push(t('All edges are closed'));
  if (differs) lines.push(t('Diverged: the model’s state is not the true one'));
  const waiting = parent?.virtual[edge] ?? 0;
  if (waiting > 0) lines.push(t('Virtual count +{0}: waiting for an answer', countText(waiting)));
  return lines;
}

/** The same of the selected node, in a sentence for those who hear it. */
export function sayNode(node: SearchNode, view: ValueView, name: string, differs: boolean): string {
  const [title, ...rest] = describeNode(node, view, name, differs);
  const depth = node.depth - view.root.depth;
  const where = depth === 0 ? t('the root') : t('depth {0}', depth);
  const { length } = seenChildren(node);
  const below = length === 1 ? t('1 node below.') : t('{0} nodes below.', counted(length));
  return `${title}, ${where}. ${rest.join('. ')}. ${below}`;
}

/** Describes a box of several siblings. */
export function describeGroup(nodes: readonly SearchNode[], nameOf: (node: SearchNode) => string): string[] {
  const wrong = nodes.filter(({ kind }) => kind === 'hallucination').length;
  const visits = nodes.reduce((sum, node) => sum + (node.kind === 'hallucination' ? 0 : visitsOf(node)), 0);
  const names = nodes.slice(0, 8).map(nameOf).join(' ');
  const lost = wrong === 1 ? t('1 hallucination') : t('{0} hallucinations', counted(wrong));
  return [
    t('{0} more: {1}', countText(nodes.length), `${names}${nodes.length > 8 ? ' …' : ''}`),
    `${t('N {0} in all', countText(visits))}${wrong > 0 ? `, ${lost}` : ''}`,
  ];
}
