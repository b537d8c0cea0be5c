import * as vscode from 'vscode';
import type { RunSource } from '../../../models/report/run-source.ts';
import { runParts } from './run-files.ts';
import { baseName } from './uris.ts';

/** Where a file comes as a whole, larger ones are for the command line. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A run as VS Code's file system gives it, its files as a whole; nothing is kept beside it. */
export function fetchedRun(uri: vscode.Uri): RunSource {
  const name = baseName(uri);
  return {
    path: uri.toString(),
    name,
    shown: name,
    isAgain: true,
    parts: async () => {
      const found = await runParts(uri);
      const parts = await Promise.all((found.length > 0 ? found : [uri]).map(fetchedPart));
      if (parts.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
        throw new Error(`${name} is over ${MAX_BYTES / 2 ** 20} MB; use "statelens report" in a terminal`);
      return parts;
    },
    // Nothing is kept that would have to be told from another.
    newDigest: () => ({ update: () => undefined, digest: () => '' }),
    scores: () => undefined,
  };
}

async function fetchedPart(uri: vscode.Uri) {
  const { size } = await vscode.workspace.fs.stat(uri);
  const bytes = async function* () {
    yield await vscode.workspace.fs.readFile(uri);
  };
  // Kept, for it is asked for line by line.
  let whole: Promise<Uint8Array> | undefined;
  const read = async (from: number, length: number): Promise<Uint8Array> => {
    whole ??= Promise.resolve(vscode.workspace.fs.readFile(uri));
    return (await whole).subarray(from, from + length);
  };
  return { shown: baseName(uri), size, bytes, read };
}
