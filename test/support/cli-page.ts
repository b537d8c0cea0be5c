import { Command, Help, type Option } from 'commander';
import type { Act } from '../../src/cli/command.ts';
import { COMMAND_GROUPS, COMMANDS } from '../../src/cli/commands.ts';
import { completeCommand } from '../../src/cli/common-options.ts';
import { wrapped } from './page-text.ts';

/** Options that are explained once, in sets that commands name; `--quiet`, which all have, is not listed in commands. */
const SETS: Readonly<Record<string, string>> = {
  Scoring: 'depth method sequences target-error policy importance terminal rescale lambda en-passant',
  Requests: 'base-url api api-key-variable temperature max-tokens timeout concurrency',
  'Cost and resuming':
    'prices batch-price max-requests max-cost max-tokens-total pilot cache no-cache retry-errors break-lock',
  'Tree search':
    'exploration virtual-count virtual-loss unvisited scoring queueing final backup prior-actions prior-epsilon ' +
    'prior-temperature top-logprobs evaluation-timeout fallback batch',
  Engine: 'engine engine-depth engines',
};
/** An option of as many commands, with the same words up to its choices and default, is explained once. */
const COMMON = 2;
/** Explained in the first part of the page. */
const FILES = 'files, folders, or - for standard input';
const help = new Help();
const act: Act = () => () => Promise.resolve();

/** The groups, commands, arguments and options of the command line as Markdown. */
export async function cliText(): Promise<string> {
  const program = new Command('statelens').configureHelp({ helpWidth: 100_000 });
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).summary(summary);
    (await load()).define(command, act, COMMANDS);
    completeCommand(command);
  }
  const leaves = program.commands.flatMap((command) => leavesIn(command, command.name()));
  const common = commonOptions(leaves);
  const groups = COMMAND_GROUPS.map(({ title, commands }) => {
    const listed = commands.filter(({ isHidden }) => isHidden !== true);
    const all = listed.flatMap(({ name }) => leaves.filter(({ path }) => path.split(' ')[0] === name));
    const explained = new Set<string>([FILES]);
    return [`## ${title}`, ...all.map((leaf) => commandText(leaf, common, explained))].join('\n\n');
  });
  return [...groups, '## Common options', ...commonText(common)].join('\n\n');
}

interface Leaf {
  readonly command: Command;
  /** Name with the names of the commands around it: `mav make`. */
  readonly path: string;
}

/** A command without subcommands, or its subcommands. */
const leavesIn = (command: Command, path: string): Leaf[] =>
  command.commands.length === 0
    ? [{ command, path }]
    : command.commands.flatMap((inner) => leavesIn(inner, `${path} ${inner.name()}`));

const optionsOf = (command: Command): readonly Option[] =>
  help.visibleOptions(command).filter(({ long }) => long !== '--help');

/** The end of a description that is a default or says that the option can be repeated. */
const NOTE = / \(((?:repeatable|default: |as in )[^()]*(?:\([^()]*\))?[^()]*)\)$/;

/** Name, value and description, by which an option of two commands is the same. */
const headOf = ({ flags, description }: Option): string =>
  `\`${flags.replace(/^-\w, /, '')}\`: ${markdown(description.replace(NOTE, ''))}`;

/** What commands may have differently for the same option. */
interface Values {
  /** `a, b`, or empty if the description names them. */
  readonly choices: string;
  /** `default: a`, `repeatable`, or empty. */
  readonly note: string;
  /** `-m, `, or empty. */
  readonly short: string;
}

function valuesOf(option: Option): Values {
  const { description, argChoices = [], defaultValue, defaultValueDescription, mandatory } = option;
  const standard =
    defaultValueDescription ?? (['string', 'number'].includes(typeof defaultValue) ? String(defaultValue) : undefined);
  const notes = [
    ...(NOTE.exec(description)?.slice(1) ?? []),
    ...(standard === undefined || standard === 'none' ? [] : [`default: ${standard}`]),
    ...(mandatory ? ['required'] : []),
  ];
  return {
    choices: argChoices.every((choice) => description.includes(choice)) ? '' : argChoices.join(', '),
    note: notes.join('; '),
    short: /^-\w, /.exec(option.flags)?.[0] ?? '',
  };
}

