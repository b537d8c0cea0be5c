import * as vscode from 'vscode';
import { predictionsIn } from '../../core/languages/predictions.ts';
import type { Prediction } from '../../core/notation/predictions/types.ts';
import { activeEditor, languageOfDocument, rangeIn } from '../platform/documents.ts';
import { t } from '../platform/l10n.ts';
import { isWrong, neighbour } from '../platform/navigation.ts';

const NONE = t('StateLens: no prediction in this file');
const NONE_WRONG = t('StateLens: no wrong prediction in this file');

/** Next and Previous Prediction; the same of wrong ones alone. */
export const navigation = {
  'statelens.nextPrediction': () => go(true, () => true, NONE),
  'statelens.previousPrediction': () => go(false, () => true, NONE),
  'statelens.nextWrongPrediction': () => go(true, isWrong, NONE_WRONG),
  'statelens.previousWrongPrediction': () => go(false, isWrong, NONE_WRONG),
};

function go(forward: boolean, accepts: (one: Prediction) => boolean, none: string): void {
  const editor = activeEditor(({ isAnnotated }) => isAnnotated === true);
  const language = editor && languageOfDocument(editor.document);
  if (editor === undefined || language === undefined) return;
  const { document } = editor;
  const offset = document.offsetAt(editor.selection.active);
  const found = neighbour(predictionsIn(document.getText(), language), offset, forward, accepts);
  if (found === undefined) {
    vscode.window.setStatusBarMessage(none, 4000);
    return;
  }
  const range = rangeIn(document, found.range);
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
