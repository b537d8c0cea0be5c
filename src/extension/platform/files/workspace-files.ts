import * as vscode from 'vscode';

/** Folders that are looked into, and how deep. */
const MAX_FOLDERS = 3000;
const DEEPEST = 12;
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git', '.hg', '.svn']);

/**
 * The files of the workspace whose names please, folder by folder, those near the root first. VS Code's own search has a program for it,
 * which not every host and no file system of a browser has.
 *
 * @param most files; the search ends with them
 */
export const workspaceFiles = (pleases: (name: string) => boolean, most: number): Promise<vscode.Uri[]> =>
  filesBelow(
    (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri),
    pleases,
    most,
  );

/** The same of any folders. */
export async function filesBelow(
  folders: readonly vscode.Uri[],
  pleases: (name: string) => boolean,
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
        // Links to files are followed, links to folders may lead round in a circle.
        else if ((type & vscode.FileType.File) !== 0 && pleases(name) && found.length < most)
          found.push(vscode.Uri.joinPath(folder, name));
      }
    }
    level = below;
  }
  return found;
}

/** What is in a folder; nothing where it cannot be read. */
async function entriesOf(folder: vscode.Uri): Promise<readonly [string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}

/** The place that a path in a file stands for: from a folder on, or from the root where it begins there. */
export const resolveUri = (folder: vscode.Uri, path: string): vscode.Uri =>
  /^(?:\/|[A-Za-z]:[\\/])/.test(path) ? folder.with({ path }) : vscode.Uri.joinPath(folder, path.replaceAll('\\', '/'));

/** The bytes of a file; undefined where there is none that can be read. */
export async function bytesAt(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch {
    return undefined;
  }
}

/** The last part of a path. */
export const baseName = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);

/** The names of what is in a folder; none where it cannot be read. */
export async function namesIn(folder: vscode.Uri): Promise<readonly string[]> {
  try {
    return (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
  } catch {
    return [];
  }
}
