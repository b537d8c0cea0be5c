import * as vscode from 'vscode';
import { predictionsIn } from '../../core/notation/predictions/annotate.ts';
import { COMPARE_COMMAND, type ComparePlace, type LspRange, REVEAL_COMMAND } from '../../protocol/lsp.ts';
import { COMPARE_VIEW } from '../../protocol/views.ts';
import { readKeptPlace } from '../../protocol/webview.ts';
import { activeEditor, languageOfDocument } from '../platform/documents.ts';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { showRange } from '../platform/show-range.ts';
import { nearestPrediction, placeOf } from './compare-places.ts';
import { ComparisonView } from './comparison-view.ts';

/** The comparison: from a lens, at the cursor, of all models there; one panel for all of them. */
export function open(context: FeatureContext): OpenFeature {
  const view = new ComparisonView(context);
  return {
    commands: {
      [COMPARE_COMMAND]: (uri?: string, place?: ComparePlace) =>
        uri === undefined || place === undefined ? compareAtCursor(view, true) : view.open({ uri, ...place }),
      [REVEAL_COMMAND]: async (uri: string, range: LspRange) =>
        showRange(await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)), range),
      'statelens.compareAtCursor': () => compareAtCursor(view, true),
      'statelens.compareAllHere': () => compareAtCursor(view, false),
    },
    restore: { [COMPARE_VIEW]: (panel, state) => view.restore(panel, readKeptPlace(state)) },
    dispose: () => view.dispose(),
  };
}

/** Compares the prediction at the cursor or nearest to it, or with `one` false all of its position. */
async function compareAtCursor(view: ComparisonView, one: boolean): Promise<void> {
  const editor = activeEditor('pgn', 'fen', 'epd');
  const language = editor && languageOfDocument(editor.document);
  if (editor === undefined || language === undefined) return;
  const { document, selection } = editor;
  const predictions = predictionsIn(document.getText(), language);
  const nearest = nearestPrediction(predictions, document.offsetAt(selection.active));
  if (nearest === undefined) {
    const predict = 'Predict State Here';
    const chosen = await vscode.window.showInformationMessage('There are no predictions in this file yet.', predict);
    if (chosen === predict) await vscode.commands.executeCommand('statelens.predictHere');
    return;
  }
  const { label, ...position } = placeOf(nearest);
  const place = one && label !== undefined ? { ...position, label } : position;
  await view.open({ uri: document.uri.toString(), ...place });
}
