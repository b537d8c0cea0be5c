import * as vscode from 'vscode';
import { systemClock } from '../../compute/system-clock.ts';
import { knownGame } from '../../core/mav/author/position.ts';
import { mavPrompt } from '../../core/search/mav-prompt.ts';
import type { SearchRoot } from '../../core/search/mcts.ts';
import { rulesOf } from '../../core/search/rules.ts';
import { renderPrompt } from '../../models/prompts/prompt.ts';
import { promptText } from '../../models/prompts/prompt-text.ts';
import { REFERENCE_WORLD, ROLLOUTS_WORLD, type World, worldModel } from '../../models/world-models.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { confirmMany, Waits } from '../platform/models/asking.ts';
import { describeModel, prepareModel } from '../platform/models/open.ts';
import { mavDialect, readSettings } from '../platform/settings.ts';
import { findTemplate } from '../platform/templates/find.ts';
import type { ChosenSearch } from './choose.ts';
import { asksModel, type SearchChoice } from './form.ts';
import type { ShownSearch } from './panel.ts';

/** A search that can begin; undefined where the user declined or something is missing, which was said then. */
export async function preparedSearch(context: FeatureContext, chosen: ChosenSearch): Promise<ShownSearch | undefined> {
  const { root, choice, document, where } = chosen;
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
    ...(asksModel(choice) && choice.world !== 'rules' && { rules: rulesOf(root.game) }),
    title: t('{0} by {1}', where, model.label),
    document,
    confirm,
  };
}

/** Who searches, and whether so many requests more may be made. */
type Opened = Pick<ShownSearch, 'model' | 'confirm'>;

/** What sends nothing is asked without a question. */
const free = (): Promise<boolean> => Promise.resolve(true);

/** The reference or rollouts. */
async function ruledWorld(
  context: FeatureContext,
  root: SearchRoot,
  choice: SearchChoice,
): Promise<Opened | undefined> {
  const world = choice.model === ROLLOUTS_WORLD ? rolloutsOf(choice) : await referenceWorld(context, root, choice);
  return world && { model: worldModel(world), confirm: free };
}

const rolloutsOf = ({ rollouts, settings: { seed } }: SearchChoice): World => ({
  kind: ROLLOUTS_WORLD,
  rollouts,
  seed,
  clock: systemClock,
});

/** The reference; where no engine can run, rollouts are offered in its place. */
async function referenceWorld(
  { values }: FeatureContext,
  { game }: SearchRoot,
  choice: SearchChoice,
): Promise<World | undefined> {
  const source = values.source();
  if (source?.games.includes(game) === true) return { kind: REFERENCE_WORLD, source, game };
  const why = source === undefined ? t('no engine can run here') : t('nothing values {0}', game);
  const use = t('Search by Rollouts');
  const message = t('StateLens: there are no reference values: {0}. Rollouts (random games) need none.', why);
  return (await vscode.window.showInformationMessage(message, use)) === use ? rolloutsOf(choice) : undefined;
}

/** What a model is asked first, to be shown. */
function firstPrompt({ game, state }: SearchRoot, world: SearchChoice['world'], form: SearchChoice['form']): string {
  const options = { form, dialect: mavDialect() };
  if (world !== 'states') return mavPrompt({ game, state }, { ...options, list: 'all', best: true });
  const { automaton } = knownGame(game);
  const parsed = automaton.parse(state);
  const [action] = parsed.ok ? automaton.legal(parsed.value) : [];
  const request = action === undefined ? { game, state } : { game, state, action };
  return mavPrompt(request, { ...options, list: 'none', best: false });
}

/** A language model that may be asked. */
async function languageWorld(
  context: FeatureContext,
  root: SearchRoot,
  choice: SearchChoice,
  document: vscode.Uri,
): Promise<Opened | undefined> {
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
  // The root is asked for, and a leaf a simulation at most.
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
