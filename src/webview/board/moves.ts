import type { Position } from '../../core/base/text/line-index.ts';
import type { ListedMove, ShownBoard } from '../../protocol/lsp.ts';
import { button, h } from '../common/dom.ts';

/** `12...Nf6!?` */
export const moveText = ({ number, san, glyphs }: ListedMove): string => `${number}${san}${glyphs}`;

/**
 * The line through the position with what else was played in it, as text to click on. One move alone is a stop of the tab
 * key: the arrow keys lead to the others.
 *
 * @param go shows a place of the text, which is that behind a move
 */
export function moveList({ line, at, cut, steps }: ShownBoard, go: (to: Position) => void): HTMLElement {
  const list = h('div', { class: 'moves', role: 'group', 'aria-label': 'Moves' });
  const move = (one: ListedMove, text: string, current: boolean, name: string): HTMLButtonElement =>
    button(text, () => go(one.range.end), {
      class: one.legal ? 'move' : 'move illegal',
      'aria-label': one.legal ? name : `${name}, cannot be played`,
      'aria-current': current ? 'step' : undefined,
      tabindex: current ? 0 : -1,
    });
  const start = button('Start', () => (steps.first === null ? undefined : go(steps.first)), {
    class: 'move',
    'aria-current': at < 0 ? 'step' : undefined,
    tabindex: at < 0 ? 0 : -1,
  });
  list.append(cut[0] ? '… ' : start, ' ');
  let numbered = false;
  for (const [i, one] of line.entries()) {
    // White's moves have their number; Black's where something stands before it.
    const isWhite = !one.number.endsWith('...');
    const shows = isWhite || !numbered;
    const pair = h('span', { class: 'numbered' });
    if (shows) pair.append(h('span', { class: 'number', 'aria-hidden': 'true' }, one.number));
    pair.append(move(one, `${one.san}${one.glyphs}`, i === at, moveText(one)));
    list.append(pair, ' ');
    numbered = true;
    if (one.instead.length === 0) continue;
    numbered = false;
    list.append(
      h(
        'span',
        { class: 'instead' },
        '(',
        ...one.instead.flatMap((other, n) => [
          n === 0 ? '' : '; ',
          move(
            other,
            `${other.number}${isWhite ? '\u00a0' : ''}${other.san}${other.glyphs}`,
            false,
            `instead ${moveText(other)}`,
          ),
        ]),
        ')',
      ),
      ' ',
    );
  }
  if (cut[1]) list.append('…');
  return list;
}
