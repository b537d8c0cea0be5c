import * as vscode from 'vscode';
import type { Platform } from '../platform/feature.ts';
import { type ByteSource, byteSource } from '../platform/files/bytes.ts';
import { openDocument } from '../platform/files/open-document.ts';
import { isBelow, watchDeleted, watchFile } from '../platform/files/watch.ts';
import { filesBelow } from '../platform/files/workspace-files.ts';
import type { GameSource } from './game-session.ts';

/** Maximum number of files that are read from a folder. */
const MAX_FILES = 5000;

/** A file with games, and its URI. */
export interface GameSourceFile extends GameSource {
  readonly uri: vscode.Uri;
}

/** Returns the named PGN files and those in the named folders, sorted by name. */
export async function gamesAt(uris: readonly vscode.Uri[], platform: Platform): Promise<readonly GameSourceFile[]> {
  const found = new Map<string, vscode.Uri>();
  for (const uri of uris) {
    const files = (await isFolder(uri)) ? await filesBelow([uri], (name) => /\.pgn$/i.test(name), MAX_FILES) : [uri];
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const file of files) found.set(file.toString(), file);
  }
  return [...found.values()].map((uri) => ({
    uri,
    name: vscode.workspace.asRelativePath(uri),
    bytes: gameBytes(uri, platform),
  }));
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme === 'untitled') return false;
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
}

/** Returns the bytes of a file; those of its document while that has unsaved changes. */
function gameBytes(uri: vscode.Uri, platform: Platform): ByteSource {
  return {
    open: async () => {
      const document = openDocument(uri);
      if (document === undefined || !(document.isDirty || document.isUntitled)) return byteSource(platform, uri).open();
      const bytes = new TextEncoder().encode(document.getText());
      return {
        size: bytes.length,
        read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)),
        close: () => Promise.resolve(),
      };
    },
  };
}

/** Calls back when a PGN file, or one in a folder, is changed, created, deleted or edited. */
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
