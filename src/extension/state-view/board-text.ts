import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { Position } from '../../core/base/text/line-index.ts';
import {
  INSERT_MOVE_REQUEST,
  type InsertMoveParams,
  type InsertMoveResult,
  type PositionParams,
} from '../../protocol/lsp.ts';
import { t } from '../platform/l10n.ts';

const editorOf = (document: vscode.TextDocument): vscode.TextEditor | undefined =>
  vscode.window.visibleTextEditors.find((editor) => editor.document === document);

/** An editor with the document, which is shown where none is to be seen; the page keeps the keyboard. */
const shownEditor = async (document: vscode.TextDocument): Promise<vscode.TextEditor> =>
  editorOf(document) ??
  (await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, preserveFocus: true }));

/** Puts the cursor at a place of the document, where an editor shows it. */
export function reveal(document: vscode.TextDocument, { line, character }: Position): void {
  const editor = editorOf(document);
  if (editor === undefined) return;
  const at = new vscode.Position(line, character);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/**
 * Writes a move behind a position of a document, as one step of undo. Returns the place behind it, or why nothing was
 * written.
 *
 * @param version of the document that the place counts in
 */
export async function writeMove(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
  place: PositionParams,
  version: number,
  move: string,
): Promise<Position | string> {
  const params: InsertMoveParams = { ...place, version, move };
  const found = await client.sendRequest<InsertMoveResult | null>(INSERT_MOVE_REQUEST, params);
  if (found === null) return t('The language server does not know this file.');
  if (!found.ok) return t('{0} was not written: {1}.', move, found.reason);
  if (found.edits.length > 0) {
    const problem = await apply(document, version, found.edits);
    if (problem !== undefined) return problem;
  }
  const { line, character } = document.positionAt(found.cursor);
  return { line, character };
}

type Edits = Extract<InsertMoveResult, { ok: true }>['edits'];

/** Applies edits to the text of a version; says why where it could not. */
async function apply(document: vscode.TextDocument, version: number, edits: Edits): Promise<string | undefined> {
  const readOnly = t('This file is read-only: the move was not written.');
  if (vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) === false) return readOnly;
  const editor = await shownEditor(document);
  if (document.version !== version) return t('The text was changed meanwhile: the move was not written. Try again.');
  const done = await editor.edit((builder) => {
    for (const { range, newText } of edits)
      builder.insert(new vscode.Position(range.start.line, range.start.character), newText);
  });
  // An editor that is read-only takes the edit and does nothing with it.
  return done && document.version !== version ? undefined : readOnly;
}
