import { Command, CommanderError, Help } from 'commander';
import { type Act, EXIT, explain, packageVersion, usageError } from './command.ts';
import { COMMAND_GROUPS, COMMANDS } from './commands.ts';
import { applyCommonOptions, completeCommand } from './common-options.ts';
import { type Io, outputWidth, Terminal } from './io/terminal.ts';

const AFTER_HELP = `
Examples:
  $ statelens check games.pgn
  $ statelens score samples --table

Exit status: ${EXIT.ok} success, ${EXIT.findings} findings, ${EXIT.usage} usage error, ${EXIT.incomplete} incomplete.

Run \`statelens COMMAND --help\` for details about a command.`;

/** Runs a command line and returns its exit status. Every failure becomes a line on standard error. */
export async function runCommandLine(args: readonly string[], io: Io): Promise<number> {
  const terminal = new Terminal(io);
  try {
    const status = await runCommand(args, terminal);
    if (status !== EXIT.ok && status !== EXIT.findings) terminal.releaseNotes();
    return status;
  } catch (error) {
    const { text, status } = explain(error, terminal.env['STATELENS_DEBUG'] === '1');
    terminal.releaseNotes();
    terminal.printNote(`${text}\n`);
    return status;
  }
}

async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  let status: number = EXIT.ok;
  const act: Act =
    (work) =>
    async (...given) => {
      status = await work(terminal, ...given);
    };
  const { stdout } = terminal;
  const program = new Command('statelens')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(filled(text, outputWidth(stdout))),
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => outputWidth(stdout),
      getOutHasColors: () => false,
    })
    .description(
      'Examine the world models of language models: which states a model predicts, where it loses track, and how much that matters.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .addHelpText('after', AFTER_HELP)
    .commandsGroup('Programs:')
    .hook('preAction', (_, action) => applyCommonOptions(action, terminal));
  const called = new Set(args.slice(0, args[0] === 'help' ? 2 : 1));
  for (const { title, commands } of COMMAND_GROUPS) {
    for (const { name, alias, isHidden = false, summary, load } of commands) {
      // Subcommands inherit the configuration of their parent.
      const command = program.command(name, { hidden: isHidden }).summary(summary).helpGroup(`${title}:`);
      if (alias !== undefined) command.alias(alias);
      if (!called.has(name) && (alias === undefined || !called.has(alias))) continue;
      (await load()).define(command, act, COMMANDS);
      completeCommand(command);
    }
  }
  if (args.length === 0) {
    const names = COMMANDS.filter(({ isHidden }) => isHidden !== true).map(({ name }) => name);
    throw usageError(`missing command; expected one of ${names.join(', ')}; see statelens --help`);
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return EXIT.ok;
    throw usageError(`${plain(error)}; ${advice(program, args)}`);
  }
  return status;
}

/** Returns help with its paragraphs (without indented lines) filled to the width; lists and examples stay unchanged. */
const filled = (text: string, width: number): string =>
  text.replace(/^\S.*(?:\n\S.*)*/gm, (paragraph) => new Help().boxWrap(paragraph.replaceAll('\n', ' '), width));

/** Returns commander's message on one line: `unknown command 'chek' (did you mean check?)`. */
function plain({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'missing subcommand';
  const line = message
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace('(Did', '(did')
    .replace(/\.$/, '');
  return code === 'commander.excessArguments' ? `${line} (quote arguments that contain spaces, such as FENs)` : line;
}

/** Returns the usage hint of the innermost called command, whose options differ from its parent's. */
function advice(program: Command, args: readonly string[]): string {
  let [command, path] = [program, 'statelens'];
  for (const word of args[0] === 'help' ? args.slice(1) : args) {
    const inner = command.commands.find((item) => item.name() === word || item.aliases().includes(word));
    if (inner === undefined) break;
    [command, path] = [inner, `${path} ${word}`];
  }
  return `see ${path} --help`;
}
