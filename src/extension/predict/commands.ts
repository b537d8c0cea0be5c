import * as vscode from 'vscode';
import type { LanguageName } from '../../core/languages/kit.ts';
import { languageName } from '../../core/languages/languages.ts';
import { type PlyPlan, readPlyPlan } from '../../core/notation/pgn/ply-selection.ts';
import { isTarget, type NoTarget, type PredictionTarget } from '../../models/predict/game-targets.ts';
import { templatesFor } from '../../models/prompts/templates.ts';
import { AT_CURSORS, askPlan } from '../platform/ask-plan.ts';
import { commandDocument } from '../platform/command-document.ts';
import { activeEditor } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { describeModel } from '../platform/models/open.ts';
import { hasModel, readSettings, templateSetting } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { templateFiles, templateFolder } from '../platform/template-files.ts';
import { askAgain, askAgainHover } from './ask-again.ts';
import { predictWhere } from './predict-where.ts';
import { predictAt, readsPrompts } from './run.ts';
import { showTrace, traceGame, traceLenses } from './trace-game.ts';

/** Arguments of the predict commands, for key bindings, tasks and tests; all are optional. */
interface PredictArguments {
  /** Label of the model, instead of that of the setting. */
  readonly model?: string;
  /** `ends`, `every:K` or `ply:N,M,…`, instead of a question (Predict in File); for templates also `cursors`. */
  readonly plan?: string;
  /** Names of templates, instead of a question (Predict with Several Templates). */
  readonly templates?: readonly string[];
  /** Number of requests per template, instead of a question. */
  readonly samples?: number;
}

/** Opens Predict… with the commands for each of its places, and Trace Game. */
export const open = (context: FeatureContext) => ({
  commands: {
    'statelens.predict': (args: unknown) => predictWhere(context, readArguments(args).model),
    'statelens.predictHere': (args: unknown) => predictHere(context, readArguments(args)),
    'statelens.predictGameEnds': (args: unknown) => predictPlan(context, readArguments(args), (length) => [length]),
    'statelens.predictFile': (args: unknown) => predictFile(context, readArguments(args)),
    'statelens.predictTemplates': (args: unknown) => predictTemplates(context, readArguments(args)),
    'statelens.askAgain': (args: unknown) => askAgain(context, args),
    'statelens.traceGame': (args: unknown) => traceGame(context, args),
    'statelens.showTrace': (game: unknown) => showTrace(game),
  },
  traceLenses,
  askAgainHover,
  dispose: () => undefined,
});

/** Reads the arguments; the editor's own menu passes a URI, which is none of these. */
function readArguments(value: unknown): PredictArguments {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const { model, plan, templates, samples } = given;
  return {
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof plan === 'string' ? { plan } : {}),
    ...(Array.isArray(templates) ? { templates: templates.filter((item) => typeof item === 'string') } : {}),
    ...(typeof samples === 'number' && samplesFault(String(samples)) === undefined ? { samples } : {}),
  };
}

/** Returns the positions at all cursors, without duplicates. */
async function placesAtCursors({
  document,
  selections,
}: vscode.TextEditor): Promise<{ places: PredictionTarget[]; refusal: string }> {
  const { open } = await commandDocument(document);
  const found = open(document.getText()).placesAt(selections.map(({ active }) => document.offsetAt(active)));
  const places = new Map(found.filter(isTarget).map((place) => [`${place.anchor.start} ${place.ply}`, place]));
  const refusals = found.filter((place): place is NoTarget => !isTarget(place));
  return { places: [...places.values()], refusal: refusals[0]?.refusal ?? '' };
}

async function predictHere(context: FeatureContext, args: PredictArguments): Promise<void> {
  const editor = activeEditor(isAsked);
  if (editor === undefined || !(await modelIsSet(args))) return;
  const places = await placesHere(context, editor);
  if (places !== undefined) await predictAt(context, editor.document, places, settingsFor(args));
}

/** Returns the positions at all cursors; undefined, after a message, if there are none. */
async function placesHere(context: FeatureContext, editor: vscode.TextEditor): Promise<PredictionTarget[] | undefined> {
  const { places, refusal } = await placesAtCursors(editor);
  if (places.length === 0) {
    void showMessage('warning', t('no position can be predicted here: {0}.', refusal));
    return undefined;
  }
  if (refusal !== '') context.log.warn(`Nothing was requested at some cursors: ${refusal}.`);
  return places;
}

async function predictPlan(context: FeatureContext, args: PredictArguments, plan: PlyPlan): Promise<void> {
  const editor = activeEditor(isAsked);
  if (editor === undefined || !(await modelIsSet(args))) return;
  const places = await placesOfPlan(context, editor, plan);
  if (places !== undefined) await predictAt(context, editor.document, places, settingsFor(args));
}

