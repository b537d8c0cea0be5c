import * as vscode from 'vscode';
import { OPENAI_BASE_URL, readEndpoint } from '../../models/endpoint.ts';
import { serverOptions } from '../../models/model-settings.ts';
import { MAV_SMALL } from '../../models/sources/mav-small.ts';
import { DEFAULT_MODEL } from '../../models/sources/registry.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import {
  currentModel,
  isSameModel,
  modelChoice,
  modelWords,
  namedLabel,
  needsTrust,
  rememberModel,
  type UsedModel,
  usedModels,
} from '../platform/models/chosen.ts';
import { modelPlace } from '../platform/models/open.ts';
import { findKey } from '../platform/models/secrets.ts';
import { listVscodeModels } from '../platform/models/vscode-models.ts';
import { modelIsChosen, type PredictSettings, readSettings, writeSetting } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { askForKey } from './api-keys.ts';
import { listLocal } from './connection.ts';
import { chooseModelAt } from './model-at-server.ts';

/** Servers that commonly run on the user's machine, at their default ports. */
const LOCAL_SERVERS = [
  { name: 'Ollama', baseUrl: 'http://localhost:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://localhost:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://localhost:8000/v1' },
] as const;
const LOCAL_TIMEOUT_MS = 1500;

/** Writes settings, and stores the model. */
type Use = (used: UsedModel) => Promise<boolean>;

interface Choice extends vscode.QuickPickItem {
  readonly choose: (use: Use) => Promise<boolean>;
  /** The model of the item, if it is one. */
  readonly used?: UsedModel;
}

/** Returns a choice that is one model. */
const only = (model: string): Pick<Choice, 'choose' | 'used'> => {
  const used = { model };
  return { used, choose: (use) => use(used) };
};

const IN_THE_BOX: readonly Choice[] = [
  {
    label: MAV_SMALL.name,
    description: t('offline, no key'),
    detail: t('Learned: states, legal moves and values, with the errors of learned models.'),
    ...only(DEFAULT_MODEL),
  },
  {
    label: 'naive-tracker',
    description: t('offline, no key'),
    detail: t('Moves the first piece that can reach the square; ignores pins, checks and castling rights.'),
    ...only('baseline:naive-tracker'),
  },
  {
    label: 'reference',
    description: t('offline, no key'),
    detail: t('Correct answers: states by the rules, MAV values from the engine. The ceiling of every metric.'),
    ...only('reference:rules'),
  },
  {
    label: 'start-position',
    description: t('offline, no key'),
    detail: t('Always the start position: the floor of every metric.'),
    ...only('baseline:start-position'),
  },
  {
    label: 'lag-k…',
    description: t('offline, no key'),
    detail: t('The true position k plies earlier.'),
    choose: chooseLag,
  },
];

/** Lets the user choose a model, and writes it to the settings; returns true if one was chosen. */
export async function selectModel(context: FeatureContext): Promise<boolean> {
  const trusted = context.isTrusted();
  const placeHolder = trusted
    ? t('Which model predicts?')
    : t('Which model predicts? Servers are used in trusted workspaces only.');
  const settings = readSettings();
  const choices = [...IN_THE_BOX, ...(trusted ? servers(context, settings) : [])];
  const known = knownModels(context, settings, trusted).filter(
    ({ used }) => !choices.some((entry) => entry.used !== undefined && isSameModel(entry.used, used)),
  );
  const picked = await pick(choices, known, currentModel(settings), placeHolder);
  if (picked === undefined) return false;
  return picked.choice.choose(async (used) => {
    const { model, ...server } = used;
    for (const [name, value] of Object.entries(server)) await writeSetting(name, value, picked.here);
    await writeSetting('model', model, picked.here);
    await rememberModel(context.globalState, used);
    return true;
  });
}

