// The whole extension in a stand-in of VS Code, with a language server of this process: what a user does, as plain calls.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { type CodeLens, PublishDiagnosticsNotification } from 'vscode-languageserver/node';
import { start } from '../../../src/extension/shared.ts';
import { localReportService } from '../../../src/models/report/local-report-service.ts';
import { STATE_VERSION } from '../../../src/protocol/state-messages.ts';
import { Session } from '../../lsp/session.ts';
import type { Message, Progress } from '../../support/editor/dialogs.ts';
import { Input, Pick } from '../../support/editor/dialogs.ts';
import type { Panel } from '../../support/editor/window.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Document, Range, reset, Selection, type StandIn, Uri } from '../../support/vscode.ts';

const ROOT = path.resolve('.');
const PATIENCE_MS = 30_000;

/** Asks again until there is something, and returns it. */
export async function until<T>(what: string, ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const end = performance.now() + PATIENCE_MS; ; await pause(2)) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`${what} did not come`);
  }
}

export interface WindowOptions {
  /** Files of the folder that is open: path to content. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** The one of them that is shown. */
  readonly open: string;
  /** Settings of the user, and of the workspace. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly ofWorkspace?: Readonly<Record<string, unknown>>;
  readonly isTrusted?: boolean;
}

const memento = () => {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
    setKeysForSync: () => undefined,
  };
};

/** The storage of keys. */
const keys = () => {
  const values = new Map<string, string>();
  return {
    get: (key: string) => Promise.resolve(values.get(key)),
    store: (key: string, value: string) => Promise.resolve(void values.set(key, value)),
    delete: (key: string) => Promise.resolve(void values.delete(key)),
  };
};

/** A client for the extension, in place of that of VS Code. */
function clientOf(session: Session) {
  const { connection } = session.client;
  return {
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    isRunning: () => true,
    needsStop: () => true,
    onDidChangeState: () => ({ dispose: () => undefined }),
    onNotification: (name: string, listener: (params: unknown) => void) => connection.onNotification(name, listener),
    // as VS Code's does, it rejects where the connection has ended
    sendNotification: async (name: string, params: object) => connection.sendNotification(name, params),
    sendRequest: (name: string, params: object) => connection.sendRequest(name, params),
    getFeature: () => ({ getProvider: () => undefined }),
    code2ProtocolConverter: { asUri: String, asRange: ({ start: from, end }: Range) => ({ start: from, end }) },
  };
}

type PageMessage = Readonly<Record<string, unknown>> & { readonly type?: string };

/** What a page is told, and what it says. */
export class Page {
  readonly panel: Panel;

  constructor(panel: Panel) {
    this.panel = panel;
  }

  say(message: object): void {
    this.panel.say(message);
  }

  /** The last message of a type that pleases, once it has come. */
  told(type: string, pleases: (message: PageMessage) => boolean = () => true): Promise<PageMessage> {
    return until(`${type} on the page`, () =>
      (this.panel.posted as PageMessage[]).filter((one) => one.type === type && pleases(one)).at(-1),
    );
  }
}

/** A window with the extension in it. */
export class StartedWindow {
  readonly folder: string;
  readonly stand: StandIn;
  readonly #session: Session;
  readonly #end: () => void;
  /** Messages by the address of their document. */
  readonly #problems = new Map<string, readonly string[]>();
  #context: vscode.ExtensionContext | undefined;

  private constructor(folder: string, stand: StandIn, session: Session, end: () => void) {
    this.folder = folder;
    this.stand = stand;
    this.#session = session;
    this.#end = end;
  }

  /** Runs `act` in a window of its own; nothing of it is left then, and no complaint that `act` has not taken. */
  static async use(options: WindowOptions, act: (window: StartedWindow) => Promise<void>): Promise<void> {
    const { folder: all, remove } = temporaryFolder();
    const folder = path.join(all, 'work');
    // No answer of a run of another window is known.
    process.env['STATELENS_CACHE'] = path.join(all, 'answers');
    const { settings: user, ofWorkspace, isTrusted } = options;
    const stand = reset(folder, {
      ...(user && { user }),
      ...(ofWorkspace && { ofWorkspace }),
      isTrusted: isTrusted ?? true,
    });
    const session = await Session.start({ settings: stand.settings.section('statelens'), options: { examples: true } });
    const window = new StartedWindow(folder, stand, session, remove);
    for (const [name, text] of Object.entries(options.files)) window.write(name, text);
    try {
      await window.#start(options.open);
      await act(window);
      const left = stand.window.messages.filter(({ severity }) => severity !== 'info').map(({ text }) => text);
      assert.deepEqual(left, []);
    } finally {
      window.#stop();
    }
  }

