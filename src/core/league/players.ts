import { err, ok, type Result } from '../base/result.ts';
import { SEARCH_FIELDS, type SearchField, type SearchOptions } from '../search/settings-fields.ts';

/** Settings that a player may have for itself, by the name in its label; all other players keep those of the league. */
const OWN = {
  scoring: 'scoring',
  fallback: 'fallback',
  'top-logprobs': 'topLogprobs',
  form: 'form',
  exploration: 'exploration',
  k: 'k',
  epsilon: 'epsilon',
  temperature: 'temperature',
  unvisited: 'unvisited',
  backup: 'backup',
  final: 'final',
  batch: 'batch',
} as const satisfies Readonly<Record<string, keyof SearchOptions>>;

type OwnName = keyof typeof OWN;

/** Settings of one player as `SEARCH_FIELDS` prints them, in the order of their table. */
export type OwnSettings = Readonly<Partial<Record<OwnName, string>>>;

/** Settings of a player without a search, and of one whose values are random games. */
const OF_RAW: readonly OwnName[] = ['scoring', 'fallback', 'top-logprobs', 'form'];
const NAMES = Object.keys(OWN) as OwnName[];
const OF_KIND = {
  raw: OF_RAW,
  search: NAMES,
  rollouts: NAMES.filter((name) => !OF_RAW.includes(name)),
} as const;

const fieldOf = (name: OwnName): SearchField<unknown> => SEARCH_FIELDS[OWN[name]] as SearchField<unknown>;

/**
 * Reads the settings after a player: `,scoring=mean,exploration=2`.
 *
 * @returns an object to spread into its method; the error states the possible names or values
 */
function readOwn(text: string | undefined, kind: keyof typeof OF_KIND): Result<{ readonly own?: OwnSettings }, string> {
  if (text === undefined) return ok({});
  const found = new Map<OwnName, string>();
  for (const part of text.slice(1).split(',')) {
    const [written = '', ...value] = part.split('=');
    const name = OF_KIND[kind].find((one) => one === written.trim());
    if (name === undefined || value.length === 0)
      return err(`a setting is NAME=VALUE, where NAME is one of ${OF_KIND[kind].join(', ')}; found "${part.trim()}"`);
    if (found.has(name)) return err(`${name} is set twice`);
    const read = fieldOf(name).read(value.join('='));
    if (!read.ok) return err(`${name} must be ${read.error}`);
    found.set(name, fieldOf(name).print(read.value));
  }
  return ok({ own: Object.fromEntries(NAMES.flatMap((name) => (found.has(name) ? [[name, found.get(name)]] : []))) });
}

/** Formats the settings of a player for its label. */
export const printOwn = (own: OwnSettings = {}): string =>
  NAMES.flatMap((name) => (own[name] === undefined ? [] : [`,${name}=${own[name]}`])).join('');

/** Returns options of a search with a player's own settings in place of theirs. */
export function withOwn<Options extends Partial<SearchOptions>>(options: Options, own: OwnSettings = {}): Options {
  const values: Partial<Record<keyof SearchOptions, unknown>> = {};
  for (const name of NAMES) {
    const text = own[name];
    const read = text === undefined || !(OWN[name] in options) ? undefined : fieldOf(name).read(text);
    if (read?.ok === true) values[OWN[name]] = read.value;
  }
  return { ...options, ...values };
}

/** Method by which a player selects its move. */
export type PlayerMethod =
  /** Legal action, uniformly at random. */
  | { readonly kind: 'random' }
  /** Tree search with random games as values: the paper's basic MCTS. */
  | { readonly kind: 'rollouts'; readonly simulations: number; readonly own?: OwnSettings }
  /** Engine, solver or playouts; with an undefined depth, at their default depth. */
  | { readonly kind: 'reference'; readonly depth: number | undefined }
  /** UCI engine that plays itself, with a level; undefined: at full strength. */
  | { readonly kind: 'engine'; readonly level: number | undefined; readonly limit: EngineLimit }
  /** Best action of the model's raw policy, by its scoring. */
  | { readonly kind: 'raw'; readonly model: string; readonly own?: OwnSettings }
  /** External search: Monte Carlo tree search over the model. */
  | {
      readonly kind: 'search';
      readonly model: string;
      readonly simulations: number;
      readonly world: 'rules' | 'model';
      readonly own?: OwnSettings;
    }
  /** Internal search: the decision of a trace that the model writes. */
  | { readonly kind: 'internal'; readonly model: string; readonly breadth: number; readonly depth: number };

