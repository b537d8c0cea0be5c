import * as vscode from 'vscode';
import { systemClock } from '../../../compute/system-clock.ts';
import type { Clock } from '../../../protocol/clock.ts';
import { baseName } from './workspace-files.ts';

/** Calls back when a file was changed, made or deleted. */
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

/** What tells one state of a file from the next; undefined: there is no file. */
export type FileStamp = { readonly mtime: number; readonly size: number } | undefined;

/** Between two looks, in milliseconds. */
const LOOK_MS = 2000;

/**
 * Looks at a file again and again, and calls back when it is another than at the last look. Watchers alone miss what happens before
 * they are set up, which takes seconds on a busy machine, and hear little of what happens on drives of other machines.
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

  /** A watcher tells of a change: that is told on, and not found once more at the next look. */
  told(): void {
    void this.#look(true);
  }

  dispose(): void {
    this.#isClosed = true;
    this.#forget?.();
  }

  /** The look comes before the news: what changes while the news is acted on is another state then. */
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
 * Calls back for everything that is deleted, files and folders. VS Code tells of a deleted folder alone, not of the files in it: who
 * watches for files by their endings learns by this that they are gone.
 */
export function watchDeleted(deleted: (uri: vscode.Uri) => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher('**', true, true, false);
  return vscode.Disposable.from(watcher, watcher.onDidDelete(deleted));
}

/** True if `uri` lies below `folder`. */
export const isBelow = (uri: string, folder: vscode.Uri): boolean => uri.startsWith(`${folder.toString()}/`);
