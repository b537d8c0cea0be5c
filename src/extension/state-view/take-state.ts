import type * as vscode from 'vscode';
import { predictionsIn } from '../../core/languages/predictions.ts';
import { takenByHand } from '../../core/notation/predictions/taken-by-hand.ts';
import type { ComparePlace } from '../../protocol/lsp.ts';
import { languageOfDocument } from '../platform/documents.ts';
import { t } from '../platform/l10n.ts';
import { isPlaceOf } from './compare-places.ts';
import { editDocument } from './edit-document.ts';

/**
 * Writes another state into a prediction of a document, as one step of undo; its label says that it was taken by hand, and nothing else of
 * the text changes.
 *
 * @param place of the prediction, with its label
 * @param version of the document that the place counts in
 * @returns why nothing was written; undefined where it was
 */
export async function writeTaken(
  document: vscode.TextDocument,
  place: ComparePlace & { readonly label: string },
  version: number,
  state: string,
): Promise<string | undefined> {
  const language = languageOfDocument(document);
  const all = language === undefined ? [] : predictionsIn(document.getText(), language);
  const found = all.find((one) => isPlaceOf(one, place));
  if (found === undefined) return t('{0} no longer has a prediction here.', place.label);
  return editDocument(document, version, [takenByHand(document.getText(), found, state)], {
    readOnly: t('This file is read-only: the state was not taken.'),
    changed: t('The text was changed meanwhile: the state was not taken. Try again.'),
  });
}
