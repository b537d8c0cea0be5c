import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import type { Result } from '../../core/base/result.ts';
import type { ExperimentModel } from '../../core/evaluation/runs/experiment.ts';
import { userKey } from '../../models/api-key.ts';
import type { Model } from '../../models/model.ts';
import { openBySettings } from '../../models/model-settings.ts';
import type { RunPlace } from '../../models/runs/execute-run.ts';
import type { TextProblem } from '../../models/runs/experiment-text.ts';
import type { RunFault } from '../../models/runs/run-fault.ts';
import { runFileName, runModelSettings } from '../../models/runs/run-job.ts';
import { segmentedRuns, type WholeFiles } from '../../models/runs/segments.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { makeFolder } from '../platform/files/save.ts';
import { bytesAt, namesIn, resolveUri } from '../platform/files/uris.ts';
import { modelPlace } from '../platform/models/open.ts';
import { readSettings } from '../platform/settings.ts';
import { type ExperimentJobs, type ExperimentPlace, parseJobs } from './experiment-jobs.ts';
import { settingsEntry } from './settings-models.ts';

/** Path of runs in a folder. */
export const RUNS_FOLDER = '.statelens/runs';

/** Returns a run's file as jobs name it: a path on this machine, otherwise its URI. */
export const uriToFile = (uri: vscode.Uri): string => (uri.scheme === 'file' ? uri.fsPath : uri.toString());

/** Returns the URI of such a name. */
export const fileToUri = (file: string): vscode.Uri =>
  /^[A-Za-z][\w+.-]+:/.test(file) ? vscode.Uri.parse(file, true) : vscode.Uri.file(file);

/** Returns the SHA-256 in hexadecimal digits, with the API that every platform has. */
export async function sha256(text: string): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const extensionVersion = ({ extension }: FeatureContext): string => {
  const { version } = extension.extension.packageJSON as { readonly version?: unknown };
  return typeof version === 'string' ? version : '';
};

export const currentTime = (): string => new Date().toISOString();

/** Opens the model of an entry, with the key that the user has agreed to. `timeout` in seconds. */
export const openEntry = (
  context: FeatureContext,
  entry: ExperimentModel,
  apiKey: string,
  timeout: number | undefined,
): Result<Model, RunFault> =>
  // The user was already asked about a key that a file names.
  openBySettings(runModelSettings(entry, timeout, userKey(apiKey)), {
    ...modelPlace(context),
    onNotice: (notice) => context.log.info(notice),
    probed: undefined,
  });

/**
 * Returns the runs of an experiment's text.
 *
 * @param keyOf returns the key that an entry may send; without it no requests are possible yet
 */
export function jobsAt(
  context: FeatureContext,
  uri: vscode.Uri,
  text: string,
  keyOf: (entry: ExperimentModel) => string = () => '',
): Promise<Result<ExperimentJobs, readonly TextProblem[]>> {
  const folder = vscode.Uri.joinPath(uri, '..');
  const place: ExperimentPlace = {
    read: (path) => bytesAt(resolveUri(folder, path)),
    list: (path) => namesIn(resolveUri(folder, path)),
    trusted: context.isTrusted(),
    hash: sha256,
    entryOf: (entry) => settingsEntry(entry, readSettings(), context.globalState),
    openModel: (entry, timeout) => openEntry(context, entry, keyOf(entry), timeout),
    fileOf: ({ output }, name, label) =>
      uriToFile(vscode.Uri.joinPath(resolveUri(folder, output ?? RUNS_FOLDER), runFileName(name, label, undefined))),
    version: extensionVersion(context),
    instant: currentTime,
  };
  return parseJobs(text, uri.path, place);
}

/** Returns the storage of a run: a file with lock and sync on this machine, otherwise segments. */
export function runStorage({ platform }: FeatureContext, uri: vscode.Uri): RunPlace {
  const isLocal = uri.scheme === 'file' && platform.localRuns !== undefined;
  const open = isLocal ? platform.localRuns.open : segmentedRuns(wholeFiles);
  return { hash: sha256, clock: systemClock, instant: currentTime, random: Math.random, open };
}

/** Returns the answers of earlier runs, if they are stored. */
export const answerCache = ({ platform }: FeatureContext, uri: vscode.Uri) => {
  if (uri.scheme !== 'file') return undefined;
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  return platform.localRuns?.cache(folder?.scheme === 'file' ? folder.fsPath : undefined);
};

const uriOf = (path: string): vscode.Uri => vscode.Uri.parse(path, true);

/**
 * Returns the result of a call, or `none` if there is no such file: any other error must not look like an empty result.
 */
async function orNone<T>(call: Thenable<T>, none: T): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return none;
    throw error;
  }
}

/** The file systems of VS Code, in which files are named by their URIs. */
const wholeFiles: WholeFiles = {
  list: async (folder) => (await orNone(vscode.workspace.fs.readDirectory(uriOf(folder)), [])).map(([name]) => name),
  read: (file) => orNone<Uint8Array | undefined>(vscode.workspace.fs.readFile(uriOf(file)), undefined),
  write: async (file, bytes) => {
    const uri = uriOf(file);
    await makeFolder(vscode.Uri.joinPath(uri, '..'));
    await vscode.workspace.fs.writeFile(uri, bytes);
  },
  remove: async (folder) => {
    await vscode.workspace.fs.delete(uriOf(folder), { recursive: true });
  },
};
