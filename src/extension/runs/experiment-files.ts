import * as vscode from 'vscode';
import { workspaceFiles } from '../platform/files/workspace-files.ts';
import { tell } from '../platform/tell.ts';
import { EXPERIMENT_PATH, isExperiment } from './names.ts';

const MAX = 200;

/** The experiment that a command is for: the one that is named, the one that is shown, or one that is picked. */
export async function chosenExperiment(argument: unknown): Promise<vscode.Uri | undefined> {
  if (argument instanceof vscode.Uri) return argument;
  const shown = vscode.window.activeTextEditor?.document.uri;
  if (shown !== undefined && isExperiment(shown)) return shown;
  const found = await workspaceFiles((name) => EXPERIMENT_PATH.test(name), MAX);
  if (found.length === 0) {
    void tell('info', 'there is no experiment in this folder.', { 'New Experiment…': 'statelens.newExperiment' });
    return undefined;
  }
  if (found.length === 1) return found[0];
  const items = found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  const picked = await vscode.window.showQuickPick(
    items.sort((a, b) => (a.label < b.label ? -1 : 1)),
    { title: 'StateLens: experiment' },
  );
  return picked?.uri;
}
