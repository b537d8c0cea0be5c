import * as vscode from 'vscode';
import { OPEN_TREE_COMMAND } from '../../protocol/lsp.ts';
import { TREE_EDITOR, TREE_VIEW } from '../../protocol/views.ts';
import type { Feature } from '../platform/feature.ts';
import type { open } from './commands.ts';

/** Searches, and the trees of searches and traces. */
export const search: Feature<ReturnType<typeof open>> = {
  name: 'search',
  commands: [
    'statelens.searchFromHere',
    'statelens.stopSearch',
    'statelens.resumeSearch',
    'statelens.saveTree',
    'statelens.revealSearch',
    OPEN_TREE_COMMAND,
    'statelens.compareTree',
  ],
  panels: [TREE_VIEW],
  load: () => import('./commands.ts'),
  register: (_, rest) =>
    vscode.window.registerCustomEditorProvider(
      TREE_EDITOR,
      {
        openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
        resolveCustomEditor: async ({ uri }, panel) => (await rest.open()).showFile(panel, uri),
      },
      { supportsMultipleEditorsPerDocument: true },
    ),
};
