import * as vscode from 'vscode';
import { SERVER_ID } from '../../protocol/lsp.ts';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { DimmedPredictions } from './dim.ts';
import { navigation } from './navigate.ts';
import { removePredictions } from './remove.ts';

/** What is done with the predictions of a text: lenses, dimming, going to them, removing them. */
export function open(context: FeatureContext): OpenFeature {
  const dimmed = new DimmedPredictions(context.globalState);
  return {
    commands: {
      ...navigation,
      'statelens.toggleLenses': () => toggleLenses(context),
      'statelens.dimPredictions': () => dimmed.toggle(),
      'statelens.removePredictions': removePredictions,
    },
    dispose: () => dimmed.dispose(),
  };
}

const LAST_MODE = 'statelens.lastLensMode';

/** Toggle Prediction Lenses: off, and back to the mode that was on. */
async function toggleLenses({ globalState }: FeatureContext): Promise<void> {
  const section = vscode.workspace.getConfiguration(SERVER_ID);
  const mode = section.get<string>('lens.mode') ?? 'all';
  const found = section.inspect('lens.mode');
  const inWorkspace = (found?.workspaceFolderValue ?? found?.workspaceValue) !== undefined;
  const next = mode === 'off' ? (globalState.get<string>(LAST_MODE) ?? 'all') : 'off';
  if (mode !== 'off') await globalState.update(LAST_MODE, mode);
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await section.update('lens.mode', next, target);
  const told =
    next === 'off' ? t('StateLens: prediction lenses off') : t('StateLens: prediction lenses on ({0})', next);
  vscode.window.setStatusBarMessage(told, 3000);
}
