import { type Command, InvalidArgumentError, Option } from 'commander';
import { MAV_GAMES, type MavGameName } from '../../core/mav/games.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { SearchSettings } from '../../core/search/settings.ts';
import { SEARCH_FIELDS, type SearchOptions } from '../../core/search/settings-fields.ts';
import { OPENAI_BASE_URL } from '../../models/endpoint.ts';
import { overwriteOption } from '../io/output.ts';
import { addReferenceOptions, type ReferenceFlags } from '../mav/values.ts';
import { mavDialectOption } from '../options.ts';

/** What commander makes of the options of a search. Settings have the core's units: a timeout is in milliseconds. */
export interface SearchFlags extends ReferenceFlags, Omit<SearchOptions, 'virtual' | 'virtualLoss'> {
  readonly game: MavGameName;
  readonly model: string;
  readonly template: string;
  readonly baseUrl: string;
  readonly virtualCount: SearchSettings['virtual'];
  readonly virtualLoss?: boolean;
  readonly mavDialect?: MavDialect;
  readonly out?: string;
  readonly overwrite?: boolean;
  readonly resume?: string;
  readonly json?: boolean;
}

/** An option of a search as the core declares it: its help, words, default and reading. */
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

/** How a tree grows and what is played of it: for a search alone and for those of a league. */
export const addTreeOptions = (command: Command): Command =>
  command
    .addOption(setting('-b, --batch <n>', 'batch'))
    .addOption(setting('--queueing <method>', 'queueing'))
    .addOption(setting('--timeout <s>', 'timeout'))
    .addOption(setting('-c, --exploration <c>', 'exploration'))
    .addOption(setting('-k, --k <n>', 'k'))
    .addOption(setting('--epsilon <x>', 'epsilon'))
    .addOption(setting('--temperature <t>', 'temperature'))
    .addOption(setting('--backup <method>', 'backup'))
    .addOption(setting('--unvisited <q>', 'unvisited'))
    .addOption(setting('--virtual-count <n>', 'virtual'))
    .option('--virtual-loss', SEARCH_FIELDS.virtualLoss.help)
    .addOption(setting('--final <method>', 'final'));

export const addSearchOptions = (command: Command): Command =>
  addReferenceOptions(
    addTreeOptions(
      command
        .addOption(new Option('--game <name>', 'rules of the game').choices(MAV_GAMES).default('chess'))
        .option('--model <label>', 'reference, rollouts, or a model of predict', 'reference')
        .addOption(setting('--world <source>', 'world'))
        .addOption(setting('--scoring <method>', 'scoring'))
        .addOption(setting('--fallback <rule>', 'fallback'))
        .addOption(setting('--top-logprobs <n>', 'topLogprobs'))
        .addOption(setting('--form <form>', 'form'))
        .option('--template <id>', 'prompt template: mav or mav-raw', 'mav')
        .option('--base-url <url>', 'server of an openai:MODEL', OPENAI_BASE_URL)
        .addOption(setting('-M, --simulations <n>', 'simulations')),
    )
      .addOption(setting('--rollouts <n>', 'rollouts'))
      .addOption(setting('--played <n>', 'played'))
      .addOption(setting('--seed <n>', 'seed')),
  )
    .addOption(mavDialectOption())
    .option('-o, --out <file>', 'write the tree to a .mcts.jsonl file')
    .addOption(overwriteOption())
    .option('--resume <file>', 'resume the search of a .mcts.jsonl file, up to -M simulations in total')
    .option('--json', 'print one JSON object (docs/search.md)');
