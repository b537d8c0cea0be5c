import * as vscode from 'vscode';
import { systemClock } from '../../../compute/system-clock.ts';
import type { Clock } from '../../../protocol/clock.ts';
import { openDocument } from './open-document.ts';
import { baseName } from './uris.ts';

/** Calls back when a file was changed, created or deleted. */
export function watchFile(uri: vscode.Uri, changed: () => void): vscode.Disposable {
  const name = baseName(uri).replace(/[?*[\]{}]/g, '[$&]');
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), name),
  );
  const stamp = () =>
    vscode.workspace.fs.stat(uri).then(
      (stat) => stat,
      () => undefined,
    );
  const looked = new FileStamps(stamp, changed, systemClock);
  const told = (): void => looked.told();
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(told),
    watcher.onDidCreate(told),
    watcher.onDidDelete(told),
    looked,
  );
}

/** Identity of a file's state; undefined if there is no file. */
export type FileStamp = { readonly mtime: number; readonly size: number } | undefined;

/** Time between two polls, in milliseconds. */
const LOOK_MS = 2000;

/**
 * Polls a file, and calls back when it differs from the last poll. Watchers alone miss changes before they are set up,
 * which takes seconds on a busy machine, and report few changes on network drives.
 */
export class FileStamps {
  readonly #stamp: () => Thenable<FileStamp>;
  readonly #changed: () => void;
  readonly #clock: Clock;
  #seen: string | undefined;
  #forget: (() => void) | undefined;
  #isClosed = false;

  constructor(stamp: () => Thenable<FileStamp>, changed: () => void, clock: Clock) {
    this.#stamp = stamp;
    this.#changed = changed;
    this.#clock = clock;
    void this.#look();
  }

  /** Reports a change from a watcher, so that the next poll does not report it again. */
  told(): void {
    void this.#look(true);
  }

  dispose(): void {
    this.#isClosed = true;
    this.#forget?.();
  }

  /** Reads the stamp before the callback: a change during the callback then counts as another one. */
  async #look(isTold = false): Promise<void> {
    const stamp = await this.#stamp();
    if (this.#isClosed) return;
    const now = stamp === undefined ? 'none' : `${stamp.mtime} ${stamp.size}`;
    const isOther = this.#seen !== undefined && this.#seen !== now;
    this.#seen = now;
    this.#forget?.();
    this.#forget = this.#clock.after(LOOK_MS, () => void this.#look());
    if (isTold || isOther) this.#changed();
  }
}

/**
 * Calls back for every deletion, of files and folders. VS Code reports only a deleted folder, not the files in it: code
 * that watches files by extension learns of their deletion here.
 */
export function watchDeleted(deleted: (uri: vscode.Uri) => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher('**', true, true, false);
  return vscode.Disposable.from(watcher, watcher.onDidDelete(deleted));
}

/** Returns true if `uri` is below `folder`. */
export const isBelow = (uri: string, folder: vscode.Uri): boolean => uri.startsWith(`${folder.toString()}/`);

/** Time from a change to the next reading, in milliseconds: a running program appends line by line, and a user types. */
const PAUSE_MS = 1000;

/** The text of a file that a page shows: as it is in an editor, otherwise on the disk. Reports its changes in both. */
export class FollowedText implements vscode.Disposable {
  readonly #uri: vscode.Uri;
  readonly #listeners: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param changed called once for all changes within a pause */
  constructor(uri: vscode.Uri, changed: () => void) {
    this.#uri = uri;
    const soon = (): void => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        changed();
      }, PAUSE_MS);
    };
    this.#listeners = vscode.Disposable.from(
      watchFile(uri, soon),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.uri.toString() === uri.toString() && contentChanges.length > 0) soon();
      }),
    );
  }

  /** Reads the text. Rejects with the reason why it cannot be read. */
  async read(): Promise<string> {
    const uri = this.#uri;
    const open = openDocument(uri);
    if (open !== undefined) return open.getText();
    // Text that an extension provides is no file.
    if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === undefined)
      return (await vscode.workspace.openTextDocument(uri)).getText();
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.dispose();
  }
}
