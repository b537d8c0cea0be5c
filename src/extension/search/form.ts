import { ok, type Result } from '../../core/base/result.ts';
import { readTrackedLabel } from '../../core/search/language-model.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../core/search/settings.ts';
import {
  SEARCH_FIELDS as FIELDS,
  type SearchField,
  type SearchFields,
  type SearchOptions,
} from '../../core/search/settings-fields.ts';
import type { GameTreeHeader } from '../../core/search/tree-header.ts';
import { REFERENCE_WORLD, ROLLOUTS_WORLD } from '../../models/world-models.ts';
import { t } from '../platform/l10n.ts';

type BesideSettings = Pick<SearchOptions, 'world' | 'scoring' | 'fallback' | 'topLogprobs' | 'form' | 'rollouts'>;

/** Options of a search. */
export interface SearchChoice extends BesideSettings {
  /** `reference`, `rollouts`, or the label of a model. */
  readonly model: string;
  readonly settings: SearchSettings;
}

export const DEFAULT_CHOICE: SearchChoice = {
  model: REFERENCE_WORLD,
  world: FIELDS.world.initial,
  scoring: FIELDS.scoring.initial,
  fallback: FIELDS.fallback.initial,
  topLogprobs: FIELDS.topLogprobs.initial,
  form: FIELDS.form.initial,
  rollouts: FIELDS.rollouts.initial,
  settings: DEFAULT_SEARCH,
};

/** An option as text. */
export interface ChoiceField<Name extends string = string>
  extends Pick<SearchField<unknown>, 'label' | 'sign' | 'help' | 'words'> {
  /** Name in arguments of the command. */
  readonly name: Name;
  /** Returns true if it has a meaning for a choice. */
  readonly fits: (choice: SearchChoice) => boolean;
  readonly print: (choice: SearchChoice) => string;
  /** Returns the choice with the option; the error lists the allowed values. */
  readonly read: (text: string, choice: SearchChoice) => Result<SearchChoice, string>;
}

/**
 * Returns the options that resume the search of a file: the model of its label, with its settings. Options of a
 * language model that the file does not contain are those last chosen for the same model.
 */
export function treeChoice(
  { model, settings }: GameTreeHeader,
  world: SearchChoice['world'],
  last: SearchChoice | undefined,
): SearchChoice {
  const games = /^rollouts: (\d+)$/.exec(model);
  if (games !== null) return { ...DEFAULT_CHOICE, model: ROLLOUTS_WORLD, rollouts: Number(games[1]), settings };
  const tracked = readTrackedLabel(model);
  if (tracked !== undefined)
    return {
      ...(last?.model === tracked.model ? last : DEFAULT_CHOICE),
      model: tracked.model,
      world: 'states',
      settings,
    };
  if (model.startsWith(`${REFERENCE_WORLD}: `)) return { ...DEFAULT_CHOICE, model: REFERENCE_WORLD, settings };
  return { ...(last?.model === model ? last : DEFAULT_CHOICE), model, world, settings };
}

/** Returns true if a choice uses a language model. */
export const asksModel = ({ model }: SearchChoice): boolean => model !== REFERENCE_WORLD && model !== ROLLOUTS_WORLD;

/** Binds a field of core's table to a choice. */
function bound<Name extends string, Value>(
  name: Name,
  { print, read, label, sign, help, words }: SearchField<Value>,
  get: (choice: SearchChoice) => Value,
  put: (value: Value, choice: SearchChoice) => SearchChoice,
): ChoiceField<Name> {
  return {
    name,
    label,
    ...(sign !== undefined && { sign }),
    help: help.replace(/^[a-z](?=[a-z])/, (letter) => letter.toUpperCase()),
    ...(words !== undefined && { words }),
    fits: (choice) => FITS[name]?.(choice) ?? true,
    print: (choice) => print(get(choice)),
    read: (text, choice) => {
      const value = read(text);
      return value.ok ? ok(put(value.value, choice)) : value;
    },
  };
}

const SETTINGS: SearchFields<SearchSettings> = FIELDS;
const BESIDE: SearchFields<BesideSettings> = FIELDS;

/** Returns a field of the settings. */
const setting = <Name extends keyof SearchSettings>(name: Name): ChoiceField<Name> =>
  bound<Name, SearchSettings[Name]>(
    name,
    SETTINGS[name],
    ({ settings }) => settings[name],
    (value, choice) => ({ ...choice, settings: { ...choice.settings, [name]: value } }),
  );