/** Returns the current model, if one was chosen, and those that were chosen before. */
function knownModels(
  context: FeatureContext,
  settings: PredictSettings,
  trusted: boolean,
): readonly (Choice & { readonly used: UsedModel })[] {
  const current = currentModel(settings);
  const used = usedModels(context.globalState, settings.named).filter((entry) => !isSameModel(entry, current));
  return [...(modelIsChosen() ? [current] : []), ...used]
    .filter((entry) => trusted || !needsTrust(entry))
    .map((entry) => {
      const { name, place } = modelWords(entry);
      return { label: name, description: place, used: entry, choose: (use) => use(entry) };
    });
}

const servers = (context: FeatureContext, settings: PredictSettings): readonly Choice[] => [
  ...settings.named.models.map(({ name, model, baseUrl }) => ({
    label: name,
    description: t('{0} at {1}', model, baseUrl),
    detail: t('From statelens.models.'),
    ...only(namedLabel(name)),
  })),
  {
    label: t('VS Code language models…'),
    description: t("the models of VS Code's chat"),
    detail: t('Uses the account and quota that VS Code is signed in with.'),
    choose: chooseVscode,
  },
  ...(context.platform.kind === 'web'
    ? []
    : [
        {
          label: t('ONNX model in a folder…'),
          description: t('offline, run in this process'),
          detail: t('A language model with its tokenizer, or a board network.'),
          choose: chooseFolder,
        },
      ]),
  {
    label: t('Local server…'),
    description: t('searches this machine now'),
    detail: LOCAL_SERVERS.map(({ name }) => name).join(', '),
    choose: (use) => chooseLocal(context, settings, use),
  },
  {
    label: t('OpenAI-compatible…'),
    description: t('OpenAI or any server that speaks its chat API'),
    detail: t('Base URL, model and, if the server needs one, an API key.'),
    choose: (use) => chooseServer(context, settings, use),
  },
];

const separator = (label: string): vscode.QuickPickItem => ({ label, kind: vscode.QuickPickItemKind.Separator });

const isChoice = (item: vscode.QuickPickItem): item is Choice => 'choose' in item;

/**
 * Shows the choices below the known ones, with the current one marked; `here`: the button that chooses for this
 * workspace alone was used.
 */
function pick(
  choices: readonly Choice[],
  known: readonly Choice[],
  current: UsedModel,
  placeholder: string,
): Promise<{ readonly choice: Choice; readonly here: boolean } | undefined> {
  const inWorkspace = { iconPath: new vscode.ThemeIcon('folder'), tooltip: t('In This Workspace Only') };
  const hasWorkspace = vscode.workspace.workspaceFolders !== undefined && vscode.workspace.isTrusted;
  const list = vscode.window.createQuickPick();
  list.title = t('StateLens: Select Model');
  list.placeholder = placeholder;
  list.matchOnDetail = true;
  const shown = (choice: Choice): Choice => ({
    ...(isCurrent(choice, current)
      ? { ...choice, label: `$(check) ${choice.label}`, description: t('current · {0}', choice.description ?? '') }
      : choice),
    ...(hasWorkspace ? { buttons: [inWorkspace] } : {}),
  });
  list.items =
    known.length === 0
      ? choices.map(shown)
      : [separator(t('used before')), ...known.map(shown), separator(t('all')), ...choices.map(shown)];
  const now = list.items.find((item) => isChoice(item) && isCurrent(item, current));
  if (now !== undefined) list.activeItems = [now];
  return new Promise((resolve) => {
    const done = (found: { choice: Choice; here: boolean } | undefined): void => {
      resolve(found);
      list.dispose();
    };
    list.onDidAccept(() => {
      const [choice] = list.selectedItems;
      if (choice !== undefined && isChoice(choice)) done({ choice, here: false });
    });
    list.onDidTriggerItemButton(({ item }) => {
      if (isChoice(item)) done({ choice: item, here: true });
    });
    list.onDidHide(() => done(undefined));
    list.show();
  });
}

const isCurrent = ({ used }: Choice, current: UsedModel): boolean => used !== undefined && isSameModel(used, current);

