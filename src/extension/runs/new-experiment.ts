import * as vscode from 'vscode';
import { messageOf } from '../../core/base/message-of.ts';
import { decodeText } from '../../models/decode-text.ts';
import { nameOfDocument } from '../platform/documents.ts';
import { baseName, bytesAt } from '../platform/files/uris.ts';
import { workspaceFiles } from '../platform/files/workspace-files.ts';
import { t } from '../platform/l10n.ts';
import { readSettings } from '../platform/settings.ts';
import { tell } from '../platform/tell.ts';
import { experimentText, sensiblePlies } from './new-experiment-text.ts';

/** New Experiment…: writes one beside the PGN that another command hands over, that is shown, or that is picked, and opens it. */
export async function newExperiment(given?: unknown): Promise<void> {
  const games = given instanceof vscode.Uri ? given : await chosenGames();
  if (games === undefined) return;
  const folder = vscode.Uri.joinPath(games, '..');
  const bytes = await bytesAt(games);
  const plies = sensiblePlies(bytes === undefined ? '' : decodeText(bytes).text);
  const base = baseName(games).replace(/\.pgn$/i, '');
  // What is there already may have been worked on.
  const names = ['experiment.jsonc', `${base}.experiment.jsonc`];
  for (let i = 2; i < 100; i++) names.push(`${base}-${i}.experiment.jsonc`);
  for (const name of names) {
    const target = vscode.Uri.joinPath(folder, name);
    if ((await bytesAt(target)) !== undefined) continue;
    try {
      await vscode.workspace.fs.writeFile(
        target,
        new TextEncoder().encode(experimentText(baseName(games), plies, readSettings())),
      );
    } catch (error) {
      void tell('error', t('{0} could not be written: {1}', name, messageOf(error)));
      return;
    }
    await vscode.window.showTextDocument(target);
    return;
  }
}

async function chosenGames(): Promise<vscode.Uri | undefined> {
  const shown = vscode.window.activeTextEditor?.document;
  if (shown !== undefined && nameOfDocument(shown)?.hasGames === true && !shown.isUntitled) return shown.uri;
  const found = await workspaceFiles((name) => /\.pgn$/i.test(name), 500);
  const items = found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  if (items.length === 0) {
    void tell('info', t('an experiment needs games: there is no PGN in this folder.'), {
      [t('Open Samples')]: 'statelens.openSamples',
    });
    return undefined;
  }
  const title = t('StateLens: games of the experiment');
  return (await vscode.window.showQuickPick(items, { title }))?.uri;
}