/** An option of a list: flags, description, choices and default. */
function optionText(head: string, { choices, note, short }: Values): string {
  const values = [choices, note].filter((part) => part !== '').join('; ');
  return bullet(`${head.replace('`', `\`${short}`)}${values === '' ? '' : ` (${markdown(values)})`}`);
}

/** For the head of each option that commands share, the values that most of them have. */
function commonOptions(leaves: readonly Leaf[]): ReadonlyMap<string, Values> {
  const values = new Map<string, Values[]>();
  for (const option of leaves.flatMap(({ command }) => optionsOf(command)))
    values.set(headOf(option), [...(values.get(headOf(option)) ?? []), valuesOf(option)]);
  return new Map(
    [...values]
      .filter(([, all]) => all.length >= COMMON)
      .map(([head, all]) => [
        head,
        {
          choices: mostFrequent(all.map(({ choices }) => choices)),
          note: mostFrequent(all.map(({ note }) => note)),
          short: all.find(({ short }) => short !== '')?.short ?? '',
        },
      ]),
  );
}

function mostFrequent(all: readonly string[]): string {
  const count = (value: string): number => all.filter((other) => other === value).length;
  return all.reduce((a, b) => (count(b) > count(a) ? b : a));
}

/** The choices and the default of a shared option in the command where they differ from the common ones. */
function differenceOf(option: Option, common: Values | undefined): string {
  const { choices, note } = valuesOf(option);
  const parts = [
    ...(choices === common?.choices || choices === '' ? [] : [choices]),
    ...(note === common?.note ? [] : [note === '' ? 'no default' : note]),
  ];
  return parts.length === 0 ? '' : ` (${markdown(parts.join('; '))})`;
}

const nameOf = (head: string): string => /--([\w-]+)/.exec(head)?.[1] ?? '';
const bullet = (text: string): string => wrapped(`- ${text}`, 119, '  ');

/** The common options, those of a set below its heading. */
function commonText(common: ReadonlyMap<string, Values>): string[] {
  const listed = (heads: readonly string[]): string =>
    [...heads]
      .sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
      .flatMap((head) => {
        const values = common.get(head);
        return values === undefined ? [] : [optionText(head, values)];
      })
      .join('\n');
  const inSets = new Set(Object.values(SETS).flatMap((names) => names.split(' ')));
  const heads = [...common.keys()];
  return [
    listed(heads.filter((head) => !inSets.has(nameOf(head)))),
    ...Object.entries(SETS).flatMap(([title, names]) => [
      `### ${title}`,
      listed(heads.filter((head) => names.split(' ').includes(nameOf(head)))),
    ]),
  ];
}

/** Part of a command. `explained` has the texts of arguments that an earlier command of the group explains; it is extended. */
function commandText({ command, path }: Leaf, common: ReadonlyMap<string, Values>, explained: Set<string>): string {
  const usage = command.usage().replace('[options] ', '');
  const args = help
    .visibleArguments(command)
    .map((argument) => [argument.name(), help.argumentDescription(argument)] as const)
    .filter(([, text]) => text !== '' && !explained.has(text))
    .map(([name, text]) => {
      explained.add(text);
      return ` \`${name}\`: ${markdown(text)}.`;
    });
  const options = optionsOf(command);
  const own = options.filter((option) => !common.has(headOf(option)));
  const shared = options.filter((option) => common.has(headOf(option)) && option.long !== '--quiet');
  const head = wrapped(`\`${path} ${usage}\`: ${markdown(command.description())}${args.join('')}`);
  const list = own.map((option) => optionText(headOf(option), valuesOf(option)));
  if (shared.length > 0) list.push(bullet(`common: ${sharedText(shared, common)}`));
  return [`### ${path}`, head, ...list].join('\n');
}

/** The sets that a command has whole, and its other shared options, each with its values where they differ. */
function sharedText(options: readonly Option[], common: ReadonlyMap<string, Values>): string {
  const names = new Set(options.map((option) => nameOf(headOf(option))));
  const whole = Object.entries(SETS).filter(([, set]) => set.split(' ').every((name) => names.has(name)));
  const named = new Set(whole.flatMap(([, set]) => set.split(' ')));
  return [
    ...whole.map(([title]) => `[${title.toLowerCase()}](#${title.toLowerCase().replaceAll(' ', '-')})`),
    ...options
      .map((option) => [option.long ?? '', differenceOf(option, common.get(headOf(option)))] as const)
      .filter(([name, difference]) => difference !== '' || !named.has(name.slice(2)))
      .map(([name, difference]) => `\`${name}\`${difference}`),
  ].join(', ');
}

/** Text of the help with what Markdown would read as a sign escaped. */
const markdown = (text: string): string => text.replace(/[*<]/g, (c) => `\\${c}`);
