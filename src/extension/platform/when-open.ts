import * as vscode from 'vscode';

/** Calls back once, when a document that fits is open, now or later; one whose language changes is opened anew. */
export function whenOpen(fits: (document: vscode.TextDocument) => boolean, then: () => void): vscode.Disposable {
  if (vscode.workspace.textDocuments.some(fits)) {
    then();
    return { dispose: () => undefined };
  }
  const listener = vscode.workspace.onDidOpenTextDocument((document) => {
    if (!fits(document)) return;
    listener.dispose();
    then();
  });
  return listener;
}
