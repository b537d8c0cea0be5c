import { ok, type Result } from '../core/base/result.ts';
import { DEFAULT_ROLLOUTS } from '../core/search/rollout-model.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../core/search/settings.ts';
import {
  printTemperature,
  printVirtualCounts,
  readSearchNumber,
  readTemperature,
  readVirtualCounts,
  type SearchNumber,
} from '../core/search/settings-text.ts';
import type { TreeFileHeader } from '../core/search/tree-file.ts';
import { REFERENCE_WORLD, ROLLOUTS_WORLD } from '../models/world-models.ts';

/** What is chosen for a search. */
export interface SearchChoice {
  /** `reference`, `rollouts`, or the label of a model. */
  readonly model: string;
  /** Who knows legal actions and successors. */
  readonly world: 'rules' | 'model';
  /** Of a model's values. */
  readonly scoring: 'written' | 'max' | 'mean';
  /** Of states in prompts. */
  readonly form: 'FEN' | 'state';
  /** Random games a state. */
  readonly rollouts: number;
  readonly settings: SearchSettings;
}

export const DEFAULT_CHOICE: SearchChoice = {
  model: REFERENCE_WORLD,
  world: 'rules',
  scoring: 'written',
  form: 'FEN',
  rollouts: DEFAULT_ROLLOUTS.rollouts,
  settings: DEFAULT_SEARCH,
};

/** Something that can be chosen, as text. */
export interface SearchField {
  /** In arguments of the command. */
  readonly name: string;
  readonly label: string;
  /** Its sign in a summary; default: the label. */
  readonly sign?: string;
  /** What it means. */
  readonly help: string;
  /** All that it can be, each with what that means; undefined where it is written. */
  readonly words?: Readonly<Record<string, string>>;
  /** Whether it has a meaning for a choice. */
  readonly fits: (choice: SearchChoice) => boolean;
  readonly print: (choice: SearchChoice) => string;
  /** The choice with it; the error says what it may be. */
  readonly read: (text: string, choice: SearchChoice) => Result<SearchChoice, string>;
}

/**
 * How the search of a file is gone on with: the model that its label names, with its settings. What a file does not say of a language
 * model is as it was chosen last for the same.
 */
export function choiceOfTree(
  { model, settings }: TreeFileHeader,
  world: SearchChoice['world'],
  last: SearchChoice | undefined,
): SearchChoice {
  const games = /^rollouts: (\d+)$/.exec(model);
  if (games !== null) return { ...DEFAULT_CHOICE, model: ROLLOUTS_WORLD, rollouts: Number(games[1]), settings };
  if (model.startsWith(`${REFERENCE_WORLD}: `)) return { ...DEFAULT_CHOICE, model: REFERENCE_WORLD, settings };
  return { ...(last?.model === model ? last : DEFAULT_CHOICE), model, world, settings };
}

/** Whether a choice asks a language model. */
export const asksModel = ({ model }: SearchChoice): boolean => model !== REFERENCE_WORLD && model !== ROLLOUTS_WORLD;

const always = (): boolean => true;
const waits = (choice: SearchChoice): boolean => choice.settings.batch > 1;
const withSettings = (choice: SearchChoice, settings: Partial<SearchSettings>): SearchChoice => ({
  ...choice,
  settings: { ...choice.settings, ...settings },
});

/** A field out of a few words. */
function worded<Word extends string>(
  field: Pick<SearchField, 'name' | 'label' | 'help' | 'fits'>,
  words: Readonly<Record<Word, string>>,
  get: (choice: SearchChoice) => Word,
  set: (word: Word, choice: SearchChoice) => SearchChoice,
): SearchField {
  const all = Object.keys(words) as Word[];
  return {
    ...field,
    words,
    print: get,
    read: (text, choice) => {
      const word = all.find((one) => one === text.trim());
      return word === undefined ? { ok: false, error: all.join(', or ') } : ok(set(word, choice));
    },
  };
}

/** A number of the settings; `per`: of it in what is written. */
const numbered = (
  name: SearchNumber,
  label: string,
  help: string,
  { sign, per = 1 }: { readonly sign?: string; readonly per?: number } = {},
): SearchField => ({
  name,
  label,
  ...(sign !== undefined && { sign }),
  help,
  fits: always,
  print: ({ settings }) => String(settings[name] / per),
  read: (text, choice) => {
    const read = readSearchNumber(name, text);
    return read.ok ? ok(withSettings(choice, { [name]: read.value * per })) : read;
  },
});

/** A word of the settings. */
const chosen = <Name extends 'queueing' | 'unvisited' | 'backup' | 'final'>(
  name: Name,
  label: string,
  help: string,
  words: Readonly<Record<SearchSettings[Name], string>>,
  fits: SearchField['fits'] = always,
): SearchField =>
  worded(
    { name, label, help, fits },
    words,
    ({ settings }) => settings[name],
    (word, choice) => withSettings(choice, { [name]: word }),
  );

/** A text of the settings. */
const written = <Name extends 'temperature' | 'virtual'>(
  name: Name,
  label: string,
  help: string,
  print: (value: SearchSettings[Name]) => string,
  read: (text: string) => Result<SearchSettings[Name], string>,
  fits: SearchField['fits'] = always,
): SearchField => ({
  name,
  label,
  help,
  fits,
  print: ({ settings }) => print(settings[name]),
  read: (text, choice) => {
    const value = read(text);
    return value.ok ? ok(withSettings(choice, { [name]: value.value })) : value;
  },
});

