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
import { editDocument, editorOf } from './edit-document.ts';

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
    const at = ({ line, character }: Position): number => document.offsetAt(new vscode.Position(line, character));
    const edits = found.edits.map(({ range, newText }) => ({
      range: { start: at(range.start), end: at(range.start) },
      newText,
    }));
    const problem = await editDocument(document, version, edits, {
      readOnly: t('This file is read-only: the move was not written.'),
      changed: t('The text was changed meanwhile: the move was not written. Try again.'),
    });
    if (problem !== undefined) return problem;
  }
  const { line, character } = document.positionAt(found.cursor);
  return { line, character };
}
