import { h, type JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BoardStep } from '../../core/notation/pgn/ply-selection.ts';
import { button } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import type { ReplayTargets } from './replay.ts';

/** Actions of keys. */
export interface KeyTargets extends ReplayTargets {
  step(to: BoardStep): void;
  nextWrong(to: 'next' | 'previous'): void;
  flip(): void;
  pin(): void;
  help(): void;
  /** Gives the keyboard to the text. */
  toText(): void;
}

const STEPS: Readonly<Record<string, BoardStep>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

const KEY_NAMES: readonly (readonly [keys: string, does: string])[] = [
  ['← →', t('steps')],
  ['↑ ↓', t('variations')],
  ['Home End', t('start and end of the line')],
  ['n N', t('next and previous wrong state')],
  ['l', t('replay the loss; Space pauses, Esc stops')],
  ['f', t('flip the boards')],
  ['p', t('pin: stay here while the cursor moves')],
  [t('Esc'), t('back to the text')],
  ['?', t('these keys')],
];

/** Elements that use arrow keys themselves. */
const OWN_KEYS = 'input, textarea, select, [role="menu"]';
/** Elements that use the Escape key themselves. */
const CLOSES = '[role="menu"]';
/** Elements that scroll. */
const SCROLLS = '.text-box';

const isIn = (element: Element | null, selector: string): boolean =>
  element !== null && element.closest(selector) !== null;

/** Listens to the page's keys. */
export function listenToKeys(targets: KeyTargets): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.target instanceof Element ? event.target : null;
    if (document.querySelector('dialog[open]') !== null) return;
    // It ends a replay first.
    if (event.key === 'Escape' && !isIn(at, CLOSES) && !targets.stopReplay()) return targets.toText();
    if (isIn(at, OWN_KEYS)) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      const scrolls = isIn(at, SCROLLS) && step !== 'previous' && step !== 'next';
      if (scrolls) return;
      targets.step(step);
    } else if (event.key === 'n' || event.key === 'N') targets.nextWrong(event.key === 'n' ? 'next' : 'previous');
    else if (event.key === 'f') targets.flip();
    else if (event.key === 'p') targets.pin();
    else if (event.key === 'l') targets.replay();
    else if (event.key === ' ' && !isIn(at, 'button, [role="tab"], summary')) {
      if (!targets.pauseReplay()) return;
    } else if (event.key === '?') targets.help();
    else return;
    event.preventDefault();
  });
}

/** Returns the keys that are used most, as a reminder. */
export const keyHints = (): JSX.Element =>
  h(
    'span',
    { class: 'key-hints', 'aria-hidden': 'true' },
    [
      ['← →', t('steps')],
      ['n', t('next wrong')],
      ['f', t('flip')],
    ].map(([key, does]) => h('span', { key }, h('kbd', null, key), ` ${does}`)),
  );

/** The list of all keys, over the page. */
export function KeyDialog({ closed }: { readonly closed: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return h(
    'dialog',
    { class: 'key-list', 'aria-label': t('Keys'), onClose: closed, ref: dialog },
    h('h2', null, t('Keys')),
    h(
      'dl',
      null,
      KEY_NAMES.map(([keys, does]) => [
        h(
          'dt',
          null,
          keys.split(' ').map((key) => h('kbd', null, key)),
        ),
        h('dd', null, does),
      ]),
    ),
    button(t('Close'), () => dialog.current?.close()),
  );
}
