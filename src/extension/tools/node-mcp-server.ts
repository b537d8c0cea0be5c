import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { systemClock, turns } from '../../compute/system-clock.ts';
import { err, ok } from '../../core/base/result.ts';
import { TOOLS } from '../../core/tools/table.ts';
import type { ToolHost } from '../../core/tools/tool.ts';
import { rootFiles, toolServer, toolStdio } from '../../models/node-tool-server.ts';

/**
 * Serves the read-only tools over the Model Context Protocol, on standard input and output, until the client ends its
 * input.
 *
 * @param folder with the files that may be read; undefined for none
 */
export async function serve(version: string, folder: string | undefined): Promise<void> {
  const { transport, ended } = toolStdio(process.stdin, process.stdout, (message) =>
    process.stderr.write(`statelens: ${message}\n`),
  );
  const read: ToolHost['readFile'] =
    folder === undefined
      ? (name) => Promise.resolve(err({ code: 'no-file', message: `${name} cannot be read: no folder is open` }))
      : await rootFiles(folder, async (file) => ok(await readFile(file, 'utf8')));
  await toolServer(version).serve(TOOLS, { readFile: read, turn: turns(systemClock) }, transport);
  await ended;
  await transport.close();
}
