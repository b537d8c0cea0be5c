import { Argument, type Command } from 'commander';
import { type Act, EXIT } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { completedCommands } from './command-tree.ts';
import { completionScript, SHELLS, type Shell } from './shell-scripts.ts';

const AFTER_HELP = `
The script completes commands, options, and the values of options that have a fixed list. Load it in the start file of the shell.

Example:
  $ source <(statelens completion bash)
  $ source <(statelens completion zsh)
  $ statelens completion fish > ~/.config/fish/completions/statelens.fish`;

export function define(command: Command, act: Act): void {
  command
    .description('Print a completion script for a shell.')
    .addArgument(new Argument('<shell>', 'shell that reads the script').choices(SHELLS))
    .addHelpText('after', AFTER_HELP)
    .action(act(completion));
}

async function completion(terminal: Terminal, shell: Shell): Promise<number> {
  await terminal.print(completionScript(shell, await completedCommands()));
  return EXIT.ok;
}
