import { replaceBidiControls } from '../../core/base/text/characters.ts';
import type { StateLine } from '../../core/evaluation/game-trace/timeline.ts';
import type { StateCopy } from '../../protocol/state-messages.ts';
import { button, h, setText } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { stepName, stepNumber } from '../common/step-name.ts';
import { widest } from '../common/text-width.ts';
import { CopyMenu } from './copy-menu.ts';
import type { View } from './view.ts';

/** What the buttons of the header do. */
export interface HeaderTargets {
  flip(): void;
  pin(): void;
  copy(what: StateCopy): void;
  saveStrip(): void;
  help(): void;
}

/** Where the page is, and its buttons: flip, pin, copy. */
export class Header {
  readonly element: HTMLElement;
  readonly #move = h('strong', { class: 'move' });
  readonly #ply = h('span', { class: 'ply' });
  readonly #title = h('span', { class: 'title' });
  readonly #pin: HTMLButtonElement;
  readonly #menu: CopyMenu;
  #line: StateLine | undefined;

  constructor(targets: HeaderTargets) {
    this.#pin = button(t('pin'), () => targets.pin(), {
      class: 'quiet',
      'aria-pressed': 'false',
      title: t('Stay at this position while the cursor moves (p)'),
    });
    this.#menu = new CopyMenu(
      (what) => targets.copy(what),
      () => targets.saveStrip(),
    );
    this.element = h(
      'header',
      {},
      h('p', { class: 'where' }, this.#move, this.#ply, this.#title),
      h(
        'div',
        { class: 'toolbar', role: 'toolbar', 'aria-label': t('State') },
        button(t('flip'), () => targets.flip(), { class: 'quiet', title: t('Flip the boards (f)') }),
        this.#pin,
        this.#menu.element,
        button('?', () => targets.help(), { class: 'quiet', 'aria-label': t('Keys'), title: t('All keys (?)') }),
      ),
    );
  }

  show({ line, step }: View, pinned: boolean): void {
    if (line !== this.#line) this.#reserve(line);
    this.#move.textContent = stepName(step);
    this.#ply.textContent = stepNumber(line, step);
    setText(this.#title, line.title);
    this.#title.title = replaceBidiControls(line.title);
    this.#pin.setAttribute('aria-pressed', String(pinned));
    this.#pin.textContent = pinned ? t('pinned') : t('pin');
  }

  /** Room for the longest name of the line, so that what follows it stands still. */
  #reserve(line: StateLine): void {
    this.#line = line;
    const room = (element: HTMLElement, texts: readonly string[]): void =>
      element.style.setProperty('--room', `${Math.min(140, widest(element, texts) + 1)}px`);
    room(this.#move, line.steps.map(stepName));
    room(
      this.#ply,
      line.steps.map((step) => stepNumber(line, step)),
    );
  }

  /** What there is to copy. */
  offer(copies: ReadonlySet<StateCopy>, hasStrip: boolean): void {
    this.#menu.offer(copies, hasStrip);
  }
}
