import * as vscode from 'vscode';
import { type Endpoint, OPENAI_BASE_URL, readEndpoint } from '../../models/endpoint.ts';
import { listModels } from '../../models/openai.ts';
import { DEFAULT_MODEL } from '../../models/registry.ts';
import { SERVER_ID } from '../../protocol/lsp.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { describeModel, openOptions, permittedKey, tell } from '../open-model.ts';
import { clearKey, findKey, storeKey } from '../secrets.ts';
import { readSettings } from '../settings.ts';

/** Select Model, Set and Clear API Key, Test Connection. */
export const modelsFeature: Feature = {
  name: 'models',
  register: (context) =>
    vscode.Disposable.from(
      vscode.commands.registerCommand('statelens.selectModel', () => selectModel(context)),
      vscode.commands.registerCommand('statelens.setApiKey', () => setKey(context)),
      vscode.commands.registerCommand('statelens.clearApiKey', () => removeKey(context)),
      vscode.commands.registerCommand('statelens.testConnection', () => testConnection(context)),
    ),
};

/** Servers that people run on their own machine, at the ports that they use by default. */
const LOCAL_SERVERS = [
  { name: 'Ollama', baseUrl: 'http://localhost:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://localhost:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://localhost:8000/v1' },
] as const;
const LOCAL_TIMEOUT_MS = 1500;

/** Lets the user choose who predicts, and writes it to the settings; whether something was chosen. */
export async function selectModel(context: FeatureContext): Promise<boolean> {
  const trusted = context.isTrusted();
  const items = [
    {
      label: 'naive-tracker',
      description: 'offline, no key',
      detail: 'Moves the first piece that could get there; knows no pins, checks or rights.',
      choose: () => use(DEFAULT_MODEL),
    },
    {
      label: 'reference',
      description: 'offline, no key',
      detail: 'What is right: states by rule, values of MAV from the engine. The ceiling of every metric.',
      choose: () => use('reference:rules'),
    },
    {
      label: 'start-position',
      description: 'offline, no key',
      detail: 'Always the start position: the floor of every metric.',
      choose: () => use('baseline:start-position'),
    },
    {
      label: 'lag-k…',
      description: 'offline, no key',
      detail: 'The true position k half-moves earlier.',
      choose: chooseLag,
    },
    ...(trusted
      ? [
          {
            label: 'Local server…',
            description: 'looked for on this machine now',
            detail: LOCAL_SERVERS.map(({ name }) => name).join(', '),
            choose: () => chooseLocal(context),
          },
          {
            label: 'OpenAI-compatible…',
            description: 'OpenAI or any server that speaks its chat API',
            detail: 'Base URL, model and, where it wants one, an API key.',
            choose: () => chooseServer(context),
          },
        ]
      : []),
  ];
  const placeHolder = trusted ? 'Who predicts?' : 'Who predicts? Servers are asked in trusted workspaces only.';
  const item = await vscode.window.showQuickPick(items, {
    title: 'StateLens: Select Model',
    placeHolder,
    matchOnDetail: true,
  });
  return item === undefined ? false : item.choose();
}

async function use(model: string, openai?: { readonly baseUrl: string; readonly model: string }): Promise<boolean> {
  if (openai !== undefined) {
    await set('openai.baseUrl', openai.baseUrl);
    await set('openai.model', openai.model);
  }
  await set('model', model);
  return true;
}

/** Writes where the value comes from now, for the user where it has none. */
function set(name: string, value: string): Thenable<void> {
  const section = vscode.workspace.getConfiguration(SERVER_ID);
  const found = section.inspect(name);
  const inWorkspace = found?.workspaceValue !== undefined && vscode.workspace.isTrusted;
  return section.update(
    name,
    value,
    inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global,
  );
}

async function chooseLag(): Promise<boolean> {
  const k = await vscode.window.showInputBox({
    title: 'StateLens: lag-k',
    prompt: 'How many half-moves behind the truth?',
    value: '2',
    validateInput: (text) => (/^[1-9]\d{0,2}$/.test(text.trim()) ? undefined : 'A whole number from 1 to 999'),
  });
  return k === undefined ? false : use(`baseline:lag-${k.trim()}`);
}

async function chooseLocal(context: FeatureContext): Promise<boolean> {
  const options = { ...openOptions(context, readSettings()), timeout: LOCAL_TIMEOUT_MS };
  const { signal } = new AbortController();
  const looking = {
    location: vscode.ProgressLocation.Notification,
    title: 'StateLens: looking for servers on this machine',
  };
  const found = await vscode.window.withProgress(looking, () =>
    Promise.all(
      LOCAL_SERVERS.map(async (server) => ({ server, models: await listModels(server.baseUrl, options, signal) })),
    ),
  );
  const items = found.flatMap(({ server, models }) =>
    models.ok
      ? models.value.map((model) => ({ label: model, description: `${server.name}, ${server.baseUrl}`, server }))
      : [],
  );
  if (items.length === 0) {
    const names = LOCAL_SERVERS.map(({ name, baseUrl }) => `${name} (${new URL(baseUrl).host})`).join(', ');
    void tell('warning', `no server with a model answers on this machine. Looked for: ${names}.`, {
      'Select Model': 'statelens.selectModel',
    });
    return false;
  }
  const item = await vscode.window.showQuickPick(items, {
    title: 'StateLens: Local server',
    placeHolder: 'Which model?',
  });
  return item === undefined ? false : use('openai', { baseUrl: item.server.baseUrl, model: item.label });
}

