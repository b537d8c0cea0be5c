import * as vscode from 'vscode';
import type { TextEdit } from '../../core/base/text/range.ts';
import { rangeIn } from '../platform/documents.ts';

export const editorOf = (document: vscode.TextDocument): vscode.TextEditor | undefined =>
  vscode.window.visibleTextEditors.find((editor) => editor.document === document);

/** An editor with the document, which is shown where none is to be seen; the page keeps the keyboard. */
const shownEditor = async (document: vscode.TextDocument): Promise<vscode.TextEditor> =>
  editorOf(document) ??
  (await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, preserveFocus: true }));

/**
 * Applies edits to the text of a version of a document, as one step of undo.
 *
 * @param says what is said of a file that is read-only, and of a text that was changed meanwhile
 * @returns what kept the edits from being made; undefined where they were
 */
export async function editDocument(
  document: vscode.TextDocument,
  version: number,
  edits: readonly TextEdit[],
  says: { readonly readOnly: string; readonly changed: string },
): Promise<string | undefined> {
  if (vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) === false) return says.readOnly;
  const editor = await shownEditor(document);
  if (document.version !== version) return says.changed;
  const done = await editor.edit((builder) => {
    for (const { range, newText } of edits) builder.replace(rangeIn(document, range), newText);
  });
  // An editor that is read-only takes the edit and does nothing with it.
  return done && document.version !== version ? undefined : says.readOnly;
}
