// What the stand-in shows and asks. Everything stays open until a test answers it.
import { EventEmitter } from './values.ts';

/** A message, with its buttons. */
export interface Message {
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  /** Presses a button; without one closes it. */
  press(button?: string): void;
}

export interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
  readonly picked?: boolean;
  readonly buttons?: readonly object[];
}

/** A list to choose from, of either kind that VS Code has. */
export class Pick {
  title = '';
  placeholder: string | undefined = '';
  items: readonly Item[] = [];
  activeItems: readonly Item[] = [];
  selectedItems: readonly Item[] = [];
  value = '';
  busy = false;
  buttons: readonly object[] = [];
  isOpen = false;
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly #typed = new EventEmitter<string>();
  readonly #itemPressed = new EventEmitter<{ item: Item; button: object | undefined }>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidTriggerButton = new EventEmitter<object>().event;
  readonly onDidTriggerItemButton = this.#itemPressed.event;
  readonly onDidChangeActive = new EventEmitter<readonly Item[]>().event;
  readonly onDidChangeSelection = new EventEmitter<readonly Item[]>().event;
  readonly #show: (pick: Pick) => void;

  constructor(show: (pick: Pick) => void) {
    this.#show = show;
  }

  show(): void {
    this.isOpen = true;
    this.#show(this);
  }

  hide(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#hidden.fire();
  }

  dispose(): void {
    this.hide();
  }

  /** The texts of the entries: label, description, detail. */
  get texts(): string[] {
    return this.items.map(({ label, description = '', detail = '' }) => [label, description, detail].join(' | '));
  }

  /** Returns true if an entry has a text. */
  has(text: string | RegExp): boolean {
    return this.texts.some((one) => (typeof text === 'string' ? one.includes(text) : text.test(one)));
  }

  /** Takes entries, each the first that has a text. */
  choose(...texts: readonly string[]): void {
    this.selectedItems = texts.map((text) => {
      const item = this.items[this.texts.findIndex((one) => one.includes(text))];
      if (item === undefined) throw new Error(`no entry has ${text}: ${this.texts.join('\n')}`);
      return item;
    });
    this.#accepted.fire();
  }

  type(text: string): void {
    this.value = text;
    this.#typed.fire(text);
  }

  /** Presses the button of an entry. */
  pressButton(text: string): void {
    const item = this.items[this.texts.findIndex((one) => one.includes(text))];
    if (item === undefined) throw new Error(`no entry has ${text}`);
    this.#itemPressed.fire({ item, button: item.buttons?.[0] });
  }
}

/** A field to type in. */
export class Input {
  title = '';
  prompt = '';
  placeholder = '';
  value = '';
  validationMessage: string | undefined;
  buttons: readonly object[] = [];
  isOpen = false;
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly #typed = new EventEmitter<string>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidTriggerButton = new EventEmitter<object>().event;
  readonly #show: (input: Input) => void;

  constructor(show: (input: Input) => void) {
    this.#show = show;
  }

  show(): void {
    this.isOpen = true;
    this.#show(this);
  }

  hide(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#hidden.fire();
  }

  dispose(): void {
    this.hide();
  }

  type(text: string): void {
    this.value = text;
    this.#typed.fire(text);
  }

  accept(text: string): void {
    this.type(text);
    this.#accepted.fire();
  }
}

/** A question for a file or a folder. */
export interface FileQuestion {
  readonly kind: 'open' | 'save';
  readonly options: { readonly defaultUri?: { readonly path: string } };
  answer(value: unknown): void;
}

/** Work that is shown with a button that ends it. */
export interface Progress {
  readonly title: string;
  /** What it says now. */
  text: string;
  isOver: boolean;
  cancel(): void;
}
