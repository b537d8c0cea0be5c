import * as vscode from 'vscode';
import { DIALECT_FILE, MAX_DIALECT_BYTES, MAX_DIALECTS } from '../../../protocol/lsp.ts';
import { openDocument } from './open-document.ts';

/** Maximum number and depth of folders that are searched. */
const MAX_FOLDERS = 3000;
const DEEPEST = 12;
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git', '.hg', '.svn']);

/**
 * Returns the files of the workspace with matching names, folder by folder, those near the root first. VS Code's own
 * search needs a program that not every host and no file system of a browser has.
 *
 * @param most maximum number of files; the search ends with them
 */
export const workspaceFiles = (matches: (name: string) => boolean, most: number): Promise<vscode.Uri[]> =>
  filesBelow(
    (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri),
    matches,
    most,
  );

/** Returns the files below any folders, in the order of `workspaceFiles`. */
export async function filesBelow(
  folders: readonly vscode.Uri[],
  matches: (name: string) => boolean,
  most: number,
): Promise<vscode.Uri[]> {
  const found: vscode.Uri[] = [];
  let level = folders;
  let seen = 0;
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const below: vscode.Uri[] = [];
    for (const folder of level) {
      if (++seen > MAX_FOLDERS || found.length >= most) return found;
      for (const [name, type] of await entriesOf(folder)) {
        if (type === vscode.FileType.Directory && !PASSED_OVER.has(name)) below.push(vscode.Uri.joinPath(folder, name));
        // Links to files are followed; links to folders could form a circle.
        else if ((type & vscode.FileType.File) !== 0 && matches(name) && found.length < most)
          found.push(vscode.Uri.joinPath(folder, name));
      }
    }
    level = below;
  }
  return found;
}

/** Returns the entries of a folder; none if it cannot be read. */
async function entriesOf(folder: vscode.Uri): Promise<readonly [string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}

/** A dialect file of the workspace. */
interface WorkspaceDialect {
  readonly uri: vscode.Uri;
  readonly text: string;
}

/** Returns the dialect files of the workspace, open ones with their edits. */
export async function readDialects(): Promise<readonly WorkspaceDialect[]> {
  const found = await workspaceFiles((name) => DIALECT_FILE.test(name), MAX_DIALECTS);
  return (await Promise.all(found.map(readDialect))).flat();
}

async function readDialect(uri: vscode.Uri): Promise<WorkspaceDialect[]> {
  const open = openDocument(uri);
  if (open !== undefined) return [{ uri, text: open.getText() }];
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.length > MAX_DIALECT_BYTES ? [] : [{ uri, text: new TextDecoder().decode(bytes) }];
  } catch {
    // it was deleted meanwhile
    return [];
  }
}
