import * as vscode from 'vscode';
import { LEAGUE_EDITOR } from '../../protocol/views.ts';
import type { Feature } from '../platform/feature.ts';
import type { open } from './commands.ts';

/** Leagues: files of games as tables and curves. */
export const league: Feature<ReturnType<typeof open>> = {
  name: 'league',
  commands: ['statelens.openLeague'],
  load: () => import('./commands.ts'),
  register: (_, rest) =>
    vscode.window.registerCustomEditorProvider(
      LEAGUE_EDITOR,
      {
        openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
        resolveCustomEditor: async ({ uri }, panel) => (await rest.open()).showFile(panel, uri),
      },
      { supportsMultipleEditorsPerDocument: true },
    ),
};
