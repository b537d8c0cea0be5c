import * as vscode from 'vscode';
import type { FeatureContext } from '../platform/feature.ts';
import { makeFolder } from '../platform/files/own-folder.ts';
import { folderOf } from '../platform/files/save.ts';
import { fileNameOf, TREE_ENDING } from './tree-texts.ts';
import type { TreeTarget } from './writer.ts';

/** More searches of one model in a second than anybody begins. */
const MAX_NAMES = 100;

/** The file that a search is written to. */
export interface SearchPlace extends TreeTarget {
  /** Known once the folder is there; rejects with why it is not. */
  readonly uri: Promise<vscode.Uri>;
}

/**
 * Where the tree of a search is written: below `.statelens/searches` of the folder that its document is in, or, without a folder
 * or where the user does not trust it, in the extension's own storage.
 */
export function searchPlace(context: FeatureContext, document: vscode.Uri, label: string): SearchPlace {
  const { storageUri, globalStorageUri } = context.extension;
  const own = context.isTrusted() ? folderOf(document) : undefined;
  const folder =
    own === undefined
      ? vscode.Uri.joinPath(storageUri ?? globalStorageUri, 'searches')
      : vscode.Uri.joinPath(own, '.statelens', 'searches');
  const uri = freeName(folder, label);
  // Whoever writes is told of it.
  uri.catch(() => undefined);
  return placeAt(context, uri, folder.scheme);
}

/** The file of a search that goes on. */
export const samePlace = (context: FeatureContext, uri: vscode.Uri): SearchPlace =>
  placeAt(context, Promise.resolve(uri), uri.scheme);

function placeAt({ platform: { localFiles } }: FeatureContext, uri: Promise<vscode.Uri>, scheme: string): SearchPlace {
  const write = async (text: string): Promise<void> =>
    vscode.workspace.fs.writeFile(await uri, new TextEncoder().encode(text));
  if (localFiles === undefined || scheme !== 'file') return { uri, write };
  return { uri, write, append: async (text) => localFiles.append((await uri).fsPath, text) };
}

/** `2026-11-21T22-56-30-rollouts-1.mcts.jsonl`, numbered where that is taken; the folder is made. */
async function freeName(folder: vscode.Uri, label: string): Promise<vscode.Uri> {
  await makeFolder(folder);
  const taken = new Set((await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name));
  const base = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}-${fileNameOf(label)}`;
  for (let i = 1; i <= MAX_NAMES; i++) {
    const name = `${base}${i === 1 ? '' : `-${i}`}${TREE_ENDING}`;
    if (!taken.has(name)) return vscode.Uri.joinPath(folder, name);
  }
  throw new Error(`${folder.path} already has files with that name`);
}
