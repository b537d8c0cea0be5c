import * as vscode from 'vscode';
import type { Model } from '../../models/model.ts';
import { DOCUMENT_LANGUAGES, SCORING_NOTIFICATION, type ScoringParams, SERVER_ID } from '../../protocol/lsp.ts';
import { settingFaultText } from '../../protocol/settings.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { openChosen } from '../platform/models/open.ts';
import { checkedSettings, formerSettings, readSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';

/** Opens the status bar item, which is visible while a document of a supported language is shown. */
export function open(context: FeatureContext): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('statelens.model', vscode.StatusBarAlignment.Right, 100);
  item.name = t('StateLens: model');
  item.command = 'statelens.selectModel';
  const scoring = new Map<string, ScoringParams>();
  const update = (): void => show(context, item, scoring);
  const tellFaults = settingFaultTeller();
  update();
  tellFaults();
  for (const { former, group, entry } of formerSettings())
    context.log.info(`statelens.${former} is still read; it is now the entry ${entry} of statelens.${group}.`);
  return vscode.Disposable.from(
    item,
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(SERVER_ID)) return;
      update();
      tellFaults();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(update),
    context.client.onNotification(SCORING_NOTIFICATION, (params: ScoringParams) => {
      if (params.done < params.total) scoring.set(params.uri, params);
      else scoring.delete(params.uri);
      update();
    }),
  );
}

/**
 * Returns a function that shows the errors of the extension's settings, each once as long as it persists; the server
 * shows its own.
 */
function settingFaultTeller(): () => void {
  let reported: ReadonlySet<string> = new Set();
  return () => {
    const texts = checkedSettings().faults.map(settingFaultText);
    for (const text of texts) {
      if (reported.has(text)) continue;
      const message = t('a setting has a value that it cannot have: {0}.', text);
      void showMessage('warning', message, { [t('Open Settings')]: 'statelens.openSettings' });
    }
    reported = new Set(texts);
  };
}

function show(context: FeatureContext, item: vscode.StatusBarItem, scoring: ReadonlyMap<string, ScoringParams>): void {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || !DOCUMENT_LANGUAGES.some((language) => language === document.languageId)) {
    item.hide();
    return;
  }
  const settings = readSettings();
  const model = openChosen(context, settings);
  const uri = context.client.code2ProtocolConverter.asUri(document.uri);
  const { text, tooltip } = statusText(model.ok ? model.value : undefined, scoring.get(uri));
  item.text = text;
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: tooltip.replace(/\n/g, ' '), role: 'button' };
  item.show();
}

/** Content of the status bar item: model, server, and progress of scoring. */
export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
}

/**
 * @param model undefined if the settings name none that can be opened
 * @param scoring of the visible document, while it runs
 */
export function statusText(
  model: Pick<Model, 'label' | 'endpoint'> | undefined,
  scoring: { readonly done: number; readonly total: number } | undefined,
): StatusText {
  const place = model?.endpoint === undefined ? '' : ` @ ${model.endpoint.host}`;
  const who = model === undefined ? t('no model') : `${model.label.replace(/^baseline:/, '')}${place}`;
  const where =
    model === undefined
      ? t('No model in the settings can be opened.')
      : model.endpoint === undefined
        ? t('Predictions come from {0}, offline.', model.label)
        : t('Predictions come from {0} at {1}.', model.label, model.endpoint.baseUrl);
  const busy = scoring !== undefined && scoring.done < scoring.total;
  const progress = busy ? `$(sync~spin) ${scoring.done}/${scoring.total}` : '$(telescope)';
  const scored = busy ? [t('{0} of {1} predictions of this file are scored.', scoring.done, scoring.total)] : [];
  const tooltip = ['StateLens', where, ...scored, t('Click to select another model.')].join('\n');
  return { text: `${progress} ${who}`, tooltip };
}
