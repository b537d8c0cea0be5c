import * as vscode from 'vscode';
import { type PageKind, PagePanel } from './panel.ts';
import { LatestRequest } from './requests.ts';

/** A view's part of its session. */
export interface SessionHost<From> {
  /** Quiet time after a change of the document or a setting before the content is requested again, in milliseconds. */
  readonly quietMs: number;
  /** Returns the URI of the visible document. */
  readonly uri: () => string | undefined;
  /** Requests the content and shows it, unless other content is needed by then. */
  readonly read: (token: vscode.CancellationToken, isLatest: () => boolean) => Promise<void>;
  /** Handles a message of the page. */
  readonly receive: (message: From) => void;
  /** Called with errors. */
  readonly failed: (error: unknown) => void;
  /** Called when a panel was opened or closed. */
  readonly changed?: (isOpen: boolean) => void;
  /** Clears the content when the panel is closed. */
  readonly closed: () => void;
}

/**
 * The panel of a view, with the behavior that all views share: content is requested again when the document or settings
 * change, and `closed` is called at the end.
 */
export class PageSession<To, From> {
  readonly #extension: vscode.Uri;
  readonly #kind: PageKind<From>;
  readonly #host: SessionHost<From>;
  readonly #latest: LatestRequest;
  readonly #listeners: vscode.Disposable[];
  #panel: PagePanel<To, From> | undefined;

  constructor(extension: vscode.Uri, kind: PageKind<From>, host: SessionHost<From>) {
    this.#extension = extension;
    this.#kind = kind;
    this.#host = host;
    this.#latest = new LatestRequest(host.quietMs, host.read, host.failed);
    this.#listeners = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === host.uri()) this.refreshSoon();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('statelens')) this.refreshSoon();
      }),
    ];
  }

  get isOpen(): boolean {
    return this.#panel !== undefined;
  }

  set title(title: string) {
    if (this.#panel !== undefined) this.#panel.title = title;
  }

  /**
   * Brings the panel to the front, or uses the one that `create` makes.
   *
   * @param keepsFocus true to leave the keyboard focus
   */
  show(create: () => vscode.WebviewPanel, keepsFocus = false): void {
    if (this.#panel === undefined) this.#attach(create());
    else this.#panel.reveal(keepsFocus);
  }

  /** Takes over a panel that VS Code restores, in place of the existing one. */
  restore(panel: vscode.WebviewPanel): void {
    this.#panel?.dispose();
    this.#attach(panel);
  }

  /** Posts a message; a page that does not listen yet sends `ready` later. */
  post(message: To): void {
    this.#panel?.post(message).then(undefined, () => undefined);
  }

  /** Requests the content immediately; resolves when the answer was used, or is no longer needed. */
  refresh(): Promise<void> {
    return this.#latest.now();
  }

  /** Requests the content after a quiet time. */
  refreshSoon(): void {
    if (this.isOpen) this.#latest.soon();
  }

  dispose(): void {
    this.#latest.cancel();
    for (const listener of this.#listeners) listener.dispose();
    this.#panel?.dispose();
  }

  #attach(panel: vscode.WebviewPanel): void {
    const own: PagePanel<To, From> = new PagePanel(panel, this.#extension, this.#kind, this.#host.receive, () => {
      if (this.#panel !== own) return;
      this.#latest.cancel();
      this.#panel = undefined;
      this.#host.closed();
      this.#host.changed?.(false);
    });
    this.#panel = own;
    this.#host.changed?.(true);
  }
}
