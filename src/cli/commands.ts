import { Command, CommanderError, Help } from 'commander';
import { type Act, type CommandModule, EXIT, explain, packageVersion, usageError } from './command.ts';
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
    return await runCommand(args, terminal);
  } catch (error) {
    const { text, status } = explain(error, terminal.env['STATELENS_DEBUG'] === '1');
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
    .addHelpText('after', AFTER_HELP);
  const called = new Set(args.slice(0, args[0] === 'help' ? 2 : 1));
  for (const { name, alias, isHidden = false, summary, load } of COMMANDS) {
    // Subcommands inherit the configuration of their parent.
    const command = program.command(name, { hidden: isHidden }).summary(summary);
    if (alias !== undefined) command.alias(alias);
    if (called.has(name) || (alias !== undefined && called.has(alias))) (await load()).define(command, act);
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

interface CommandEntry {
  readonly name: string;
  /** Name of the command in earlier versions; both work. */
  readonly alias?: string;
  /** True for an earlier form of another command, which works and is not listed. */
  readonly isHidden?: boolean;
  readonly summary: string;
  /** Loads the module; only the called command is loaded. */
  readonly load: () => Promise<CommandModule>;
}

/** All commands, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'check',
    summary: 'check PGN, FEN, EPD, walk, MAV and PDDL files, and tables of worlds',
    load: () => import('./check/check.ts'),
  },
  {
    name: 'audit',
    summary: 'find wrong states, illegal moves and false claims in transcripts of models',
    load: () => import('./check/audit.ts'),
  },
  {
    name: 'format',
    summary: 'format PGN, FEN, EPD, walk and MAV files',
    load: () => import('./rewrite/format.ts'),
  },
  {
    name: 'convert',
    summary: 'convert between PGN and walk files, and run files to walks',
    load: () => import('./rewrite/convert.ts'),
  },
  {
    name: 'compare',
    summary: 'compare a predicted state with the true state',
    load: () => import('./score/compare.ts'),
  },
  {
    name: 'score',
    summary: 'score the predictions in files',
    load: () => import('./score/score.ts'),
  },
  {
    name: 'games',
    summary: 'choose games of PGN files by an expression, clean and sample them for datasets',
    load: () => import('./games/games.ts'),
  },
  {
    name: 'predict',
    summary: 'predict states with a model and write them into PGN files',
    load: () => import('./predict/predict.ts'),
  },
  {
    name: 'run',
    summary: 'run an evaluation of models into run files that can be resumed',
    load: () => import('./runs/run.ts'),
  },
  {
    name: 'resume',
    summary: 'resume runs that were stopped or killed',
    load: () => import('./runs/resume.ts'),
  },
  {
    name: 'merge',
    summary: 'merge the shards of a run into one run file',
    load: () => import('./runs/merge.ts'),
  },
  {
    name: 'batch',
    summary: "run an evaluation through OpenAI's Batch API",
    load: () => import('./batch/batch.ts'),
  },
  {
    name: 'doctor',
    summary: 'find out how a server answers, and what to set for a model',
    load: () => import('./predict/doctor.ts'),
  },
  {
    name: 'prompt',
    summary: 'print prompts without sending a request',
    load: () => import('./predict/prompt.ts'),
  },
  {
    name: 'import',
    summary: 'convert logs of other programs and benchmarks to a run file or an annotated PGN',
    load: () => import('./import/import.ts'),
  },
  {
    name: 'export',
    summary: 'write a run with its scores as a log of Inspect AI, records of Every Eval Ever, or Parquet',
    load: () => import('./report/export.ts'),
  },
  {
    name: 'report',
    summary: 'report on evaluation runs: scores with confidence intervals, by model and game length',
    load: () => import('./report/report.ts'),
  },
  {
    name: 'verify',
    summary: 'compute the figures of a JSON report again from its runs',
    load: () => import('./report/verify.ts'),
  },
  {
    name: 'annotate',
    summary: 'write the predictions of a run file into a PGN',
    load: () => import('./rewrite/annotate.ts'),
  },
  {
    name: 'predictions',
    summary: 'remove predictions from files',
    load: () => import('./rewrite/predictions-command.ts'),
  },
  {
    name: 'strip',
    isHidden: true,
    summary: 'remove predictions from files',
    load: async () => ({ define: (await import('./rewrite/predictions-command.ts')).defineRemoval }),
  },
  {
    name: 'mav',
    summary: 'create and evaluate MAV examples: prompts, reference answers, statistics, datasets',
    load: () => import('./mav/mav.ts'),
  },
  {
    name: 'search',
    summary: 'search a position by Monte Carlo tree search over a world model',
    load: () => import('./search/search.ts'),
  },
  {
    name: 'league',
    summary: 'play games between models, searches and baselines, and rate them',
    load: () => import('./league/league.ts'),
  },
  {
    name: 'lab',
    alias: 'world',
    summary: 'measure what a model implies about a world: which actions it allows, and which states it distinguishes',
    load: () => import('./lab/lab.ts'),
  },
  {
    name: 'trace',
    summary: 'write reference traces of an internal search, or examine traces',
    load: () => import('./search/trace.ts'),
  },
  {
    name: 'lsp',
    summary: 'run the language server for an editor',
    load: () => import('./servers/lsp.ts'),
  },
  {
    name: 'mcp',
    summary: 'run the Model Context Protocol server with the tools for agents',
    load: () => import('./servers/mcp.ts'),
  },
  {
    name: 'serve',
    summary: 'score pairs, answers and walks as JSON lines, for training and other programs',
    load: () => import('./servers/serve.ts'),
  },
];
