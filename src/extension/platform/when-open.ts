import * as vscode from 'vscode';
import { DOCUMENT_LANGUAGES } from '../../protocol/lsp.ts';

/** Calls back once, when a matching document is open, now or later; a change of its language opens a document again. */
export const whenOpen = (fits: (document: vscode.TextDocument) => boolean, then: () => void): vscode.Disposable =>
  once(
    () => vscode.workspace.textDocuments.some(fits),
    (look) => vscode.workspace.onDidOpenTextDocument(look),
    then,
  );

const OUR_ENDINGS = /\.(?:pgn|fen|epd|walk|mav|pddl|trace|dialect\.json)$/i;

/**
 * Calls back once, when a file of a supported language is open, now or later; one that is too long for a document has
 * only a tab.
 */
export const whenOurs = (then: () => void): vscode.Disposable =>
  once(
    () =>
      vscode.workspace.textDocuments.some(({ languageId }) => DOCUMENT_LANGUAGES.some((item) => item === languageId)) ||
      vscode.window.tabGroups.all.some(({ tabs }) =>
        tabs.some(({ input }) => input instanceof vscode.TabInputText && OUR_ENDINGS.test(input.uri.path)),
      ),
    (look) =>
      vscode.Disposable.from(
        vscode.workspace.onDidOpenTextDocument(look),
        vscode.window.tabGroups.onDidChangeTabs(look),
      ),
    then,
  );

/** Calls back once, when a condition holds, now or at an event that `listen` reports. */
function once(
  holds: () => boolean,
  listen: (look: () => void) => vscode.Disposable,
  then: () => void,
): vscode.Disposable {
  if (holds()) {
    then();
    return { dispose: () => undefined };
  }
  const listeners = listen(() => {
    if (!holds()) return;
    listeners.dispose();
    then();
  });
  return listeners;
}
