import { Argument, Command, Help, type Option } from 'commander';
import { type Act, type CommandEntry, EXIT } from './command.ts';
import { completeCommand } from './common-options.ts';
import type { Terminal } from './io/terminal.ts';

/** An option as a shell completes it. */
interface CompletedOption {
  /** Spellings with their dashes: `-m`, `--depth`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** All values; empty if any is allowed, such as a file. */
  readonly choices: readonly string[];
}

/** A command as a shell completes it. */
interface CompletedCommand {
  /** Names of the command and those around it: `['mav', 'make']`; empty for the whole command line. */
  readonly path: readonly string[];
  readonly summary: string;
  /** Empty for a command with subcommands. */
  readonly options: readonly CompletedOption[];
  /** Names of its subcommands. */
  readonly commands: readonly string[];
}

/** Shells that complete the command line. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Returns the completion script of a shell: a function of all commands, which starts no program while the user types. */
const completionScript = (shell: Shell, commands: readonly CompletedCommand[]): string => SCRIPTS[shell](commands);

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = { bash, zsh, fish };

/** Name of a command within a script: `/mav/make`, and an empty text for the whole command line. */
const key = ({ path }: CompletedCommand): string => path.map((name) => `/${name}`).join('');

/** Patterns of `case` for options with a value, by command: those with choices, and all others. */
function valuePatterns(commands: readonly CompletedCommand[]): {
  readonly chosen: readonly { readonly pattern: string; readonly choices: readonly string[] }[];
  readonly others: readonly string[];
} {
  const patterns = (command: CompletedCommand, { names }: CompletedOption): string[] =>
    names.map((name) => `${key(command)}:${name}`);
  const valued = commands.flatMap((command) =>
    command.options.filter(({ takesValue }) => takesValue).map((option) => ({ command, option })),
  );
  return {
    chosen: valued
      .filter(({ option }) => option.choices.length > 0)
      .map(({ command, option }) => ({ pattern: patterns(command, option).join('|'), choices: option.choices })),
    others: valued
      .filter(({ option }) => option.choices.length === 0)
      .flatMap(({ command, option }) => patterns(command, option)),
  };
}

const optionNames = ({ options }: CompletedCommand): string[] => options.flatMap(({ names }) => names);

function bash(commands: readonly CompletedCommand[]): string {
  const { chosen, others } = valuePatterns(commands);
  const inner = commands.filter(({ path }) => path.length > 0);
  return `# Completion of statelens for bash: source <(statelens completion bash)
_statelens() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command= i words=
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command/\${COMP_WORDS[i]}" in
      ${inner.map(key).join('|')}) command="$command/\${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$command:$prev" in
${chosen.map(({ pattern, choices }) => `    ${pattern}) words='${choices.join(' ')}' ;;`).join('\n')}
    ${others.join('|')}) return ;;
    *)
      case "$command" in
${commands
  .map((command) =>
    command.commands.length > 0
      ? `        '${key(command)}') words='${[...command.commands, '--help'].join(' ')}' ;;`
      : `        '${key(command)}') [[ $cur == -* ]] && words='${optionNames(command).join(' ')}' ;;`,
  )
  .join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _statelens statelens
`;
}

/** Quotes a text for zsh and bash. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** An entry of _describe: a colon divides it. */
const described = (name: string, text: string): string =>
  quoted(`${name.replaceAll(':', '\\:')}:${text.replaceAll(':', '\\:')}`);

function zsh(commands: readonly CompletedCommand[]): string {
  const { chosen, others } = valuePatterns(commands);
  const inner = commands.filter(({ path }) => path.length > 0);
  const summaryOf = (command: CompletedCommand, name: string): string =>
    commands.find(({ path }) => path.join(' ') === [...command.path, name].join(' '))?.summary ?? '';
  return `#compdef statelens
# Completion of statelens for zsh: source <(statelens completion zsh), after compinit
_statelens() {
  local -a entries
  local at= i
  for ((i = 2; i < CURRENT; i++)); do
    case "$at/\${words[i]}" in
      (${inner.map(key).join('|')}) at="$at/\${words[i]}" ;;
    esac
  done
  case "$at:\${words[CURRENT-1]}" in
${chosen.map(({ pattern, choices }) => `    (${pattern}) entries=(${choices.map(quoted).join(' ')}); _describe value entries; return ;;`).join('\n')}
    (${others.join('|')}) _files; return ;;
  esac
  case "$at" in
${commands
  .map((command) =>
    command.commands.length > 0
      ? `    ('${key(command)}') entries=(${command.commands.map((name) => described(name, summaryOf(command, name))).join(' ')}); _describe command entries; return ;;`
      : `    ('${key(command)}') entries=(${command.options.flatMap(({ names, description }) => names.map((name) => described(name, description))).join(' ')}) ;;`,
  )
  .join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe option entries; else _files; fi
}
compdef _statelens statelens
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const lines = ['# Completion of statelens for fish: statelens completion fish | source'];
  for (const command of commands) {
    const seen = command.path.map((name) => `__fish_seen_subcommand_from ${name}`);
    for (const name of command.commands) {
      const summary = commands.find(({ path }) => path.join(' ') === [...command.path, name].join(' '))?.summary ?? '';
      const condition =
        seen.length === 0
          ? '__fish_use_subcommand'
          : [...seen, `not __fish_seen_subcommand_from ${command.commands.join(' ')}`].join('; and ');
      lines.push(`complete -c statelens -f -n ${fishQuoted(condition)} -a ${name} -d ${fishQuoted(summary)}`);
    }
    for (const { names, description, takesValue, choices } of command.options) {
      const spelled = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
      const value = choices.length > 0 ? ` -x -a ${fishQuoted(choices.join(' '))}` : takesValue ? ' -r' : '';
      lines.push(
        `complete -c statelens -n ${fishQuoted(seen.join('; and '))} ${spelled.join(' ')}${value} -d ${fishQuoted(description)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

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
