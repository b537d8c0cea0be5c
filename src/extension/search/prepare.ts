import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { thrownMessage } from '../../core/base/result.ts';
import { knownGame } from '../../core/mav/author/prompt-position.ts';
import { readTrackedLabel } from '../../core/search/language-model.ts';
import { mavPrompt } from '../../core/search/mav-prompt.ts';
import type { SearchRoot } from '../../core/search/mcts.ts';
import { type ResumableSearch, resumableSearch } from '../../core/search/resume-tree.ts';
import { rulesForGame } from '../../core/search/rule-models.ts';
import type { TreeFileHeader } from '../../core/search/tree-header.ts';
import { promptText, renderPrompt } from '../../models/prompts/prompt.ts';
import { REFERENCE_WORLD, ROLLOUTS_WORLD, type World, worldModel } from '../../models/world-models.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { confirmMany, Waits } from '../platform/models/asking.ts';
import { describeModel, prepareModel } from '../platform/models/open.ts';
import { BACK, pickStep } from '../platform/quick-steps.ts';
import { mavDialect, readSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { findTemplate } from '../platform/template-files.ts';
import { asksModel, type SearchChoice, treeChoice } from './form.ts';
import type { SearchSource } from './panel.ts';
import { lastChoice, type SearchSetup } from './search-choice.ts';
import { treeName } from './tree-files.ts';
import { samePlace } from './tree-writer.ts';

/** Returns a search that can start; undefined, after a message, if the user declined or something is missing. */
export async function preparedSearch(context: FeatureContext, chosen: SearchSetup): Promise<SearchSource | undefined> {
  const { root, choice, document, where, subject } = chosen;
  const opened = asksModel(choice)
    ? await languageWorld(context, root, choice, document)
    : await ruledWorld(context, root, choice);
  if (opened === undefined) return undefined;
  const { model, confirm } = opened;
  context.log.info(`Search from ${where} by ${model.label}: ${choice.settings.simulations} simulations.`);
  return {
    root,
    model,
    settings: choice.settings,
    ...(asksModel(choice) && choice.world !== 'rules' && { rules: rulesForGame(root.game) }),
    title: t('{0} by {1}', where, model.label),
    subject,
    document,
    confirm,
  };
}

/** The evaluator, and the question about further requests. */
type Evaluator = Pick<SearchSource, 'model' | 'confirm'>;

/** Confirms requests that send nothing, without a question. */
const free = (): Promise<boolean> => Promise.resolve(true);

/** Returns the reference or rollouts. */
async function ruledWorld(
  context: FeatureContext,
  root: SearchRoot,
  choice: SearchChoice,
): Promise<Evaluator | undefined> {
  const world = choice.model === ROLLOUTS_WORLD ? rolloutsOf(choice) : await referenceWorld(context, root, choice);
  return world && { model: worldModel(world), confirm: free };
}

const rolloutsOf = ({ rollouts, settings: { seed } }: SearchChoice): World => ({
  kind: ROLLOUTS_WORLD,
  rollouts,
  seed,
  clock: systemClock,
});

/** Returns the reference; if no engine can run, offers rollouts instead. */
async function referenceWorld(
  { values }: FeatureContext,
  { game }: SearchRoot,
  choice: SearchChoice,
): Promise<World | undefined> {
  const source = values.source();
  if (source?.games.includes(game) === true) return { kind: REFERENCE_WORLD, source, game };
  const reason = source === undefined ? t('no engine can run here') : t('nothing values {0}', game);
  const use = t('Search by Rollouts');
  const message = t('StateLens: there are no reference values: {0}. Rollouts (random games) need none.', reason);
  return (await vscode.window.showInformationMessage(message, use)) === use ? rolloutsOf(choice) : undefined;
}

/** Returns the first prompt for a model, for display. */
function firstPrompt({ game, state }: SearchRoot, world: SearchChoice['world'], form: SearchChoice['form']): string {
  const options = { form, dialect: mavDialect() };
  if (world !== 'states') return mavPrompt({ game, state }, { ...options, list: 'all', best: true });
  const { automaton } = knownGame(game);
  const parsed = automaton.parse(state);
  const [action] = parsed.ok ? automaton.legal(parsed.value) : [];
  const request = action === undefined ? { game, state } : { game, state, action };
  return mavPrompt(request, { ...options, list: 'none', best: false });
}

/** Returns a language model that may receive requests. */
async function languageWorld(
  context: FeatureContext,
  root: SearchRoot,
  choice: SearchChoice,
  document: vscode.Uri,
): Promise<Evaluator | undefined> {
  const { model: label, world, scoring, fallback, topLogprobs, form, settings: search } = choice;
  const settings = { ...readSettings(), model: label };
  const described = describeModel(context, settings);
  const template = described && (await findTemplate(context, settings.mavTemplate, 'mav', document));
  if (described === undefined || template === undefined) return undefined;
  const dialect = mavDialect();
  const prompt = firstPrompt(root, world, form);
  const first = promptText(renderPrompt(template, { kind: 'mav', prompt, dialect, sample: 0 }));
  const waits = new Waits(context.log);
  const planned = { what: 'mav', prompt: first } as const;
  const model = await prepareModel(context, settings, described, planned, waits.onRetry);
  // One request for the root, and at most one leaf per simulation.
  if (model === undefined || !(await confirmMany(model, search.simulations + 1))) return undefined;
  const wording = { form, dialect, template, settings: {} };
  const confirm = (requests: number): Promise<boolean> => confirmMany(model, requests);
  const watched = waits.watched(model);
  if (world === 'states') {
    const values = await referenceWorld(context, root, choice);
    return values && { model: worldModel({ kind: 'states', model: watched, options: wording, values }), confirm };
  }
  const options = { ...wording, world, scoring, fallback, topLogprobs };
  return { model: worldModel({ kind: 'model', model: watched, options }), confirm };
}

/** Age in milliseconds below which a file without an end may still be written to. */
const STILL_WRITTEN_MS = 30_000;

/**
 * Returns the search of a file, ready to be resumed in it; undefined, after a message, if it cannot be or the user
 * declined.
 */
export async function resumedSearch(context: FeatureContext, file: vscode.Uri): Promise<SearchSource | undefined> {
  const where = baseName(file);
  const refuse = (reason: string): undefined =>
    void showMessage('error', t('{0} cannot be resumed: {1}.', where, reason));
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const read = resumableSearch(text);
    if (!read.ok) return refuse(read.error);
    const { header, done } = read.value;
    const { mtime } = await vscode.workspace.fs.stat(file);
    if (read.value.end === undefined && Date.now() - mtime < STILL_WRITTEN_MS && !(await isAgreed(where)))
      return undefined;
    const world = await worldOf(context, read.value);
    if (world === undefined) return undefined;
    const { simulations } = header.settings;
    const choice = treeChoice(header, world, lastChoice(context));
    const left = done < simulations ? simulations - done : simulations;
    const asked = { ...choice, settings: { ...choice.settings, simulations: left } };
    const { game, state, played } = header;
    const prepared = await preparedSearch(context, {
      root: { game, state, played },
      choice: asked,
      document: file,
      where,
      subject: treeName(where),
    });
    if (prepared === undefined) return undefined;
    if (prepared.model.label !== header.model)
      return refuse(t('it was searched by {0}, and this is {1}', header.model, prepared.model.label));
    const before = world === 'rules' ? read : resumableSearch(text, () => rulesForGame(game));
    if (!before.ok) return refuse(before.error);
    const { kept } = before.value;
    if (kept !== text) await samePlace(context, file).write(kept);
    return { ...prepared, settings: header.settings, file, before: before.value };
  } catch (error) {
    return refuse(thrownMessage(error));
  }
}

