import * as vscode from 'vscode';

/** Tells `when` clauses whether the active editor has predictions: `statelens.hasPredictions`. */
export class HasPredictions implements vscode.Disposable {
  readonly #counts = new WeakMap<vscode.TextDocument, number>();
  readonly #listener = vscode.window.onDidChangeActiveTextEditor(() => this.#show());
  #shown = false;

  /** A document has so many predictions. */
  count(document: vscode.TextDocument, predictions: number): void {
    this.#counts.set(document, predictions);
    this.#show();
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #show(): void {
    const document = vscode.window.activeTextEditor?.document;
    // A view beside the text has the focus: what is known of the text still holds.
    if (document === undefined) return;
    const has = (this.#counts.get(document) ?? 0) > 0;
    if (has === this.#shown) return;
    this.#shown = has;
    void vscode.commands.executeCommand('setContext', 'statelens.hasPredictions', has);
  }
}