  async #start(open: string): Promise<void> {
    const { client } = this.#session;
    const { workspace, settings } = this.stand;
    client.connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
      this.#problems.set(
        uri,
        diagnostics.map(({ message }) => (typeof message === 'string' ? message : message.value)),
      );
    });
    workspace.opened.event(
      (document) => void client.open(document.uri.toString(), document.languageId, document.getText()),
    );
    workspace.changed.event(({ document }) => {
      void client.change(document.uri.toString(), document.version, { text: document.getText() });
    });
    workspace.closed.event(({ uri }) => void client.close(uri.toString()));
    settings.changed.event(() => void this.#session.configure(settings.section('statelens')));
    const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8')) as object;
    const storage = Uri.file(path.join(this.folder, '../storage'));
    const context = {
      subscriptions: [],
      extension: { id: 'statelens.statelens', packageJSON: manifest },
      extensionUri: Uri.file(ROOT),
      globalStorageUri: storage,
      storageUri: storage,
      asAbsolutePath: (file: string) => path.join(ROOT, file),
      secrets: keys(),
      workspaceState: memento(),
      globalState: memento(),
    } as unknown as vscode.ExtensionContext;
    this.#context = context;
    start(context, {
      loadClient: () => Promise.resolve({ newClient: () => clientOf(this.#session) as never }),
      loadPlatform: async () => ({
        ...(await import('../../../src/extension/platform/node-platform.ts')).nodePlatform(context),
        // Threads need bundles, which tests of sources have not.
        loadReports: async () => {
          const { fetchedRun } = await import('../../../src/extension/platform/files/run-files.ts');
          return (runs, reports) => localReportService(runs.map(fetchedRun), reports, setImmediate);
        },
      }),
    });
    await this.show(open);
  }

  #stop(): void {
    for (const one of this.#context?.subscriptions ?? []) one.dispose();
    this.#session.end();
    this.#end();
  }

  /** Writes a file of the folder, as another program does. */
  write(name: string, text: string | Uint8Array): void {
    const file = path.join(this.folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    this.stand.workspace.written.fire(Uri.file(file));
  }

  read(name: string): string {
    return fs.readFileSync(path.join(this.folder, name), 'utf8');
  }

  exists(name: string): boolean {
    return fs.existsSync(path.join(this.folder, name));
  }

  uri(name: string): Uri {
    return Uri.file(path.join(this.folder, name));
  }

  /** Shows a file in an editor. */
  async show(name: string): Promise<Document> {
    const document = await this.stand.workspace.open(this.uri(name));
    this.stand.window.show(document);
    return document;
  }

  /** The open document whose address ends so. */
  document(ending: string): Document {
    const found = this.stand.workspace.documents.find(({ uri }) => uri.path.endsWith(ending));
    assert.ok(found, `${ending} is not open`);
    return found;
  }

  text(ending: string): string {
    return this.document(ending).getText();
  }

  /** The text of a document once it pleases. */
  async texts(ending: string, pleases: (text: string) => boolean): Promise<string> {
    return until(`the text of ${ending}`, () => {
      const found = this.stand.workspace.documents.find(({ uri }) => uri.path.endsWith(ending))?.getText();
      return found !== undefined && pleases(found) ? found : undefined;
    });
  }

  /** Puts the cursor of the active editor after a text. */
  cursorAfter(text: string): void {
    const { active } = this.stand.window;
    assert.ok(active);
    const offset = active.document.getText().indexOf(text);
    assert.ok(offset >= 0, text);
    const at = active.document.positionAt(offset + text.length);
    active.selection = new Selection(at, at);
  }

  cursorAtEnd(): void {
    const { active } = this.stand.window;
    assert.ok(active);
    const at = active.document.positionAt(active.document.getText().length);
    active.selection = new Selection(at, at);
  }

  /** Replaces a text in the active editor, as somebody who types. */
  type(before: string, after: string): void {
    const document = this.stand.window.active?.document;
    assert.ok(document);
    const start = document.getText().indexOf(before);
    assert.ok(start >= 0, before);
    const range = new Range(document.positionAt(start), document.positionAt(start + before.length));
    this.stand.workspace.changed.fire(document.change([{ range, newText: after }]));
  }

  undo(ending: string): void {
    this.stand.workspace.undo(this.document(ending));
  }

  /** Tells that a document was saved. */
  saved(ending: string): void {
    this.stand.workspace.saved.fire(this.document(ending));
  }

  /** Waits until something holds. */
  async shows(holds: () => boolean): Promise<void> {
    await until(holds.toString(), holds);
  }

  /** Runs a command of the extension. */
  run(command: string, ...args: unknown[]): Promise<unknown> {
    const id = `statelens.${command}`;
    assert.ok(this.stand.commands.has(id), `there is no command ${id}`);
    return this.stand.run(id, ...args);
  }

  /** The list that is shown, once it is. */
  async pick(title: string | RegExp = ''): Promise<Pick> {
    const pleases = (pick: Pick) =>
      typeof title === 'string' ? `${pick.title} ${pick.placeholder}`.includes(title) : title.test(pick.title);
    const found = await until(`a list ${String(title)}`, () =>
      this.stand.window.asked.find((one) => one instanceof Pick && one.isOpen && pleases(one)),
    );
    return found as Pick;
  }

  /** The field that is shown, once it is. */
  async input(prompt = ''): Promise<Input> {
    const found = await until(`a field ${prompt}`, () =>
      this.stand.window.asked.find((one) => one instanceof Input && one.isOpen && one.prompt.includes(prompt)),
    );
    return found as Input;
  }

  /** A message, once it is shown; it is taken then. */
  async message(text: string | RegExp): Promise<Message> {
    const { messages } = this.stand.window;
    const fits = (one: Message) => (typeof text === 'string' ? one.text.includes(text) : text.test(one.text));
    const found = await until(`the message ${String(text)}`, () => messages.find(fits));
    messages.splice(messages.indexOf(found), 1);
    return found;
  }

  /** Work whose words please, once it is shown. */
  progress(text: RegExp): Promise<Progress> {
    return until(`progress ${String(text)}`, () =>
      this.stand.window.progress.find((one) => !one.isOver && text.test(`${one.title} ${one.text}`)),
    );
  }

  /** An entry of the status bar whose text pleases, once it is there. */
  async bar(text: RegExp): Promise<string> {
    return (
      await until(`${String(text)} in the status bar`, () =>
        this.stand.window.bar.find((one) => one.isShown && text.test(one.text)),
      )
    ).text;
  }

  hasBar(text: RegExp): boolean {
    return this.stand.window.bar.some((one) => one.isShown && text.test(one.text));
  }

  /** The page of a view, once it is open; it says that it listens. */
  async page(viewType: string, version = STATE_VERSION): Promise<Page> {
    const panel = await until(`the page ${viewType}`, () =>
      this.stand.window.panels.find((one) => one.viewType === viewType),
    );
    const page = new Page(panel);
    page.say({ version, type: 'ready' });
    return page;
  }

  /** What VS Code does with a page that was there before the window was loaded anew, and with the state that it kept. */
  async restore(viewType: string, state: unknown): Promise<void> {
    const serializer = this.stand.serializers.get(viewType);
    assert.ok(serializer !== undefined, `${viewType} is not restored`);
    await serializer.deserializeWebviewPanel(this.stand.window.panel(viewType, 'as before', 2), state);
  }

  /** The messages of what the language server finds in a document: those of its last publication. */
  problems(ending: string): readonly string[] {
    return this.#problems.get(this.document(ending).uri.toString()) ?? [];
  }

  /** A problem with this text, once it is there. */
  problem(ending: string, text: string): Promise<string> {
    return until(`the problem ${text}`, () => this.problems(ending).find((one) => one.includes(text)));
  }

  /** The titles of the lenses of a document: of the server and of the extension. */
  async lenses(ending: string): Promise<string[]> {
    const document = this.document(ending);
    const own: { title: string }[] = [];
    for (const { provider } of this.stand.lenses) {
      const found = (await provider.provideCodeLenses(document, { isCancellationRequested: false })) as
        | CodeLens[]
        | null;
      own.push(...(found ?? []).flatMap(({ command }) => command ?? []));
    }
    const served = await this.#session.titles(document.uri.toString());
    return [...own.map(({ title }) => title), ...served.flatMap((title) => title ?? [])];
  }

  /** A lens with this text, once it is there. */
  lens(ending: string, text: string | RegExp): Promise<string> {
    return until(`the lens ${String(text)}`, async () =>
      (await this.lenses(ending)).find((one) => (typeof text === 'string' ? one.includes(text) : text.test(one))),
    );
  }
}
