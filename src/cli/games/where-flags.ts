import { type Command, Option } from 'commander';
import type { Terminal } from '../io/terminal.ts';
import { readQuery } from './query-option.ts';

const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

/** A test of values: ranges and lists as they are in an expression, or a comparison such as `>=20`. */
const inValues =
  (field: string) =>
  (value: string): string =>
    /^\s*(?:[<>=~]|!=)/.test(value) ? `${field} ${value}` : `${field} in (${value})`;

const containing =
  (field: string) =>
  (value: string): string =>
    `${field} contains ${quoted(value)}`;

const onBoard =
  (test: string) =>
  (value: string): string =>
    `${test} ${quoted(value)}`;

/** An option that stands for a part of an expression. */
interface Shorthand {
  readonly name: string;
  readonly value: string;
  readonly help: string;
  readonly expression: (value: string) => string;
}

const SHORTHANDS: readonly Shorthand[] = [
  {
    name: 'elo',
    value: 'range',
    help: 'ratings of both players, such as 1900..2200 or 2400..',
    expression: inValues('elo'),
  },
  { name: 'eco', value: 'list', help: 'openings, such as B20..B99,C00', expression: inValues('eco') },
  { name: 'result', value: 'list', help: 'results, such as 1-0,0-1', expression: inValues('result') },
  { name: 'plies', value: 'range', help: 'plies of the main line, such as 20..', expression: inValues('plies') },
  { name: 'date', value: 'range', help: 'dates, such as 2019..2021.06', expression: inValues('date') },
  { name: 'player', value: 'text', help: 'a part of the name of a player', expression: containing('player') },
  { name: 'event', value: 'text', help: 'a part of the name of the event', expression: containing('event') },
  { name: 'position', value: 'pattern', help: 'a pattern of a position of the game', expression: onBoard('position') },
  {
    name: 'material',
    value: 'pattern',
    help: 'material of a position, such as "QR v qrr"',
    expression: onBoard('material'),
  },
  { name: 'line', value: 'moves', help: 'moves whose position the game reaches', expression: onBoard('line') },
];

/** What commander makes of the options, by their names. */
export type WhereFlags = Readonly<Partial<Record<string, unknown>>>;

/** Adds the options that stand for parts of an expression; all that are given must be true. */
export function addWhereFlags(command: Command): Command {
  for (const { name, value, help } of SHORTHANDS)
    command.addOption(
      new Option(`--${name} <${value}>`, `choose by ${help}`).helpGroup('Options in place of --where:'),
    );
  return command;
}

/**
 * The expression of all options together; undefined where there is none. For a malformed part it writes what is wrong with its
 * option, and returns false.
 */
export function whereOf(terminal: Terminal, flags: WhereFlags): string | undefined | false {
  const parts: string[] = [];
  const given = [
    { option: '--where', text: flags['where'] },
    ...SHORTHANDS.map(({ name, expression }) => {
      const value = flags[name];
      return { option: `--${name}`, text: typeof value === 'string' ? expression(value) : undefined };
    }),
  ];
  for (const { option, text } of given) {
    if (typeof text !== 'string') continue;
    if (readQuery(terminal, option, text) === undefined) return false;
    parts.push(text);
  }
  return parts.length <= 1 ? parts[0] : parts.map((part) => `(${part})`).join(' and ');
}
