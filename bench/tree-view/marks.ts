import { TREE_VERSION } from '../../src/protocol/tree-messages.ts';

/** The mark that a drawing sets after each frame (`src/webview/tree/canvas.ts`). */
export const DRAWN = 'statelens-tree-drawn';

/** What opens a tree. */
export const TREE_MESSAGES = {
  version: TREE_VERSION,
  open: {
    type: 'open',
    source: 'file',
    title: 'big.mcts.jsonl',
    orientation: 'white',
    size: null,
    hasValues: false,
    notes: [],
    selected: 0,
  },
} as const;
