import * as vscode from 'vscode';
import { type PageKind, PagePanel } from './panel.ts';
import { LatestRequest } from './requests.ts';

/** What a view gives to its session. */
export interface SessionHost<From> {
  /** Quiet time after a change of the document, or of a setting, before what is shown is asked for again, in milliseconds. */
  readonly quietMs: number;
  /** The document that is shown. */
  readonly uri: () => string | undefined;
  /** Asks for what is to be shown and shows it, unless something else is wanted by then. */
  readonly read: (token: vscode.CancellationToken, isLatest: () => boolean) => Promise<void>;
  /** Takes in what the page says. */
  readonly receive: (message: From) => void;
  /** Is told of faults. */
  readonly failed: (error: unknown) => void;
  /** A panel is there now, or none any more. */
  readonly changed?: (isOpen: boolean) => void;
  /** Forgets what was shown, when the panel is closed. */
  readonly closed: () => void;
}

/** A view's panel with what all views do: it asks again when document or settings change, and is told when it is closed. */
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
   * Brings the panel to the front, or takes the one that `create` makes.
   *
   * @param keepsFocus the keyboard stays where it is
   */
  show(create: () => vscode.WebviewPanel, keepsFocus = false): void {
    if (this.#panel === undefined) this.#attach(create());
    else this.#panel.reveal(keepsFocus);
  }

  /** Takes over a panel that VS Code restores, in place of the one that is there. */
  restore(panel: vscode.WebviewPanel): void {
    this.#panel?.dispose();
    this.#attach(panel);
  }

  /** A page that does not listen yet says `ready` when it does. */
  post(message: To): void {
    this.#panel?.post(message).then(undefined, () => undefined);
  }

  /** Asks again at once; resolves when the answer was taken, or is not wanted any more. */
  refresh(): Promise<void> {
    return this.#latest.now();
  }

  /** Asks again when there was quiet for a while. */
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
