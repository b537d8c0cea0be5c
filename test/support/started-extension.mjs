// Starts the extension as VS Code for Node does, with an API that does nothing, runs every command as the first thing, and prints what came of it:
// node started-extension.mjs ROOT
import fs from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';

const root = path.resolve(process.argv[2]);
const bundle = path.join(root, 'dist/extension.cjs');
const packageJSON = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

class Disposable {
  static from() {
    return new Disposable();
  }
  dispose() {}
}
class EventEmitter extends Disposable {
  event = () => new Disposable();
  fire() {}
}

/** Something of the API: can be called, made and asked for anything. */
const anything = () =>
  new Proxy(Disposable, {
    get: (target, key) => {
      if (key === 'prototype') return target.prototype;
      if (key === Symbol.toPrimitive) return () => '';
      return key === 'then' || typeof key === 'symbol' ? undefined : anything();
    },
    set: () => true,
    apply: () => anything(),
    construct: () => anything(),
  });

const commands = new Map();
const messages = [];
const api = {
  version: '1.100.0',
  ...Object.fromEntries(
    ['workspace', 'window', 'languages', 'env', 'extensions', 'lm', 'Uri'].map((name) => [name, anything()]),
  ),
  Disposable,
  EventEmitter,
  l10n: { t: (message) => message },
  FileType: { File: 1 },
  commands: {
    registerCommand: (id, act) => {
      commands.set(id, act);
      return new Disposable();
    },
    executeCommand: async () => undefined,
  },
};
// Classes and enumerations that the bundles name.
for (const file of [
  'extension.cjs',
  ...fs.readdirSync(path.join(root, 'dist/extension')).map((name) => `extension/${name}`),
])
  for (const [, name] of fs.readFileSync(path.join(root, 'dist', file), 'utf8').matchAll(/\.([A-Z]\w+)\b/g))
    api[name] ??= anything();
api.window = new Proxy(
  {
    showErrorMessage: async (message) => void messages.push(message),
    showInformationMessage: async () => undefined,
    showWarningMessage: async () => undefined,
    showQuickPick: async () => undefined,
    showInputBox: async () => undefined,
    activeTextEditor: undefined,
    visibleTextEditors: [],
  },
  { get: (target, key) => (key in target ? target[key] : anything()) },
);
api.workspace = new Proxy(
  { textDocuments: [], isTrusted: false, workspaceFolders: undefined, findFiles: async () => [] },
  { get: (target, key) => (key in target ? target[key] : anything()) },
);

const load = Reflect.get(Module.prototype, 'require');
Module.prototype.require = function (request) {
  return request === 'vscode' ? api : load.call(this, request);
};
const loaded = () =>
  Object.keys(createRequire(bundle).cache).filter((file) => file.startsWith(path.join(root, 'dist')));

const rejected = [];
process.on('unhandledRejection', () => undefined);
const memory = { get: () => undefined, update: async () => undefined };
const { activate } = createRequire(import.meta.url)(bundle);
activate({
  extension: { id: 'statelens', packageJSON },
  subscriptions: [],
  extensionUri: anything(),
  globalStorageUri: { fsPath: root },
  asAbsolutePath: (file) => path.join(root, file),
  secrets: anything(),
  workspaceState: memory,
  globalState: memory,
});
const atStart = loaded();
for (const [id, act] of commands) {
  if (/^statelens.(?:restartServer|showLog|openSettings)$/.test(id)) continue;
  const over = new Promise((resolve) => setTimeout(resolve, 1000));
  await Promise.race([Promise.resolve(act()).catch((error) => rejected.push(`${id}: ${error?.message}`)), over]);
}
console.log(
  JSON.stringify({
    commands: [...commands.keys()],
    messages: messages.map(String),
    rejected,
    atStart: atStart.map((file) => [path.relative(root, file), fs.statSync(file).size]),
    loaded: loaded().map((file) => path.relative(root, file)),
  }),
);
process.exit(0);
