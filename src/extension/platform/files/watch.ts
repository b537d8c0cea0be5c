import * as vscode from 'vscode';
import { systemClock } from '../../../compute/system-clock.ts';
import { LookedAt } from './looked-at.ts';
import { baseName } from './uris.ts';

/** Calls back when a file was changed, made or deleted. */
export function watchFile(uri: vscode.Uri, changed: () => void): vscode.Disposable {
  const name = baseName(uri).replace(/[?*[\]{}]/g, '[$&]');
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), name),
  );
  const stamp = () =>
    vscode.workspace.fs.stat(uri).then(
      (stat) => stat,
      () => undefined,
    );
  const looked = new LookedAt(stamp, changed, systemClock);
  const told = (): void => looked.told();
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(told),
    watcher.onDidCreate(told),
    watcher.onDidDelete(told),
    looked,
  );
}
