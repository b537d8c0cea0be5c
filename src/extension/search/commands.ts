import * as vscode from 'vscode';
import { TREE_EDITOR, TREE_VIEW } from '../../protocol/views.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { createBeside } from '../platform/pages/beside.ts';
import { showMessage } from '../platform/show-message.ts';
import { SearchPanel, type SearchSource } from './panel.ts';
import { preparedSearch, resumedSearch } from './prepare.ts';
import { chooseSearch } from './search-choice.ts';
import { openTrees } from './trees.ts';

/** Opens Search from Here, with the visible searches, and the trees of files and traces. */
export function open(context: FeatureContext) {
  const searches = new Searches(context);
  const trees = openTrees(context);
  return {
    commands: {
      ...trees.commands,
      'statelens.searchFromHere': (args: unknown) => searchFromHere(context, searches, args),
      'statelens.stopSearch': () => searches.latest(({ isRunning }) => isRunning)?.stop(),
      'statelens.resumeSearch': (file: unknown) => resume(context, searches, file),
      'statelens.saveTree': () => searches.latest(() => true)?.saveAs(),
      'statelens.revealSearch': () => searches.latest(({ isRunning }) => isRunning)?.reveal(),
    },
    restore: trees.restore,
    showFile: trees.showFile,
    dispose: () => trees.dispose(),
  };
}

async function searchFromHere(context: FeatureContext, searches: Searches, args: unknown): Promise<void> {
  const chosen = await chooseSearch(context, args);
  const shown = chosen && (await preparedSearch(context, chosen));
  if (shown !== undefined) searches.show(shown);
}

/**
 * Resumes the search of a file, the visible one if none is named, or one that has a panel.
 *
 * @returns true if the search of a file has a panel now
 */
async function resume(context: FeatureContext, searches: Searches, file: unknown): Promise<boolean> {
  const uri = typeof file === 'string' ? vscode.Uri.parse(file) : shownTreeFile();
  if (uri === undefined) {
    await searches.latest(({ canResume }) => canResume)?.resume();
    return false;
  }
  const open = await searches.of(uri);
  if (open !== undefined) {
    open.reveal();
    return true;
  }
  const shown = await resumedSearch(context, uri);
  if (shown !== undefined) searches.show(shown, true);
  return shown !== undefined;
}

/** Returns the file of the tree with the keyboard focus, if VS Code opened it. */
function shownTreeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom && input.viewType === TREE_EDITOR ? input.uri : undefined;
}

/** Searches with a panel, the last started at the end. */
class Searches {
  readonly #context: FeatureContext;
  readonly #contexts = new Map<string, boolean>();
  #all: readonly SearchPanel[] = [];

  constructor(context: FeatureContext) {
    this.#context = context;
  }

  /** @param inFront true to show it in the active column, with the keyboard focus; default: beside */
  show(shown: SearchSource, inFront = false): void {
    const title = this.#freeTitle(shown.title);
    const panel = inFront
      ? vscode.window.createWebviewPanel(TREE_VIEW, title, vscode.ViewColumn.Active)
      : createBeside(TREE_VIEW, title);
    const search: SearchPanel = new SearchPanel(
      this.#context,
      panel,
      { ...shown, title },
      () => this.#updateContexts(),
      () => {
        this.#all = this.#all.filter((item) => item !== search);
        this.#updateContexts();
      },
    );
    this.#all = [...this.#all, search];
    search.start();
  }

  /** Returns an unused title, since titles distinguish panels. */
  #freeTitle(title: string): string {
    const isTaken = (name: string): boolean => this.#all.some((search) => search.title === name);
    let free = title;
    for (let i = 2; isTaken(free); i++) free = `${title} (${i})`;
    return free;
  }

  /** Returns the search that writes to a file, if it has a panel. */
  async of(file: vscode.Uri): Promise<SearchPanel | undefined> {
    for (const search of this.#all) if (await search.isOf(file)) return search;
    return undefined;
  }

  /**
   * Returns the search whose panel has the keyboard focus, otherwise the last started one, of those that satisfy a
   * condition.
   */
  latest(isFit: (search: SearchPanel) => boolean): SearchPanel | undefined {
    const fit = this.#all.filter(isFit);
    const found = fit.find(({ isActive }) => isActive) ?? fit.at(-1);
    if (found === undefined) void showMessage('info', t('this search no longer exists.'));
    return found;
  }

  /** Updates the context keys that show commands in the palette only where they apply. */
  #updateContexts(): void {
    const set = (name: string, is: boolean): void => {
      if (this.#contexts.get(name) === is) return;
      this.#contexts.set(name, is);
      void vscode.commands.executeCommand('setContext', `statelens.${name}`, is);
    };
    set(
      'searchRuns',
      this.#all.some(({ isRunning }) => isRunning),
    );
    set(
      'searchWaits',
      this.#all.some(({ canResume }) => canResume),
    );
    set('searchOpen', this.#all.length > 0);
  }
}
