import * as vscode from 'vscode';
import { OPENAI_BASE_URL, readEndpoint } from '../../models/endpoint.ts';
import { DEFAULT_MODEL } from '../../models/registry.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { chosenModel, namedLabel } from '../platform/models/chosen.ts';
import { openOptions } from '../platform/models/open.ts';
import { findKey } from '../platform/models/secrets.ts';
import { listVscodeModels } from '../platform/models/vscode-models.ts';
import { type PredictSettings, readSettings, writeSetting } from '../platform/settings.ts';
import { tell } from '../platform/tell.ts';
import { askForKey } from './api-keys.ts';
import { listLocal } from './connection.ts';

/** Servers that people run on their own machine, at the ports that they use by default. */
const LOCAL_SERVERS = [
  { name: 'Ollama', baseUrl: 'http://localhost:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://localhost:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://localhost:8000/v1' },
] as const;
const LOCAL_TIMEOUT_MS = 1500;

/** Writes settings: names below `statelens` with their values. */
type Use = (settings: Readonly<Record<string, string>>) => Promise<boolean>;

interface Choice extends vscode.QuickPickItem {
  readonly choose: (use: Use) => Promise<boolean>;
}

const only = (model: string) => (use: Use) => use({ model });

const BASELINES: readonly Choice[] = [
  {
    label: 'naive-tracker',
    description: 'offline, no key',
    detail: 'Moves the first piece that can reach the square; ignores pins, checks and castling rights.',
    choose: only(DEFAULT_MODEL),
  },
  {
    label: 'reference',
    description: 'offline, no key',
    detail: 'Correct answers: states by the rules, MAV values from the engine. The ceiling of every metric.',
    choose: only('reference:rules'),
  },
  {
    label: 'start-position',
    description: 'offline, no key',
    detail: 'Always the start position: the floor of every metric.',
    choose: only('baseline:start-position'),
  },
  {
    label: 'lag-k…',
    description: 'offline, no key',
    detail: 'The true position k plies earlier.',
    choose: chooseLag,
  },
];

/** Lets the user choose who predicts, and writes it to the settings; whether something was chosen. */
export async function selectModel(context: FeatureContext): Promise<boolean> {
  const trusted = context.isTrusted();
  const placeHolder = trusted
    ? 'Which model predicts?'
    : 'Which model predicts? Servers are used in trusted workspaces only.';
  const picked = await pick([...BASELINES, ...(trusted ? servers(context, readSettings()) : [])], placeHolder);
  if (picked === undefined) return false;
  return picked.choice.choose(async (settings) => {
    for (const [name, value] of Object.entries(settings)) await writeSetting(name, value, picked.here);
    return true;
  });
}

const servers = (context: FeatureContext, settings: PredictSettings): readonly Choice[] => [
  ...settings.named.models.map(({ name, model, baseUrl }) => ({
    label: name,
    description: `${model} at ${baseUrl}`,
    detail: 'From statelens.models.',
    choose: only(namedLabel(name)),
  })),
  {
    label: 'VS Code language models…',
    description: "the models of VS Code's chat",
    detail: 'Uses the account and quota that VS Code is signed in with.',
    choose: chooseVscode,
  },
  ...(context.platform.kind === 'web'
    ? []
    : [
        {
          label: 'ONNX model in a folder…',
          description: 'offline, run in this process',
          detail: 'A folder with model.onnx, tokenizer.json and config.json.',
          choose: chooseFolder,
        },
      ]),
  {
    label: 'Local server…',
    description: 'searches this machine now',
    detail: LOCAL_SERVERS.map(({ name }) => name).join(', '),
    choose: (use) => chooseLocal(context, settings, use),
  },
  {
    label: 'OpenAI-compatible…',
    description: 'OpenAI or any server that speaks its chat API',
    detail: 'Base URL, model and, if the server needs one, an API key.',
    choose: (use) => chooseServer(context, settings, use),
  },
];

