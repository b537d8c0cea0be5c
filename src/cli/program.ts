import { Command, CommanderError } from 'commander';
import { COMMANDS } from './commands.ts';
import { EXIT } from './exit-codes.ts';
import { usageError } from './failure.ts';
import { packageVersion } from './version.ts';

const AFTER_HELP = `
Examples:
  $ statelens check games.pgn
  $ statelens score samples --table

Exit status: ${EXIT.ok} fine, ${EXIT.findings} findings, ${EXIT.usage} wrong usage, ${EXIT.incomplete} incomplete.
\`statelens COMMAND --help\` tells more about a command.`;

/** Runs a command line and gives its exit status. Wrong usage is thrown as a `CliError` of one line. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  let status: number = EXIT.ok;
  const program = new Command('statelens')
    .description(
      'See whether a language model knows the state of the world, where it loses it, and whether that matters.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .addHelpText('after', AFTER_HELP);
  const called = new Set(args.slice(0, args[0] === 'help' ? 2 : 1));
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).summary(summary);
    if (!called.has(name)) continue;
    const { define } = await load();
    define(command, (given) => {
      status = given;
    });
  }
  for (const command of [program, ...program.commands, ...program.commands.flatMap((c) => [...c.commands])]) {
    command.exitOverride().configureOutput({ outputError: () => {}, writeErr: () => {} });
  }
  if (args.length === 0) {
    throw usageError(
      `which command? One of ${COMMANDS.map(({ name }) => name).join(', ')}; statelens --help tells more`,
    );
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return EXIT.ok;
    throw usageError(`${plain(error)}; ${advice(called)}`);
  }
  return status;
}

/** commander's message on one line: `unknown command 'chek' (did you mean check?)`. */
function plain({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'a subcommand is missing';
  const line = message
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace('(Did', '(did');
  return code === 'commander.excessArguments' ? `${line} (quote arguments that hold spaces, such as FENs)` : line;
}

function advice(called: ReadonlySet<string>): string {
  const command = COMMANDS.find(({ name }) => called.has(name));
  return `see statelens ${command === undefined ? '' : `${command.name} `}--help`;
}
