import { err, ok, type Result } from '../base/result.ts';
import { DEFAULT_ROLLOUTS } from './rule-models.ts';
import { DEFAULT_SEARCH, type SearchSettings, type TemperatureSchedule, type VirtualCounts } from './settings.ts';

/** Options of a search besides its position and its model. */
export interface SearchOptions extends SearchSettings {
  /** Source of legal actions and successors. */
  readonly world: 'rules' | 'model' | 'states';
  /** Source of a model's values. */
  readonly scoring: 'written' | 'max' | 'mean';
  /** Behavior if scoring needs log probabilities and the server sends none. */
  readonly fallback: 'stop' | 'written';
  /** Number of alternatives per token with log probabilities. */
  readonly topLogprobs: number;
  /** Form of states in prompts. */
  readonly form: 'FEN' | 'state';
  /** Number of random games a state, where rollouts are the model. */
  readonly rollouts: number;
  /** Number of plies before the root. */
  readonly played: number;
}

/** Display, help and syntax of an option of a search, in a form and on a command line alike. */
export interface SearchField<Value> {
  readonly label: string;
  /** Sign in a summary; default: the label. */
  readonly sign?: string;
  /** Meaning: a phrase without a capital letter. */
  readonly help: string;
  /** Possible words, each with its meaning; undefined for other syntax. */
  readonly words?: Readonly<Record<string, string>>;
  readonly initial: Value;
  readonly print: (value: Value) => string;
  /** Reads the value; the error states the possible values. */
  readonly read: (text: string) => Result<Value, string>;
}

/** Fields of several options. */
export type SearchFields<Options> = { readonly [Name in keyof Options]: SearchField<Options[Name]> };

type Base = Pick<SearchField<unknown>, 'label' | 'help'>;

/** Returns the field of a number within bounds; `per`: value of one written unit. */
function numeric(
  { sign, ...base }: Base & { readonly sign?: string },
  initial: number,
  bounds: { readonly min: number; readonly max: number; readonly isWhole?: boolean },
  per = 1,
): SearchField<number> {
  const { min, max, isWhole = true } = bounds;
  const range = `from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`;
  return {
    ...base,
    ...(sign !== undefined && { sign }),
    initial,
    print: (value) => String(value / per),
    read: (text) => {
      const value = text.trim() === '' ? Number.NaN : Number(text);
      const isFine = value >= min && value <= max && (!isWhole || Number.isInteger(value));
      return isFine ? ok(value * per) : err(`${isWhole ? 'a whole number' : 'a number'} ${range}`);
    },
  };
}

/** Returns the field of one of a few words. */
function worded<Word extends string>(
  base: Base,
  initial: NoInfer<Word>,
  words: Readonly<Record<Word, string>>,
): SearchField<Word> {
  const all = Object.keys(words) as Word[];
  return {
    ...base,
    words,
    initial,
    print: (word) => word,
    read: (text) => {
      const word = all.find((one) => one === text.trim());
      return word === undefined ? err(all.join(', or ')) : ok(word);
    },
  };
}

/** Returns the field of `yes` or `no`. */
function yesOrNo(
  base: Base,
  initial: boolean,
  words: { readonly no: string; readonly yes: string },
): SearchField<boolean> {
  const word = worded<'no' | 'yes'>(base, 'no', words);
  return {
    ...base,
    words,
    initial,
    print: (value) => (value ? 'yes' : 'no'),
    read: (text) => {
      const read = word.read(text);
      return read.ok ? ok(read.value === 'yes') : read;
    },
  };
}

/** Reads `3`, or `8..2` for counts that halve from the leaf up. */
function readVirtualCounts(text: string): Result<VirtualCounts, string> {
  const found = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(text.trim());
  if (found === null) return err('a number such as 3, or two such as 8..2');
  const [, most, least] = found;
  return ok(
    least === undefined
      ? { kind: 'fixed', count: Number(most) }
      : { kind: 'dynamic', most: Number(most), least: Number(least) },
  );
}

const printVirtualCounts = (virtual: VirtualCounts): string =>
  virtual.kind === 'fixed' ? String(virtual.count) : `${virtual.most}..${virtual.least}`;

const MAX_TEMPERATURE = 100;

/** Reads `0.1`, or `0.1..0.05 by 40` for one that falls until a ply. */
function readTemperature(text: string): Result<TemperatureSchedule, string> {
  const [, first = text, last = first, plies = '0'] = /^(.*?)\.\.(.*?) +by +(\d{1,5})$/.exec(text.trim()) ?? [];
  const [from, to] = [first, last].map((one) => (one.trim() === '' ? Number.NaN : Number(one))) as [number, number];
  const isFine = [from, to].every((one) => one >= 0 && one <= MAX_TEMPERATURE);
  return isFine
    ? ok({ from, to, plies: Number(plies) })
    : err(`a number from 0 to ${MAX_TEMPERATURE}, such as 0.1, or one that falls until a ply, such as 0.1..0.05 by 40`);
}

