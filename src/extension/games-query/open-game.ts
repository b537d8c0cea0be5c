import * as vscode from 'vscode';
import { openDocument } from '../platform/files/document-at.ts';
import { MAX_SYNCED_BYTES } from '../platform/files/limits.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { showRange } from '../platform/show-range.ts';
import { gameUri } from './game-documents.ts';
import { gameRange } from './game-range.ts';
import type { ReadGame } from './game-session.ts';

/**
 * Shows a game in its file; one of a file that VS Code gives to no extension in a read-only document of its own.
 *
 * @returns why it cannot be shown; undefined where it is
 */
export async function openGame({ place, facts }: ReadGame, uri: vscode.Uri): Promise<string | undefined> {
  const document = openDocument(uri) ?? (await documentOf(uri));
  if (document === undefined) {
    const single = gameUri(uri, place.number, place.start, place.length);
    const shown = await vscode.workspace.openTextDocument(single);
    await vscode.window.showTextDocument(shown, { viewColumn: vscode.ViewColumn.Beside });
    return undefined;
  }
  const lineAt = (line: number): string => (line < document.lineCount ? document.lineAt(line).text : '');
  const range = gameRange(facts.text, place, lineAt);
  if (range === undefined) return t('{0} has changed: query it again.', baseName(uri));
  await showRange(document, range, true, vscode.ViewColumn.Beside);
  return undefined;
}

/** The document of a file; undefined where it is too large for extensions. */
async function documentOf(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const { size } = await vscode.workspace.fs.stat(uri);
  return size > MAX_SYNCED_BYTES ? undefined : vscode.workspace.openTextDocument(uri);
}
