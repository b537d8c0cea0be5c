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
export function readOwn(
  text: string | undefined,
  kind: keyof typeof OF_KIND,
): Result<{ readonly own?: OwnSettings }, string> {
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
