import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { ToolFault, ToolFile } from '../../core/tools/tool.ts';
import { CliError } from '../failure.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-file.ts';

/** Larger files than this are for the command line, which reads them piece by piece. */
const MAX_BYTES = 64 * 1024 * 1024;

const noFile = (message: string): Result<never, ToolFault> => err({ code: 'no-file', message });

/** A reader of the files below a folder, and of no others: links that lead out of it are not followed. */
export async function rootFiles(
  terminal: Terminal,
  folder: string,
): Promise<(name: string) => Promise<Result<ToolFile, ToolFault>>> {
  const root = await realpath(folder);
  return async (name) => {
    const asked = path.resolve(root, name);
    const outside = noFile(`${name} is not below the folder whose files are offered`);
    if (!isBelow(root, asked)) return outside;
    try {
      const real = await realpath(asked);
      if (!isBelow(root, real)) return outside;
      const found = await stat(real);
      if (!found.isFile()) return noFile(`${name} is no file`);
      if (found.size > MAX_BYTES)
        return noFile(`${name} is larger than ${MAX_BYTES / 2 ** 20} MB; use the command line`);
      const { text } = await readText(terminal, real);
      return ok({ name, text });
    } catch (error) {
      if (error instanceof CliError) return noFile(error.message.replace(`${root}${path.sep}`, ''));
      return noFile(`there is no file ${name}`);
    }
  };
}

function isBelow(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative !== '' && !relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative);
}
