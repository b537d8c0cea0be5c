import * as vscode from 'vscode';
import { thrownMessage } from '../../../core/base/result.ts';
import { GITIGNORE_CONTENT, gitignoreFile } from '../../../models/statelens-folder.ts';
import { t } from '../l10n.ts';
import { showMessage } from '../show-message.ts';
import { baseName } from './uris.ts';

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

/** Returns the open folder, or that of a document. */
export const parentFolder = (document?: vscode.Uri): vscode.Uri | undefined =>
  (document && vscode.workspace.getWorkspaceFolder(document)?.uri) ?? vscode.workspace.workspaceFolders?.[0]?.uri;

/**
 * Asks for a file and writes it; returns its name, or undefined if canceled or, after a message, if it failed.
 *
 * @param folder that is proposed
 */
export async function saveBytes(
  name: string,
  bytes: Uint8Array,
  folder: vscode.Uri | undefined = parentFolder(),
): Promise<string | undefined> {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const target = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [ending.toUpperCase()]: [ending] },
  });
  return target !== undefined && (await writeBytes(target, bytes)) ? baseName(target) : undefined;
}

/** A form in which something can be saved. */
interface SaveFormat extends vscode.QuickPickItem {
  /** Ending of the file name, without the dot. */
  readonly ending: string;
  readonly content: string;
}

/** Asks for a format, then for a file; returns the file's name, or undefined if canceled or, after a message, if it failed. */
export async function saveInFormat(
  title: string,
  name: string,
  formats: readonly SaveFormat[],
): Promise<string | undefined> {
  const chosen = await vscode.window.showQuickPick(formats, { title });
  return chosen && saveBytes(`${name}.${chosen.ending}`, new TextEncoder().encode(chosen.content));
}

/** Writes a file; false, after a message, if that failed. */
export async function writeBytes(target: vscode.Uri, bytes: Uint8Array): Promise<boolean> {
  try {
    await vscode.workspace.fs.writeFile(target, bytes);
    return true;
  } catch (error) {
    const reason = thrownMessage(error);
    void showMessage('error', t('{0} could not be written: {1}', baseName(target), reason));
    return false;
  }
}
