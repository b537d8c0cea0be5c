import * as vscode from 'vscode';
import { systemClock } from '../../../compute/system-clock.ts';
import type { Clock } from '../../../protocol/clock.ts';
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
