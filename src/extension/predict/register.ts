import * as vscode from 'vscode';
import { SERVER_ID } from '../../protocol/lsp.ts';
import type { Feature } from '../platform/feature.ts';
import type { open } from './commands.ts';

/**
 * Maximum length of a text with lenses of traces, in UTF-16 units: it is read again after every change, in the
 * extension host.
 */
const MAX_TEXT_LENGTH = 300_000;

/** Predictions of a game's states by a model, and the ply where it loses the state. */
export const predict: Feature<ReturnType<typeof open>> = {
  name: 'predict',
  commands: [
    'statelens.predict',
    'statelens.predictHere',
    'statelens.predictGameEnds',
    'statelens.predictFile',
    'statelens.predictTemplates',
    'statelens.askAgain',
    'statelens.traceGame',
    'statelens.showTrace',
  ],
  load: () => import('./commands.ts'),
  register(_, rest) {
    const changed = new vscode.EventEmitter<void>();
    const provideCodeLenses = async (document: vscode.TextDocument): Promise<vscode.CodeLens[]> => {
      const mode = vscode.workspace.getConfiguration(SERVER_ID).get('lens.mode');
      const text = document.getText();
      if (mode === 'off' || text.length > MAX_TEXT_LENGTH || !text.includes('[%pfen')) return [];
      return (await rest.open()).traceLenses(document);
    };
    return vscode.Disposable.from(
      changed,
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${SERVER_ID}.lens.mode`)) changed.fire();
      }),
      vscode.languages.registerHoverProvider([{ language: 'pgn' }, { language: 'walk' }], {
        provideHover: async (...at) => (await rest.open()).askAgainHover.provideHover(...at),
      }),
      vscode.languages.registerCodeLensProvider(
        { language: 'pgn' },
        { onDidChangeCodeLenses: changed.event, provideCodeLenses },
      ),
    );
  },
};
