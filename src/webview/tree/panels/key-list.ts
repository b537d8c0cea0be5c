import { h, type JSX, type RefObject } from 'preact';
import { button } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';

const KEYS: readonly (readonly [string, string])[] = [
  [t('Arrow keys'), t('move through the tree, in the drawing and in the table')],
  [t('Enter'), t('open or close a node')],
  ['+  −  0', t('zoom in, zoom out, fit the drawing')],
  ['i  t  g', t('icicle, tidy tree, table')],
  ['s', t('show the state in the state view')],
  ['d', t('without diverged nodes, or the whole search')],
  ['r', t('draw the reference behind the trace, or not')],
  ['u', t('go to the parent node')],
  [',  .', t('one simulation back, forward')],
  ['p', t('play, pause')],
  ['/', t('find a move or a state')],
  ['n  N', t('next match, previous match')],
  ['f', t('flip the board')],
  ['?', t('show this list')],
];

/** The list of keys, over the page once its dialog is shown. */
export const KeyList = ({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }): JSX.Element =>
  h(
    'dialog',
    { class: 'keys', 'aria-labelledby': 'keys-heading', ref: dialog },
    h('h2', { id: 'keys-heading' }, t('Keys')),
    h(
      'dl',
      null,
      KEYS.map(([keys, does]) => [h('dt', null, h('kbd', null, keys)), h('dd', null, does)]),
    ),
    button(t('Close'), () => dialog.current?.close()),
  );