/** Returns the positions of a plan in all games or walks of a text; undefined, after a message, if there are none. */
async function placesOfPlan(
  context: FeatureContext,
  { document }: vscode.TextEditor,
  plan: PlyPlan,
): Promise<PredictionTarget[] | undefined> {
  const { open, language } = await commandDocument(document);
  const games = [...open(document.getText()).planned(plan)];
  const cut = games.filter((game) => game.cut).length;
  if (cut > 0)
    context.log.warn(
      `${cut} of ${games.length} games are used only up to a move that cannot be played, or not at all.`,
    );
  const places = games.flatMap((game) => game.places);
  if (places.length > 0) return places;
  void showMessage(
    'warning',
    languageName(language)?.hasWalks === true
      ? t('no walk in this file has such a state.')
      : t('no game in this file has such a position.'),
  );
  return undefined;
}

async function predictFile(context: FeatureContext, args: PredictArguments): Promise<void> {
  if (activeEditor(isAsked) === undefined) return;
  const chosen = args.plan ?? (await askPlan(t('StateLens: Predict in File')));
  const plan = chosen === undefined ? undefined : readPlyPlan(chosen);
  if (plan !== undefined) await predictPlan(context, args, plan);
}

/** Returns true for a language whose states a model can be asked about. */
const isAsked = ({ hasGames, hasWalks }: LanguageName): boolean => hasGames === true || hasWalks === true;

const SWEEP = t('StateLens: Predict with Several Templates');

/**
 * Asks for positions, templates and number of samples, then for the model, and predicts the same positions in several
 * ways.
 */
async function predictTemplates(context: FeatureContext, args: PredictArguments): Promise<void> {
  const editor = activeEditor(({ hasGames }) => hasGames === true);
  if (editor === undefined || !(await modelIsSet(args))) return;
  const settings = settingsFor(args);
  const model = describeModel(context, settings);
  if (model === undefined) return;
  if (!readsPrompts(model)) {
    void showMessage('info', t('{0} works by rule: templates do not change its answers.', model.label), {
      [t('Select Model')]: 'statelens.selectModel',
    });
    return;
  }
  const { document } = editor;
  const chosen = args.plan ?? (await askPlan(SWEEP, true));
  const plan = chosen === undefined || chosen === AT_CURSORS ? undefined : readPlyPlan(chosen);
  if (chosen === undefined || (plan === undefined && chosen !== AT_CURSORS)) return;
  const places = await (plan === undefined ? placesHere(context, editor) : placesOfPlan(context, editor, plan));
  if (places === undefined) return;
  const templates = args.templates ?? (await chooseTemplates(context, document.uri, SWEEP));
  if (templates === undefined || templates.length === 0) return;
  const samples = args.samples ?? (await askSamples(settings.samples, places.length * templates.length));
  if (samples !== undefined) await predictAt(context, document, places, { ...settings, samples }, templates);
}

const samplesFault = (text: string): string | undefined =>
  /^(?:[1-9]\d?|100)$/.test(text.trim()) ? undefined : t('A whole number from 1 to 100');

async function askSamples(usual: number, each: number): Promise<number | undefined> {
  const value = await vscode.window.showInputBox({
    title: SWEEP,
    prompt: t('Samples per template and position? One sample takes {0} requests.', each.toLocaleString('en-US')),
    value: String(usual),
    validateInput: samplesFault,
  });
  return value === undefined ? undefined : Number(value.trim());
}

/** Returns true if a model is set; the first time, the user is asked. */
async function modelIsSet({ model }: PredictArguments): Promise<boolean> {
  return model !== undefined || hasModel();
}

const settingsFor = ({ model }: PredictArguments) => {
  const settings = readSettings();
  return model === undefined ? settings : { ...settings, model };
};

/** Lets the user choose any number of templates for states, by their names in settings; undefined if canceled. */
async function chooseTemplates(
  { isTrusted }: FeatureContext,
  document: vscode.Uri,
  title: string,
): Promise<readonly string[] | undefined> {
  const built = templatesFor('state');
  const now = templateSetting('state') || built[0]?.id;
  const folder = templateFolder(document);
  const files = folder === undefined || !isTrusted() ? [] : await templateFiles(folder, 'state');
  const own = files.flatMap(({ name, read }) => (read.ok ? [{ name, title: read.value.title }] : []));
  const items = [...built.map(({ id, title: text }) => ({ name: id, title: text })), ...own].map((item) => ({
    label: item.name,
    description: item.title,
    picked: item.name === now,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: t('Which templates? Each is used for every position'),
    canPickMany: true,
    matchOnDescription: true,
  });
  return chosen?.map(({ label }) => label);
}
