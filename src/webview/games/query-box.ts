import type { CompletionItem, ExpressionFault, ToGames } from '../../protocol/games-messages.ts';
import { button, english, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';

type Checked = Extract<ToGames, { type: 'checked' }>;

/** What the box tells. */
export interface QueryEvents {
  /** Asks what is wrong with an expression, and what can be written at an offset. */
  check(expression: string, offset: number): Promise<Checked>;
  /** The expression is to be evaluated. */
  run(expression: string): void;
}

/** The expression: a field with completion, below it what is wrong with it, as the command line says it. */
export class QueryBox {
  readonly element: HTMLElement;
  readonly #events: QueryEvents;
  readonly #input: HTMLInputElement;
  readonly #list = h('ul', { id: 'completion', role: 'listbox', 'aria-label': t('Completion'), hidden: true });
  readonly #fault = h('div', { class: 'fault', id: 'fault', role: 'status' });
  #completion: Checked['completion'] = { start: 0, end: 0, items: [] };
  #active = -1;
  /** Counts checks: what was asked for an earlier text is late. */
  #turn = 0;

  constructor(events: QueryEvents) {
    this.#events = events;
    this.#input = h('input', {
      type: 'text',
      id: 'expression',
      role: 'combobox',
      spellcheck: 'false',
      autocomplete: 'off',
      lang: 'en',
      placeholder: 'elo >= 2200 and opening contains Sicilian',
      'aria-autocomplete': 'list',
      'aria-controls': 'completion',
      'aria-expanded': 'false',
      'aria-describedby': 'fault',
      input: () => void this.#check(true),
      keydown: (event) => this.#key(event as KeyboardEvent),
      blur: () => this.#close(),
    });
    const submit = (event: Event): void => {
      event.preventDefault();
      void this.#run();
    };
    this.element = h(
      'form',
      { class: 'query', role: 'search', submit },
      h('label', { for: 'expression' }, t('Where')),
      h('div', { class: 'field' }, this.#input, this.#list),
      h('button', { type: 'submit', class: 'primary' }, t('Query')),
      button(t('Show All'), () => {
        this.#input.value = '';
        void this.#run();
      }),
      this.#fault,
    );
  }

  get expression(): string {
    return this.#input.value;
  }

  set expression(expression: string) {
    this.#input.value = expression;
    void this.#check(false);
  }

  /**
   * Shows what is wrong with the expression.
   *
   * @param isOffered shows completions, too
   * @returns true if nothing is wrong with it
   */
  async #check(isOffered: boolean): Promise<boolean> {
    const turn = ++this.#turn;
    const { value, selectionStart } = this.#input;
    const offset = selectionStart ?? value.length;
    const { fault, completion } = await this.#events.check(value, offset);
    if (turn !== this.#turn) return false;
    this.#showFault(fault);
    const written = value.slice(completion.start, offset);
    // What is written in full already needs no list.
    const isWhole = completion.items.length === 1 && completion.items[0]?.text === written;
    if (isOffered && completion.items.length > 0 && !isWhole) this.#offer(completion);
    else this.#close();
    return fault === null;
  }

  #showFault(fault: ExpressionFault | null): void {
    this.#input.setAttribute('aria-invalid', String(fault !== null));
    if (fault === null) {
      this.#fault.replaceChildren();
      return;
    }
    const { message, lines, start, end, suggestion } = fault;
    const use = (): void => {
      this.#replace(start, end, suggestion);
      void this.#check(false);
    };
    this.#fault.replaceChildren(
      h('pre', { 'aria-hidden': 'true' }, `${lines[0]}\n`, h('span', { class: 'carets' }, lines[1])),
      h('p', {}, t('Column {0}:', start + 1), ' ', english(message)),
      ...(suggestion === '' ? [] : [button(t('Use {0}', suggestion), use)]),
    );
  }

  async #run(): Promise<void> {
    if (await this.#check(false)) this.#events.run(this.#input.value);
  }

  #offer(completion: Checked['completion']): void {
    this.#completion = completion;
    this.#active = -1;
    this.#list.replaceChildren(...completion.items.map((item, i) => this.#option(item, i)));
    this.#list.hidden = false;
    this.#list.scrollTop = 0;
    this.#input.setAttribute('aria-expanded', 'true');
    this.#input.removeAttribute('aria-activedescendant');
  }

  #option({ text, detail }: CompletionItem, i: number): HTMLElement {
    // The field keeps the keyboard.
    const mousedown = (event: Event): void => {
      event.preventDefault();
      this.#accept(i);
    };
    return h(
      'li',
      { id: `completion-${i}`, role: 'option', 'aria-selected': 'false', lang: 'en', mousedown },
      h('span', { class: 'text' }, text),
      h('span', { class: 'detail' }, detail),
    );
  }

  #close(): void {
    this.#active = -1;
    this.#list.hidden = true;
    this.#input.setAttribute('aria-expanded', 'false');
    this.#input.removeAttribute('aria-activedescendant');
  }

  #activate(i: number): void {
    const options = [...this.#list.children];
    this.#active = (i + options.length) % options.length;
    for (const [k, option] of options.entries()) option.setAttribute('aria-selected', String(k === this.#active));
    const active = options[this.#active];
    active?.scrollIntoView({ block: 'nearest' });
    this.#input.setAttribute('aria-activedescendant', active?.id ?? '');
  }

  #accept(i: number): void {
    const item = this.#completion.items[i];
    if (item === undefined) return;
    const { start, end } = this.#completion;
    const isSpaced = /^\s/.test(this.#input.value.slice(end));
    this.#replace(start, end, isSpaced ? item.text : `${item.text} `);
    void this.#check(true);
  }

  #replace(start: number, end: number, text: string): void {
    const { value } = this.#input;
    this.#input.value = value.slice(0, start) + text + value.slice(end);
    this.#input.focus();
    this.#input.setSelectionRange(start + text.length, start + text.length);
  }

  #key(event: KeyboardEvent): void {
    const isOpen = !this.#list.hidden;
    const asks = (event.key === ' ' && event.ctrlKey) || (event.key === 'ArrowDown' && !isOpen);
    if (asks) void this.#check(true);
    if (asks || (isOpen && this.#keyInList(event))) event.preventDefault();
  }

  /** Takes a key while completions are offered; false for one that is the field's own. */
  #keyInList({ key, shiftKey }: KeyboardEvent): boolean {
    if (key === 'ArrowDown') this.#activate(this.#active + 1);
    else if (key === 'ArrowUp') this.#activate(this.#active < 0 ? -1 : this.#active - 1);
    else if (key === 'Escape') this.#close();
    else if (key === 'Tab' && !shiftKey) this.#accept(Math.max(0, this.#active));
    else if (key === 'Enter' && this.#active >= 0) this.#accept(this.#active);
    else return false;
    return true;
  }
}
