import * as vscode from 'vscode';
import type { RunSource } from '../models/report/run-source.ts';
import { baseName } from './records-documents.ts';

/** Where a file comes as a whole, larger ones are for the command line. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A run file as VS Code's file system gives it, as a whole; nothing is kept beside it. */
export function fetchedRun(uri: vscode.Uri): RunSource {
  const name = baseName(uri);
  const size = async (): Promise<number> => (await vscode.workspace.fs.stat(uri)).size;
  return {
    path: uri.toString(),
    name,
    shown: name,
    isAgain: true,
    size,
    bytes: async function* () {
      if ((await size()) > MOST_BYTES)
        throw new Error(`${name} is over ${MOST_BYTES / 2 ** 20} MB; use "statelens report" in a terminal`);
      yield await vscode.workspace.fs.readFile(uri);
    },
    // Nothing is kept that would have to be told from another.
    newDigest: () => ({ update: () => undefined, digest: () => '' }),
    scores: () => undefined,
  };
}
