import * as vscode from 'vscode';
import { DOCUMENT_LANGUAGES } from '../../protocol/lsp.ts';

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

const OUR_ENDINGS = /\.(?:pgn|fen|epd|walk|mav|pddl)$/i;

/** Calls back once, when a file of one of our languages is open, now or later; one that is too long for a document has a tab alone. */
export function whenOurs(then: () => void): vscode.Disposable {
  const isOurs = (): boolean =>
    vscode.workspace.textDocuments.some(({ languageId }) => DOCUMENT_LANGUAGES.some((one) => one === languageId)) ||
    vscode.window.tabGroups.all.some(({ tabs }) =>
      tabs.some(({ input }) => input instanceof vscode.TabInputText && OUR_ENDINGS.test(input.uri.path)),
    );
  if (isOurs()) {
    then();
    return { dispose: () => undefined };
  }
  const look = (): void => {
    if (!isOurs()) return;
    listeners.dispose();
    then();
  };
  const listeners = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.window.tabGroups.onDidChangeTabs(look),
  );
  return listeners;
}
