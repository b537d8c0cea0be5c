import type { BoardStep } from '../../core/notation/pgn/ply-selection.ts';
import { button, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';

/** What keys ask for. */
export interface KeyTargets {
  step(to: BoardStep): void;
  nextWrong(to: 'next' | 'previous'): void;
  flip(): void;
  pin(): void;
  help(): void;
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
  ['f', t('flip the boards')],
  ['p', t('pin: stay here while the cursor moves')],
  ['?', t('these keys')],
];

/** Elements that have arrow keys of their own. */
const OWN_KEYS = 'input, textarea, select, [role="menu"]';
/** Those that scroll. */
const SCROLLS = '.text-box';

const isIn = (element: Element | null, selector: string): boolean =>
  element !== null && element.closest(selector) !== null;

/** Listens to the page's keys. */
export function listenToKeys(targets: KeyTargets): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.target instanceof Element ? event.target : null;
    if (isIn(at, OWN_KEYS) || document.querySelector('dialog[open]') !== null) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      const scrolls = isIn(at, SCROLLS) && step !== 'previous' && step !== 'next';
      if (scrolls) return;
      targets.step(step);
    } else if (event.key === 'n' || event.key === 'N') targets.nextWrong(event.key === 'n' ? 'next' : 'previous');
    else if (event.key === 'f') targets.flip();
    else if (event.key === 'p') targets.pin();
    else if (event.key === '?') targets.help();
    else return;
    event.preventDefault();
  });
}

/** The keys that are used most, as a reminder to look at. */
export const keyHints = (): HTMLElement =>
  h(
    'span',
    { class: 'key-hints', 'aria-hidden': 'true' },
    ...[
      ['← →', t('steps')],
      ['n', t('next wrong')],
      ['f', t('flip')],
    ].map(([key = '', does = '']) => h('span', {}, h('kbd', {}, key), ` ${does}`)),
  );

/** Shows all keys until it is closed. */
export function showKeys(parent: HTMLElement): void {
  const dialog = h(
    'dialog',
    { class: 'key-list', 'aria-label': t('Keys'), close: () => dialog.remove() },
    h('h2', {}, t('Keys')),
    h(
      'dl',
      {},
      ...KEY_NAMES.flatMap(([keys, does]) => [
        h('dt', {}, ...keys.split(' ').map((key) => h('kbd', {}, key))),
        h('dd', {}, does),
      ]),
    ),
    button(t('Close'), () => dialog.close()),
  );
  parent.append(dialog);
  dialog.showModal();
}
