import * as vscode from 'vscode';
import { nameOf } from '../../core/languages/languages.ts';
import { pgnPredictions } from '../../core/notation/predictions/pgn-predictions.ts';
import type { Prediction } from '../../core/notation/predictions/types.ts';
import { isPlace } from '../../models/asking/asked-game.ts';
import { gamesAt, placesAt } from '../../models/asking/asked-places.ts';
import { activeEditor, applyAtOnce, languageOfDocument } from '../platform/documents.ts';
import { t } from '../platform/l10n.ts';
import { tell } from '../platform/tell.ts';
import { labelCounts, removalOf, type Scope } from './removal.ts';

const TITLE = t('StateLens: Remove Predictions');

/** Remove Predictions…, by label and scope. */
export async function removePredictions(): Promise<void> {
  const editor = activeEditor(({ isAnnotated }) => isAnnotated === true);
  const language = editor && languageOfDocument(editor.document);
  if (editor === undefined || language === undefined) return;
  const counts = labelCounts(editor.document.getText(), language);
  if (counts.length === 0) {
    void tell('info', t('there are no predictions in this file.'));
    return;
  }
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const labels = [
    ...(counts.length > 1 ? [{ label: t('All labels'), description: `${total}`, only: undefined }] : []),
    ...counts.map(({ label, count }) => ({ label, description: `${count}`, only: label })),
  ];
  const chosen = await vscode.window.showQuickPick(labels, { title: TITLE, placeHolder: t('Which labels?') });
  if (chosen === undefined) return;
  const scopes: { label: string; scope: Scope }[] = [
    { label: t('In the whole file'), scope: 'file' },
    ...(nameOf(language)?.hasGames === true
      ? ([
          { label: t('In the game at the cursor'), scope: 'games' },
          { label: t('At the position of the cursor'), scope: 'here' },
        ] as const)
      : []),
  ];
  const where =
    scopes.length === 1
      ? scopes[0]
      : await vscode.window.showQuickPick(scopes, { title: TITLE, placeHolder: t('Where?') });
  if (where === undefined) return;
  // The text as it is now: it may have changed while the questions stood open.
  const text = editor.document.getText();
  const { edits, removed } = removalOf(text, language, chosen.only, inScope(editor, text, where.scope));
  const applied = await applyAtOnce(editor.document, edits);
  const told = removed === 1 ? t('StateLens: 1 prediction removed') : t('StateLens: {0} predictions removed', removed);
  if (applied) vscode.window.setStatusBarMessage(told, 4000);
  else void tell('warning', t('nothing was removed: the file changed meanwhile. Try again.'));
}

/** Which predictions of a text are in a scope around the editor's cursors. */
function inScope(
  { document, selections }: vscode.TextEditor,
  text: string,
  scope: Scope,
): (one: Prediction) => boolean {
  if (scope === 'file') return () => true;
  const offsets = selections.map(({ active }) => document.offsetAt(active));
  if (scope === 'games') {
    const games = new Set(gamesAt(text, offsets));
    return ({ game }) => games.has(game);
  }
  // A prediction under a cursor counts even where its position is not known.
  const under = pgnPredictions(text).filter(({ range }) =>
    offsets.some((offset) => range.start <= offset && offset <= range.end),
  );
  const key = (at: Pick<Prediction, 'game' | 'ply' | 'path'>): string =>
    `${at.game} ${at.ply} ${JSON.stringify(at.path)}`;
  const keys = new Set([...under, ...placesAt(text, offsets).filter(isPlace)].map(key));
  return (one) => keys.has(key(one));
}
