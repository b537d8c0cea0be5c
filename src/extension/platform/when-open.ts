import * as vscode from 'vscode';

/** Calls back once, when a document that fits is open, now or later. */
export function whenOpen(fits: (uri: vscode.Uri) => boolean, then: () => void): vscode.Disposable {
  if (vscode.workspace.textDocuments.some(({ uri }) => fits(uri))) {
    then();
    return { dispose: () => undefined };
  }
  const listener = vscode.workspace.onDidOpenTextDocument(({ uri }) => {
    if (!fits(uri)) return;
    listener.dispose();
    then();
  });
  return listener;
}
