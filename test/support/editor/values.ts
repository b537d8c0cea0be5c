// Values of the API of VS Code, as far as the extension makes and reads them.
import path from 'node:path';

export class Disposable {
  readonly #end: () => void;

  constructor(end: () => void) {
    this.#end = end;
  }

  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }

  dispose(): void {
    this.#end();
  }
}

type Listener<T> = (event: T) => unknown;

export class EventEmitter<T> {
  readonly #listeners = new Set<Listener<T>>();

  readonly event = (listener: Listener<T>): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };

  fire(event: T): void {
    // One that is added meanwhile hears of the next event.
    const present = [...this.#listeners];
    for (const listener of present) listener(event);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#cancelled.event };

  cancel(): void {
    if (this.token.isCancellationRequested) return;
    this.token.isCancellationRequested = true;
    this.#cancelled.fire();
  }

  dispose(): void {
    this.#cancelled.dispose();
  }
}

interface UriParts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path?: string;
  readonly query?: string;
  readonly fragment?: string;
}

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  private constructor({ scheme, authority = '', path: at = '', query = '', fragment = '' }: UriParts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = at;
    this.query = query;
    this.fragment = fragment;
  }

  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }

  static file(at: string): Uri {
    return new Uri({ scheme: 'file', path: at });
  }

  static parse(text: string): Uri {
    const [, scheme = 'file', authority, at = '', query, fragment] =
      /^([\w+.-]+):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? [];
    return new Uri({
      scheme,
      authority: authority ?? '',
      path: decodeURIComponent(at),
      query: decodeURIComponent(query ?? ''),
      fragment: decodeURIComponent(fragment ?? ''),
    });
  }

  static joinPath(uri: Uri, ...parts: readonly string[]): Uri {
    return uri.with({ path: path.posix.join(uri.path, ...parts) });
  }

  with(parts: Partial<UriParts>): Uri {
    const { scheme, authority, path: at, query, fragment } = this;
    return new Uri({ scheme, authority, path: at, query, fragment, ...parts });
  }

  get fsPath(): string {
    return this.path;
  }

  toString(): string {
    const at = this.path.split('/').map(encodeURIComponent).join('/');
    const hasAuthority = this.authority !== '' || this.scheme === 'file';
    const query = this.query === '' ? '' : `?${encodeURIComponent(this.query)}`;
    const fragment = this.fragment === '' ? '' : `#${encodeURIComponent(this.fragment)}`;
    return `${this.scheme}:${hasAuthority ? `//${this.authority}` : ''}${at}${query}${fragment}`;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }

  isEqual({ line, character }: Position): boolean {
    return this.line === line && this.character === character;
  }

  isBefore({ line, character }: Position): boolean {
    return this.line < line || (this.line === line && this.character < character);
  }
}

/** A span between two places, which are positions, or offsets in tests that know no others. */
export class Range<Place = Position> {
  readonly start: Place;
  readonly end: Place;

  constructor(start: Place, end: Place);
  constructor(line: number, character: number, endLine: number, endCharacter: number);
  constructor(start: Place | number, end: Place | number, endLine?: number, endCharacter?: number) {
    const isLines = endLine !== undefined && endCharacter !== undefined;
    this.start = (isLines ? new Position(start as number, end as number) : start) as Place;
    this.end = (isLines ? new Position(endLine, endCharacter) : end) as Place;
  }
}

export class Selection extends Range {
  get anchor(): Position {
    return this.start;
  }

  get active(): Position {
    return this.end;
  }

  get isEmpty(): boolean {
    return this.start.isEqual(this.end);
  }

  isEqual({ start, end }: Range): boolean {
    return this.start.isEqual(start) && this.end.isEqual(end);
  }
}

export interface Edit<Place = Position> {
  readonly range: Range<Place>;
  readonly newText: string;
}

export const TextEdit = {
  replace: <Place>(range: Range<Place>, newText: string): Edit<Place> => ({ range, newText }),
};

/** Edits of one document. */
export class WorkspaceEdit<Place = Position> {
  uri: Uri | undefined;
  edits: readonly Edit<Place>[] = [];

  set(uri: Uri, edits: readonly Edit<Place>[]): void {
    this.uri = uri;
    this.edits = edits;
  }

  replace(uri: Uri, range: Range<Place>, newText: string): void {
    this.set(uri, [...this.edits, { range, newText }]);
  }
}

export class Location {
  readonly uri: Uri;
  readonly range: Range;

  constructor(uri: Uri, range: Range) {
    this.uri = uri;
    this.range = range;
  }
}