/** Returns a field beside the settings. */
const beside = <Name extends keyof BesideSettings>(name: Name): ChoiceField<Name> =>
  bound<Name, BesideSettings[Name]>(
    name,
    BESIDE[name],
    (choice) => choice[name],
    (value, choice) => ({ ...choice, [name]: value }),
  );

/** Returns true if the model gives values. */
const givesValues = (choice: SearchChoice): boolean => asksModel(choice) && choice.world !== 'states';

const isScored = (choice: SearchChoice): boolean => givesValues(choice) && choice.scoring !== 'written';

const isQueued = ({ settings }: SearchChoice): boolean => settings.batch > 1;

/** Conditions of fields that do not apply to every choice. */
const FITS: Readonly<Record<string, ChoiceField['fits']>> = {
  world: asksModel,
  scoring: givesValues,
  fallback: isScored,
  topLogprobs: isScored,
  form: asksModel,
  rollouts: ({ model }) => model === ROLLOUTS_WORLD,
  queueing: isQueued,
  virtual: isQueued,
  virtualLoss: isQueued,
};

/** All options, in the order of a form. */
export const SEARCH_FIELDS: readonly ChoiceField[] = [
  {
    name: 'model',
    label: t('World model'),
    help: t('State evaluator: reference, rollouts, or a model label'),
    fits: () => true,
    print: ({ model }) => model,
    read: (text, choice) =>
      text.trim() === ''
        ? { ok: false, error: t('reference, rollouts, or the label of a model such as openai:NAME') }
        : ok({ ...choice, model: text.trim() }),
  },
  setting('simulations'),
  beside('world'),
  beside('scoring'),
  beside('fallback'),
  beside('topLogprobs'),
  beside('form'),
  beside('rollouts'),
  setting('batch'),
  setting('queueing'),
  setting('virtual'),
  setting('virtualLoss'),
  setting('timeout'),
  setting('exploration'),
  setting('k'),
  setting('epsilon'),
  setting('temperature'),
  setting('unvisited'),
  setting('backup'),
  setting('final'),
  setting('seed'),
];

/** Formats a choice as texts, which `readChoice` reads. */
export const choiceTexts = (choice: SearchChoice): Readonly<Record<string, string>> =>
  Object.fromEntries(SEARCH_FIELDS.map(({ name, print }) => [name, print(choice)]));

/**
 * Reads arguments of the command, or a stored choice: fields by name, as texts, numbers or booleans. Undefined if none
 * of them is present; the error names the wrong field.
 */
export function readChoice(value: unknown): Result<SearchChoice, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  let choice = DEFAULT_CHOICE;
  let isGiven = false;
  for (const { name, read } of SEARCH_FIELDS) {
    const given = (value as Record<string, unknown>)[name];
    const text = typeof given === 'boolean' ? (given ? 'yes' : 'no') : given;
    if (typeof text !== 'string' && typeof text !== 'number') continue;
    isGiven = true;
    const next = read(String(text), choice);
    if (!next.ok) return { ok: false, error: t('{0} is {1}, not {2}', name, next.error, JSON.stringify(given)) };
    choice = next.value;
  }
  return isGiven ? ok(choice) : undefined;
}

/** Formats the differences of a choice from the default: `200 simulations, c 2`. */
export function choiceSummary(choice: SearchChoice): string {
  const { simulations } = choice.settings;
  const named = ['model', 'world', 'simulations'];
  const others = SEARCH_FIELDS.filter(
    ({ name, fits, print }) => !named.includes(name) && fits(choice) && print(choice) !== print(DEFAULT_CHOICE),
  );
  return [
    t('{0} simulations', simulations.toLocaleString('en-US')),
    ...others.map(({ sign, label, print }) => `${sign ?? label.toLowerCase()} ${print(choice)}`),
  ].join(', ');
}

/** Returns the display name of the evaluator. */
export function worldName({ model, world }: SearchChoice): string {
  if (model === REFERENCE_WORLD) return t('Reference');
  if (model === ROLLOUTS_WORLD) return t('Rollouts');
  if (world === 'states') return t('{0}, tracking states, with reference values', model);
  return world === 'model' ? t('{0}, tracking states', model) : t('{0}, legality by the rules', model);
}