/** Shows the choices; `here`: the button was used that chooses for this workspace alone. */
function pick(
  choices: readonly Choice[],
  placeholder: string,
): Promise<{ readonly choice: Choice; readonly here: boolean } | undefined> {
  const inWorkspace = { iconPath: new vscode.ThemeIcon('folder'), tooltip: 'In This Workspace Only' };
  const hasWorkspace = vscode.workspace.workspaceFolders !== undefined && vscode.workspace.isTrusted;
  const list = vscode.window.createQuickPick<Choice>();
  list.title = 'StateLens: Select Model';
  list.placeholder = placeholder;
  list.matchOnDetail = true;
  list.items = choices.map((choice) => (hasWorkspace ? { ...choice, buttons: [inWorkspace] } : choice));
  return new Promise((resolve) => {
    const done = (found: { choice: Choice; here: boolean } | undefined): void => {
      resolve(found);
      list.dispose();
    };
    list.onDidAccept(() => {
      const [choice] = list.selectedItems;
      if (choice !== undefined) done({ choice, here: false });
    });
    list.onDidTriggerItemButton(({ item }) => done({ choice: item, here: true }));
    list.onDidHide(() => done(undefined));
    list.show();
  });
}

async function chooseLag(use: Use): Promise<boolean> {
  const k = await vscode.window.showInputBox({
    title: 'StateLens: lag-k',
    prompt: 'How many plies behind the true position?',
    value: '2',
    validateInput: (text) => (/^[1-9]\d{0,2}$/.test(text.trim()) ? undefined : 'A whole number from 1 to 999'),
  });
  return k === undefined ? false : use({ model: `baseline:lag-${k.trim()}` });
}

async function chooseVscode(use: Use): Promise<boolean> {
  const models = await listVscodeModels();
  if (models.length === 0) {
    void tell('warning', 'VS Code has no language models: sign in to GitHub Copilot, or install another provider.', {
      'Select Model': 'statelens.selectModel',
    });
    return false;
  }
  const items = models.map(({ name, vendor, id, maxInputTokens }) => ({
    label: name,
    description: `${vendor}, ${maxInputTokens.toLocaleString('en-US')} tokens`,
    model: `vscode:${vendor}/${id}`,
  }));
  const item = await vscode.window.showQuickPick(items, {
    title: 'StateLens: VS Code language models',
    placeHolder: 'Which model?',
  });
  return item === undefined ? false : use({ model: item.model });
}

async function chooseFolder(use: Use): Promise<boolean> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: 'StateLens: folder of an ONNX model',
      openLabel: 'Use This Model',
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  return folder === undefined ? false : use({ model: `onnx:${folder.fsPath}` });
}

async function chooseLocal(context: FeatureContext, settings: PredictSettings, use: Use): Promise<boolean> {
  const chosen = chosenModel({ ...settings, model: 'openai' });
  if (!chosen.ok) return false;
  const options = { ...openOptions(context, chosen.value), timeout: LOCAL_TIMEOUT_MS };
  const looking = {
    location: vscode.ProgressLocation.Notification,
    title: 'StateLens: looking for servers on this machine',
  };
  const found = await vscode.window.withProgress(looking, () => listLocal(LOCAL_SERVERS, options));
  if (found.length === 0) {
    const names = LOCAL_SERVERS.map(({ name, baseUrl }) => `${name} (${new URL(baseUrl).host})`).join(', ');
    void tell('warning', `no server with a model responds on this machine. Searched for: ${names}.`, {
      'Select Model': 'statelens.selectModel',
    });
    return false;
  }
  const items = found.map((one) => ({ label: one.model, description: `${one.server}, ${one.baseUrl}`, ...one }));
  const item = await vscode.window.showQuickPick(items, {
    title: 'StateLens: Local server',
    placeHolder: 'Which model?',
  });
  if (item === undefined) return false;
  return use({ 'openai.baseUrl': item.baseUrl, 'openai.model': item.model, model: 'openai' });
}

async function chooseServer(context: FeatureContext, settings: PredictSettings, use: Use): Promise<boolean> {
  const title = 'StateLens: OpenAI-compatible server';
  const baseUrl = await vscode.window.showInputBox({
    title,
    prompt: 'Base URL, usually ending in /v1',
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
    prompt: `Model name at ${endpoint.value.host}`,
    value: settings.openAiModel,
    placeHolder: 'gpt-4o',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'The name under which the server lists it' : undefined),
  });
  if (model === undefined) return false;
  return use({ 'openai.baseUrl': endpoint.value.baseUrl, 'openai.model': model.trim(), model: 'openai' });
}
