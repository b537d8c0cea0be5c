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
/** A set is named for a command that has all of its options; of so many options, one may be missing. */
const LARGE_SET = 6;
/** A command with as many options of an earlier one of its group refers to it. */
const ALIKE = 6;
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
  const explained = new Set<string>([FILES]);
  const groups = COMMAND_GROUPS.map(({ title, commands }) => {
    const listed = commands.filter(({ isHidden }) => isHidden !== true);
    const all = listed.flatMap(({ name }) => leaves.filter(({ path }) => path.split(' ')[0] === name));
    const texts = all.map((leaf, i) => commandText(leaf, all.slice(0, i), common, explained));
    return `## ${title}\n${texts.join('\n\n')}`;
  });
  return [...groups, `## Common options\n${commonText(common)}`].join('\n\n');
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
function commonText(common: ReadonlyMap<string, Values>): string {
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
    ...Object.entries(SETS).map(
      ([title, names]) => `### ${title}\n${listed(heads.filter((head) => names.split(' ').includes(nameOf(head))))}`,
    ),
  ].join('\n\n');
}

/** Options of a command that others have, too. */
const sharedOptions = (command: Command, common: ReadonlyMap<string, Values>): readonly Option[] =>
  optionsOf(command).filter((option) => common.has(headOf(option)) && option.long !== '--quiet');

/**
 * Part of a command. `earlier` are those before it in its group. `explained` has the texts of arguments that an earlier
 * command explains; it is extended.
 */
function commandText(
  { command, path }: Leaf,
  earlier: readonly Leaf[],
  common: ReadonlyMap<string, Values>,
  explained: Set<string>,
): string {
  const usage = command.usage().replace('[options] ', '');
  const args = help
    .visibleArguments(command)
    .map((argument) => [argument.name(), help.argumentDescription(argument)] as const)
    .filter(([, text]) => text !== '' && !explained.has(text))
    .map(([name, text]) => {
      explained.add(text);
      return ` \`${name}\`: ${markdown(text)}.`;
    });
  const list = optionsOf(command)
    .filter((option) => !common.has(headOf(option)))
    .map((option) => optionText(headOf(option), valuesOf(option)));
  const shared = sharedText(command, earlier, common);
  const head = `\`${path} ${usage}\`: ${markdown(command.description())}${args.join('')}`;
  if (shared === '') return [`### ${path}`, wrapped(head), ...list].join('\n');
  if (list.length === 0) return [`### ${path}`, wrapped(`${head} Common: ${shared}.`)].join('\n');
  return [`### ${path}`, wrapped(head), ...list, bullet(`common: ${shared}`)].join('\n');
}

/** The earlier command or the sets whose options a command has, and its other shared options, with values that differ. */
function sharedText(command: Command, earlier: readonly Leaf[], common: ReadonlyMap<string, Values>): string {
  const textsOf = (of: Command): string[] =>
    sharedOptions(of, common).map(
      (option) => `\`${option.long ?? ''}\`${differenceOf(option, common.get(headOf(option)))}`,
    );
  const all = textsOf(command);
  const model = earlier
    .map((leaf) => ({ path: leaf.path, texts: textsOf(leaf.command) }))
    .find(({ texts }) => texts.length >= ALIKE && texts.every((text) => all.includes(text)));
  const others = all.filter((text) => model?.texts.includes(text) !== true);
  const names = others.map((text) => /^`--([\w-]+)/.exec(text)?.[1] ?? '');
  const sets = Object.entries(SETS).flatMap(([title, set]) => {
    const inSet = set.split(' ');
    const missing = inSet.filter((name) => !names.includes(name));
    return missing.length > (inSet.length >= LARGE_SET ? 1 : 0) ? [] : [{ title, inSet, missing }];
  });
  const listed = new Set(sets.flatMap(({ inSet }) => inSet.map((name) => `\`--${name}\``)));
  return [
    ...(model === undefined ? [] : [linkTo(model.path)]),
    ...sets.map(
      ({ title, missing: [name] }) =>
        `${linkTo(title.toLowerCase())}${name === undefined ? '' : ` without \`--${name}\``}`,
    ),
    ...others.filter((text) => !listed.has(text)),
  ].join(', ');
}

const linkTo = (title: string): string => `[${title}](#${title.replaceAll(' ', '-')})`;

/** Text of the help with what Markdown would read as a sign escaped. */
const markdown = (text: string): string => text.replace(/[*<]/g, (c) => `\\${c}`);
