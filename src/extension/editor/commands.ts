import * as vscode from 'vscode';
import { predictionsIn } from '../../core/languages/predictions.ts';
import type { Prediction } from '../../core/notation/predictions/prediction.ts';
import { SERVER_ID } from '../../protocol/lsp.ts';
import { activeEditor, documentLanguage, rangeIn } from '../platform/documents.ts';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { adjacentPrediction, isWrong } from '../platform/navigation.ts';
import { togglePredictionText } from './prediction-folds.ts';
import { removeFromDocument } from './remove-predictions.ts';

/** Opens the commands on the predictions of a text: lenses, folding, navigation, removal. */
export function open(context: FeatureContext): OpenFeature {
  return {
    commands: {
      ...navigation,
      'statelens.toggleLenses': () => toggleLenses(context),
      'statelens.togglePredictionText': () => togglePredictionText(context),
      // Its former name: the text of predictions is folded instead.
      'statelens.dimPredictions': () => togglePredictionText(context),
      'statelens.removePredictions': removeFromDocument,
    },
    dispose: () => undefined,
  };
}

const LAST_MODE = 'statelens.lastLensMode';

/** Runs Toggle Prediction Lenses: off, and back to the previous mode. */
async function toggleLenses({ globalState }: FeatureContext): Promise<void> {
  const section = vscode.workspace.getConfiguration(SERVER_ID);
  const mode = section.get<string>('lens.mode') ?? 'all';
  const found = section.inspect('lens.mode');
  const inWorkspace = (found?.workspaceFolderValue ?? found?.workspaceValue) !== undefined;
  const next = mode === 'off' ? (globalState.get<string>(LAST_MODE) ?? 'all') : 'off';
  if (mode !== 'off') await globalState.update(LAST_MODE, mode);
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await section.update('lens.mode', next, target);
  const message =
    next === 'off' ? t('StateLens: prediction lenses off') : t('StateLens: prediction lenses on ({0})', next);
  vscode.window.setStatusBarMessage(message, 3000);
}

const NONE = t('StateLens: no prediction in this file');
const NONE_WRONG = t('StateLens: no wrong prediction in this file');

/** Next and Previous Prediction, and the same for wrong ones alone. */
const navigation = {
  'statelens.nextPrediction': () => go(true, () => true, NONE),
  'statelens.previousPrediction': () => go(false, () => true, NONE),
  'statelens.nextWrongPrediction': () => go(true, isWrong, NONE_WRONG),
  'statelens.previousWrongPrediction': () => go(false, isWrong, NONE_WRONG),
};

function go(forward: boolean, accepts: (prediction: Prediction) => boolean, none: string): void {
  const editor = activeEditor(({ isAnnotated }) => isAnnotated === true);
  const language = editor && documentLanguage(editor.document);
  if (editor === undefined || language === undefined) return;
  const { document } = editor;
  const offset = document.offsetAt(editor.selection.active);
  const found = adjacentPrediction(predictionsIn(document.getText(), language), offset, forward, accepts);
  if (found === undefined) {
    vscode.window.setStatusBarMessage(none, 4000);
    return;
  }
  const range = rangeIn(document, found.range);
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
