import { Argument, Command, Help, type Option } from 'commander';
import { type Act, type CommandEntry, EXIT } from '../command.ts';
import { completeCommand } from '../common-options.ts';
import type { Terminal } from '../io/terminal.ts';
import { type CompletedCommand, type CompletedOption, completionScript, SHELLS, type Shell } from './shell-scripts.ts';

const AFTER_HELP = `
The script completes commands, options, and the values of options that have a fixed list. Load it in the start file of the shell.

Example:
  $ source <(statelens completion bash)
  $ source <(statelens completion zsh)
  $ statelens completion fish > ~/.config/fish/completions/statelens.fish`;

export function define(command: Command, act: Act, all: readonly CommandEntry[]): void {
  command
    .description('Print a completion script.')
    .addArgument(new Argument('<shell>', 'shell that reads the script').choices(SHELLS))
    .addHelpText('after', AFTER_HELP)
    .action(
      act(async (terminal: Terminal, shell: Shell) => {
        await terminal.print(completionScript(shell, await completedCommands(all)));
        return EXIT.ok;
      }),
    );
}

const help = new Help();
const nothing: Act = () => () => Promise.resolve();

/** Returns the listed commands, each before its subcommands. */
async function completedCommands(all: readonly CommandEntry[]): Promise<CompletedCommand[]> {
  const program = new Command();
  for (const { name, summary, isHidden = false, load } of all) {
    if (isHidden) continue;
    const command = program.command(name).summary(summary);
    (await load()).define(command, nothing, all);
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