async function chooseServer(context: FeatureContext): Promise<boolean> {
  const settings = readSettings();
  const title = 'StateLens: OpenAI-compatible server';
  const baseUrl = await vscode.window.showInputBox({
    title,
    prompt: 'Base URL; most end in /v1',
    value: settings.baseUrl === '' ? OPENAI_BASE_URL : settings.baseUrl,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const endpoint = readEndpoint(text);
      return endpoint.ok ? undefined : endpoint.error;
    },
  });
  const endpoint = baseUrl === undefined ? undefined : readEndpoint(baseUrl);
  if (endpoint === undefined || !endpoint.ok) return false;
  const known = await findKey(context.secrets, context.platform, endpoint.value);
  if (known === undefined && !endpoint.value.local && !(await askForKey(context, endpoint.value))) return false;
  const model = await vscode.window.showInputBox({
    title,
    prompt: `Name of the model at ${endpoint.value.host}`,
    value: settings.openAiModel,
    placeHolder: 'gpt-4o',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'The name that the server knows it by' : undefined),
  });
  return model === undefined ? false : use('openai', { baseUrl: endpoint.value.baseUrl, model: model.trim() });
}

/** Asks for a key and keeps it; an empty one is none. False when the user went away. */
async function askForKey({ secrets }: FeatureContext, endpoint: Endpoint): Promise<boolean> {
  const key = await vscode.window.showInputBox({
    title: `StateLens: API key for ${endpoint.host}`,
    prompt: 'Kept in the secret storage of VS Code and sent to this server alone. Empty: without a key.',
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^[\x21-\x7e]*$/.test(text.trim()) ? undefined : 'A key has no spaces and no letters beyond ASCII',
  });
  if (key === undefined) return false;
  if (key.trim() !== '') await storeKey(secrets, endpoint, key.trim());
  return true;
}

/** The server of the settings. */
function currentEndpoint(): Endpoint | undefined {
  const { baseUrl } = readSettings();
  const endpoint = readEndpoint(baseUrl === '' ? OPENAI_BASE_URL : baseUrl);
  if (endpoint.ok) return endpoint.value;
  void tell('error', `${endpoint.error}.`, { 'Select Model': 'statelens.selectModel' });
  return undefined;
}

async function setKey(context: FeatureContext): Promise<void> {
  const endpoint = currentEndpoint();
  if (endpoint !== undefined && (await askForKey(context, endpoint))) {
    vscode.window.setStatusBarMessage(`StateLens: API key for ${endpoint.host} is set`, 4000);
  }
}

async function removeKey({ secrets, platform }: FeatureContext): Promise<void> {
  const endpoint = currentEndpoint();
  if (endpoint === undefined) return;
  await clearKey(secrets, endpoint);
  const left = await findKey(secrets, platform, endpoint);
  const message = `the API key for ${endpoint.host} is cleared.`;
  if (left === undefined) vscode.window.setStatusBarMessage(`StateLens: ${message}`, 4000);
  else void tell('info', `${message} The environment variable OPENAI_API_KEY still holds one.`);
}

/** Asks the server for its list of models, which costs nothing. */
async function testConnection(context: FeatureContext): Promise<void> {
  const settings = readSettings();
  const model = describeModel(context, settings);
  if (model === undefined) return;
  const { endpoint, label } = model;
  if (endpoint === undefined) {
    void tell('info', `${label} works offline; there is no connection to test.`, {
      'Select Model': 'statelens.selectModel',
    });
    return;
  }
  const key = await permittedKey(context, settings, endpoint, label, { what: 'models', prompt: '' });
  if (key === undefined) return;
  const options = { ...openOptions(context, settings), apiKey: key.value };
  const progress = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: `StateLens: asking ${endpoint.host}`,
  };
  const models = await vscode.window.withProgress(progress, (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return listModels(endpoint.baseUrl, options, controller.signal);
  });
  if (!models.ok) {
    if (models.error.code === 'cancelled') return;
    void tell('error', models.error.message, {
      'Set API Key': 'statelens.setApiKey',
      'Select Model': 'statelens.selectModel',
      'Show Log': 'statelens.showLog',
    });
    return;
  }
  if (!models.value.includes(label)) {
    const some = models.value.slice(0, 5).join(', ');
    const list = some === '' ? 'It lists none.' : `It lists ${some}${models.value.length > 5 ? ' …' : ''}.`;
    void tell('warning', `${endpoint.host} answers, but lists no model "${label}". ${list}`, {
      'Select Model': 'statelens.selectModel',
    });
    return;
  }
  await vscode.commands.executeCommand('setContext', 'statelens.connected', true);
  void tell('info', `${endpoint.host} answers and has ${label}.`);
}
