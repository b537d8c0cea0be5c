import * as vscode from 'vscode';
import { COMPARE_COMMAND, REVEAL_COMMAND } from '../../protocol/lsp.ts';
import { PREDICTED_COMMAND, SHOW_STATE_COMMAND } from '../../protocol/state.ts';
import { BOARD_VIEW, COMPARE_VIEW, STATE_VIEW } from '../../protocol/views.ts';
import type { Feature } from '../platform/feature.ts';
import type { open } from './state.ts';

/** Lines around a place in which a prediction begins that it is in. */
const LINES_AROUND = 3;

/** True where a prediction may be: all else needs nothing loaded. */
function mayBePrediction(document: vscode.TextDocument, { line }: vscode.Position): boolean {
  const around = new vscode.Range(Math.max(0, line - LINES_AROUND), 0, line + 1, 0);
  return /%pfen|# *(?:pfen|pstate)/.test(document.getText(around));
}

/** The state view, and the commands of the board and the comparison that it replaces. */
export const stateView: Feature<ReturnType<typeof open>> = {
  name: 'state view',
  commands: [
    'statelens.openStateView',
    SHOW_STATE_COMMAND,
    PREDICTED_COMMAND,
    COMPARE_COMMAND,
    REVEAL_COMMAND,
    'statelens.compareAtCursor',
    'statelens.compareAllHere',
    'statelens.openBoard',
    'statelens.boardFlip',
    'statelens.boardNext',
    'statelens.boardPrevious',
    'statelens.boardStart',
    'statelens.boardEnd',
    'statelens.boardNextVariation',
    'statelens.boardPreviousVariation',
  ],
  panels: [STATE_VIEW, BOARD_VIEW, COMPARE_VIEW],
  load: () => import('./state.ts'),
  register(_, rest) {
    return vscode.languages.registerHoverProvider(
      ['pgn', 'fen', 'walk'].map((language) => ({ language })),
      {
        provideHover: async (document, at, token) =>
          mayBePrediction(document, at) ? (await rest.open()).hover(document, at, token) : undefined,
      },
    );
  },
};
