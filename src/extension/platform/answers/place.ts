import * as vscode from 'vscode';
import { ANSWERS_FILE } from '../../../models/answers/answers-file.ts';
import type { FeatureContext } from '../feature.ts';

/** Where answers and runs are, in a folder of the workspace. */
const FOLDER = '.statelens';
const RUNS = 'runs';
/** The path of the editor's own answers in a folder of the workspace. */
export const ANSWERS_PLACE: readonly string[] = [FOLDER, ANSWERS_FILE];

/** The folder of the workspace that is a document's, or else the first; undefined without one on this machine. */
export function localFolder(
  { platform }: Pick<FeatureContext, 'platform'>,
  document: vscode.Uri,
): vscode.Uri | undefined {
  const { getWorkspaceFolder, workspaceFolders } = vscode.workspace;
  const folder = (getWorkspaceFolder(document) ?? workspaceFolders?.[0])?.uri;
  return folder?.scheme === 'file' && platform.localFiles !== undefined ? folder : undefined;
}

/** The run file that keeps the answers about a document: in its folder of the workspace, else in the extension's storage. */
export function answersFile(context: FeatureContext, document: vscode.Uri): vscode.Uri {
  const folder = localFolder(context, document);
  if (folder !== undefined) return vscode.Uri.joinPath(folder, ...ANSWERS_PLACE);
  const { storageUri, globalStorageUri } = context.extension;
  return vscode.Uri.joinPath(storageUri ?? globalStorageUri, ANSWERS_FILE);
}

/** The folder with the runs of a document's folder; undefined without one. */
export function runsFolder(context: FeatureContext, document: vscode.Uri): vscode.Uri | undefined {
  const folder = localFolder(context, document);
  return folder && vscode.Uri.joinPath(folder, FOLDER, RUNS);
}
