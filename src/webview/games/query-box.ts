import { Component, createRef, h, type JSX, type RefObject } from 'preact';
import type { ExpressionFault, ToGames } from '../../protocol/games-messages.ts';
import { button, english } from '../common/elements.ts';
import { t } from '../common/l10n.ts';

type Checked = Extract<ToGames, { type: 'checked' }>;

interface QueryBoxProps {
  /** Set to the component. */
  readonly handle: RefObject<QueryBox | null>;
  /** Checks an expression, and finds what can be written at an offset. */
  check(expression: string, offset: number): Promise<Checked>;
  /** Evaluates the expression. */
  run(expression: string): void;
}

/** The expression: a field with completion, below it its fault, as the command line words it. */
export class QueryBox extends Component<QueryBoxProps> {
  readonly #input = createRef<HTMLInputElement>();
  #completion: Checked['completion'] = { start: 0, end: 0, items: [] };
  #fault: ExpressionFault | null = null;
  #isOpen = false;
  #active = -1;
  /** Counts checks: an answer about an earlier text is late. */
  #turn = 0;

  constructor(props: QueryBoxProps) {
    super(props);
    props.handle.current = this;
  }

  get expression(): string {
    return this.#input.current?.value ?? '';
  }

  set expression(expression: string) {
    if (this.#input.current !== null) this.#input.current.value = expression;
    void this.#check(false);
  }

  override render(): JSX.Element {
    const fault = this.#fault;
    return h(
      'form',
      { class: 'query', role: 'search', onSubmit: (event: Event) => this.#submit(event) },
      h('label', { for: 'expression' }, t('Where')),
      h('div', { class: 'field' }, this.#field(), this.#options()),
      h('button', { type: 'submit', class: 'primary' }, t('Query')),
      button(t('Show All'), () => {
        if (this.#input.current !== null) this.#input.current.value = '';
        void this.#run();
      }),
      h('div', { class: 'fault', id: 'fault', role: 'status' }, fault === null ? null : this.#faultText(fault)),
    );
  }

  #field(): JSX.Element {
    return h('input', {
      ref: this.#input,
      type: 'text',
      id: 'expression',
      role: 'combobox',
      spellcheck: false,
      autocomplete: 'off',
      lang: 'en',
      placeholder: 'elo >= 2200 and opening contains Sicilian',
      'aria-autocomplete': 'list',
      'aria-controls': 'completion',
      'aria-expanded': this.#isOpen,
      'aria-describedby': 'fault',
      'aria-invalid': this.#fault !== null,
      ...(this.#isOpen && this.#active >= 0 && { 'aria-activedescendant': `completion-${this.#active}` }),
      onInput: () => void this.#check(true),
      onKeyDown: (event) => this.#key(event),
      onBlur: () => this.#close(),
    });
  }

  #options(): JSX.Element {
    return h(
      'ul',
      { id: 'completion', role: 'listbox', 'aria-label': t('Completion'), hidden: !this.#isOpen },
      this.#completion.items.map(({ text, detail }, i) =>
        h(
          'li',
          {
            key: `${i} ${text}`,
            id: `completion-${i}`,
            role: 'option',
            'aria-selected': i === this.#active,
            lang: 'en',
            // The field keeps the keyboard.
            onMouseDown: (event: Event) => {
              event.preventDefault();
              this.#accept(i);
            },
          },
          h('span', { class: 'text' }, text),
          h('span', { class: 'detail' }, detail),
        ),
      ),
    );
  }

  #faultText({ message, lines, start, end, suggestion }: ExpressionFault): JSX.Element[] {
    const use = (): void => {
      this.#replace(start, end, suggestion);
      void this.#check(false);
    };
    return [
      h('pre', { 'aria-hidden': 'true' }, `${lines[0]}\n`, h('span', { class: 'carets' }, lines[1])),
      h('p', null, t('Column {0}:', start + 1), ' ', english(message)),
      ...(suggestion === '' ? [] : [button(t('Use {0}', suggestion), use)]),
    ];
  }

  /**
   * Shows the fault of the expression.
   *
   * @param isOffered shows completions, too
   * @returns true if it has none
   */
  async #check(isOffered: boolean): Promise<boolean> {
    const input = this.#input.current;
    if (input === null) return false;
    const turn = ++this.#turn;
    const { value, selectionStart } = input;
    const offset = selectionStart ?? value.length;
    const { fault, completion } = await this.props.check(value, offset);
    if (turn !== this.#turn) return false;
    this.#fault = fault;
    const written = value.slice(completion.start, offset);
    // A word that is complete needs no list.
    const isWhole = completion.items.length === 1 && completion.items[0]?.text === written;
    if (isOffered && completion.items.length > 0 && !isWhole) this.#offer(completion);
    else this.#close();
    return fault === null;
  }

  #submit(event: Event): void {
    event.preventDefault();
    void this.#run();
  }

  async #run(): Promise<void> {
    if (await this.#check(false)) this.props.run(this.expression);
  }

  #offer(completion: Checked['completion']): void {
    this.#completion = completion;
    this.#active = -1;
    this.#isOpen = true;
    this.forceUpdate(() => this.#option(0)?.scrollIntoView({ block: 'nearest' }));
  }

  #close(): void {
    this.#active = -1;
    this.#isOpen = false;
    this.forceUpdate();
  }

  #option(i: number): HTMLElement | null {
    return document.getElementById(`completion-${i}`);
  }

  #activate(i: number): void {
    const count = this.#completion.items.length;
    this.#active = (i + count) % count;
    this.forceUpdate(() => this.#option(this.#active)?.scrollIntoView({ block: 'nearest' }));
  }

  #accept(i: number): void {
    const item = this.#completion.items[i];
    if (item === undefined) return;
    const { start, end } = this.#completion;
    const isSpaced = /^\s/.test(this.expression.slice(end));
    this.#replace(start, end, isSpaced ? item.text : `${item.text} `);
    void this.#check(true);
  }

  #replace(start: number, end: number, text: string): void {
    const input = this.#input.current;
    if (input === null) return;
    const { value } = input;
    input.value = value.slice(0, start) + text + value.slice(end);
    input.focus();
    input.setSelectionRange(start + text.length, start + text.length);
  }

  #key(event: KeyboardEvent): void {
    const isOpen = this.#isOpen;
    const asks = (event.key === ' ' && event.ctrlKey) || (event.key === 'ArrowDown' && !isOpen);
    if (asks) void this.#check(true);
    if (asks || (isOpen && this.#keyInList(event))) event.preventDefault();
  }

  /** Handles a key while completions are offered; returns false for keys of the field. */
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