/** End of an engine's search for a move: time in milliseconds, or positions. */
export type EngineLimit = { readonly movetime: number } | { readonly nodes: number };

/** Forms of players in help and errors. */
export const PLAYER_FORMS =
  'random, rollouts:N, reference[:DEPTH], stockfish:LEVEL[:TIME], engine:TIME, MODEL/raw, MODEL/search:M[:model], or MODEL/internal:BREADTHxDEPTH, with settings as in MODEL/raw,scoring=mean';

/** Time a move of an engine whose label has none, in milliseconds: that of the paper (section 5). */
const USUAL_TIME = 2000;

/** Upper bounds of simulations, of depths of a reference, and of breadth and depth of an internal search. */
const MAX_SIMULATIONS = 1_000_000;
const MAX_DEPTH = 60;
const MAX_SHAPE = 20;
/** Highest level of Stockfish. */
const MAX_LEVEL = 20;
/** Upper bounds of an engine's time in milliseconds, and of its nodes. */
const MAX_TIME = 3_600_000;
const MAX_NODES = 9_999_999;

const numberIn = (text: string | undefined, min: number, max: number): number | undefined => {
  const value = /^\d{1,7}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
};

/**
 * Reads a player of the command line or of a file of games. A label of a model may hold colons and slashes: the method
 * follows the last slash. A label alone, such as `openai:gpt-4o`, is the model's raw best action.
 *
 * @returns the player; the error lists the forms of players
 */
export function readPlayer(text: string): Result<PlayerMethod, string> {
  const name = text.trim();
  const refuse = (reason: string): Result<never, string> => err(`"${name}" is no player: ${reason}`);
  if (name === 'random') return ok({ kind: 'random' });
  if (name === 'reference') return ok({ kind: 'reference', depth: undefined });
  const [, engine, rest = ''] = /^(stockfish|engine):(.*)$/.exec(name) ?? [];
  if (engine !== undefined && !rest.includes('/')) return readEngine(engine, rest, refuse);
  const [, kind, count, written] = /^(rollouts|reference):(\d+)(,.*)?$/.exec(name) ?? [];
  if (kind === 'rollouts') {
    const simulations = numberIn(count, 1, MAX_SIMULATIONS);
    if (simulations === undefined) return refuse(`rollouts are from 1 to ${MAX_SIMULATIONS.toLocaleString('en-US')}`);
    const own = readOwn(written, 'rollouts');
    return own.ok ? ok({ kind: 'rollouts', simulations, ...own.value }) : refuse(own.error);
  }
  if (kind === 'reference' && written === undefined) {
    const depth = numberIn(count, 1, MAX_DEPTH);
    return depth === undefined ? refuse(`a depth is from 1 to ${MAX_DEPTH}`) : ok({ kind: 'reference', depth });
  }
  const [, model, way, settings] = /^(.+)\/((?:raw|search|internal)(?::[^/,]*)?)(,[^/]*)?$/.exec(name) ?? [];
  if (model === undefined || way === undefined)
    return /^[\w-]+:.+$/.test(name) && kind === undefined
      ? ok({ kind: 'raw', model: name })
      : refuse(`expected ${PLAYER_FORMS}`);
  return readWay(model, way, settings, refuse);
}

type Refuse = (reason: string) => Result<never, string>;

/** Reads `0`, `0:2s` or `20:5000n` of a level, and `2s` of full strength. */
function readEngine(engine: string, text: string, refuse: Refuse): Result<PlayerMethod, string> {
  const [first = '', second, ...more] = text.split(':');
  const level = engine === 'stockfish' ? numberIn(first, 0, MAX_LEVEL) : undefined;
  const written = engine === 'stockfish' ? second : first;
  const limit = written === undefined ? { movetime: USUAL_TIME } : readLimit(written);
  const isSurplus = more.length > 0 || (engine === 'engine' && second !== undefined);
  if (limit === undefined || isSurplus || (engine === 'stockfish' && level === undefined))
    return refuse(
      `an engine is stockfish:LEVEL with a level from 0 to ${MAX_LEVEL}, stockfish:LEVEL:TIME or engine:TIME, and a time is 2s, 100ms or 5000n (nodes)`,
    );
  return ok({ kind: 'engine', level, limit });
}

