import { COMPARE_COMMAND, REVEAL_COMMAND } from '../../protocol/lsp.ts';
import { BOARD_VIEW, COMPARE_VIEW } from '../../protocol/views.ts';
import type { Feature } from '../platform/feature.ts';

/** The board beside the text. */
export const board: Feature = {
  name: 'board',
  commands: [
    'statelens.openBoard',
    'statelens.boardFlip',
    'statelens.boardNext',
    'statelens.boardPrevious',
    'statelens.boardStart',
    'statelens.boardEnd',
    'statelens.boardNextVariation',
    'statelens.boardPreviousVariation',
  ],
  panels: [BOARD_VIEW],
  load: () => import('./board.ts'),
};

/** The comparison of predicted states with the true one. */
export const comparison: Feature = {
  name: 'comparison',
  commands: [COMPARE_COMMAND, REVEAL_COMMAND, 'statelens.compareAtCursor', 'statelens.compareAllHere'],
  panels: [COMPARE_VIEW],
  load: () => import('./comparison.ts'),
};
