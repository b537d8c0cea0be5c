import type { SearchTree } from '../../core/search/mcts.ts';
import { columns } from '../io/columns.ts';
import type { Style } from '../io/terminal.ts';

/** Actions that are listed. */
const MAX_ROWS = 12;

/** The result of a search: what is played, the expected line, and the actions of the root, the most visited first. */
export function searchText(tree: SearchTree, model: string, style: Style): string {
  const { root } = tree;
  const best = tree.finalEdge();
  const { actions, visits, total, prior, listed, closed, children } = root;
  const order = actions.map((_, i) => i).sort((a, b) => visits[b] - visits[a] || listed[b] - listed[a]);
  const share = (value: number): string => value.toFixed(3);
  const rows = order.slice(0, MAX_ROWS).map((i) => {
    const value = visits[i] > 0 ? share(total[i] / visits[i]) : '-';
    const note = closed[i] === 1 ? `hallucination: ${children[i]?.reason ?? ''}` : '';
    return [i === best ? '>' : '', actions[i], String(visits[i]), value, share(prior[i]), share(listed[i]), note];
  });
  const head = ['', 'action', 'N', 'Q', 'P', 'listed', ''];
  const table = columns([head, ...rows], ['left', 'left', 'right', 'right', 'right', 'right', 'left']);
  const line = tree.principalVariation().map(({ parent, edge }) => parent?.actions[edge] ?? '');
  const rest = order.length - rows.length;
  return [
    best < 0 ? 'no action to play' : `${style.bold(actions[best])}  ${style.dim(`by ${model}`)}`,
    ...(line.length === 0 ? [] : [`line    ${line.join(' ')}`]),
    '',
    ...table,
    ...(rest > 0 ? [`and ${rest} more`] : []),
    '',
  ].join('\n');
}
