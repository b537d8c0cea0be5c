// The window of the stand-in: editors, panels, the status bar, and what is asked.
import { type FileQuestion, Input, type Item, type Message, Pick, type Progress } from './dialogs.ts';
import type { Change, Document } from './documents.ts';
import {
  CancellationTokenSource,
  Disposable,
  type Edit,
  EventEmitter,
  Position,
  Range,
  Selection,
  TabInputText,
  TabInputWebview,
  type Uri,
  ViewColumn,
} from './values.ts';

/** A text editor. */
export class Editor {
  readonly document: Document;
  viewColumn: number;
  readonly visibleRanges: readonly Range[];
  readonly options = {};
  #selections: readonly Selection[] = [new Selection(new Position(0, 0), new Position(0, 0))];
  readonly #moved: (editor: Editor) => void;
  readonly #edited: (change: Change) => void;

  constructor(
    document: Document,
    viewColumn: number,
    moved: (editor: Editor) => void,
    edited: (change: Change) => void,
  ) {
    this.document = document;
    this.viewColumn = viewColumn;
    this.visibleRanges = [new Range(0, 0, document.lineCount, 0)];
    this.#moved = moved;
    this.#edited = edited;
  }

  /** Replaces spans, as one step of undo. */
  edit(write: (builder: { replace(range: Range, newText: string): void }) => void): Promise<boolean> {
    const edits: Edit[] = [];
    write({ replace: (range, newText) => void edits.push({ range, newText }) });
    this.#edited(this.document.change(edits));
    return Promise.resolve(true);
  }

  get selection(): Selection {
    return this.#selections[0] ?? new Selection(new Position(0, 0), new Position(0, 0));
  }

  set selection(selection: Selection) {
    this.selections = [selection];
  }

  get selections(): readonly Selection[] {
    return this.#selections;
  }

  set selections(selections: readonly Selection[]) {
    this.#selections = selections;
    this.#moved(this);
  }

  readonly revealRange = (): void => undefined;
  /** What is drawn in it, by style. */
  readonly decorations = new Map<object, readonly unknown[]>();
  readonly setDecorations = (style: object, drawn: readonly unknown[]): void => {
    this.decorations.set(style, drawn);
  };
}

/** A panel with a page, which a test speaks for. */
export class Panel {
  readonly viewType: string;
  title: string;
  viewColumn: number;
  visible = true;
  iconPath: unknown;
  /** What the page was told. */
  readonly posted: { readonly type?: string }[] = [];
  readonly #said = new EventEmitter<unknown>();
  readonly #disposed = new EventEmitter<void>();
  readonly #changed = new EventEmitter<{ webviewPanel: Panel }>();
  #hasKeys = false;
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeViewState = this.#changed.event;
  readonly webview = {
    html: '',
    options: {},
    cspSource: 'self',
    asWebviewUri: (uri: Uri) => uri,
    onDidReceiveMessage: this.#said.event,
    postMessage: (message: { readonly type?: string }) => {
      this.posted.push(structuredClone(message));
      return Promise.resolve(true);
    },
  };

  constructor(viewType: string, title: string, viewColumn: number) {
    this.viewType = viewType;
    this.title = title;
    this.viewColumn = viewColumn;
  }

  /** True while it has the keyboard. */
  get hasKeys(): boolean {
    return this.#hasKeys;
  }

