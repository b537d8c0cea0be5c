import type { BoardStep } from '../../core/notation/pgn/board-steps.ts';
import { readBoardPlace } from '../../protocol/board-messages.ts';
import { BOARD_VIEW } from '../../protocol/views.ts';
import { activeEditor } from '../platform/documents.ts';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
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
export function open(context: FeatureContext): OpenFeature {
  const view = new BoardView(context);
  return {
    commands: {
      'statelens.openBoard': async () => {
        const editor = activeEditor('pgn', 'fen', 'epd');
        if (editor !== undefined) await view.open(editor);
      },
      'statelens.boardFlip': () => view.flip(),
      ...Object.fromEntries(Object.entries(STEPS).map(([command, to]) => [command, () => view.step(to)])),
    },
    restore: { [BOARD_VIEW]: (panel, state) => view.restore(panel, readBoardPlace(state)) },
    dispose: () => view.dispose(),
  };
}
