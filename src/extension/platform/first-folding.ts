import * as vscode from 'vscode';

/** Documents whose predictions are folded as far as they will be at their first opening. */
const settled = new WeakSet<vscode.TextDocument>();
const settling = new vscode.EventEmitter<vscode.TextDocument>();

/** Marks a document whose predictions are folded now, or are left as they are. */
export function settleFolding(document: vscode.TextDocument): void {
  settled.add(document);
  settling.fire(document);
}

/**
 * Resolves once the predictions of a document that is being opened are folded, or after some time. VS Code folds in the
 * active editor alone: a page that takes the keyboard focus before would leave them unfolded.
 *
 * @param ms maximum time to wait, in milliseconds
 */
export async function foldingSettled(document: vscode.TextDocument, ms: number): Promise<void> {
  if (settled.has(document)) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms);
    const listener = settling.event((other) => {
      if (other === document) end();
    });
    function end(): void {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    }
  });
}
