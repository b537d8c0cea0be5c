import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import type { ImportPlan } from '../../core/evaluation/runs/import-plan.ts';
import { HEAD_LENGTH } from '../../models/import/logs/formats.ts';
import type { ImportedFile } from '../../models/import/logs/node-import-file.ts';
import { planSentence } from '../../models/import/plans/plan-text.ts';
import { type FileKind, recognizeFile } from '../../models/import/recognize-file.ts';
import { TREE_EDITOR } from '../../protocol/views.ts';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
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
async function openFile(context: FeatureContext, given: unknown): Promise<void> {
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

const ENDINGS = ['eval', 'json', 'jsonl', 'ndjson', 'csv', 'tsv', 'txt'];

/** Opens Open…, and Open Log as Run…, which writes a run file beside the log and opens its report with the failures. */
export function open(context: FeatureContext): OpenFeature {
  return {
    commands: {
      'statelens.open': (given?: unknown) => openFile(context, given),
      'statelens.openLog': async (given?: unknown) => {
        const log = given instanceof vscode.Uri ? given : await pickLog();
        if (log !== undefined) await openLog(context, log);
      },
    },
    dispose: () => undefined,
  };
}

async function openLog(context: FeatureContext, log: vscode.Uri): Promise<void> {
  const { importLog } = context.platform;
  if (importLog === undefined || log.scheme !== 'file') {
    await showMessage(
      'info',
      t(
        'logs are read from files of this machine; use VS Code on the desktop, or statelens import on the command line.',
      ),
    );
    return;
  }
  const run = log.with({ path: runBeside(log.path) });
  const isThere = await vscode.workspace.fs.stat(run).then(
    () => true,
    () => false,
  );
  if (isThere && !(await wantsAgain(run))) {
    await showReport(run);
    return;
  }
  const imported = await importAsked(context, importLog, { file: log.fsPath, out: run.fsPath, name: baseName(log) });
  if (imported === undefined) return;
  if (!imported.ok) {
    await showMessage('error', t('{0} cannot be opened as a run: {1}', baseName(log), imported.error.message));
    return;
  }
  void showMessage(imported.value.skipped > 0 ? 'warning' : 'info', importText(baseName(log), imported.value));
  await showReport(run);
}

type ImportLog = NonNullable<FeatureContext['platform']['importLog']>;

/** Imports a log; if its records can be read in two ways, the user chooses. Undefined if the user canceled. */
async function importAsked(
  context: FeatureContext,
  importLog: ImportLog,
  log: { readonly file: string; readonly out: string; readonly name: string },
  map: Parameters<ImportLog>[0]['map'] = {},
): Promise<Awaited<ReturnType<ImportLog>> | undefined> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('StateLens: Reading {0}', log.name),
    cancellable: true,
  };
  const imported = await vscode.window.withProgress(options, async (progress, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    return await importLog({
      file: log.file,
      out: log.out,
      map,
      tool: { name: 'statelens', version: String(Object(context.extension.extension.packageJSON).version) },
      created: new Date().toISOString(),
      signal: abort.signal,
      approve: (plan) => wantsPlan(log.name, plan),
      onSamples: (count) => progress.report({ message: t('{0} samples', count.toLocaleString('en-US')) }),
    }).catch((error: unknown) => ({
      ok: false as const,
      error: { message: thrownMessage(error), choices: [], isCanceled: false },
    }));
  });
  if (imported.ok) return imported;
  const { message, choices, isCanceled } = imported.error;
  if (isCanceled === true) return undefined;
  if (choices.length === 0) return imported;
  const items = choices.map((choice) => ({ label: choice.sentence, choice }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('StateLens: How is {0} meant?', log.name),
    placeHolder: message,
  });
  return chosen === undefined ? undefined : importAsked(context, importLog, log, chosen.choice.map);
}

/** Shows how the fields are read, before the run file is written. */
async function wantsPlan(name: string, plan: ImportPlan): Promise<boolean> {
  const open = t('Open as Run');
  const detail = planSentence(plan);
  const chosen = await vscode.window.showInformationMessage(
    t('StateLens: {0} will be read like this.', name),
    { modal: true, detail },
    open,
  );
  return chosen === open;
}

async function wantsAgain(run: vscode.Uri): Promise<boolean> {
  const again = t('Read the Log Again');
  const chosen = await vscode.window.showInformationMessage(
    t('StateLens: {0} is there already.', baseName(run)),
    again,
    t('Show Its Report'),
  );
  return chosen === again;
}

const showReport = (run: vscode.Uri): Thenable<unknown> => vscode.commands.executeCommand('statelens.showReport', run);

async function pickLog(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: t('StateLens: Open Log as Run'),
    openLabel: t('Open'),
    filters: { Logs: ENDINGS, [t('All Files')]: ['*'] },
  });
  return chosen?.[0];
}

/** Formats the result of an import for a message. */
export function importText(name: string, { title, samples, skipped, told }: ImportedFile): string {
  const read =
    samples === 1
      ? t('{0} was read as {1}: 1 sample.', name, title)
      : t('{0} was read as {1}: {2} samples.', name, title, samples.toLocaleString('en-US'));
  return skipped === 0 ? read : `${read} ${t('{0} skipped: {1}.', skipped.toLocaleString('en-US'), told[0] ?? '')}`;
}

/** Returns the run file of a log: in its folder, with its name. */
export const runBeside = (path: string): string => `${path.replace(/(?:\.run)?\.[a-z0-9]{1,7}$/i, '')}.run.jsonl`;
