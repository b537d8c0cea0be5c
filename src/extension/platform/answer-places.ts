import * as vscode from 'vscode';
import { ANSWERS_FILE } from '../../models/statelens-folder.ts';
import type { ComparePlace } from '../../protocol/lsp.ts';
import type { FeatureContext } from './feature.ts';

/** Paths of answers and runs in a folder of the workspace. */
const FOLDER = '.statelens';
const RUNS = 'runs';
/** Path of the editor's answers in a folder of the workspace. */
export const ANSWERS_PLACE: readonly string[] = [FOLDER, ANSWERS_FILE];

/** Returns the workspace folder of a document, otherwise the first; undefined without one on this machine. */
export function localFolder(
  { platform }: Pick<FeatureContext, 'platform'>,
  document: vscode.Uri,
): vscode.Uri | undefined {
  const { getWorkspaceFolder, workspaceFolders } = vscode.workspace;
  const folder = (getWorkspaceFolder(document) ?? workspaceFolders?.[0])?.uri;
  return folder?.scheme === 'file' && platform.localFiles !== undefined ? folder : undefined;
}

/**
 * Returns the run file with the answers about a document: in its folder of the workspace, otherwise in the extension's
 * storage.
 */
export function answersFile(context: FeatureContext, document: vscode.Uri): vscode.Uri {
  const folder = localFolder(context, document);
  if (folder !== undefined) return vscode.Uri.joinPath(folder, ...ANSWERS_PLACE);
  const { storageUri, globalStorageUri } = context.extension;
  return vscode.Uri.joinPath(storageUri ?? globalStorageUri, ANSWERS_FILE);
}

/** Returns the folder with the runs of a document's folder; undefined without one. */
export function runsFolder(context: FeatureContext, document: vscode.Uri): vscode.Uri | undefined {
  const folder = localFolder(context, document);
  return folder && vscode.Uri.joinPath(folder, FOLDER, RUNS);
}

/** A prediction in a document, as links of the language server name it. */
export interface AnswerLocation {
  readonly uri: string;
  readonly place: ComparePlace & { readonly label: string };
}

/** Notes on the reading of states from their answers, which the language server does not know. */
export interface AnswerNotes {
  /** Returns the sentence about a prediction; empty if no answer is stored. */
  sentence(place: AnswerLocation, token: vscode.CancellationToken): Promise<string>;
  /** Returns the sentence if it is already known and the state is doubtful, unread or taken by hand; otherwise empty. */
  doubt(place: AnswerLocation): string;
  /** Looks for doubts after the lenses of a document were shown, for the next ones. */
  shown(document: vscode.TextDocument): void;
}

/** The notes of this window; undefined until they are first needed. */
export const ANSWER_NOTES: { current: AnswerNotes | undefined } = { current: undefined };
