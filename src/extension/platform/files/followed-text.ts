import * as vscode from 'vscode';
import { openDocument } from './open-document.ts';
import { watchFile } from './watch.ts';

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
