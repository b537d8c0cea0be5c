import * as vscode from 'vscode';
import { DIALECT_FILE, MAX_DIALECT_BYTES, MAX_DIALECTS } from '../../../protocol/lsp.ts';
import { openDocument } from './open-document.ts';
import { workspaceFiles } from './workspace-files.ts';

/** A dialect file of the workspace. */
export interface WorkspaceDialect {
  readonly uri: vscode.Uri;
  readonly text: string;
}

/** Returns the dialect files of the workspace, open ones with their edits. */
export async function readDialects(): Promise<readonly WorkspaceDialect[]> {
  const found = await workspaceFiles((name) => DIALECT_FILE.test(name), MAX_DIALECTS);
  return (await Promise.all(found.map(readDialect))).flat();
}

async function readDialect(uri: vscode.Uri): Promise<WorkspaceDialect[]> {
  const open = openDocument(uri);
  if (open !== undefined) return [{ uri, text: open.getText() }];
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.length > MAX_DIALECT_BYTES ? [] : [{ uri, text: new TextDecoder().decode(bytes) }];
  } catch {
    // it was deleted meanwhile
    return [];
  }
}