const printTemperature = ({ from, to, plies }: TemperatureSchedule): string =>
  plies <= 0 ? String(to) : `${from}..${to} by ${plies}`;

/** Every option of a search. The command line and the form of the editor derive from it. */
export const SEARCH_FIELDS: SearchFields<SearchOptions> = {
  simulations: numeric(
    { label: 'Simulations M', help: 'simulations; each requests at most one evaluation; 0: the raw best action' },
    DEFAULT_SEARCH.simulations,
    { min: 0, max: 10_000_000 },
  ),
  world: worded({ label: 'Legal actions and successors', help: 'source of legal actions and successors' }, 'rules', {
    rules: 'the rules; the model gives values only',
    model: 'the model, which tracks states itself',
    states: 'states by the model; legal actions and values by the reference, on those states',
  }),
  scoring: worded({ label: 'Values of the model', help: "how a model's values are read" }, 'written', {
    written: 'as the model writes them',
    max: 'the likeliest bucket by token probability',
    mean: 'the expectation over token probabilities',
  }),
  fallback: worded(
    { label: 'Without log probabilities', help: 'what happens if scoring lacks log probabilities' },
    'stop',
    { stop: 'the search stops and says so', written: 'values are read as written, and counted' },
  ),
  topLogprobs: numeric(
    {
      label: 'Alternatives a token',
      help: 'log probabilities for each token; servers give at most 20, the buckets are 64',
    },
    20,
    { min: 1, max: 256 },
  ),
  form: worded({ label: 'States in prompts', help: 'form of states in prompts' }, 'FEN', {
    FEN: 'FEN, where the game has one',
    state: "MAV's native form",
  }),
  rollouts: numeric({ label: 'Rollouts', help: 'random games from each state' }, DEFAULT_ROLLOUTS.rollouts, {
    min: 1,
    max: 1_000_000,
  }),
  batch: numeric(
    { label: 'Evaluations at a time b', sign: 'b', help: 'evaluations at a time; 1: synchronous' },
    DEFAULT_SEARCH.batch,
    { min: 1, max: 4096 },
  ),
  queueing: worded({ label: 'Queueing', help: 'when the next descents begin' }, DEFAULT_SEARCH.queueing, {
    rounds: 'after all b answers',
    rolling: 'after every answer',
  }),
  virtual: {
    label: 'Virtual counts',
    help: 'virtual counts of queued descents: fixed, such as 3, or halved from the leaf up to a least one, such as 8..2 (max of the two, where the paper prints min)',
    initial: DEFAULT_SEARCH.virtual,
    print: printVirtualCounts,
    read: readVirtualCounts,
  },
  virtualLoss: yesOrNo(
    { label: 'Virtual loss', help: 'count virtual counts as losses in Q' },
    DEFAULT_SEARCH.virtualLoss,
    { no: 'in the exploration term only', yes: 'in Q, too' },
  ),
  timeout: numeric(
    { label: 'Timeout t0 (s)', sign: 't0', help: 'seconds until an evaluation is abandoned; 0: never' },
    DEFAULT_SEARCH.timeout,
    { min: 0, max: 86_400, isWhole: false },
    1000,
  ),
  exploration: numeric({ label: 'Exploration c', sign: 'c', help: 'c of PUCT' }, DEFAULT_SEARCH.exploration, {
    min: 0,
    max: 1000,
    isWhole: false,
  }),
  k: numeric(
    { label: 'Actions of the prior k', sign: 'k', help: "actions that the prior's softmax covers" },
    DEFAULT_SEARCH.k,
    { min: 1, max: 1000 },
  ),
  epsilon: numeric(
    { label: 'Uniform share ε', sign: 'ε', help: 'share of the uniform prior, from 0 to 1' },
    DEFAULT_SEARCH.epsilon,
    { min: 0, max: 1, isWhole: false },
  ),
  temperature: {
    label: 'Temperature τ',
    help: 'temperature of the prior: 0.1, or one that falls until ply 40',
    initial: DEFAULT_SEARCH.temperature,
    print: printTemperature,
    read: readTemperature,
  },
  unvisited: worded({ label: 'Q without visits', help: 'Q of an action without visits' }, DEFAULT_SEARCH.unvisited, {
    listed: 'the value that the model listed',
    zero: '0',
    parent: 'the value of the node',
  }),
  backup: worded({ label: 'Backup', help: 'value that is backed up' }, DEFAULT_SEARCH.backup, {
    mean: 'the mean',
    minimax: 'the best known reply',
  }),
  final: worded({ label: 'Final move', help: 'how the final move is chosen' }, DEFAULT_SEARCH.final, {
    visits: 'by most visits',
    value: 'by best value',
  }),
  seed: numeric({ label: 'Seed', help: 'seed of all random draws' }, DEFAULT_SEARCH.seed, {
    min: 0,
    max: 0xffffffff,
  }),
  played: numeric({ label: 'Plies played', help: 'plies played before the position, for the temperature' }, 0, {
    min: 0,
    max: 10_000,
  }),
};