/** Reads `2s`, `0.5s`, `100ms` or `5000n`. */
function readLimit(text: string): EngineLimit | undefined {
  const [, number, unit] = /^(\d{1,7}(?:\.\d{1,3})?)(ms|s|n)$/.exec(text) ?? [];
  const value = Math.round(Number(number) * (unit === 's' ? 1000 : 1));
  if (unit === undefined || value < 1 || (unit === 'n' && number?.includes('.') === true)) return undefined;
  if (unit === 'n') return value > MAX_NODES ? undefined : { nodes: value };
  return value > MAX_TIME ? undefined : { movetime: value };
}

/** Formats a limit in the syntax of a player. */
const printLimit = (limit: EngineLimit): string =>
  'nodes' in limit
    ? `${limit.nodes}n`
    : limit.movetime % 100 === 0
      ? `${limit.movetime / 1000}s`
      : `${limit.movetime}ms`;

/** Reads the method after the slash. */
function readWay(
  model: string,
  way: string,
  settings: string | undefined,
  refuse: Refuse,
): Result<PlayerMethod, string> {
  const [kind, first, second, ...more] = way.split(':');
  if (kind === 'internal' && settings !== undefined)
    return refuse('an internal search has no settings besides its breadth and depth');
  const read = readOwn(settings, kind === 'raw' ? 'raw' : 'search');
  if (!read.ok) return refuse(read.error);
  const own = read.value;
  if (way === 'raw') return ok({ kind: 'raw', model, ...own });
  if (kind === 'search' && more.length === 0 && (second === undefined || second === 'rules' || second === 'model')) {
    const simulations = numberIn(first, 0, MAX_SIMULATIONS);
    if (simulations !== undefined) return ok({ kind: 'search', model, simulations, world: second ?? 'rules', ...own });
  }
  if (kind === 'internal' && second === undefined) {
    const [, wide, deep] = /^(\d+)x(\d+)$/.exec(first ?? '') ?? [];
    const [breadth, depth] = [numberIn(wide, 1, MAX_SHAPE), numberIn(deep, 1, MAX_SHAPE)];
    if (breadth !== undefined && depth !== undefined) return ok({ kind: 'internal', model, breadth, depth });
  }
  return refuse(
    kind === 'internal'
      ? `an internal search is internal:BREADTHxDEPTH, each from 1 to ${MAX_SHAPE}, such as internal:3x1`
      : `an external search is search:M, search:M:rules or search:M:model, such as search:100`,
  );
}

/** Returns the name of a player in files, tables and charts: the shortest text that `readPlayer` reads as it. */
export function playerLabel(method: PlayerMethod): string {
  switch (method.kind) {
    case 'random':
      return 'random';
    case 'rollouts':
      return `rollouts:${method.simulations}${printOwn(method.own)}`;
    case 'reference':
      return method.depth === undefined ? 'reference' : `reference:${method.depth}`;
    case 'engine': {
      const limit = printLimit(method.limit);
      if (method.level === undefined) return `engine:${limit}`;
      const isUsual = 'movetime' in method.limit && method.limit.movetime === USUAL_TIME;
      return `stockfish:${method.level}${isUsual ? '' : `:${limit}`}`;
    }
    case 'raw':
      return `${method.model}/raw${printOwn(method.own)}`;
    case 'search':
      return `${method.model}/search:${method.simulations}${method.world === 'model' ? ':model' : ''}${printOwn(method.own)}`;
    case 'internal':
      return `${method.model}/internal:${method.breadth}x${method.depth}`;
  }
}

/** Returns the model that a player queries; undefined for players without one. */
export const getPlayerModel = (method: PlayerMethod): string | undefined =>
  'model' in method ? method.model : undefined;
