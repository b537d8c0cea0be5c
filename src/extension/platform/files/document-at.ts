import * as vscode from 'vscode';
import { baseName } from './workspace-files.ts';

/** The document of a URI, or of its text, where it is open. */
export function openDocument(uri: vscode.Uri | string): vscode.TextDocument | undefined {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === address);
}

/**
 * The document of a URI, opened where it is not.
 *
 * @throws where it cannot be opened; also for one that was never saved and is closed: VS Code would make an empty one of its name,
 * which would come back as an editor
 */
export async function documentAt(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const open = openDocument(uri);
  if (open !== undefined) return open;
  if (uri.scheme === 'untitled') throw vscode.FileSystemError.FileNotFound(baseName(uri));
  return vscode.workspace.openTextDocument(uri);
}

/** Above this VS Code gives a file to no extension. */
export const MAX_SYNCED_BYTES = 50 * 1024 * 1024;
