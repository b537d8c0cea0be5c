import * as vscode from 'vscode';
import { DOCUMENT_LANGUAGES } from '../../protocol/lsp.ts';
import type { Feature } from '../platform/feature.ts';
import { predictionSpans } from './prediction-spans.ts';

const DIMMED = 'statelens.dimmed';

/** Dim Predictions: lets the game stand out from what models said of it, in all editors until it is switched off. */
export const dimFeature: Feature = {
  name: 'dim',
  register: ({ globalState }) => {
    const style = vscode.window.createTextEditorDecorationType({ opacity: '0.45' });
    let dimmed = globalState.get<boolean>(DIMMED) ?? false;
    const show = (editor: vscode.TextEditor): void => {
      if (DOCUMENT_LANGUAGES.some((language) => language === editor.document.languageId)) {
        editor.setDecorations(style, dimmed ? spansOnScreen(editor) : []);
      }
    };
    const showAll = (): void => vscode.window.visibleTextEditors.forEach(show);
    showAll();
    return vscode.Disposable.from(
      style,
      vscode.commands.registerCommand('statelens.dimPredictions', async () => {
        dimmed = !dimmed;
        showAll();
        await globalState.update(DIMMED, dimmed);
        vscode.window.setStatusBarMessage(`StateLens: predictions ${dimmed ? 'dimmed' : 'no longer dimmed'}`, 3000);
      }),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => show(textEditor)),
      vscode.window.onDidChangeVisibleTextEditors(showAll),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (!dimmed) return;
        vscode.window.visibleTextEditors.filter((editor) => editor.document === document).forEach(show);
      }),
    );
  },
};

/** Only what is on the screen is looked at, so the size of the file does not matter. */
function spansOnScreen({ document, visibleRanges }: vscode.TextEditor): vscode.Range[] {
  return visibleRanges.flatMap((visible) => {
    const lines = new vscode.Range(visible.start.line, 0, visible.end.line + 1, 0);
    const from = document.offsetAt(lines.start);
    return predictionSpans(document.getText(lines)).map(
      ([start, end]) => new vscode.Range(document.positionAt(from + start), document.positionAt(from + end)),
    );
  });
}