export class CodeLens {
  readonly range: Range;
  command: { readonly title: string; readonly command: string; readonly arguments?: readonly unknown[] } | undefined;

  constructor(range: Range, command?: CodeLens['command']) {
    this.range = range;
    this.command = command;
  }
}

export class Diagnostic {
  source = '';
  code: unknown;
  readonly range: Range;
  readonly message: string;
  readonly severity: number;

  constructor(range: Range, message: string, severity = 0) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

export class DocumentLink {
  tooltip = '';
  readonly range: Range;
  readonly target: Uri | undefined;

  constructor(range: Range, target?: Uri) {
    this.range = range;
    this.target = target;
  }
}

export class MarkdownString {
  value: string;
  isTrusted: unknown = false;
  supportHtml = false;

  constructor(value = '') {
    this.value = value;
  }

  appendMarkdown(value: string): this {
    this.value += value;
    return this;
  }

  appendText(text: string): this {
    return this.appendMarkdown(text.replace(/[\\`*_{}[\]()#+\-!~]/g, '\\$&'));
  }
}

export class TreeItem {
  description: unknown;
  tooltip: unknown;
  contextValue: string | undefined;
  iconPath: unknown;
  command: unknown;
  id: string | undefined;
  readonly label: string;
  readonly collapsibleState: number;

  constructor(label: string, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class Hover {
  readonly contents: unknown;

  constructor(contents: unknown) {
    this.contents = contents;
  }
}

export class ThemeIcon {
  readonly id: string;
  readonly color: unknown;

  constructor(id: string, color?: unknown) {
    this.id = id;
    this.color = color;
  }
}

export class ThemeColor {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export class RelativePattern {
  readonly baseUri: Uri;
  readonly pattern: string;

  constructor(base: Uri, pattern: string) {
    this.baseUri = base;
    this.pattern = pattern;
  }
}

export class CodeAction {
  edit: unknown;
  command: unknown;
  diagnostics: unknown;
  readonly title: string;
  readonly kind: unknown;

  constructor(title: string, kind?: unknown) {
    this.title = title;
    this.kind = kind;
  }
}

/** A tab of a text editor. */
export class TabInputText {
  readonly uri: Uri;

  constructor(uri: Uri) {
    this.uri = uri;
  }
}

/** A tab of an editor of an extension. */
export class TabInputCustom extends TabInputText {
  readonly viewType: string;

  constructor(uri: Uri, viewType: string) {
    super(uri);
    this.viewType = viewType;
  }
}

/** A tab of the changes between two texts. */
export class TabInputTextDiff {
  readonly original: Uri;
  readonly modified: Uri;

  constructor(original: Uri, modified: Uri) {
    this.original = original;
    this.modified = modified;
  }
}

/** A tab of a page. */
export class TabInputWebview {
  readonly viewType: string;

  constructor(viewType: string) {
    this.viewType = viewType;
  }
}

/** A text that a tool gives to an agent. */
export class LanguageModelTextPart {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelToolResult {
  readonly content: readonly LanguageModelTextPart[];

  constructor(content: readonly LanguageModelTextPart[]) {
    this.content = content;
  }
}

export class FileSystemError extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }

  static FileNotFound(name: unknown): FileSystemError {
    return new FileSystemError(`${String(name)} does not exist`, 'FileNotFound');
  }

  static NoPermissions(name: unknown): FileSystemError {
    return new FileSystemError(`${String(name)} may not be written`, 'NoPermissions');
  }
}

export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
export const FileChangeType = { Changed: 1, Created: 2, Deleted: 3 };
export const ViewColumn = { Active: -1, Beside: -2, One: 1, Two: 2 };
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 };
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const QuickInputButtons = { Back: { iconPath: new ThemeIcon('back') } };
export const TextEditorRevealType = { Default: 0, InCenter: 1, InCenterIfOutsideViewport: 2, AtTop: 3 };
export const TextEditorSelectionChangeKind = { Keyboard: 1, Mouse: 2, Command: 3 };
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const DecorationRangeBehavior = { OpenOpen: 0, ClosedClosed: 1, OpenClosed: 2, ClosedOpen: 3 };
export const OverviewRulerLane = { Left: 1, Center: 2, Right: 4, Full: 7 };
export const ColorThemeKind = { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 };
export const UIKind = { Desktop: 1, Web: 2 };
export const CodeActionKind = { QuickFix: 'quickfix' };
export const LanguageModelChatMessage = {
  User: (content: string) => ({ role: 'user', content }),
  Assistant: (content: string) => ({ role: 'assistant', content }),
};
