import * as vscode from 'vscode';
import { openDocument } from '../platform/files/open-document.ts';
import { baseName } from '../platform/files/uris.ts';
import { readSource } from './records-source.ts';

const NOTHING = { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0 };

/**
 * A file system of read-only documents that show logs as MAV, and follow the logs. They are files of a separate scheme:
 * of all documents without a file on disk, VS Code reopens only those when a window is reloaded.
 */
export class RecordsDocuments implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #textOf: (uri: vscode.Uri) => Promise<string>;

  /** @param textOf returns the text of such a document */
  constructor(textOf: (uri: vscode.Uri) => Promise<string>) {
    this.#textOf = textOf;
  }

  /** Returns the modification time of the log; the size is unknown before the document is made. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const log = logOf(uri);
    if (log === undefined) return NOTHING;
    const open = openDocument(log);
    if (open?.isDirty === true || open?.isUntitled === true) return { ...NOTHING, mtime: open.version };
    try {
      const { ctime, mtime, size } = await vscode.workspace.fs.stat(log);
      return { type: vscode.FileType.File, ctime, mtime, size };
    } catch {
      return NOTHING;
    }
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode(await this.#textOf(uri));
  }

  watch(uri: vscode.Uri): vscode.Disposable {
    const log = logOf(uri);
    // A document that was never saved has no file to watch.
    if (log === undefined || log.scheme === 'untitled') return new vscode.Disposable(() => {});
    const folder = vscode.Uri.joinPath(log, '..');
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, baseName(log).replace(/[?*[\]{}]/g, '[$&]')),
    );
    const notify = (): void => this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    return vscode.Disposable.from(watcher, watcher.onDidChange(notify), watcher.onDidCreate(notify));
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function logOf(uri: vscode.Uri): vscode.Uri | undefined {
  const source = readSource(uri.query);
  return source && vscode.Uri.parse(source.log);
}
