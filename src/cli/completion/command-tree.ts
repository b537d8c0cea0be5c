import { Command, Help, type Option } from 'commander';
import type { Act } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { completeCommand } from '../common-options.ts';

/** An option as a shell completes it. */
export interface CompletedOption {
  /** Spellings with their dashes: `-m`, `--depth`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** All values; empty if any is allowed, such as a file. */
  readonly choices: readonly string[];
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** Names of the command and those around it: `['mav', 'make']`; empty for the whole command line. */
  readonly path: readonly string[];
  readonly summary: string;
  /** Empty for a command with subcommands. */
  readonly options: readonly CompletedOption[];
  /** Names of its subcommands. */
  readonly commands: readonly string[];
}

const help = new Help();
const nothing: Act = () => () => Promise.resolve();

/** Returns all commands of the command line, each before its subcommands. */
export async function completedCommands(): Promise<CompletedCommand[]> {
  const program = new Command();
  for (const { name, summary, isHidden = false, load } of COMMANDS) {
    if (isHidden) continue;
    const command = program.command(name).summary(summary);
    (await load()).define(command, nothing);
    completeCommand(command);
  }
  return below(program, []);
}

function below(command: Command, path: readonly string[]): CompletedCommand[] {
  const own: CompletedCommand = {
    path,
    summary: command.summary() || command.description(),
    options: command.commands.length > 0 ? [] : help.visibleOptions(command).map(completedOption),
    commands: command.commands.map((inner) => inner.name()),
  };
  return [own, ...command.commands.flatMap((inner) => below(inner, [...path, inner.name()]))];
}

const completedOption = ({ short, long, description, required, optional, argChoices }: Option): CompletedOption => ({
  names: [short, long].filter((name) => name !== undefined),
  // The first sentence of the help is long enough for a menu.
  description: description.replace(/\s*\((?:default|choices)\b.*\)$/, ''),
  takesValue: required || optional,
  choices: argChoices ?? [],
});
