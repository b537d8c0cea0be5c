import * as vscode from 'vscode';
import { GAMES_VIEW } from '../../protocol/views.ts';
import type { Feature } from '../platform/feature.ts';
import { GAME_SCHEME } from '../platform/files/uris.ts';
import type { OpenGamesQuery } from './commands.ts';

/** Games of files of any size, selected by expressions. */
export const gamesQuery: Feature<OpenGamesQuery> = {
  name: 'games',
  commands: ['statelens.queryGames'],
  panels: [GAMES_VIEW],
  load: () => import('./commands.ts'),
  register: (_, rest) =>
    vscode.workspace.registerTextDocumentContentProvider(GAME_SCHEME, {
      provideTextDocumentContent: async (uri) => (await rest.open()).gameText(uri),
    }),
};
