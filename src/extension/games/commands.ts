import * as vscode from 'vscode';
import { type GamesPageState, readGamesPage } from '../../protocol/games-messages.ts';
import { GAMES_VIEW } from '../../protocol/views.ts';
import { documentName } from '../platform/documents.ts';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { gameText } from './open-game.ts';
import { GamesPanel } from './panel.ts';

/** The feature once it is loaded. */
export interface OpenGamesQuery extends OpenFeature {
  /** Returns the text of the document of a single game. */
  gameText(uri: vscode.Uri): Promise<string>;
}

/** Opens Query Games…: a panel for each selection of files. */
export function open(context: FeatureContext): OpenGamesQuery {
  const panels = new Map<string, GamesPanel>();
  const show = (kept: GamesPageState, restored?: vscode.WebviewPanel): void => {
    const key = kept.uris.join('\n');
    const known = panels.get(key);
    if (known !== undefined) {
      restored?.dispose();
      known.reveal(kept.expression);
      return;
    }
    const panel = restored ?? vscode.window.createWebviewPanel(GAMES_VIEW, t('Games'), vscode.ViewColumn.Active);
    const made: GamesPanel = new GamesPanel(context, panel, kept, () => {
      if (panels.get(key) === made) panels.delete(key);
    });
    panels.set(key, made);
  };
  return {
    commands: {
      'statelens.queryGames': async (first?: unknown, all?: unknown, expression?: unknown) => {
        const uris = given(first, all) ?? activeGames() ?? (await pickGames());
        const text = typeof expression === 'string' ? expression : '';
        if (uris !== undefined && uris.length > 0)
          show({ uris: uris.map((uri) => uri.toString()), expression: text, choice: {} });
      },
    },
    restore: {
      [GAMES_VIEW]: (panel, state) => {
        const kept = readGamesPage(state);
        if (kept === undefined) panel.dispose();
        else show(kept, panel);
      },
    },
    gameText: (uri) => gameText(uri, context.platform),
    dispose: () => panels.forEach((panel) => panel.dispose()),
  };
}

/** Reads the arguments of menus: the file or folder that was clicked, and all that are selected. */
function given(first: unknown, all: unknown): readonly vscode.Uri[] | undefined {
  const named = Array.isArray(all) && all.length > 0 ? (all as readonly unknown[]) : [first];
  const uris = named.flatMap((item) =>
    item instanceof vscode.Uri ? item : typeof item === 'string' ? vscode.Uri.parse(item) : [],
  );
  return uris.length > 0 ? uris : undefined;
}

/** Returns the games of the active editor; a file that VS Code gives to no extension is known by its tab. */
function activeGames(): readonly vscode.Uri[] | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document !== undefined && documentName(document)?.hasGames === true) return [document.uri];
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText && /\.pgn$/i.test(input.uri.path) ? [input.uri] : undefined;
}

async function pickGames(): Promise<readonly vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({
    title: t('StateLens: Query Games'),
    openLabel: t('Query'),
    canSelectMany: true,
    filters: { PGN: ['pgn'], [t('All files')]: ['*'] },
  });
}
