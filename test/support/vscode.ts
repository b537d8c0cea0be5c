/**
 * A stand-in of the API of VS Code: documents, files, settings, commands, dialogs and panels as plain values, which a test reads and
 * answers. `reset` makes all of it new. Nothing is drawn.
 */
import path from 'node:path';
import type { Document } from './editor/documents.ts';
import { Workspace } from './editor/documents.ts';
import { Settings } from './editor/settings.ts';
import {
  ColorThemeKind,
  Disposable,
  EventEmitter,
  type Range,
  RelativePattern,
  Selection,
  TabInputText,
  TabInputTextDiff,
  Uri,
  type WorkspaceEdit,
} from './editor/values.ts';
import { Window } from './editor/window.ts';

export * from './editor/values.ts';

type Command = (...args: unknown[]) => unknown;

interface ShowOptions {
  readonly viewColumn?: number;
  readonly preserveFocus?: boolean;
  readonly selection?: Range;
}

interface LensProvider {
  provideCodeLenses(document: Document, token: object): unknown;
  onDidChangeCodeLenses?: EventEmitter<void>['event'];
}

/** What one window has. */
export class StandIn {
  readonly workspace: Workspace;
  readonly settings: Settings;
  readonly window = new Window();
  readonly commands = new Map<string, Command>();
  readonly lenses = new Set<{ readonly selector: unknown; readonly provider: LensProvider }>();
  readonly trees = new Map<string, unknown>();
  readonly serializers = new Map<string, { deserializeWebviewPanel(panel: unknown, state: unknown): unknown }>();
  readonly diagnostics = new Map<string, readonly unknown[]>();
  clipboard = '';

  constructor(folder: string, options: { isTrusted?: boolean; user?: object; ofWorkspace?: object } = {}) {
    const { isTrusted = true, user = {}, ofWorkspace = {} } = options;
    this.workspace = new Workspace(folder, isTrusted);
    this.settings = new Settings({ ...user }, { ...ofWorkspace });
    this.window.edited.event((change) => this.workspace.changed.fire(change));
  }

  run(command: string, ...args: unknown[]): Promise<unknown> {
    if (command === 'workbench.action.lockEditorGroup') this.window.locked.add(this.window.activeGroup.viewColumn);
    // Others that nobody has registered are VS Code's own, too.
    return Promise.resolve(this.commands.get(command)?.(...args));
  }
}

let now = new StandIn('/');

/** Makes everything new, and returns it. */
export function reset(...args: ConstructorParameters<typeof StandIn>): StandIn {
  now = new StandIn(...args);
  return now;
}

const nothing = (): Disposable => new Disposable(() => undefined);

/** Keeps a value in a set or a map until it is disposed of. */
function kept<T>(set: Set<T>, value: T): Disposable {
  set.add(value);
  return new Disposable(() => set.delete(value));
}

function keptAs<T>(map: Map<string, T>, name: string, value: T): Disposable {
  map.set(name, value);
  return new Disposable(() => map.delete(name));
}

/** Texts as VS Code gives them where it has no translation. */
export const l10n = {
  t: (message: string, ...values: unknown[]): string => {
    const [first] = values;
    const named = typeof first === 'object' && first !== null ? first : values;
    return message.replace(/\{([^}]+)\}/g, (place, name: string) => String(Reflect.get(named, name) ?? place));
  },
};

export const commands = {
  registerCommand: (id: string, act: Command) => keptAs(now.commands, id, act),
  executeCommand: (command: string, ...args: unknown[]) => now.run(command, ...args),
};

const tabGroups = {
  get activeTabGroup() {
    const { active, activeGroup, changesFrom } = now.window;
    const uri = active?.document.uri;
    if (uri === undefined) return { ...activeGroup, activeTab: undefined };
    const before = changesFrom.get(active?.document);
    const input = before === undefined ? new TabInputText(uri) : new TabInputTextDiff(before, uri);
    return { ...activeGroup, activeTab: { label: '', input } };
  },
  get all() {
    return now.window.groups;
  },
  onDidChangeTabGroups: nothing,
  close: () => Promise.resolve(true),
  onDidChangeTabs: (listener: () => void) => now.window.tabs.event(listener),
};

