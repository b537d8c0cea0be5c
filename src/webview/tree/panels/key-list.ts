import { button, h } from '../../common/dom.ts';

const KEYS: readonly (readonly [string, string])[] = [
  ['Arrow keys', 'move through the tree, in the drawing and in the table'],
  ['Enter', 'open or close a node'],
  ['+  −  0', 'zoom in, zoom out, fit the drawing'],
  ['i  t  g', 'icicle, tidy tree, table'],
  ['s', 'show the state in the state view'],
  ['d', 'without diverged nodes, or the whole search'],
  ['u', 'go to the parent node'],
  [',  .', 'one simulation back, forward'],
  ['p', 'play, pause'],
  ['/', 'find a move or a state'],
  ['n  N', 'next match, previous match'],
  ['f', 'flip the board'],
  ['?', 'show this list'],
];

/** The list of keys, over the page. */
export function keyList(): HTMLDialogElement {
  const close = button('Close', () => dialog.close());
  const dialog = h(
    'dialog',
    { class: 'keys', 'aria-labelledby': 'keys-heading' },
    h('h2', { id: 'keys-heading' }, 'Keys'),
    h('dl', {}, ...KEYS.flatMap(([keys, does]) => [h('dt', {}, h('kbd', {}, keys)), h('dd', {}, does)])),
    close,
  );
  return dialog;
}
