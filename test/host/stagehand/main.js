// Takes orders of a test over a socket that is named after the open folder (see ../stagehand.ts), and uses the tools as an agent would.
const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { json } = require('node:stream/consumers');
const { setTimeout: pause } = require('node:timers/promises');
const { isDeepStrictEqual } = require('node:util');
const vscode = require('vscode');

const PATIENCE_MS = 5000;
const CLOSED_MS = 500;
const TRIES = 3;
const run = (command) => vscode.commands.executeCommand(command);

/** Asks again until it is so; false if it does not come to be so in time. */
async function until(isSo, patience = PATIENCE_MS) {
  for (const end = performance.now() + patience; performance.now() < end; await pause(20)) if (isSo()) return true;
  return false;
}

const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);

const unsaved = () => vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty);

/** What is open or not saved. */
const left = () => [...tabs().map(({ label }) => label), ...unsaved().map(({ fileName }) => fileName)];

/** Closes all editors, and saves nothing. */
async function closeEditors() {
  await vscode.window.tabGroups.close(tabs().filter(({ isDirty }) => !isDirty));
  const shown = new Set(tabs().flatMap(({ input }) => (input?.uri === undefined ? [] : [input.uri.toString()])));
  // VS Code writes settings through a document that no tab shows, and saves it itself: whoever opens that one meanwhile is refused.
  await until(() => unsaved().every(({ uri }) => shown.has(uri.toString())), CLOSED_MS);
  for (const document of unsaved()) {
    await vscode.window.showTextDocument(document);
    await run('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.window.tabGroups.close(tabs());
  await run('workbench.action.closeAllEditors');
}

/** Leaves no editor, message, panel or second side bar, and nothing that is not saved. */
async function clear() {
  await run('workbench.action.closeQuickOpen');
  // What is being written while its editor is closed comes back.
  for (let i = 0; i < TRIES && left().length > 0; i++) await closeEditors();
  await run('workbench.action.editorLayoutSingle');
  await run('workbench.action.unlockEditorGroup');
  await run('workbench.action.closePanel');
  await run('workbench.action.closeAuxiliaryBar');
  await run('workbench.view.explorer');
  await run('notifications.clearAll');
  // An extension may hold a document that no editor shows: it follows its file.
  await until(() => vscode.workspace.textDocuments.every(({ uri }) => uri.scheme !== 'file'), CLOSED_MS);
  if (!(await until(() => left().length === 0))) throw new Error(`left: ${left().join(', ')}`);
}

/** Makes settings of the user these, waits until those of the folder are in force, and shows a file. */
async function open({ file, folder, user }) {
  const settings = vscode.workspace.getConfiguration();
  for (const [name, value] of Object.entries(user))
    await settings.update(name, value ?? undefined, vscode.ConfigurationTarget.Global);
  const notInForce = (values, scope) =>
    Object.entries(values).filter(([name, value]) => {
      const now = vscode.workspace.getConfiguration().inspect(name)?.[scope];
      return !isDeepStrictEqual(now, value ?? undefined);
    });
  const others = () => [...notInForce(folder, 'workspaceValue'), ...notInForce(user, 'globalValue')];
  if (!(await until(() => others().length === 0))) throw new Error(`not in force: ${JSON.stringify(others())}`);
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
}

/** Lists the tools that VS Code offers, calls some as agents do, and leaves what it found in the folder. */
async function askTools() {
  const tools = vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith('statelens_'));
  const call = (name, input) =>
    vscode.lm
      .invokeTool(name, { input, toolInvocationToken: undefined })
      .then(({ content }) => content.map(({ value }) => value).join(''), String);
  const replayed = await call('statelens_replay_moves', { moves: '1. e4 e5 2. Nf3' });
  const checked = await call('statelens_check_text', { text: '1. e4 e5 2. Ke3 *', language: 'pgn' });
  const predicted = await call('statelens_predict_state', { moves: '1. e4 e5 2. Nf3 Nc6 3. Bb5' });
  const [{ uri }] = vscode.workspace.workspaceFolders;
  const text = JSON.stringify({ tools, replayed, checked, predicted });
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(uri, 'found.json'), Buffer.from(text));
}

const SHOWN_COMMIT = 'git';

/** The text of a file at the last commit, as an extension for Git gives it: the VS Code of the tests has none. */
const committed = {
  provideTextDocumentContent: (uri) =>
    execFileSync('git', ['show', `HEAD:./${path.basename(uri.path)}`], {
      cwd: path.dirname(uri.path),
      encoding: 'utf8',
    }),
};

/** The file of the folder that has changed since the last commit, and the same file then. */
function changedFile() {
  const [{ uri }] = vscode.workspace.workspaceFolders;
  const [name] = execFileSync('git', ['diff', '--name-only'], { cwd: uri.fsPath, encoding: 'utf8' }).split('\n');
  const now = vscode.Uri.joinPath(uri, name);
  return { now, before: now.with({ scheme: SHOWN_COMMIT, authority: '' }) };
}

function showChanges() {
  const { now, before } = changedFile();
  return vscode.commands.executeCommand('vscode.diff', before, now, 'Changes');
}

const showCommitted = () => vscode.window.showTextDocument(changedFile().before);

const ORDERS = { '/clear': clear, '/open': open };

async function follow(request, response) {
  try {
    await ORDERS[request.url](await json(request));
    response.end('{}');
  } catch (error) {
    response.end(JSON.stringify({ error: String(error?.stack ?? error) }));
  }
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('agent.ask', askTools),
    vscode.commands.registerCommand('agent.changes', showChanges),
    vscode.commands.registerCommand('agent.committed', showCommitted),
    vscode.workspace.registerTextDocumentContentProvider(SHOWN_COMMIT, committed),
  );
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const sockets = process.env.STAGEHAND_SOCKETS;
  if (folder === undefined || sockets === undefined) return;
  const socket = path.join(sockets, createHash('sha256').update(folder).digest('hex').slice(0, 16));
  // That of the window before a reload.
  fs.rmSync(socket, { force: true });
  http.createServer((request, response) => void follow(request, response)).listen(socket);
};