  set hasKeys(hasKeys: boolean) {
    if (hasKeys === this.#hasKeys) return;
    this.#hasKeys = hasKeys;
    this.#changed.fire({ webviewPanel: this });
  }

  get active(): boolean {
    return this.#hasKeys;
  }

  /** The page says something. */
  say(message: unknown): void {
    this.#said.fire(message);
  }

  reveal(_column?: number, keepsFocus = false): void {
    this.visible = true;
    if (!keepsFocus) this.hasKeys = true;
  }

  dispose(): void {
    this.#disposed.fire();
  }
}

/** A group of tabs. */
export interface Group {
  readonly viewColumn: number;
  readonly isActive: boolean;
  readonly tabs: readonly { readonly input: TabInputText | TabInputWebview }[];
}

interface BarItem {
  text: string;
  isShown: boolean;
}

/** What is on the screen. */
export class Window {
  readonly editors: Editor[] = [];
  readonly panels: Panel[] = [];
  readonly messages: Message[] = [];
  readonly asked: (Pick | Input)[] = [];
  readonly files: FileQuestion[] = [];
  readonly progress: Progress[] = [];
  readonly bar: BarItem[] = [];
  readonly barMessages: string[] = [];
  readonly log: string[] = [];
  readonly activated = new EventEmitter<Editor | undefined>();
  readonly visible = new EventEmitter<readonly Editor[]>();
  readonly moved = new EventEmitter<{ textEditor: Editor; selections: readonly Selection[]; kind: number }>();
  readonly tabs = new EventEmitter<object>();
  /** Edits that the extension makes in an editor. */
  readonly edited = new EventEmitter<Change>();
  active: Editor | undefined;

  show(document: Document, column: number = ViewColumn.Active, keepsFocus = false): Editor {
    const known = this.editors.find((one) => one.document === document);
    const editor =
      known ??
      new Editor(
        document,
        this.#column(column),
        (textEditor) => this.moved.fire({ textEditor, selections: textEditor.selections, kind: 1 }),
        (change) => this.edited.fire(change),
      );
    if (known === undefined) {
      this.editors.push(editor);
      this.visible.fire(this.editors);
      this.tabs.fire({});
    }
    if (!keepsFocus) {
      for (const panel of this.panels) panel.hasKeys = false;
      this.active = editor;
      this.activated.fire(editor);
    }
    return editor;
  }

  /** Documents that are shown beside what they were before. */
  readonly changesFrom = new Map<Document | undefined, Uri>();
  /** Columns of groups in which only what names their column is opened. */
  readonly locked = new Set<number>();

  /** Returns the column of what is opened in a column, in the active one, or beside that. */
  #column(wanted: number): number {
    if (wanted > 0) return wanted;
    const active = this.activeGroup.viewColumn;
    const column = wanted === ViewColumn.Beside ? active + 1 : active;
    if (!this.locked.has(column)) return column;
    const open = this.groups.map(({ viewColumn }) => viewColumn).filter((other) => !this.locked.has(other));
    return wanted === ViewColumn.Beside ? column + 1 : (open[0] ?? column + 1);
  }

  get activeGroup(): Group {
    return this.groups.find(({ isActive }) => isActive) ?? { viewColumn: 1, isActive: true, tabs: [] };
  }

  /** The groups of editors and panels, by their columns. */
  get groups(): readonly Group[] {
    const panel = this.panels.find(({ hasKeys }) => hasKeys);
    const active = (panel ?? this.active)?.viewColumn ?? 1;
    const tabs = [
      ...this.editors.map(({ document, viewColumn }) => ({ viewColumn, input: new TabInputText(document.uri) })),
      ...this.panels.map(({ viewType, viewColumn }) => ({
        viewColumn,
        input: new TabInputWebview(`mainThreadWebview-${viewType}`),
      })),
    ];
    const columns = new Set([active, ...tabs.map(({ viewColumn }) => viewColumn)]);
    return [...columns]
      .sort((a, b) => a - b)
      .map((viewColumn) => ({
        viewColumn,
        isActive: viewColumn === active,
        tabs: tabs.filter((tab) => tab.viewColumn === viewColumn),
      }));
  }

  readonly message =
    (severity: Message['severity']) =>
    (text: string, ...rest: readonly (string | { modal?: boolean; detail?: string } | undefined)[]) =>
      new Promise<string | undefined>((resolve) => {
        const [options] = rest;
        const buttons = rest.filter((one) => typeof one === 'string');
        const detail = typeof options === 'object' ? (options.detail ?? '') : '';
        this.messages.push({
          severity,
          text,
          detail,
          buttons,
          press: (button) => {
            if (button !== undefined && !buttons.includes(button))
              throw new Error(`no button ${button}: ${buttons.join(', ')}`);
            resolve(button);
          },
        });
      });

