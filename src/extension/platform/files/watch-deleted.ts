import * as vscode from 'vscode';

/**
 * Calls back for everything that is deleted, files and folders. VS Code tells of a deleted folder alone, not of the files in it: who
 * watches for files by their endings learns by this that they are gone.
 */
export function watchDeleted(deleted: (uri: vscode.Uri) => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher('**', true, true, false);
  return vscode.Disposable.from(watcher, watcher.onDidDelete(deleted));
}

/** True if `uri` lies below `folder`. */
export const isBelow = (uri: string, folder: vscode.Uri): boolean => uri.startsWith(`${folder.toString()}/`);
