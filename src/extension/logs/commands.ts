import * as vscode from 'vscode';
import { messageOf } from '../../core/base/message-of.ts';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { tell } from '../platform/tell.ts';
import { importText, runBeside } from './texts.ts';

const ENDINGS = ['eval', 'json', 'jsonl', 'ndjson', 'txt'];

/** Open Log as Run…: a run file beside the log, and its report, which opens on what the model got wrong. */
export function open(context: FeatureContext): OpenFeature {
  return {
    commands: {
      'statelens.openLog': async (given?: unknown) => {
        const log = given instanceof vscode.Uri ? given : await pickLog();
        if (log !== undefined) await openLog(context, log);
      },
    },
    dispose: () => undefined,
  };
}

async function openLog({ platform, extension }: FeatureContext, log: vscode.Uri): Promise<void> {
  const { importLog } = platform;
  if (importLog === undefined || log.scheme !== 'file') {
    await tell(
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
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('StateLens: Reading {0}', baseName(log)),
    cancellable: true,
  };
  const imported = await vscode.window.withProgress(options, async (progress, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    return await importLog({
      file: log.fsPath,
      out: run.fsPath,
      tool: { name: 'statelens', version: String(Object(extension.extension.packageJSON).version) },
      created: new Date().toISOString(),
      signal: abort.signal,
      onSamples: (count) => progress.report({ message: t('{0} samples', count.toLocaleString('en-US')) }),
    }).catch((error: unknown) => ({
      ok: false as const,
      error: messageOf(error),
    }));
  });
  if (!imported.ok) {
    await tell('error', t('{0} cannot be opened as a run: {1}', baseName(log), imported.error));
    return;
  }
  void tell(imported.value.skipped > 0 ? 'warning' : 'info', importText(baseName(log), imported.value));
  await showReport(run);
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
