import * as vscode from 'vscode';
/** Resolves a path in a file: relative to a folder, or from the root if it is absolute. */
export const resolveUri = (folder: vscode.Uri, path: string): vscode.Uri =>
  /^(?:\/|[A-Za-z]:[\\/])/.test(path) ? folder.with({ path }) : vscode.Uri.joinPath(folder, path.replaceAll('\\', '/'));

/** Returns the bytes of a file; undefined if it cannot be read. */
export async function bytesAt(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch {
    return undefined;
  }
}

/** Returns the last part of a path. */
export const baseName = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the names of the entries of a folder; none if it cannot be read. */
export async function namesIn(folder: vscode.Uri): Promise<readonly string[]> {
  try {
    return (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
  } catch {
    return [];
  }
}
