// Documents of the stand-in, and the files they come from.
import fs from 'node:fs';
import path from 'node:path';
import { TextDocument as Text } from 'vscode-languageserver-textdocument';
import {
  type Edit,
  EventEmitter,
  FileSystemError,
  FileType,
  Position,
  Range,
  Uri,
  type WorkspaceEdit,
} from './values.ts';

/** Languages by the endings of files, as the manifest has them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  pgn: 'pgn',
  json: 'json',
  fen: 'fen',
  epd: 'fen',
  walk: 'walk',
  mav: 'mav',
  pddl: 'pddl',
  trace: 'trace',
  md: 'markdown',
  jsonc: 'jsonc',
};

/** What is told of an edit. */
export interface Change {
  readonly document: Document;
  readonly contentChanges: readonly {
    readonly range: Range;
    readonly rangeOffset: number;
    readonly rangeLength: number;
    readonly text: string;
  }[];
}

/** A text that is open. Each edit of the extension is a step of undo. */
export class Document {
  readonly uri: Uri;
  languageId: string;
  isDirty = false;
  isClosed = false;
  readonly eol = 1;
  #text: Text;
  readonly #before: string[] = [];

  constructor(uri: Uri, text: string, languageId = LANGUAGES[path.extname(uri.path).slice(1)] ?? 'plaintext') {
    this.uri = uri;
    this.languageId = languageId;
    this.#text = Text.create(uri.toString(), languageId, 1, text);
  }

  get fileName(): string {
    return this.uri.fsPath;
  }

  get isUntitled(): boolean {
    return this.uri.scheme === 'untitled';
  }

  get version(): number {
    return this.#text.version;
  }

  get lineCount(): number {
    return this.#text.lineCount;
  }

  getText(range?: Range): string {
    return this.#text.getText(range);
  }

  offsetAt(position: Position): number {
    return this.#text.offsetAt(position);
  }

  positionAt(offset: number): Position {
    const { line, character } = this.#text.positionAt(offset);
    return new Position(line, character);
  }

  lineAt(at: number | Position) {
    const line = typeof at === 'number' ? at : at.line;
    const text = this.getText(new Range(line, 0, line + 1, 0)).replace(/\r?\n$/, '');
    return { lineNumber: line, text, range: new Range(line, 0, line, text.length) };
  }

  /** Replaces spans, which do not overlap; the event that tells of it. */
  change(edits: readonly Edit[]): Change {
    this.#before.push(this.getText());
    const spans = edits
      .map(({ range, newText }) => ({
        range,
        start: this.offsetAt(range.start),
        end: this.offsetAt(range.end),
        newText,
      }))
      .sort((a, b) => b.start - a.start);
    const changes = spans.map(({ range, newText }) => ({ range, text: newText }));
    Text.update(this.#text, changes, this.version + 1);
    this.isDirty = true;
    return {
      document: this,
      contentChanges: spans.map(({ range, start, end, newText }) => ({
        range,
        rangeOffset: start,
        rangeLength: end - start,
        text: newText,
      })),
    };
  }

  /** Writes the text to its file. */
  save(): Promise<boolean> {
    fs.writeFileSync(this.uri.fsPath, this.getText());
    this.isDirty = false;
    return Promise.resolve(true);
  }

  /** Another text, as an undo or a file that has changed gives it. */
  become(text: string): Change {
    return this.change([
      { range: new Range(this.positionAt(0), this.positionAt(this.getText().length)), newText: text },
    ]);
  }

  /** The text before the last edit. */
  get before(): string {
    const text = this.#before.pop();
    if (text === undefined) throw new Error('there is nothing to undo');
    return text;
  }
}

type Reads = {
  provideTextDocumentContent(uri: Uri): string | Promise<string>;
  onDidChange?: EventEmitter<Uri>['event'];
};

/** What is open, the files of the folder, and settings. */
export class Workspace {
  readonly folder: Uri;
  readonly isTrusted: boolean;
  readonly documents: Document[] = [];
  readonly opened = new EventEmitter<Document>();
  readonly closed = new EventEmitter<Document>();
  readonly saved = new EventEmitter<Document>();
  readonly changed = new EventEmitter<Change>();
  readonly written = new EventEmitter<Uri>();
  readonly #providers = new Map<string, Reads>();
  #untitled = 0;
  /** Edits that are refused before the next is made, as those of a text that somebody types in. */
  refusals = 0;

