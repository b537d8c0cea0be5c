import * as vscode from 'vscode';
import { DOCUMENT_LANGUAGES } from '../../protocol/lsp.ts';
import { t } from '../platform/l10n.ts';
import { DIMMED } from './dimmed.ts';

/** Dim Predictions: emphasizes the game over the predictions, in all editors until it is switched off. */
export class DimmedPredictions implements vscode.Disposable {
  readonly #memory: vscode.Memento;
  readonly #style = vscode.window.createTextEditorDecorationType({ opacity: '0.45' });
  readonly #listeners: vscode.Disposable;
  #dimmed: boolean;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
    this.#dimmed = memory.get<boolean>(DIMMED) ?? false;
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#show(textEditor)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#showAll()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (!this.#dimmed) return;
        for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) this.#show(editor);
      }),
    );
    this.#showAll();
  }

  async toggle(): Promise<void> {
    this.#dimmed = !this.#dimmed;
    this.#showAll();
    await this.#memory.update(DIMMED, this.#dimmed);
    const message = this.#dimmed ? t('StateLens: predictions dimmed') : t('StateLens: predictions no longer dimmed');
    vscode.window.setStatusBarMessage(message, 3000);
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#style.dispose();
  }

  #showAll(): void {
    for (const editor of vscode.window.visibleTextEditors) this.#show(editor);
  }

  #show(editor: vscode.TextEditor): void {
    if (DOCUMENT_LANGUAGES.some((language) => language === editor.document.languageId))
      editor.setDecorations(this.#style, this.#dimmed ? spansOnScreen(editor) : []);
  }
}

/** Returns the predictions in the visible ranges only, so the size of the file does not matter. */
function spansOnScreen({ document, visibleRanges }: vscode.TextEditor): vscode.Range[] {
  return visibleRanges.flatMap((visible) => {
    const lines = new vscode.Range(visible.start.line, 0, visible.end.line + 1, 0);
    const from = document.offsetAt(lines.start);
    return predictionSpans(document.getText(lines)).map(
      ([start, end]) => new vscode.Range(document.positionAt(from + start), document.positionAt(from + end)),
    );
  });
}

/**
 * Pattern of a PGN comment with nothing but a prediction, or the command alone in a longer one; a line of a FEN or walk
 * file.
 */
const PREDICTION = /\{\s*\[%pfen\s[^\]]*\]\s*\}|\[%pfen\s[^\]]*\]|^#[ \t]*(?:pfen|pstate)[ \t].*$/gm;

/** Returns offsets `[start, end)` of the predictions written in a piece of a document, in order. */
export function predictionSpans(text: string): (readonly [start: number, end: number])[] {
  return Array.from(text.matchAll(PREDICTION), (match) => [match.index, match.index + match[0].length] as const);
}
