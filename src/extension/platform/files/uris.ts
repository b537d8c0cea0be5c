import * as vscode from 'vscode';

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
