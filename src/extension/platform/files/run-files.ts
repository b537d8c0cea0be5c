import * as vscode from 'vscode';
import type { RunSource } from '../../../models/report/run-source.ts';
import { segmentFolder, segmentHome, segmentsAmong } from '../../../models/runs/segments.ts';
import { baseName } from './uris.ts';
import { workspaceFiles } from './workspace-files.ts';

/** Extension of run files. */
export const ENDING = '.run.jsonl';
/** Glob pattern of run files in any folder of a workspace. */
export const RUN_FILES = `**/*${ENDING}`;
/** Maximum number of run files of a workspace; of more, the first are shown. */
export const MAX_RUN_FILES = 1000;
/** Number of parallel requests; a remote file system answers one after the other. */
const AT_ONCE = 16;

/** A run on the disk. */
export interface RunLocation {
  /** URI of its run file, which does not exist while the run is in segments. */
  readonly uri: vscode.Uri;
  /** Name for display: the path in its folder of the workspace, with the folder's name if there are several. */
  readonly name: string;
  /** Modification time, in milliseconds since 1970. */
  readonly modified: number;
  /** Size in bytes. */
  readonly size: number;
}

/** Returns true if a document or file is a run file, by its name. */
export const isRunFile = (uri: vscode.Uri): boolean => uri.path.endsWith(ENDING);

/** Returns the run file that a file is, or is a segment of. */
export function runHome(uri: vscode.Uri): vscode.Uri {
  const path = segmentHome(uri.path);
  return path === undefined ? uri : uri.with({ path });
}

/** Returns the current files of a run: its run file, its segments, or briefly both. */
export async function runParts(home: vscode.Uri): Promise<vscode.Uri[]> {
  const { fs } = vscode.workspace;
  const whole = await fs.stat(home).then(
    () => [home],
    () => [],
  );
  const folder = home.with({ path: segmentFolder(home.path) });
  const names = await fs.readDirectory(folder).then(
    (entries) => segmentsAmong(entries.map(([name]) => name)),
    () => [],
  );
  return [...whole, ...names.map((name) => vscode.Uri.joinPath(folder, name))];
}

/**
 * Returns the runs of the workspace, the last changed first; a run in segments counts as one. Files that disappear
 * during the search are omitted; a window without a folder has none.
 */
export async function findRunFiles(): Promise<RunLocation[]> {
  const uris = await workspaceFiles((name) => name.endsWith(ENDING), MAX_RUN_FILES);
  const found = new Map<string, RunLocation>();
  for (let from = 0; from < uris.length; from += AT_ONCE) {
    const stats = await Promise.all(uris.slice(from, from + AT_ONCE).map(lookAt));
    for (const entry of stats) {
      if (entry === undefined) continue;
      const key = entry.uri.toString();
      const { modified = 0, size = 0 } = found.get(key) ?? {};
      found.set(key, { ...entry, modified: Math.max(entry.modified, modified), size: entry.size + size });
    }
  }
  return [...found.values()].sort((a, b) => b.modified - a.modified || (a.name < b.name ? -1 : 1));
}

async function lookAt(file: vscode.Uri): Promise<RunLocation | undefined> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(file);
    const uri = runHome(file);
    return { uri, name: vscode.workspace.asRelativePath(uri), modified: mtime, size };
  } catch {
    return undefined;
  }
}

/** Maximum size in bytes of a file that is read as a whole; larger ones are for the command line. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Returns a run from VS Code's file system, with each file read as a whole; nothing is stored beside it. */
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
    // Nothing is stored that would need a digest.
    newDigest: () => ({ update: () => undefined, digest: () => '' }),
    scores: () => undefined,
  };
}

async function fetchedPart(uri: vscode.Uri) {
  const { size } = await vscode.workspace.fs.stat(uri);
  const bytes = async function* () {
    yield await vscode.workspace.fs.readFile(uri);
  };
  // Kept, since it is requested line by line.
  let whole: Promise<Uint8Array> | undefined;
  const read = async (from: number, length: number): Promise<Uint8Array> => {
    whole ??= Promise.resolve(vscode.workspace.fs.readFile(uri));
    return (await whole).subarray(from, from + length);
  };
  return { shown: baseName(uri), size, bytes, read };
}
