import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { languageName } from '../../core/languages/languages.ts';
import { predictionsIn } from '../../core/languages/predictions.ts';
import {
  COMPARISON_REQUEST,
  type ComparePlace,
  type ComparisonResult,
  type PositionParams,
} from '../../protocol/lsp.ts';
import { documentLanguage } from '../platform/documents.ts';
import { documentAt } from '../platform/files/open-document.ts';
import { isAtPrediction, nearestPrediction } from './prediction-notes.ts';

const placeAt = (document: vscode.TextDocument, offset: number): PositionParams => {
  const { line, character } = document.positionAt(offset);
  return { uri: document.uri.toString(), position: { line, character } };
};

/**
 * Returns the range of a prediction of a position, or without a label that of the first; undefined if there is none any
 * longer.
 */
export async function predictionPlace(
  client: BaseLanguageClient,
  uri: string,
  place: ComparePlace,
): Promise<PositionParams | undefined> {
  const document = await documentAt(vscode.Uri.parse(uri));
  const language = documentLanguage(document);
  if (language !== undefined && languageName(language)?.isAnnotated === true) {
    const found = predictionsIn(document.getText(), language).find((prediction) => isAtPrediction(prediction, place));
    return found && placeAt(document, found.range.start);
  }
  const { label, ...position } = place;
  const result = await client.sendRequest<ComparisonResult | null>(COMPARISON_REQUEST, { uri, ...position });
  const all = result === null ? [] : [...result.predictions, ...result.lists];
  const range = (label === undefined ? all[0] : all.find((prediction) => prediction.label === label))?.range;
  return range && { uri, position: range.start };
}

/**
 * Returns the prediction at the cursor of an editor, or nearest to it, and its label; undefined if the text has none.
 */
export function nearestPlace({
  document,
  selection,
}: vscode.TextEditor): { readonly place: PositionParams; readonly label: string } | undefined {
  const language = documentLanguage(document);
  if (language === undefined) return undefined;
  const predictions = predictionsIn(document.getText(), language);
  const nearest = nearestPrediction(predictions, document.offsetAt(selection.active));
  return nearest && { place: placeAt(document, nearest.range.start), label: nearest.label.text };
}
