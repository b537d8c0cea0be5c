import * as vscode from 'vscode';
import { watchFile } from '../platform/files/watch.ts';
import { isBelow, watchDeleted } from '../platform/files/watch-deleted.ts';
import { isFolder } from './game-sources.ts';

/** Calls back when a PGN file, or one in a folder, is changed, made or deleted, or edited. */
export async function watchGames(uris: readonly vscode.Uri[], changed: () => void): Promise<vscode.Disposable> {
  const watchers: vscode.Disposable[] = [];
  for (const uri of uris.filter(({ scheme }) => scheme !== 'untitled')) {
    if (!(await isFolder(uri))) {
      watchers.push(watchFile(uri, changed));
      continue;
    }
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uri, '**/*.[pP][gG][nN]'));
    watchers.push(watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed), watcher.onDidDelete(changed));
    watchers.push(
      watchDeleted((gone) => {
        if (isBelow(gone.toString(), uri) || isBelow(uri.toString(), gone)) changed();
      }),
    );
  }
  const addresses = uris.map((uri) => uri.toString());
  const edits = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    const edited = document.uri.toString();
    const isOurs = addresses.some((address) => edited === address || edited.startsWith(`${address}/`));
    if (contentChanges.length > 0 && isOurs) changed();
  });
  return vscode.Disposable.from(...watchers, edits);
}
