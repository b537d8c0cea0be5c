import * as vscode from 'vscode';
import type { BoardStep } from '../../core/notation/pgn/board-steps.ts';
import { BOARD_VIEW, readBoardPlace } from '../../protocol/board-messages.ts';
import { activeEditor } from '../platform/documents.ts';
import type { Feature } from '../platform/feature.ts';
import { BoardView } from './board-view.ts';

const STEPS: Readonly<Record<string, BoardStep>> = {
  'statelens.boardNext': 'next',
  'statelens.boardPrevious': 'previous',
  'statelens.boardStart': 'first',
  'statelens.boardEnd': 'last',
  'statelens.boardNextVariation': 'down',
  'statelens.boardPreviousVariation': 'up',
};

/** The board beside the editor, one a window. */
export const boardFeature: Feature = {
  name: 'board',
  register: (context) => {
    const view = new BoardView(context);
    return vscode.Disposable.from(
      view,
      vscode.commands.registerCommand('statelens.openBoard', async () => {
        const editor = activeEditor('pgn', 'fen', 'epd');
        if (editor !== undefined) await view.open(editor);
      }),
      vscode.commands.registerCommand('statelens.boardFlip', () => view.flip()),
      ...Object.entries(STEPS).map(([command, to]) => vscode.commands.registerCommand(command, () => view.step(to))),
      vscode.window.registerWebviewPanelSerializer(BOARD_VIEW, {
        deserializeWebviewPanel: (panel, state: unknown) => view.restore(panel, readBoardPlace(state)),
      }),
    );
  },
};
