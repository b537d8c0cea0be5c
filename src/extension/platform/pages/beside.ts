import * as vscode from 'vscode';

/** Beginning of the types of our pages, after a prefix of VS Code. */
const OURS = /(?:^|-)statelens\./;

/**
 * Returns the column beside the active one. `ViewColumn.Beside` skips a locked group, such as that of the state
 * view, and opens a third one.
 */
export function besideColumn(): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const next: vscode.ViewColumn = activeTabGroup.viewColumn + 1;
  return all.find(({ viewColumn }) => viewColumn === next)?.viewColumn ?? vscode.ViewColumn.Beside;
}

/**
 * Opens a page beside the active editor, in a group that VS Code opens no files in, if it has only our pages.
 *
 * @param focus true to give the page the keyboard focus
 */
export function createBeside(viewType: string, title: string, focus = false): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel(viewType, title, {
    viewColumn: besideColumn(),
    preserveFocus: !focus,
  });
  lockWhenActive(panel);
  unlockBehind(panel);
  return panel;
}

/**
 * Locks the group of a new page once it has the keyboard focus: a file opened then would cover it. VS Code has no way to
 * lock the group of a given panel, only the active one. A user who unlocks the group keeps it so.
 */
function lockWhenActive(panel: vscode.WebviewPanel): void {
  const listeners: vscode.Disposable[] = [];
  const stop = (): void => vscode.Disposable.from(...listeners).dispose();
  const look = (): void => {
    if (!panel.active || !isOwnGroup(vscode.window.tabGroups.activeTabGroup)) return;
    stop();
    void vscode.commands.executeCommand('workbench.action.lockEditorGroup');
  };
  listeners.push(
    panel.onDidChangeViewState(look),
    // The tab of the page may come after its focus.
    vscode.window.tabGroups.onDidChangeTabs(look),
    vscode.window.tabGroups.onDidChangeTabGroups(look),
    panel.onDidDispose(stop),
  );
}

/** Stops the last watch of `unlockBehind`. */
let stopUnlocking = (): void => undefined;

/**
 * Unlocks the group of a page that was closed last of all: it stays, and each file would open beside it. Also for a page
 * that VS Code restores, with its group.
 */
export function unlockBehind(panel: vscode.WebviewPanel): void {
  const unlock = (): void => {
    if (vscode.window.tabGroups.activeTabGroup.tabs.length > 0) return;
    stopUnlocking();
    void vscode.commands.executeCommand('workbench.action.unlockEditorGroup');
  };
  panel.onDidDispose(() => {
    stopUnlocking();
    // The tab of the page may go after the page.
    const { tabGroups } = vscode.window;
    const listener = vscode.Disposable.from(tabGroups.onDidChangeTabs(unlock), tabGroups.onDidChangeTabGroups(unlock));
    stopUnlocking = () => listener.dispose();
    unlock();
  });
}

/** Returns true for a group of our pages alone, beside another group. */
const isOwnGroup = ({ tabs }: vscode.TabGroup): boolean =>
  vscode.window.tabGroups.all.length > 1 &&
  tabs.length > 0 &&
  tabs.every(({ input }) => input instanceof vscode.TabInputWebview && OURS.test(input.viewType));
