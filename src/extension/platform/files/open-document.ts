import * as vscode from 'vscode';
import type { LspRange } from '../../../protocol/lsp.ts';
import { baseName } from './uris.ts';

/** Returns a range of the language server as one of VS Code. */
export const toRange = ({ start, end }: LspRange): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);

/** Returns the open document of a URI, or of its text. */
export function openDocument(uri: vscode.Uri | string): vscode.TextDocument | undefined {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === address);
}

/**
 * Returns the document of a URI, which is opened if necessary.
 *
 * @throws if it cannot be opened; also for a closed one that was never saved: VS Code would create an empty one with
 * its name, which would reappear as an editor
 */
export async function documentAt(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const open = openDocument(uri);
  if (open !== undefined) return open;
  if (uri.scheme === 'untitled') throw vscode.FileSystemError.FileNotFound(baseName(uri));
  return vscode.workspace.openTextDocument(uri);
}

/** Size in bytes above which VS Code gives a file to no extension. */
export const MAX_SYNCED_BYTES = 50 * 1024 * 1024;

/**
 * Selects a range of a document in its editor, which is opened if none is visible.
 *
 * @param focus true to give the editor the keyboard focus
 */
export async function showRange(
  document: vscode.TextDocument,
  range: LspRange,
  focus = false,
  column = vscode.ViewColumn.One,
): Promise<void> {
  const uri = document.uri.toString();
  const visible = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri);
  const selection = toRange(range);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: visible?.viewColumn ?? column,
    preserveFocus: !focus,
    selection,
  });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
