import * as vscode from 'vscode';
import { GITIGNORE_CONTENT, gitignoreFile } from '../../../models/statelens-folder.ts';

/**
 * Creates the folder of a file that is about to be written, in any file system of VS Code. A new one below `.statelens`
 * gets a `.gitignore` there, unless there is one.
 */
export async function makeFolder(folder: vscode.Uri): Promise<void> {
  const ignore = gitignoreFile(`${folder.path}/`);
  const isNew = ignore !== undefined && !(await isThere(folder));
  await vscode.workspace.fs.createDirectory(folder);
  if (!isNew) return;
  const uri = folder.with({ path: ignore });
  if (!(await isThere(uri))) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(GITIGNORE_CONTENT));
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
