import * as vscode from 'vscode';
import { isChessProse, proseWorld } from '../../core/traces/prose/prose-dialect.ts';
import { divideTraces } from '../../core/traces/trace-sections.ts';
import { applyNow } from '../platform/documents.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';

/** Identifier of the language of searches. */
const TRACE = 'trace';
const CHESS = proseWorld('');

/**
 * Makes a document of any text one of searches, because a person asked for its tree: its language changes, and the text
 * has findings from then on. If the text states no position, the person is asked for it. Returns false, after a message,
 * if the text has no search, or the person cancels.
 */
export async function becomesTrace(document: vscode.TextDocument): Promise<boolean> {
  const text = document.getText();
  const isKnown = divideTraces(text).some(({ dialect }) => dialect !== undefined);
  if (!isKnown) {
    if (!isChessProse(text)) {
      void showMessage('info', t('{0} has no search: no trace, and no text about moves.', baseName(document.uri)));
      return false;
    }
    if (!(await statePosition(document))) return false;
  }
  await vscode.languages.setTextDocumentLanguage(document, TRACE);
  return true;
}

/** Asks for the position in which a text begins, and writes it above the text. */
async function statePosition(document: vscode.TextDocument): Promise<boolean> {
  const enter = t('Enter a FEN…');
  const chosen = await vscode.window.showWarningMessage(
    t(
      'StateLens: {0} does not state the position in which its moves begin. A FEN above the text states it.',
      baseName(document.uri),
    ),
    enter,
  );
  if (chosen !== enter) return false;
  const fen = await vscode.window.showInputBox({
    title: t('StateLens: Position'),
    prompt: t('FEN of the position in which the text begins'),
    ignoreFocusOut: true,
    validateInput: (value) => positionFault(value.trim()),
  });
  if (fen === undefined) return false;
  return applyNow(document, [{ range: { start: 0, end: 0 }, newText: `FEN: ${fen.trim()}\n\n` }]);
}

/** Returns why a text is no position; undefined for a FEN. */
function positionFault(fen: string): string | undefined {
  if (fen === '') return t('Enter a FEN.');
  const parsed = CHESS.automaton.parse(fen);
  return parsed.ok ? undefined : parsed.error;
}
