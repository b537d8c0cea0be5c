import * as vscode from 'vscode';
import { type OutputPlacement, openPrompts } from '../../core/mav/write/prompt-edits.ts';
import type { Model } from '../../models/model.ts';
import type { ListedModel } from '../../models/openai/listed-model.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { listAtServer } from '../platform/models/at-server.ts';
import { namedLabel } from '../platform/models/chosen.ts';
import { describeModel } from '../platform/models/open.ts';
import { hasModel, type PredictSettings, readSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { choosePlace, writableDocument, writableExample } from './examples.ts';
import { REFERENCE } from './refused-prompts.ts';
import { runMav } from './run-examples.ts';

/** Arguments of the commands, for key bindings and tests; all are optional. */
interface RunArguments {
  /** Labels of models, instead of the setting or a question. */
  readonly models?: readonly string[];
  /** Handling of existing outputs, instead of a question. */
  readonly place?: OutputPlacement;
}

/** Returns Run MAV Prompt, also with several models and for all of a file, and Insert Reference Answer. */
export const runCommands = (context: FeatureContext) => ({
  'statelens.runMav': (args: unknown) => runPrompt(context, readArguments(args)),
  'statelens.runMavModels': (args: unknown) => runModels(context, readArguments(args)),
  'statelens.runMavFile': (args: unknown) => runFile(context, readArguments(args)),
  'statelens.insertReference': (args: unknown) =>
    run(context, () => Promise.resolve([REFERENCE]), readArguments(args).place),
});

/** Reads the arguments; the editor's own menu passes a URI, which is none of these. */
function readArguments(value: unknown): RunArguments {
  const { model, models, outputs } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const labels = (Array.isArray(models) ? models : [model]).filter((item) => typeof item === 'string');
  const place = outputs === 'replace' ? 'in-place' : outputs === 'below' ? 'below' : undefined;
  return { ...(labels.length === 0 ? {} : { models: labels }), ...(place === undefined ? {} : { place }) };
}

/** Runs the example at the cursor, once the models and the place of the outputs are known. */
async function run(
  context: FeatureContext,
  choose: (settings: PredictSettings) => Promise<readonly string[]>,
  place: OutputPlacement | undefined,
): Promise<void> {
  const example = writableExample();
  if (example === undefined) return;
  const { editor, found } = example;
  const labels = await choose(readSettings());
  const chosen = labels.length === 0 ? undefined : (place ?? (await choosePlace(found)));
  if (chosen === undefined) return;
  if (found.isInTrace && (chosen === 'below' || labels.length > 1)) {
    void showMessage('info', t('examples cannot be inserted inside a trace: ask one model and replace the outputs.'));
    return;
  }
  await runMav(context, editor.document, [found], labels, chosen, readSettings());
}

/** Returns the named models, otherwise the one of the settings; none if the user chose none. */
async function chosenModel({ models }: RunArguments): Promise<readonly string[]> {
  if (models !== undefined) return models;
  if (!(await hasModel())) return [];
  return [readSettings().model];
}

const runPrompt = (context: FeatureContext, args: RunArguments): Promise<void> =>
  run(context, () => chosenModel(args), args.place);

/** Runs every prompt of a file that has no outputs yet. */
async function runFile(context: FeatureContext, args: RunArguments): Promise<void> {
  const document = writableDocument();
  if (document === undefined) return;
  const [first, ...others] = openPrompts(document.getText());
  if (first === undefined) {
    void showMessage('info', t('every example in this file already has outputs.'));
    return;
  }
  const labels = await chosenModel(args);
  if (labels.length > 0) await runMav(context, document, [first, ...others], labels, 'in-place', readSettings());
}

const runModels = (context: FeatureContext, { models, place }: RunArguments): Promise<void> =>
  run(context, async (settings) => models ?? chooseModels(context, settings), place);

/** Asks for models: the one of the settings, those that its server lists, the named ones, and the reference. */
async function chooseModels(context: FeatureContext, settings: PredictSettings): Promise<readonly string[]> {
  const own = describeModel(context, settings);
  if (own === undefined) return [];
  const atServer = settings.model.startsWith('openai');
  const listed = atServer ? await serverModels(context, settings, own) : [];
  if (listed === undefined) return [];
  const ownLabel = atServer ? `openai:${own.label}` : settings.model;
  const named = settings.named.models.map(({ name, baseUrl }) => ({ name, baseUrl, model: namedLabel(name) }));
  const items = [
    ...(own.endpoint === undefined
      ? []
      : [{ label: own.label, description: own.endpoint.host, model: ownLabel, picked: true }]),
    ...named
      .filter(({ model }) => model !== ownLabel)
      .map(({ name, baseUrl, model }) => ({ label: name, description: baseUrl, model })),
    ...listed
      .filter(({ id }) => id !== own.label)
      .map(({ id }) => ({ label: id, description: own.endpoint?.host ?? '', model: `openai:${id}` })),
    { label: REFERENCE, description: t('by the rules, values from the engine'), model: REFERENCE },
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('StateLens: Run MAV Prompt with Several Models'),
    placeHolder: t('One example per model, one below the other'),
    canPickMany: true,
  });
  return (chosen ?? []).map(({ model }) => model);
}

/** Returns the models at a model's server; undefined if the user declined the request. */
async function serverModels(
  context: FeatureContext,
  settings: PredictSettings,
  model: Model,
): Promise<readonly ListedModel[] | undefined> {
  const listed = await listAtServer(context, settings, model);
  if (listed === undefined || listed.ok) return listed?.value;
  if (listed.error.code === 'cancelled') return undefined;
  // A server that lists nothing may still answer.
  context.log.warn(listed.error.message);
  return [];
}
