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

/** Common part of lists and fields: opened by the extension, answered by a test. */
abstract class Dialog<Self> {
  title = '';
  value = '';
  buttons: readonly object[] = [];
  isOpen = false;
  protected readonly accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly #typed = new EventEmitter<string>();
  readonly onDidAccept = this.accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidTriggerButton = new EventEmitter<object>().event;
  readonly #show: (dialog: Self) => void;

  constructor(show: (dialog: Self) => void) {
    this.#show = show;
  }

  show(): void {
    this.isOpen = true;
    this.#show(this as unknown as Self);
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
}

/** A list to choose from, of either kind that VS Code has. */
export class Pick extends Dialog<Pick> {
  placeholder: string | undefined = '';
  items: readonly Item[] = [];
  activeItems: readonly Item[] = [];
  selectedItems: readonly Item[] = [];
  busy = false;
  readonly #itemPressed = new EventEmitter<{ item: Item; button: object | undefined }>();
  readonly onDidTriggerItemButton = this.#itemPressed.event;
  readonly onDidChangeActive = new EventEmitter<readonly Item[]>().event;
  readonly onDidChangeSelection = new EventEmitter<readonly Item[]>().event;

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
    this.accepted.fire();
  }

  /** Presses the button of an entry. */
  pressButton(text: string): void {
    const item = this.items[this.texts.findIndex((one) => one.includes(text))];
    if (item === undefined) throw new Error(`no entry has ${text}`);
    this.#itemPressed.fire({ item, button: item.buttons?.[0] });
  }
}

/** A field to type in. */
export class Input extends Dialog<Input> {
  prompt = '';
  placeholder = '';
  validationMessage: string | undefined;

  accept(text: string): void {
    this.type(text);
    this.accepted.fire();
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
