import { STATE_COPIES, type StateCopy } from '../../protocol/state-messages.ts';
import { button, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';

const NAMES: Readonly<Record<StateCopy, string>> = {
  Markdown: t('Comparison as Markdown'),
  CSV: t('Comparison as CSV'),
  LaTeX: t('Comparison as LaTeX'),
  SVG: t('Boards as SVG'),
  'Strip as SVG': t('Strip as SVG'),
  Answer: t('Answer'),
  'True state': t('True state'),
};

/** The menu of what can be copied and saved (WAI-ARIA menu button pattern). */
export class CopyMenu {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #menu: HTMLElement;
  readonly #items = new Map<StateCopy, HTMLButtonElement>();
  readonly #save: HTMLButtonElement;

  constructor(copy: (what: StateCopy) => void, saveStrip: () => void) {
    const item = (name: string, run: () => void): HTMLButtonElement =>
      button(name, () => this.#run(run), { role: 'menuitem', tabindex: -1 });
    for (const what of STATE_COPIES)
      this.#items.set(
        what,
        item(NAMES[what], () => copy(what)),
      );
    this.#save = item(t('Save strip as SVG …'), saveStrip);
    this.#menu = h(
      'div',
      { class: 'menu', role: 'menu', id: 'copy-menu', 'aria-label': t('Copy'), keydown: (event) => this.#onKey(event) },
      ...this.#items.values(),
      this.#save,
    );
    this.#menu.hidden = true;
    this.#button = button(t('copy ▾'), () => this.#toggle(!this.#isOpen), {
      class: 'quiet',
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      'aria-controls': 'copy-menu',
      'aria-label': t('Copy'),
      keydown: (event) => {
        if ((event as KeyboardEvent).key !== 'ArrowDown') return;
        event.preventDefault();
        this.#toggle(true);
      },
    });
    this.element = h('div', { class: 'menu-button' }, this.#button, this.#menu);
    document.addEventListener('pointerdown', (event) => {
      if (this.#isOpen && !this.element.contains(event.target as Node)) this.#toggle(false);
    });
    this.element.addEventListener('focusout', (event) => {
      const to = event.relatedTarget;
      if (to instanceof Node && !this.element.contains(to)) this.#toggle(false);
    });
  }

  offer(copies: ReadonlySet<StateCopy>, hasStrip: boolean): void {
    for (const [what, item] of this.#items) item.disabled = !copies.has(what);
    this.#save.disabled = !hasStrip;
  }

  #enabled(): HTMLButtonElement[] {
    return [...this.#items.values(), this.#save].filter((item) => !item.disabled);
  }

  get #isOpen(): boolean {
    return this.#button.getAttribute('aria-expanded') === 'true';
  }

  #toggle(isOpen: boolean): void {
    this.#menu.hidden = !isOpen;
    this.#button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) this.#enabled()[0]?.focus();
  }

  #run(action: () => void): void {
    this.#toggle(false);
    this.#button.focus();
    action();
  }

  #onKey(event: Event): void {
    const { key } = event as KeyboardEvent;
    const items = this.#enabled();
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[key];
    if (key === 'Escape') {
      this.#toggle(false);
      this.#button.focus();
    } else if (to !== undefined) items[to % items.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