/** All that can be chosen, in the order of a form. */
export const SEARCH_FIELDS: readonly SearchField[] = [
  {
    name: 'model',
    label: 'World model',
    help: 'Who evaluates states: reference, rollouts, or the label of a model',
    fits: always,
    print: ({ model }) => model,
    read: (text, choice) =>
      text.trim() === ''
        ? { ok: false, error: 'reference, rollouts, or the label of a model such as openai:NAME' }
        : ok({ ...choice, model: text.trim() }),
  },
  numbered('simulations', 'Simulations M', 'How many simulations; each asks for one evaluation at most'),
  worded(
    { name: 'world', label: 'Legal actions and successors', help: 'Who knows them?', fits: asksModel },
    { rules: 'the rules; the model gives values alone', model: 'the model tracks the states itself' },
    ({ world }) => world,
    (world, choice) => ({ ...choice, world }),
  ),
  worded(
    { name: 'scoring', label: 'Values of the model', help: 'How are they read?', fits: asksModel },
    {
      written: 'as the model writes them',
      max: 'the likeliest bucket, by probabilities of tokens',
      mean: 'the expectation, by probabilities of tokens',
    },
    ({ scoring }) => scoring,
    (scoring, choice) => ({ ...choice, scoring }),
  ),
  worded(
    { name: 'form', label: 'States in prompts', help: 'In which form?', fits: asksModel },
    { FEN: 'FEN, where the game has one', state: "MAV's native form" },
    ({ form }) => form,
    (form, choice) => ({ ...choice, form }),
  ),
  {
    name: 'rollouts',
    label: 'Rollouts',
    help: 'Random games from each state',
    fits: ({ model }) => model === ROLLOUTS_WORLD,
    print: ({ rollouts }) => String(rollouts),
    read: (text, choice) => {
      const read = readSearchNumber('rollouts', text);
      return read.ok ? ok({ ...choice, rollouts: read.value }) : read;
    },
  },
  numbered('batch', 'Evaluations at a time b', '1: one after the other', { sign: 'b' }),
  chosen(
    'queueing',
    'Queueing',
    'When do the next descents begin?',
    { rounds: 'when all b answers are there', rolling: 'with every answer' },
    waits,
  ),
  written(
    'virtual',
    'Virtual counts',
    'Of queued descents: 3 for a fixed one, 8..2 for counts that halve from the leaf up',
    printVirtualCounts,
    readVirtualCounts,
    waits,
  ),
  worded(
    { name: 'virtualLoss', label: 'Virtual loss', help: 'Do virtual counts count as lost in Q, too?', fits: waits },
    { no: 'in the exploration alone', yes: 'in Q, too' },
    ({ settings }) => (settings.virtualLoss ? 'yes' : 'no'),
    (word, choice) => withSettings(choice, { virtualLoss: word === 'yes' }),
  ),
  numbered('timeout', 'Timeout t0 (s)', 'Seconds after which an evaluation is given up; 0: never', {
    sign: 't0',
    per: 1000,
  }),
  numbered('exploration', 'Exploration c', 'c of PUCT', { sign: 'c' }),
  numbered('k', 'Actions of the prior k', 'Actions that the softmax of the prior runs over', { sign: 'k' }),
  numbered('epsilon', 'Uniform share ε', 'Share of the uniform prior, 0 to 1', { sign: 'ε' }),
  written(
    'temperature',
    'Temperature τ',
    'Of the prior: 0.1, or 0.1..0.05 by 40 for one that falls until ply 40',
    printTemperature,
    readTemperature,
  ),
  chosen('unvisited', 'Q without visits', 'What is Q of an action without visits?', {
    listed: 'what the model listed',
    zero: '0',
    parent: 'the value of the node',
  }),
  chosen('backup', 'Backup', 'What is backed up?', { mean: 'the mean', minimax: 'the best reply that is known' }),
  chosen('final', 'Final move', 'What is played at the end?', {
    visits: 'the most visits',
    value: 'the best value',
  }),
  numbered('seed', 'Seed', 'Of all that is drawn'),
];

/** A choice as texts, which `readChoice` reads. */
export const choiceTexts = (choice: SearchChoice): Readonly<Record<string, string>> =>
  Object.fromEntries(SEARCH_FIELDS.map(({ name, print }) => [name, print(choice)]));

/**
 * Arguments of the command, or what was remembered: fields by name, as texts, numbers or booleans. Undefined where none of them is
 * there; the error names the field that is wrong.
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
    if (!next.ok) return { ok: false, error: `${name} is ${next.error}, not ${JSON.stringify(given)}` };
    choice = next.value;
  }
  return isGiven ? ok(choice) : undefined;
}

/** Where a choice is not the usual one: `200 simulations, c 2`. */
export function choiceSummary(choice: SearchChoice): string {
  const { simulations } = choice.settings;
  const named = ['model', 'world', 'simulations'];
  const others = SEARCH_FIELDS.filter(
    ({ name, fits, print }) => !named.includes(name) && fits(choice) && print(choice) !== print(DEFAULT_CHOICE),
  );
  return [
    `${simulations.toLocaleString('en-US')} simulations`,
    ...others.map(({ sign, label, print }) => `${sign ?? label.toLowerCase()} ${print(choice)}`),
  ].join(', ');
}

/** Who evaluates, for people. */
export function worldName({ model, world }: SearchChoice): string {
  if (model === REFERENCE_WORLD) return 'Reference';
  if (model === ROLLOUTS_WORLD) return 'Rollouts';
  return world === 'model' ? `${model}, tracking states itself` : `${model}, legality by the rules`;
}