async function chooseLag(use: Use): Promise<boolean> {
  const k = await vscode.window.showInputBox({
    title: t('StateLens: lag-k'),
    prompt: t('How many plies behind the true position?'),
    value: '2',
    validateInput: (text) => (/^[1-9]\d{0,2}$/.test(text.trim()) ? undefined : t('A whole number from 1 to 999')),
  });
  return k === undefined ? false : use({ model: `baseline:lag-${k.trim()}` });
}

async function chooseVscode(use: Use): Promise<boolean> {
  const models = await listVscodeModels();
  if (models.length === 0) {
    void showMessage(
      'warning',
      t('VS Code has no language models: sign in to GitHub Copilot, or install another provider.'),
      {
        [t('Select Model')]: 'statelens.selectModel',
      },
    );
    return false;
  }
  const items = models.map(({ name, vendor, id, maxInputTokens }) => ({
    label: name,
    description: t('{0}, {1} tokens', vendor, maxInputTokens.toLocaleString('en-US')),
    model: `vscode:${vendor}/${id}`,
  }));
  const item = await vscode.window.showQuickPick(items, {
    title: t('StateLens: VS Code language models'),
    placeHolder: t('Which model?'),
  });
  return item === undefined ? false : use({ model: item.model });
}

async function chooseFolder(use: Use): Promise<boolean> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: t('StateLens: folder of an ONNX model'),
      openLabel: t('Use This Model'),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  return folder === undefined ? false : use({ model: `onnx:${folder.fsPath}` });
}

async function chooseLocal(context: FeatureContext, settings: PredictSettings, use: Use): Promise<boolean> {
  const chosen = modelChoice({ ...settings, model: 'openai' });
  if (!chosen.ok) return false;
  const options = serverOptions({ ...chosen.value, timeout: LOCAL_TIMEOUT_MS }, modelPlace(context));
  const looking = {
    location: vscode.ProgressLocation.Notification,
    title: t('StateLens: looking for servers on this machine'),
  };
  const found = await vscode.window.withProgress(looking, () => listLocal(LOCAL_SERVERS, options));
  if (found.length === 0) {
    const names = LOCAL_SERVERS.map(({ name, baseUrl }) => `${name} (${new URL(baseUrl).host})`).join(', ');
    void showMessage('warning', t('no server with a model responds on this machine. Searched for: {0}.', names), {
      [t('Select Model')]: 'statelens.selectModel',
    });
    return false;
  }
  const items = found.map((entry) => ({
    label: entry.model,
    description: `${entry.server}, ${entry.baseUrl}`,
    ...entry,
  }));
  const item = await vscode.window.showQuickPick(items, {
    title: t('StateLens: Local server'),
    placeHolder: t('Which model?'),
  });
  if (item === undefined) return false;
  return use({ 'openai.baseUrl': item.baseUrl, 'openai.model': item.model, model: 'openai' });
}

async function chooseServer(context: FeatureContext, settings: PredictSettings, use: Use): Promise<boolean> {
  const title = t('StateLens: OpenAI-compatible server');
  const baseUrl = await vscode.window.showInputBox({
    title,
    prompt: t('Base URL, usually ending in /v1'),
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
  const chosen = modelChoice({ ...settings, model: 'openai', baseUrl: endpoint.value.baseUrl });
  if (!chosen.ok) return false;
  const options = serverOptions(chosen.value, modelPlace(context));
  const own = readEndpoint(settings.baseUrl);
  const isOwn = own.ok && own.value.baseUrl === endpoint.value.baseUrl;
  const ofWorkspace = settings.baseUrlOfWorkspace && isOwn;
  const model = await chooseModelAt(context, endpoint.value, options, ofWorkspace, settings.openAiModel);
  if (model === undefined) return false;
  return use({ 'openai.baseUrl': endpoint.value.baseUrl, 'openai.model': model, model: 'openai' });
}