export const window = {
  get activeTextEditor() {
    return now.window.active;
  },
  get visibleTextEditors() {
    return now.window.editors;
  },
  activeColorTheme: { kind: ColorThemeKind.Dark },
  tabGroups,
  showInformationMessage: (...args: [string]) => now.window.message('info')(...args),
  showWarningMessage: (...args: [string]) => now.window.message('warning')(...args),
  showErrorMessage: (...args: [string]) => now.window.message('error')(...args),
  showQuickPick: (...args: Parameters<Window['choose']>) => now.window.choose(...args),
  showInputBox: (options: Parameters<Window['write']>[0] = {}) => now.window.write(options),
  showOpenDialog: (options: object) => now.window.file('open')(options),
  showSaveDialog: (options: object) => now.window.file('save')(options),
  showTextDocument: async (what: Document | Uri, place: number | ShowOptions = {}) => {
    const document = what instanceof Uri ? await now.workspace.open(what) : what;
    const { viewColumn, preserveFocus, selection }: ShowOptions =
      typeof place === 'number' ? { viewColumn: place } : place;
    const editor = now.window.show(document, viewColumn, preserveFocus);
    if (selection !== undefined) editor.selection = new Selection(selection.start, selection.end);
    return editor;
  },
  createQuickPick: () => now.window.quickPick(),
  createInputBox: () => now.window.inputBox(),
  createStatusBarItem: () => now.window.barItem(),
  setStatusBarMessage: (text: string) => {
    now.window.barMessages.push(text);
    return nothing();
  },
  createOutputChannel: () => now.window.output(),
  createTextEditorDecorationType: () => now.window.decoration(),
  createTreeView: (id: string, options: { treeDataProvider: unknown }) => {
    const view = { description: '', message: '', badge: undefined, visible: true };
    now.trees.set(id, options.treeDataProvider);
    return Object.assign(view, {
      onDidChangeVisibility: nothing,
      reveal: () => Promise.resolve(),
      dispose: () => now.trees.delete(id),
    });
  },
  createWebviewPanel: (type: string, title: string, place: number | { viewColumn: number; preserveFocus?: boolean }) =>
    now.window.panel(type, title, place),
  withProgress: (...args: Parameters<Window['work']>) => now.window.work(...args),
  registerTreeDataProvider: (id: string, provider: unknown) => keptAs(now.trees, id, provider),
  registerUriHandler: nothing,
  registerFileDecorationProvider: nothing,
  registerCustomEditorProvider: nothing,
  registerWebviewPanelSerializer: (view: string, serializer: unknown) => keptAs(now.serializers, view, serializer),
  onDidChangeActiveTextEditor: (listener: () => void) => now.window.activated.event(listener),
  onDidChangeVisibleTextEditors: (listener: () => void) => now.window.visible.event(listener),
  onDidChangeTextEditorSelection: (listener: () => void) => now.window.moved.event(listener),
  onDidChangeTextEditorVisibleRanges: nothing,
  onDidChangeActiveColorTheme: nothing,
};

/** Tells of what is written into the folder of the pattern. */
function watcher(pattern: RelativePattern | string) {
  const base = pattern instanceof RelativePattern ? pattern.baseUri : now.workspace.folder;
  const changed = new EventEmitter<Uri>();
  const listening = now.workspace.written.event((uri) => {
    if (uri.path.startsWith(base.path)) changed.fire(uri);
  });
  return {
    onDidChange: changed.event,
    onDidCreate: nothing,
    onDidDelete: nothing,
    dispose: () => listening.dispose(),
  };
}

export const workspace = {
  get textDocuments() {
    return now.workspace.documents;
  },
  get workspaceFolders() {
    return [{ uri: now.workspace.folder, name: path.basename(now.workspace.folder.path), index: 0 }];
  },
  get isTrusted() {
    return now.workspace.isTrusted;
  },
  get fs() {
    return now.workspace.fs;
  },
  getConfiguration: (section?: string) => now.settings.configuration(section),
  getWorkspaceFolder: (uri: Uri) =>
    uri.path.startsWith(now.workspace.folder.path) ? workspace.workspaceFolders[0] : undefined,
  asRelativePath: (uri: Uri) => path.relative(now.workspace.folder.path, uri.path),
  openTextDocument: (what: Parameters<Workspace['open']>[0]) => now.workspace.open(what),
  applyEdit: (edit: WorkspaceEdit): Promise<boolean> => now.workspace.apply(edit),
  createFileSystemWatcher: watcher,
  registerTextDocumentContentProvider: (scheme: string, provider: Parameters<Workspace['provide']>[1]) => {
    now.workspace.provide(scheme, provider);
    return nothing();
  },
  registerFileSystemProvider: (
    scheme: string,
    provider: { readonly readFile: (uri: Uri) => Uint8Array | Promise<Uint8Array> },
  ) => {
    now.workspace.provide(scheme, {
      provideTextDocumentContent: async (uri) => new TextDecoder().decode(await provider.readFile(uri)),
    });
    return nothing();
  },
  onDidOpenTextDocument: (listener: () => void) => now.workspace.opened.event(listener),
  onDidCloseTextDocument: (listener: () => void) => now.workspace.closed.event(listener),
  onDidSaveTextDocument: (listener: () => void) => now.workspace.saved.event(listener),
  onDidChangeTextDocument: (listener: () => void) => now.workspace.changed.event(listener),
  onDidChangeConfiguration: (listener: () => void) => now.settings.changed.event(listener),
  onDidChangeWorkspaceFolders: nothing,
  onDidGrantWorkspaceTrust: nothing,
};

export const languages = {
  setTextDocumentLanguage: (document: Document, id: string): Promise<Document> => {
    document.languageId = id;
    now.workspace.opened.fire(document);
    return Promise.resolve(document);
  },
  registerCodeLensProvider: (selector: unknown, provider: LensProvider) => kept(now.lenses, { selector, provider }),
  registerHoverProvider: nothing,
  registerDefinitionProvider: nothing,
  registerDocumentLinkProvider: nothing,
  registerCodeActionsProvider: nothing,
  createDiagnosticCollection: () => ({
    set: (uri: Uri, found: readonly unknown[]) => void now.diagnostics.set(uri.toString(), found),
    get: (uri: Uri) => now.diagnostics.get(uri.toString()),
    delete: (uri: Uri) => void now.diagnostics.delete(uri.toString()),
    clear: () => now.diagnostics.clear(),
    dispose: () => undefined,
  }),
  getDiagnostics: (uri: Uri) => now.diagnostics.get(uri.toString()) ?? [],
  onDidChangeDiagnostics: nothing,
};

export const lm = { registerTool: nothing, selectChatModels: () => Promise.resolve([]) };

export const env = {
  language: 'en',
  uiKind: 1,
  clipboard: {
    writeText: (text: string) => {
      now.clipboard = text;
      return Promise.resolve();
    },
  },
};

export type { Document };
