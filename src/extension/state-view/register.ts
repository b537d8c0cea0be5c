import { COMPARE_COMMAND, REVEAL_COMMAND } from '../../protocol/lsp.ts';
import { PREDICTED_COMMAND, SHOW_STATE_COMMAND } from '../../protocol/state.ts';
import { BOARD_VIEW, COMPARE_VIEW, STATE_VIEW } from '../../protocol/views.ts';
import { ANSWER_NOTES } from '../platform/answer-places.ts';
import type { Feature } from '../platform/feature.ts';
import { LensDoubts } from './lens-doubts.ts';
import type { open } from './state.ts';

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
    const notes = new LensDoubts(
      async () => (await rest.open()).notes,
      (document) => void rest.open().then((view) => view.refreshLenses(document)),
    );
    ANSWER_NOTES.current = notes;
    return notes;
  },
};
