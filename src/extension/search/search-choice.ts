import type * as vscode from 'vscode';
import { languageName } from '../../core/languages/languages.ts';
import { cursorPosition } from '../../core/languages/positions.ts';
import { evaluationOffset } from '../../core/mav/author/cursor-position.ts';
import { knownGame, pliesBefore } from '../../core/mav/author/prompt-position.ts';
import type { MavGameName } from '../../core/mav/game-names.ts';
import type { SearchRoot } from '../../core/search/mcts.ts';
import { lastMoveName } from '../../core/search/view/tree-title.ts';
import { bundledWeights, MAV_SMALL_LABEL } from '../../models/sources/mav-small.ts';
import { REFERENCE_WORLD, ROLLOUTS_WORLD } from '../../models/world-models.ts';
import { activeEditor, documentLanguage } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { modelLabel } from '../platform/models/chosen.ts';
import { BACK, pickStep, writeStep } from '../platform/quick-steps.ts';
import { mavDialect, openModelPicker, readSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import {
  type ChoiceField,
  choiceSummary,
  choiceTexts,
  DEFAULT_CHOICE,
  readChoice,
  SEARCH_FIELDS,
  type SearchChoice,
  worldName,
} from './form.ts';

/** Key under which the last choice is stored. */
const LAST_SEARCH = 'statelens.lastSearch';

/** Root and options of a search. */
export interface SearchSetup {
  readonly root: SearchRoot;
  readonly choice: SearchChoice;
  readonly document: vscode.Uri;
  /** Location of the root: `game.pgn:7`. */
  readonly where: string;
  /** Title of its page: the last move, `4...Nxe4`; where none is known, the location. */
  readonly subject: string;
}

/**
 * Returns the position at the cursor with the options of its search: from the arguments (the fields of
 * `SEARCH_FIELDS`), otherwise from the user. Undefined, after a message, if there is nothing to search or the user
 * canceled.
 */
export async function chooseSearch(context: FeatureContext, args: unknown): Promise<SearchSetup | undefined> {
  const editor = activeEditor(({ hasPositions }) => hasPositions === true);
  const language = editor && documentLanguage(editor.document);
  if (editor === undefined || language === undefined) return undefined;
  const { document, selection } = editor;
  const text = document.getText();
  const cursor = document.offsetAt(selection.active);
  const offset = languageName(language)?.isAnswer === true ? evaluationOffset(text, cursor) : cursor;
  const placed = cursorPosition(text, language, offset, mavDialect());
  if (!placed.ok) {
    void showMessage('warning', t('no search can start here: {0}.', placed.error));
    return undefined;
  }
  const { game, state } = placed.value.position;
  const { automaton } = knownGame(game);
  if (automaton.outcome(state) !== undefined) {
    void showMessage('info', t('the game is over here, so there is nothing to search.'));
    return undefined;
  }
  const choice = await chosen(context, game, args);
  if (choice === undefined) return undefined;
  const where = `${baseName(document.uri)}:${selection.active.line + 1}`;
  return {
    root: { game, state: automaton.print(state), played: pliesBefore(game, state) },
    choice,
    document: document.uri,
    where,
    subject: lastMoveName(placed.value.position) ?? where,
  };
}

async function chosen(context: FeatureContext, game: MavGameName, args: unknown): Promise<SearchChoice | undefined> {
  const given = readChoice(args);
  if (given?.ok === true) return given.value;
  if (given !== undefined) {
    void showMessage('error', t('no search was started: {0}.', given.error));
    return undefined;
  }
  const choice = await askSearch({
    before: lastChoice(context),
    game,
    model: languageModel(),
    concurrency: readSettings().concurrency,
    selectModel: async () => ((await openModelPicker()) ? languageModel() : undefined),
  });
  if (choice !== undefined) await context.workspaceState.update(LAST_SEARCH, choiceTexts(choice));
  return choice;
}

/** Returns the last choice in this workspace. */
export function lastChoice({ workspaceState }: FeatureContext): SearchChoice | undefined {
  const before = readChoice(workspaceState.get<unknown>(LAST_SEARCH));
  return before?.ok === true ? before.value : undefined;
}

/** Returns the label of the configured model, if it answers MAV prompts: baselines answer none. */
function languageModel(): string | undefined {
  const label = modelLabel(readSettings());
  return /^(?:baseline|reference):/.test(label) || label === 'openai:' ? undefined : label;
}

const TITLE = t('StateLens: Search from Here');
/** Default numbers of simulations: a language model takes seconds, an engine milliseconds. */
const MODEL_SIMULATIONS = 50;
const REFERENCE_SIMULATIONS = 200;

/** Data of the form. */
export interface SearchOffers {
  readonly before: SearchChoice | undefined;
  /** Label of the configured language model; undefined if there is none. */
  readonly model: string | undefined;
  readonly game: MavGameName;
  /** Number of concurrent requests to it. */
  readonly concurrency: number;
  /** Lets the user choose a model; returns its label, if one was chosen. */
  readonly selectModel: () => Promise<string | undefined>;
}

interface Offer extends vscode.QuickPickItem {
  readonly choice: SearchChoice | 'choose' | 'select';
}

/** Asks for the evaluator and the options; undefined if canceled. */
async function askSearch(offers: SearchOffers): Promise<SearchChoice | undefined> {
  let { model } = offers;
  for (;;) {
    const items = offersFor(offers, model);
    const step = { title: TITLE, placeHolder: t('What evaluates the states?'), canGoBack: false };
    const item = await pickStep(step, items, items[0]);
    if (item === undefined || item === BACK) return undefined;
    const { choice } = item;
    if (choice === 'select') {
      model = await offers.selectModel();
      if (model === undefined) return undefined;
      continue;
    }
    if (choice !== 'choose') return choice;
    const chosen = await chooseFields(offers.before ?? usual(REFERENCE_WORLD, REFERENCE_SIMULATIONS), model);
    if (chosen !== BACK) return chosen;
  }
}

const usual = (name: string, simulations: number, batch = 1): SearchChoice => ({
  ...DEFAULT_CHOICE,
  model: name,
  settings: { ...DEFAULT_CHOICE.settings, simulations, batch },
});

function offersFor({ before, game, concurrency }: SearchOffers, model: string | undefined): readonly Offer[] {
  const offer = (choice: SearchChoice, label = worldName(choice)): Offer => ({
    label,
    description: choiceSummary(choice),
    choice,
  });
  const asked =
    model === undefined ? undefined : { ...usual(model, MODEL_SIMULATIONS, concurrency), ...scoringOf(model, game) };
  return [
    ...(before === undefined ? [] : [offer(before, t('Same as last time: {0}', worldName(before)))]),
    offer(usual(REFERENCE_WORLD, REFERENCE_SIMULATIONS), t('Reference (engine, solver or playouts)')),
    offer(usual(ROLLOUTS_WORLD, 1000), t('Rollouts (random games)')),
    ...(asked === undefined
      ? [{ label: t('A language model…'), description: t('none selected'), choice: 'select' } as const]
      : [
          offer(asked, t('{0}: MAV prompts; the rules decide legality', asked.model)),
          offer({ ...asked, world: 'model' }, t('{0}: the model tracks the states', asked.model)),
          offer(
            { ...asked, world: 'states' },
            t('{0}: the model tracks the states, values by the reference', asked.model),
          ),
        ]),
    { label: t('Choose…'), description: t('model, M, b, k, c, ε, τ, scoring, backup, seed …'), choice: 'choose' },
  ];
}

/** Board networks have a distribution over the buckets for each value, at no cost. */
const scoringOf = (model: string, game: MavGameName): Partial<Pick<SearchChoice, 'scoring'>> =>
  model === MAV_SMALL_LABEL && bundledWeights(game) !== undefined ? { scoring: 'mean' } : {};

interface FieldItem extends vscode.QuickPickItem {
  readonly field: ChoiceField | undefined;
}

/** Shows all fields: each can be changed, repeatedly, before the search starts. */
async function chooseFields(
  start: SearchChoice,
  model: string | undefined,
): Promise<SearchChoice | typeof BACK | undefined> {
  let choice = start;
  let last: string | undefined;
  for (;;) {
    const items: FieldItem[] = [
      { label: t('$(play) Search'), description: `${worldName(choice)}, ${choiceSummary(choice)}`, field: undefined },
      ...SEARCH_FIELDS.filter(({ fits }) => fits(choice)).map((field) => ({
        label: field.label,
        description: describe(field, choice),
        field,
      })),
    ];
    const step = { title: TITLE, placeHolder: t('Change a setting, or start the search'), canGoBack: true };
    const item = await pickStep(step, items, items.find(({ field }) => field?.name === last) ?? items[0]);
    if (item === undefined || item === BACK) return item;
    if (item.field === undefined) return choice;
    last = item.field.name;
    const changed = await change(item.field, choice, model);
    if (changed === undefined) return undefined;
    if (changed !== BACK) choice = changed;
  }
}

function describe({ print, words }: ChoiceField, choice: SearchChoice): string {
  const value = print(choice);
  const meaning = words?.[value];
  return meaning === undefined ? value : `${value}: ${meaning}`;
}

interface WordItem extends vscode.QuickPickItem {
  readonly word: string | undefined;
}

/** Asks for one field. */
async function change(
  field: ChoiceField,
  choice: SearchChoice,
  model: string | undefined,
): Promise<SearchChoice | typeof BACK | undefined> {
  const step = { title: `${TITLE} · ${field.label}`, placeHolder: field.help, canGoBack: true };
  const items = wordsOf(field, model);
  if (items.length > 0) {
    const value = field.print(choice);
    const item = await pickStep(
      step,
      items,
      items.find(({ word }) => word === value),
    );
    if (item === undefined || item === BACK) return item;
    if (item.word !== undefined) return taken(field, item.word, choice);
  }
  const text = await writeStep(step, field.print(choice), (now) => {
    const read = field.read(now, choice);
    return read.ok ? undefined : sentence(read.error);
  });
  return text === undefined || text === BACK ? text : taken(field, text, choice);
}

function wordsOf({ name, words }: ChoiceField, model: string | undefined): readonly WordItem[] {
  if (name !== 'model')
    return Object.entries(words ?? {}).map(([word, meaning]) => ({ label: word, description: meaning, word }));
  return [
    {
      label: REFERENCE_WORLD,
      description: t('rules, with values from an engine, a solver or playouts'),
      word: REFERENCE_WORLD,
    },
    { label: ROLLOUTS_WORLD, description: t('random games'), word: ROLLOUTS_WORLD },
    ...(model === undefined ? [] : [{ label: model, description: t('the configured model'), word: model }]),
    { label: t('Another model…'), description: t('by label'), word: undefined },
  ];
}

function taken({ read }: ChoiceField, text: string, choice: SearchChoice): SearchChoice {
  const next = read(text, choice);
  return next.ok ? next.value : choice;
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
