import * as vscode from 'vscode';

// The schemes of the documents that the extension creates.

/** Scheme of logs shown as MAV. */
export const RECORDS_SCHEME = 'statelens-records';

/** Scheme of games of files that VS Code gives to no extension. */
export const GAME_SCHEME = 'statelens-game';

/** Scheme of answers beside their references. */
export const MAV_SCHEME = 'statelens-mav';

/** Scheme of the prompt for the position at the cursor. */
export const PROMPT_SCHEME = 'statelens-prompt';

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
