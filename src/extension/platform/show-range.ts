import * as vscode from 'vscode';
import type { LspRange } from '../../protocol/lsp.ts';

/**
 * Selects a range of a document in its editor, which is opened if none is visible.
 *
 * @param focus true to give the editor the keyboard focus
 */
export async function showRange(
  document: vscode.TextDocument,
  { start, end }: LspRange,
  focus = false,
  column = vscode.ViewColumn.One,
): Promise<void> {
  const uri = document.uri.toString();
  const visible = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri);
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: visible?.viewColumn ?? column,
    preserveFocus: !focus,
    selection,
  });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
