import * as vscode from 'vscode';
import { readExperimentText } from '../../models/runs/experiment-text.ts';
import type { Platform } from '../platform/feature.ts';
import { baseName } from '../platform/files/uris.ts';
import { workspaceFiles } from '../platform/files/workspace-files.ts';
import { t } from '../platform/l10n.ts';
import { type Selection, saveAsPgn } from './export-games.ts';
import { relativePath } from './relative-path.ts';

const EXPERIMENT = /^(?:experiment|.*\.experiment)\.jsonc$/;
const MAX_EXPERIMENTS = 100;

/**
 * Makes games those of an experiment, a new one or one of the workspace. All games of one file are used where they are; others are
 * saved first.
 *
 * @returns what was done; undefined where it was called off or failed
 */
export async function useInExperiment(
  selection: Selection,
  isWholeFile: boolean,
  platform: Platform,
): Promise<string | undefined> {
  const found = await workspaceFiles((name) => EXPERIMENT.test(name), MAX_EXPERIMENTS);
  const items = [
    { label: t('$(add) New experiment'), description: t('beside the games'), uri: undefined },
    ...found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), description: t('with these games'), uri })),
  ];
  const title = t('StateLens: Use in Experiment');
  const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: t('Which experiment?') });
  if (chosen === undefined) return undefined;
  const [source] = selection.sources;
  const isHome = isWholeFile && source !== undefined && source.uri.scheme !== 'untitled';
  const games = isHome ? source.uri : await saveAsPgn(selection, platform);
  if (games === undefined) return undefined;
  if (chosen.uri !== undefined) return setGames(chosen.uri, games);
  await vscode.commands.executeCommand('statelens.newExperiment', games);
  return t('The new experiment asks about {0}.', baseName(games));
}

/** Names the games in an experiment that is there; the change is one step of undo, and not saved. */
async function setGames(experiment: vscode.Uri, games: vscode.Uri): Promise<string> {
  const document = await vscode.workspace.openTextDocument(experiment);
  const read = readExperimentText(document.getText());
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
  const name = baseName(experiment);
  if (!read.ok) return t('{0} has mistakes, and its games stay: {1}.', name, read.error[0]?.message ?? t('unknown'));
  const { offset, length } = read.value.placeOf(['games']);
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const path = relativePath(vscode.Uri.joinPath(experiment, '..').path, games.path);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(experiment, range, JSON.stringify(path));
  if (!(await vscode.workspace.applyEdit(edit)))
    return t('{0} was not changed: VS Code refused the edit. Try again.', name);
  return t('{0} asks about {1}; save it to keep that.', name, baseName(games));
}
