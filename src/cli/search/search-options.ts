import { type Command, InvalidArgumentError, Option } from 'commander';
import { MAV_GAMES, type MavGameName } from '../../core/mav/game-names.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../core/search/settings.ts';
import { SEARCH_FIELDS, type SearchOptions } from '../../core/search/settings-fields.ts';
import { REFERENCE_WORLD } from '../../models/world-models.ts';
import { usageError } from '../command.ts';
import { jsonOption } from '../common-options.ts';
import { overwriteOption } from '../io/output.ts';
import type { Terminal } from '../io/terminal.ts';
import { addReferenceOptions, type ReferenceFlags } from '../mav/values.ts';
import { type ModelFlags, modelOption, modelOptions } from '../model-options.ts';
import { mavDialectOption } from '../options.ts';

/**
 * Settings of a tree whose flags have other names: the plain names are flags of the model, or have another meaning elsewhere.
 */
export const TREE_FLAGS = {
  virtual: 'virtualCount',
  timeout: 'evaluationTimeout',
  temperature: 'priorTemperature',
  epsilon: 'priorEpsilon',
  k: 'priorActions',
} as const satisfies Partial<Record<keyof SearchSettings, string>>;

type RenamedSetting = keyof typeof TREE_FLAGS;

/** Flags of the growth of a tree, in the units of the core: the time limit of an evaluation is in milliseconds. */
export type TreeFlags = Omit<SearchSettings, RenamedSetting | 'virtualLoss' | 'simulations' | 'seed'> & {
  readonly [Name in RenamedSetting as (typeof TREE_FLAGS)[Name]]: SearchSettings[Name];
} & { readonly virtualLoss?: boolean };

/** Flags of a search. */
export interface SearchFlags
  extends ReferenceFlags,
    TreeFlags,
    ModelFlags,
    Pick<
      SearchOptions,
      'simulations' | 'scoring' | 'fallback' | 'topLogprobs' | 'form' | 'rollouts' | 'played' | 'seed'
    > {
  // Time limit of the model, in seconds.
  readonly timeout?: number;
  readonly temperature?: number;
  readonly game: MavGameName;
  readonly model?: string;
  readonly template: string;
  readonly worldModel: SearchOptions['world'];
  readonly mavDialect?: MavDialect;
  readonly out?: string;
  readonly overwrite?: boolean;
  readonly resume?: string;
  readonly json?: boolean;
}

/** Returns an option of a search as the core declares it: its help, values, default and parser. */
export function setting(flags: string, name: keyof SearchOptions): Option {
  const { help, words, initial, print, read } = SEARCH_FIELDS[name] as (typeof SEARCH_FIELDS)['simulations'];
  const option = new Option(flags, help);
  if (words !== undefined) option.choices(Object.keys(words));
  return option.default(initial, print(initial)).argParser((text) => {
    const value = read(text);
    if (value.ok) return value.value;
    throw new InvalidArgumentError(`It must be ${value.error}.`);
  });
}

/** Adds the options of a tree's growth and of its result: for a search alone and for those of a league. */
export const addTreeOptions = (command: Command): Command =>
  command
    .addOption(setting('-b, --batch <n>', 'batch'))
    .addOption(setting('--queueing <method>', 'queueing'))
    .addOption(setting('--evaluation-timeout <s>', 'timeout'))
    .addOption(setting('-c, --exploration <c>', 'exploration'))
    .addOption(setting('-k, --prior-actions <n>', 'k'))
    .addOption(setting('--prior-epsilon <x>', 'epsilon'))
    .addOption(setting('--prior-temperature <t>', 'temperature'))
    .addOption(setting('--backup <method>', 'backup'))
    .addOption(setting('--unvisited <q>', 'unvisited'))
    .addOption(setting('--virtual-count <n>', 'virtual'))
    .option('--virtual-loss', SEARCH_FIELDS.virtualLoss.help)
    .addOption(setting('--final <method>', 'final'));

export const addSearchOptions = (command: Command): Command =>
  addReferenceOptions(
    addTreeOptions(
      modelOptions(command, 'search')
        .addOption(new Option('--game <name>', 'rules of the game').choices(MAV_GAMES).default('chess'))
        .addOption(modelOption(REFERENCE_WORLD))
        .addOption(setting('--world-model <source>', 'world'))
        .addOption(setting('--scoring <method>', 'scoring'))
        .addOption(setting('--fallback <rule>', 'fallback'))
        .addOption(setting('--top-logprobs <n>', 'topLogprobs'))
        .addOption(setting('--form <form>', 'form'))
        .option('--template <name>', 'prompt template', 'mav')
        .addOption(setting('-M, --simulations <n>', 'simulations')),
    )
      .addOption(setting('--rollouts <n>', 'rollouts'))
      .addOption(setting('--played <n>', 'played'))
      .addOption(setting('--seed <n>', 'seed')),
  )
    .addOption(mavDialectOption())
    .option('-o, --out <file>', 'write the result to this file')
    .addOption(overwriteOption())
    .option('--resume <file>', 'continue what this file holds')
    .addOption(jsonOption());

/** Returns the settings of a tree. */
export function treeSettings(flags: TreeFlags): Omit<SearchSettings, 'simulations' | 'seed'> {
  const values = flags as unknown as Readonly<Record<string, unknown>>;
  const names = Object.keys(DEFAULT_SEARCH).filter((name) => name !== 'simulations' && name !== 'seed');
  const settings = Object.fromEntries(names.map((name) => [name, values[settingFlag(name)]]));
  return { ...(settings as unknown as SearchSettings), virtualLoss: flags.virtualLoss === true };
}

/** Returns the name under which commander keeps a setting. */
export const settingFlag = (name: string): string => (TREE_FLAGS as Readonly<Record<string, string>>)[name] ?? name;

/** Returns an option as a user types it: `--prior-temperature` for `priorTemperature`. */
export const formatOption = (flag: string): string =>
  `--${flag.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;

/**
 * Notes that two flags now belong to the model, because they once belonged to the search.
 *
 * @param asksModel false if no model is used, so that the flag cannot apply: then it is a usage error
 */
export function checkModelFlags(terminal: Terminal, asksModel: boolean, isGiven: (option: string) => boolean): void {
  for (const name of ['temperature', 'timeout'] as const) {
    const own = TREE_FLAGS[name];
    if (!isGiven(name) || isGiven(own)) continue;
    const words = `--${name} is of requests to a model; that of the search is ${formatOption(own)}`;
    if (!asksModel) throw usageError(words);
    terminal.note(words);
  }
}
