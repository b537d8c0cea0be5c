import { type Command, Option } from 'commander';
import { usageError } from './command.ts';
import type { Terminal } from './io/terminal.ts';
import { groupOptions } from './option-groups.ts';

/** Returns the option `--json`. With `--format`, it is short for `--format json`. */
export const jsonOption = (): Option => new Option('--json', 'print JSON');

/**
 * Adds a flag of earlier versions, which the help does not list, for the flag of the same value that replaced it.
 *
 * @param flags such as `--at <plies>`
 * @param parse parser of the flag's text; an InvalidArgumentError names the earlier flag
 */
export function addFormerFlag(
  command: Command,
  flags: string,
  name: string,
  parse: (text: string) => unknown,
): Command {
  const option = new Option(flags).argParser(parse).hideHelp();
  const key = option.attributeName();
  return command
    .addOption(option)
    .on(`option:${option.name()}`, () => command.setOptionValueWithSource(name, command.getOptionValue(key), 'cli'));
}

/** Adds what all commands have, to a command or its subcommands, and lists many options in groups. */
export function completeCommand(command: Command): void {
  if (command.commands.length > 0) {
    for (const inner of command.commands) completeCommand(inner);
    return;
  }
  command.addOption(
    new Option('--quiet', 'print notes and progress only if the command fails (status 2 or 3)').conflicts(
      'interactive',
    ),
  );
  groupOptions(command);
}

/** Applies the options that all commands have, before a command acts. */
export function applyCommonOptions(command: Command, terminal: Terminal): void {
  const { json, format, quiet } = command.opts<{ json?: true; format?: string; quiet?: true }>();
  if (quiet === true) terminal.holdNotes();
  const hasFormats = command.options.some(
    ({ long, argChoices }) => long === '--format' && argChoices?.includes('json'),
  );
  if (json !== true || !hasFormats) return;
  if (command.getOptionValueSource('format') === 'cli' && format !== 'json')
    throw usageError(`--json is short for --format json, and --format ${format ?? ''} was given; remove one of them`);
  command.setOptionValueWithSource('format', 'json', 'cli');
}
