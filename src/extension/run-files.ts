import * as vscode from 'vscode';
import { workspaceFiles } from './workspace-files.ts';

/** How the names of run files end. */
export const ENDING = '.run.jsonl';
/** Run files of a workspace, whichever folder they are in. */
export const RUN_FILES = `**/*${ENDING}`;
/** Files at most that are looked for; a folder with more is no place to choose from. */
const MOST_FILES = 1000;
/** Asked for at the same time; a remote file system answers one after the other. */
const AT_ONCE = 16;

/** A run file as it lies on the disk. */
export interface FoundRun {
  readonly uri: vscode.Uri;
  /** As people read it: below its folder of the workspace, with the folder's name where there are several. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** Bytes. */
  readonly size: number;
}

/** Whether a document or file is a run file, by its name. */
export const isRunFile = (uri: vscode.Uri): boolean => uri.path.endsWith(ENDING);

/**
 * The run files of the workspace, those changed last first. Files that vanish while they are looked at are left out; in a
 * window without a folder there are none.
 */
export async function findRunFiles(): Promise<FoundRun[]> {
  const uris = await workspaceFiles((name) => name.endsWith(ENDING), MOST_FILES);
  const found: FoundRun[] = [];
  for (let from = 0; from < uris.length; from += AT_ONCE) {
    const stats = await Promise.all(uris.slice(from, from + AT_ONCE).map(lookAt));
    for (const one of stats) if (one !== undefined) found.push(one);
  }
  return found.sort((a, b) => b.modified - a.modified || (a.name < b.name ? -1 : 1));
}

async function lookAt(uri: vscode.Uri): Promise<FoundRun | undefined> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(uri);
    return { uri, name: vscode.workspace.asRelativePath(uri), modified: mtime, size };
  } catch {
    return undefined;
  }
}
