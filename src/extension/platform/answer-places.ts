import * as vscode from 'vscode';
import { ANSWERS_FILE } from '../../models/statelens-folder.ts';
import type { ComparePlace } from '../../protocol/lsp.ts';
import type { FeatureContext } from './feature.ts';

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

/** A prediction in a document, as links of the language server name it. */
export interface AnswerLocation {
  readonly uri: string;
  readonly place: ComparePlace & { readonly label: string };
}

/** What is known of how the states of predictions were taken from their answers: the language server cannot know it. */
export interface AnswerNotes {
  /** The sentence about a prediction; empty where no answer is kept. */
  sentence(place: AnswerLocation, token: vscode.CancellationToken): Promise<string>;
  /** The same where it is known already and something is doubtful, unread or taken by hand; else empty. */
  doubt(place: AnswerLocation): string;
  /** The lenses of a document were shown: their doubts are looked for, and shown with the next ones. */
  shown(document: vscode.TextDocument): void;
}

/** The notes of this window; undefined until somebody has them. */
export const ANSWER_NOTES: { current: AnswerNotes | undefined } = { current: undefined };
