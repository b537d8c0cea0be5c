import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { bytesOf } from '../platform/files/bytes.ts';
import { baseName } from '../platform/files/uris.ts';
import { TreeFileFeed } from './tree-file-feed.ts';
import { TreePanel } from './tree-panel.ts';
import { gameOfTree, treeName } from './tree-texts.ts';

/**
 * Shows a file with a tree in a panel, and follows the file.
 *
 * @param title of the panel
 */
export function showTreeFile(
  context: FeatureContext,
  panel: vscode.WebviewPanel,
  uri: vscode.Uri,
  title = baseName(uri),
): void {
  const name = baseName(uri);
  const sink = {
    begin: (size: number, head: string) => shown.open({ size, game: gameOfTree(head), notes: [], selected: 0 }),
    piece: (text: string, done: boolean) => shown.post({ type: 'lines', text, done }),
    failed: (why: string) => void shown.post({ type: 'unavailable', reason: `${name} cannot be read: ${why}` }),
  };
  const feed = new TreeFileFeed(bytesOf(context.platform, uri), sink, systemClock);
  const watcher = watch(uri, () => void feed.changed());
  const shown: TreePanel = new TreePanel(
    context,
    panel,
    { source: 'file', title, name: treeName(name) },
    {
      ready: () => void feed.restart(),
      // The search that goes on has a panel of its own, which takes this one's place.
      resume: () =>
        void vscode.commands
          .executeCommand<boolean>('statelens.resumeSearch', uri.toString())
          .then((isBegun) => isBegun && panel.dispose()),
      closed: () => {
        feed.close();
        watcher.dispose();
      },
    },
  );
}

/** Calls back when a file was changed, made or deleted. */
function watch(uri: vscode.Uri, changed: () => void): vscode.Disposable {
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
