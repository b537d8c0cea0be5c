import { plural } from '../../base/text/plural.ts';
import type { SearchNode } from '../tree.ts';
import type { ValueView } from './named-side.ts';
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
    lines.push('Hallucination: the edge is closed and nothing was backed up');
    if (reason !== undefined) lines.push(cut(reason));
  } else {
    const counts = [`N ${countText(visitsOf(node))}`];
    counts.push(
      `${parent === undefined || node === root ? rule.backup : 'Q'} ${valueText(valueAtRoot(node, root, rule))}`,
    );
    if (parent !== undefined) counts.push(`P ${parent.prior[edge]!.toFixed(3)}`);
    lines.push([...counts, `v ${valueText(ownValueAtRoot(node, root))}`].join('  '), `Values for ${side}`);
  }
  if (kind === 'terminal') lines.push(`The game is over${outcome === undefined ? '' : `: ${outcome}`}`);
  if (kind === 'state' && node.actions.length > 0 && node.open === 0) lines.push('All edges are closed');
  if (differs) lines.push('The model’s state is not the true one');
  const waiting = parent?.virtual[edge] ?? 0;
  if (waiting > 0) lines.push(`Virtual count +${countText(waiting)}: waiting for an answer`);
  return lines;
}

/** The same of the selected node, in a sentence for those who hear it. */
export function sayNode(node: SearchNode, view: ValueView, name: string, differs: boolean): string {
  const [title, ...rest] = describeNode(node, view, name, differs);
  const depth = node.depth - view.root.depth;
  const where = depth === 0 ? 'the root' : `depth ${depth}`;
  return `${title}, ${where}. ${rest.join('. ')}. ${plural(seenChildren(node).length, 'node')} below.`;
}

/** What a box of several siblings stands for. */
export function describeGroup(nodes: readonly SearchNode[], nameOf: (node: SearchNode) => string): string[] {
  const wrong = nodes.filter(({ kind }) => kind === 'hallucination').length;
  const visits = nodes.reduce((sum, node) => sum + (node.kind === 'hallucination' ? 0 : visitsOf(node)), 0);
  const names = nodes.slice(0, 8).map(nameOf).join(' ');
  return [
    `${countText(nodes.length)} more: ${names}${nodes.length > 8 ? ' …' : ''}`,
    `N ${countText(visits)} in all${wrong > 0 ? `, ${plural(wrong, 'hallucination')}` : ''}`,
  ];
}
