import * as vscode from 'vscode';
import type { Range, TextEdit } from '../../core/base/text/range.ts';
import { languageName } from '../../core/languages/languages.ts';
import { predictionsIn, removePredictions } from '../../core/languages/predictions.ts';
import type { Language } from '../../core/notation/language.ts';
import { pgnPredictions } from '../../core/notation/predictions/pgn-predictions.ts';
import type { Prediction } from '../../core/notation/predictions/prediction.ts';
import { isTarget } from '../../models/predict/game-targets.ts';
import { gamesAt, targetsAt } from '../../models/predict/pgn-targets.ts';
import { activeEditor, applyNow, documentLanguage } from '../platform/documents.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';

const TITLE = t('StateLens: Remove Predictions');

/** Runs Remove Predictions…, by label and scope. */
export async function removeFromDocument(): Promise<void> {
  const editor = activeEditor(({ isAnnotated }) => isAnnotated === true);
  const language = editor && documentLanguage(editor.document);
  if (editor === undefined || language === undefined) return;
  const counts = labelCounts(editor.document.getText(), language);
  if (counts.length === 0) {
    void showMessage('info', t('there are no predictions in this file.'));
    return;
  }
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const labels = [
    ...(counts.length > 1 ? [{ label: t('All labels'), description: `${total}`, only: undefined }] : []),
    ...counts.map(({ label, count }) => ({ label, description: `${count}`, only: label })),
  ];
  const chosen = await vscode.window.showQuickPick(labels, { title: TITLE, placeHolder: t('Which labels?') });
  if (chosen === undefined) return;
  const scopes: { label: string; scope: RemovalScope }[] = [
    { label: t('In the whole file'), scope: 'file' },
    ...(languageName(language)?.hasGames === true
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
  // The current text: it may have changed during the questions.
  const text = editor.document.getText();
  const { edits, removed } = predictionRemoval(text, language, chosen.only, inScope(editor, text, where.scope));
  const applied = await applyNow(editor.document, edits);
  const message =
    removed === 1 ? t('StateLens: 1 prediction removed') : t('StateLens: {0} predictions removed', removed);
  if (applied) vscode.window.setStatusBarMessage(message, 4000);
  else void showMessage('warning', t('nothing was removed: the file changed meanwhile. Try again.'));
}

/** Returns a predicate for the predictions of a text in a scope around the editor's cursors. */
function inScope(
  { document, selections }: vscode.TextEditor,
  text: string,
  scope: RemovalScope,
): (item: Prediction) => boolean {
  if (scope === 'file') return () => true;
  const offsets = selections.map(({ active }) => document.offsetAt(active));
  if (scope === 'games') {
    const games = new Set(gamesAt(text, offsets));
    return ({ game }) => games.has(game);
  }
  // A prediction under a cursor counts even if its position is unknown.
  const under = pgnPredictions(text).filter(({ range }) =>
    offsets.some((offset) => range.start <= offset && offset <= range.end),
  );
  const key = (at: Pick<Prediction, 'game' | 'ply' | 'path'>): string =>
    `${at.game} ${at.ply} ${JSON.stringify(at.path)}`;
  const keys = new Set([...under, ...targetsAt(text, offsets).filter(isTarget)].map(key));
  return (item) => keys.has(key(item));
}

/** Scopes of a removal: the positions of the cursors, their games, or the file. */
export const REMOVAL_SCOPES = ['here', 'games', 'file'] as const;
type RemovalScope = (typeof REMOVAL_SCOPES)[number];

/** Returns the labels in a document with the number of their predictions, most frequent first. */
export function labelCounts(text: string, language: Language): { readonly label: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { label } of predictionsIn(text, language)) counts.set(label.text, (counts.get(label.text) ?? 0) + 1);
  return [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count);
}

/** Returns the edits that remove the predictions of a label (undefined: all) in a scope, and their number. */
export function predictionRemoval(
  text: string,
  language: Language,
  label: string | undefined,
  inScope: (prediction: Prediction) => boolean,
): { readonly edits: readonly TextEdit[]; readonly removed: number } {
  const wanted = predictionsIn(text, language)
    .filter((found) => (label === undefined || found.label.text === label) && inScope(found))
    .map(({ range }) => range);
  const { edits } = removePredictions(text, language, label === undefined ? {} : { label });
  return { edits: touching(edits, wanted), removed: wanted.length };
}

/** Returns the edits that overlap one of the ranges; both are sorted. */
function touching(edits: readonly TextEdit[], ranges: readonly Range[]): TextEdit[] {
  let r = 0;
  return edits.filter(({ range }) => {
    while (r < ranges.length && (ranges[r]?.end ?? 0) <= range.start) r++;
    const next = ranges[r];
    return next !== undefined && next.start < range.end;
  });
}
