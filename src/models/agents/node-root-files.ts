import { opendir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { ToolFault, ToolHost } from '../../core/tools/tool.ts';

/** Maximum file size. The command line has no such limit: it reads files in pieces. */
export const MAX_BYTES = 64 * 1024 * 1024;

const noFile = (message: string): Result<never, ToolFault> => err({ code: 'no-file', message });

/**
 * Reads files in a folder and its subfolders, and no others: links that lead out of it are not followed. Rejects where there is no
 * such folder.
 *
 * @param read the text of a file by its real path, or why there is none
 */
export async function rootFiles(
  folder: string,
  read: (file: string) => Promise<Result<string, string>>,
): Promise<ToolHost['readFile']> {
  const root = await realpath(folder);
  await (await opendir(root)).close();
  return async (name) => {
    const asked = path.resolve(root, name);
    const outside = noFile(`${name} is outside of the folder with the files that may be read`);
    if (!isBelow(root, asked)) return outside;
    try {
      const real = await realpath(asked);
      if (!isBelow(root, real)) return outside;
      const found = await stat(real);
      if (!found.isFile()) return noFile(`${name} is not a file`);
      if (found.size > MAX_BYTES)
        return noFile(`${name} is larger than ${MAX_BYTES / 2 ** 20} MB; use the command line`);
      const text = await read(real);
      return text.ok ? ok({ name, text: text.value }) : noFile(text.error.replace(`${root}${path.sep}`, ''));
    } catch {
      return noFile(`${name} does not exist`);
    }
  };
}

function isBelow(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '' && !relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative);
}
