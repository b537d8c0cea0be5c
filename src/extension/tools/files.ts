import * as vscode from 'vscode';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { ToolFault, ToolFile } from '../../core/tools/tool.ts';

const MAX_BYTES = 64 * 1024 * 1024;

const noFile = (message: string): Result<never, ToolFault> => err({ code: 'no-file', message });

/**
 * A file as an agent names it, by path or below a folder of the workspace. Only open documents and files of the workspace
 * are read; of an open document its text as it is now, saved or not.
 */
export async function readToolFile(name: string): Promise<Result<ToolFile, ToolFault>> {
  const { workspace } = vscode;
  const candidates = urisOf(name);
  const open = workspace.textDocuments.find(
    ({ uri }) => uri.toString(true) === name || candidates.some((one) => one.toString() === uri.toString()),
  );
  if (open !== undefined) return ok({ name, text: open.getText() });
  const inside = candidates.filter((uri) => workspace.getWorkspaceFolder(uri) !== undefined);
  if (inside.length === 0) return noFile(`${name} is neither open nor in a folder of the workspace`);
  for (const uri of inside) {
    try {
      const { type, size } = await workspace.fs.stat(uri);
      if ((type & vscode.FileType.File) === 0) continue;
      if (size > MAX_BYTES) return noFile(`${name} is larger than ${MAX_BYTES / 2 ** 20} MB; use the command line`);
      return ok({ name, text: new TextDecoder().decode(await workspace.fs.readFile(uri)) });
    } catch {
      // the next folder may have it
    }
  }
  return noFile(`there is no file ${name} in the workspace`);
}

/** Where a name may point. */
function urisOf(name: string): vscode.Uri[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(name)) return folders.map(({ uri }) => vscode.Uri.joinPath(uri, name));
  const file = vscode.Uri.file(name);
  return [file, ...folders.filter(({ uri }) => uri.scheme !== 'file').map(({ uri }) => uri.with({ path: file.path }))];
}
