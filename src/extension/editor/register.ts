import * as vscode from 'vscode';
import { DOCUMENT_LANGUAGES } from '../../protocol/lsp.ts';
import type { Feature } from '../platform/feature.ts';
import { whenOurs } from '../platform/when-open.ts';

/** Features of the text editors: predictions, the status bar, large files, visible ranges. */
export const editor: Feature = {
  name: 'editor',
  commands: [
    'statelens.toggleLenses',
    'statelens.togglePredictionText',
    'statelens.dimPredictions',
    'statelens.nextPrediction',
    'statelens.previousPrediction',
    'statelens.nextWrongPrediction',
    'statelens.previousWrongPrediction',
    'statelens.removePredictions',
  ],
  load: () => import('./commands.ts'),
  register({ lazy }) {
    const dialects = lazy(() => import('./dialect-files.ts'));
    const watching = lazy(() => import('./watching.ts'));
    const marks = lazy(() => import('./marks.ts'));
    const folds = lazy(() => import('./prediction-folds.ts'));
    const status = lazy(() => import('./status.ts'));
    const showStatus = (shown: vscode.TextEditor | undefined): void => {
      if (DOCUMENT_LANGUAGES.some((language) => language === shown?.document.languageId))
        status().catch(() => undefined);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ours = whenOurs(() => {
      // The language server starts first.
      timer = setTimeout(() => {
        watching().catch(() => undefined);
        dialects().catch(() => undefined);
        marks().catch(() => undefined);
        showStatus(vscode.window.activeTextEditor);
        folds().catch(() => undefined);
      });
    });
    return vscode.Disposable.from(ours, vscode.window.onDidChangeActiveTextEditor(showStatus), {
      dispose: () => clearTimeout(timer),
    });
  },
};