  readonly quickPick = (): Pick => new Pick((pick) => this.asked.push(pick));
  readonly inputBox = (): Input => new Input((input) => this.asked.push(input));

  async choose(
    items: readonly (string | Item)[] | Promise<readonly (string | Item)[]>,
    options: { title?: string; placeHolder?: string; canPickMany?: boolean } = {},
  ): Promise<unknown> {
    const given = await items;
    const pick = this.quickPick();
    pick.title = options.title ?? '';
    pick.placeholder = options.placeHolder;
    pick.items = given.map((one) => (typeof one === 'string' ? { label: one } : one));
    pick.show();
    return new Promise((resolve) => {
      const valueOf = (item: Item): unknown => given[pick.items.indexOf(item)];
      pick.onDidAccept(() => {
        const [first] = pick.selectedItems;
        if (options.canPickMany === true) resolve(pick.selectedItems.map(valueOf));
        else resolve(first && valueOf(first));
        pick.hide();
      });
      pick.onDidHide(() => resolve(undefined));
    });
  }

  write(options: {
    title?: string;
    prompt?: string;
    value?: string;
    validateInput?: (text: string) => string | undefined;
  }): Promise<string | undefined> {
    const input = this.inputBox();
    input.title = options.title ?? '';
    input.prompt = options.prompt ?? '';
    input.value = options.value ?? '';
    input.show();
    return new Promise((resolve) => {
      input.onDidChangeValue((text) => {
        input.validationMessage = options.validateInput?.(text) ?? undefined;
      });
      input.onDidAccept(() => {
        if (input.validationMessage !== undefined) return;
        resolve(input.value);
        input.hide();
      });
      input.onDidHide(() => resolve(undefined));
    });
  }

  readonly file =
    (kind: FileQuestion['kind']) =>
    (options: FileQuestion['options'] = {}) =>
      new Promise<unknown>((answer) => this.files.push({ kind, options, answer }));

  async work<T>(
    { title = '' }: { title?: string },
    task: (
      progress: { report(step: { message?: string }): void },
      token: CancellationTokenSource['token'],
    ) => Promise<T>,
  ): Promise<T> {
    const source = new CancellationTokenSource();
    const shown: Progress = { title, text: '', isOver: false, cancel: () => source.cancel() };
    this.progress.push(shown);
    try {
      return await task({ report: ({ message }) => (shown.text = message ?? shown.text) }, source.token);
    } finally {
      shown.isOver = true;
    }
  }

  readonly barItem = () => {
    const item = {
      text: '',
      isShown: false,
      show: () => void (item.isShown = true),
      hide: () => void (item.isShown = false),
      dispose: () => void this.bar.splice(this.bar.indexOf(item), 1),
    };
    this.bar.push(item);
    return item;
  };

  readonly panel = (
    viewType: string,
    title: string,
    place: number | { viewColumn: number; preserveFocus?: boolean },
  ): Panel => {
    const panel = new Panel(viewType, title, this.#column(typeof place === 'number' ? place : place.viewColumn));
    this.panels.push(panel);
    // The main process shows it after this call.
    queueMicrotask(() => {
      if (typeof place !== 'number' && place.preserveFocus === true) return;
      for (const other of this.panels) other.hasKeys = other === panel;
    });
    panel.onDidDispose(() => this.panels.splice(this.panels.indexOf(panel), 1));
    return panel;
  };

  readonly output = () => {
    const write = (text: string): void => void this.log.push(text);
    const none = (): void => undefined;
    return {
      trace: none,
      debug: write,
      info: write,
      warn: write,
      error: write,
      show: none,
      append: none,
      dispose: none,
    };
  };

  #styles = 0;
  readonly decoration = () =>
    Object.assign(new Disposable(() => undefined), { key: `TextEditorDecorationType${++this.#styles}` });
}