  constructor(folder: string, isTrusted: boolean) {
    this.folder = Uri.file(folder);
    this.isTrusted = isTrusted;
  }

  provide(scheme: string, provider: Reads): void {
    this.#providers.set(scheme, provider);
    provider.onDidChange?.((uri) => void this.#readAgain(uri));
  }

  async #readAgain(uri: Uri): Promise<void> {
    const open = this.find(uri);
    const provider = this.#providers.get(uri.scheme);
    if (open !== undefined && provider !== undefined)
      this.changed.fire(open.become(await provider.provideTextDocumentContent(uri)));
  }

  find(uri: Uri): Document | undefined {
    return this.documents.find((one) => one.uri.toString() === uri.toString());
  }

  async open(what: Uri | string | { readonly content?: string; readonly language?: string }): Promise<Document> {
    if (typeof what === 'string') return this.open(Uri.file(what));
    if (!(what instanceof Uri)) {
      const uri = Uri.from({ scheme: 'untitled', path: `Untitled-${++this.#untitled}` });
      return this.#add(new Document(uri, what.content ?? '', what.language));
    }
    const known = this.find(what);
    if (known !== undefined) return known;
    const text =
      what.scheme === 'untitled'
        ? ''
        : ((await this.#providers.get(what.scheme)?.provideTextDocumentContent(what)) ??
          fs.readFileSync(what.fsPath, 'utf8'));
    return this.find(what) ?? this.#add(new Document(what, text));
  }

  #add(document: Document): Document {
    this.documents.push(document);
    this.opened.fire(document);
    return document;
  }

  close(document: Document): void {
    this.documents.splice(this.documents.indexOf(document), 1);
    document.isClosed = true;
    this.closed.fire(document);
  }

  apply({ uri, edits }: WorkspaceEdit): Promise<boolean> {
    const document = uri && this.find(uri);
    if (document === undefined || this.refusals-- > 0) return Promise.resolve(false);
    this.refusals = 0;
    this.changed.fire(document.change(edits));
    return Promise.resolve(true);
  }

  undo(document: Document): void {
    this.changed.fire(document.become(document.before));
  }

  readonly fs = {
    stat: async (uri: Uri) => {
      const stat = await orFault(uri, () => fs.promises.stat(uri.fsPath));
      const { size, mtimeMs: mtime, ctimeMs: ctime } = stat;
      return { type: stat.isDirectory() ? FileType.Directory : FileType.File, size, mtime, ctime };
    },
    readFile: (uri: Uri) => orFault(uri, () => fs.promises.readFile(uri.fsPath)),
    writeFile: async (uri: Uri, bytes: Uint8Array) => {
      await fs.promises.mkdir(path.dirname(uri.fsPath), { recursive: true });
      await fs.promises.writeFile(uri.fsPath, bytes);
      this.written.fire(uri);
    },
    readDirectory: async (uri: Uri) => {
      const entries = await orFault(uri, () => fs.promises.readdir(uri.fsPath, { withFileTypes: true }));
      return entries.map((one) => [one.name, one.isDirectory() ? FileType.Directory : FileType.File] as const);
    },
    createDirectory: (uri: Uri) => fs.promises.mkdir(uri.fsPath, { recursive: true }),
    delete: async (uri: Uri) => {
      await fs.promises.rm(uri.fsPath, { recursive: true });
      this.written.fire(uri);
    },
    isWritableFileSystem: () => true,
  };
}

async function orFault<T>(uri: Uri, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? FileSystemError.FileNotFound(uri.path) : error;
  }
}
