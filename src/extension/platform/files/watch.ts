import * as vscode from 'vscode';
import { baseName } from './uris.ts';

/** Calls back when a file was changed, made or deleted. */
export function watchFile(uri: vscode.Uri, changed: () => void): vscode.Disposable {
  const name = baseName(uri).replace(/[?*[\]{}]/g, '[$&]');
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), name),
  );
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(changed),
    watcher.onDidCreate(changed),
    watcher.onDidDelete(changed),
  );
}
