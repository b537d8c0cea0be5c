import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import { HEAD_LENGTH } from '../../models/import/logs/formats.ts';
import { type FileKind, recognizeFile } from '../../models/import/recognize-file.ts';
import { TREE_EDITOR } from '../../protocol/views.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { byteSource } from '../platform/files/bytes.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';

/** Kinds of files that one command opens, whatever their names are. */
const COMMANDS: Readonly<Partial<Record<FileKind, string>>> = {
  run: 'statelens.showReport',
  league: 'statelens.openLeague',
  lab: 'statelens.openLab',
  log: 'statelens.openLog',
  records: 'statelens.openTraces',
};

/** Runs Open…: opens a file, or one that the user chooses, by what it is. */
export async function openFile(context: FeatureContext, given: unknown): Promise<void> {
  const file = given instanceof vscode.Uri ? given : await pickFile();
  if (file === undefined) return;
  let head: string;
  try {
    head = await headOf(context, file);
  } catch (error) {
    void showMessage('error', t('{0} cannot be read: {1}', baseName(file), thrownMessage(error)));
    return;
  }
  const kind = recognizeFile(baseName(file), head);
  const command = kind === 'log-or-records' ? await askReading(baseName(file)) : COMMANDS[kind];
  if (command !== undefined) await vscode.commands.executeCommand(command, file);
  else if (kind === 'tree') await vscode.commands.executeCommand('vscode.openWith', file, TREE_EDITOR);
  else if (kind !== 'log-or-records') await vscode.commands.executeCommand('vscode.open', file);
}

async function headOf(context: FeatureContext, file: vscode.Uri): Promise<string> {
  const bytes = await byteSource(context.platform, file).open();
  try {
    return new TextDecoder().decode(await bytes.read(0, HEAD_LENGTH));
  } finally {
    await bytes.close();
  }
}

/** Asks how a log with MAV examples is meant; undefined if the user canceled. */
async function askReading(name: string): Promise<string | undefined> {
  const items = [
    { label: t('As a MAV document'), detail: t('prompts and outputs, with lenses'), command: 'statelens.openTraces' },
    { label: t('As a run'), detail: t('its answers, with their report'), command: 'statelens.openLog' },
  ];
  return (await vscode.window.showQuickPick(items, { title: t('StateLens: How is {0} meant?', name) }))?.command;
}

async function pickFile(): Promise<vscode.Uri | undefined> {
  const shown = vscode.window.activeTextEditor?.document;
  const chosen = await vscode.window.showOpenDialog({
    title: t('StateLens: Open a log, records, a run, a trace, a tree, a league or games'),
    openLabel: t('Open'),
    ...(shown !== undefined && !shown.isUntitled && { defaultUri: shown.uri }),
  });
  return chosen?.[0];
}
