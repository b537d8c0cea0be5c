import * as vscode from 'vscode';
import type { WholeFiles } from '../../models/runs/segments.ts';

const uriOf = (path: string): vscode.Uri => vscode.Uri.parse(path, true);

/** What a call gives, or `none` where there is no such file: any other fault must not look as if nothing were there. */
async function orNone<T>(call: Thenable<T>, none: T): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return none;
    throw error;
  }
}

/** The file systems of VS Code, in which files are named by their URIs. */
export const wholeFiles: WholeFiles = {
  list: async (folder) => (await orNone(vscode.workspace.fs.readDirectory(uriOf(folder)), [])).map(([name]) => name),
  read: (file) => orNone<Uint8Array | undefined>(vscode.workspace.fs.readFile(uriOf(file)), undefined),
  write: async (file, bytes) => {
    const uri = uriOf(file);
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(uri, '..'));
    await vscode.workspace.fs.writeFile(uri, bytes);
  },
  remove: async (folder) => {
    await vscode.workspace.fs.delete(uriOf(folder), { recursive: true });
  },
};
