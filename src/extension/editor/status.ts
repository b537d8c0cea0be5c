import * as vscode from 'vscode';
import { DOCUMENT_LANGUAGES, SCORING_NOTIFICATION, type ScoringParams, SERVER_ID } from '../../protocol/lsp.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { openChosen } from '../platform/models/open.ts';
import { readSettings } from '../platform/settings.ts';
import { statusText } from './status-text.ts';

/** The status bar's item; it is there while a document of ours is shown. */
export function open(context: FeatureContext): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('statelens.model', vscode.StatusBarAlignment.Right, 100);
  item.name = t('StateLens: model');
  item.command = 'statelens.selectModel';
  const scoring = new Map<string, ScoringParams>();
  const update = (): void => show(context, item, scoring);
  update();
  return vscode.Disposable.from(
    item,
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SERVER_ID)) update();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(update),
    context.client.onNotification(SCORING_NOTIFICATION, (params: ScoringParams) => {
      if (params.done < params.total) scoring.set(params.uri, params);
      else scoring.delete(params.uri);
      update();
    }),
  );
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