async function isAgreed(where: string): Promise<boolean> {
  const goOn = t('Resume');
  const message = t(
    'StateLens: {0} has no end record and was written to a moment ago. If its search is still running, a second one would damage the file.',
    where,
  );
  return (await vscode.window.showWarningMessage(message, { modal: true }, goOn)) === goOn;
}

/**
 * Returns the evaluator with legal actions and successors, which a file does not contain; undefined if the user
 * canceled.
 */
async function worldOf(
  context: FeatureContext,
  { header, hasTruth }: ResumableSearch,
): Promise<SearchChoice['world'] | undefined> {
  if (readTrackedLabel(header.model) !== undefined) return 'states';
  if (hasTruth) return 'model';
  if (!isOfLanguageModel(header)) return 'rules';
  const before = lastChoice(context);
  if (before?.model === header.model) return before.world;
  const step = { title: t('StateLens: Resume Search'), placeHolder: t('What decides legality?'), canGoBack: false };
  const items = [
    { label: t('The rules'), description: t('{0} gives values only', header.model), world: 'rules' },
    { label: t('The model'), description: t('{0} tracks the states', header.model), world: 'model' },
  ] as const;
  const item = await pickStep(step, items, items[0]);
  return item === undefined || item === BACK ? undefined : item.world;
}

const isOfLanguageModel = ({ model }: TreeFileHeader): boolean => !/^(?:rollouts|reference): /.test(model);
