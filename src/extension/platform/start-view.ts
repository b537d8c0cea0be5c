import * as vscode from 'vscode';

/** Identifier of the view Start as newcomers have it, with room for its links. */
export const START_VIEW = 'statelens.start';
/** Identifier of the same view in one line. */
export const START_VIEW_CLOSED = 'statelens.startClosed';

/** Context while the view has room. */
const NEW = 'statelens.isNew';
/** Key of the memory of links that were used. */
const USED = 'start.used';

/** Commands of the links in the view Start. */
const LINKS: ReadonlySet<string> = new Set([
  'statelens.openSamples',
  'statelens.openWalkthrough',
  'statelens.selectModel',
  'statelens.openTraces',
  'statelens.showReport',
]);

/** Gives the view Start room as long as none of its links was used. */
export function showStart(state: vscode.Memento): void {
  if (state.get<boolean>(USED) !== true) void vscode.commands.executeCommand('setContext', NEW, true);
}

/** Makes the view Start one line after a command of its links, in this window and in later ones. */
export function closeStart(state: vscode.Memento, command: string): void {
  if (!LINKS.has(command) || state.get<boolean>(USED) === true) return;
  void vscode.commands.executeCommand('setContext', NEW, false);
  void state.update(USED, true);
}
