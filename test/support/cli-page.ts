import { Command, Help, type Option } from 'commander';
import type { Act } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { wrapped } from './page-text.ts';

/** The groups of the page; each command is in one of them. */
export const GROUPS: readonly { readonly title: string; readonly commands: readonly string[] }[] = [
  { title: 'Files', commands: ['check', 'format', 'convert', 'audit'] },
  { title: 'Scores', commands: ['compare', 'score', 'report', 'verify', 'export'] },
  { title: 'Models and runs', commands: ['predict', 'run', 'resume', 'merge', 'batch', 'doctor', 'prompt'] },
  { title: 'Logs and predictions', commands: ['import', 'annotate', 'predictions'] },
  { title: 'Games', commands: ['games'] },
  { title: 'MAV, search and leagues', commands: ['mav', 'search', 'trace', 'league'] },
  { title: 'Worlds', commands: ['lab'] },
  { title: 'Programs', commands: ['lsp', 'mcp', 'serve'] },
];

/** An option that as many commands have with the same words is explained once. */
const COMMON = 2;
const help = new Help();
const act: Act = () => () => Promise.resolve();

/** The groups, commands, arguments and options of the command line as Markdown. */
export async function cliText(): Promise<string> {
  const program = new Command('statelens').configureHelp({ helpWidth: 100_000 });
  for (const { name, summary, load } of COMMANDS) (await load()).define(program.command(name).summary(summary), act);
  const leaves = program.commands.flatMap((command) => leavesIn(command, command.name()));
  const counts = new Map<string, number>();
  for (const { command } of leaves)
    for (const option of optionsOf(command)) counts.set(optionText(option), (counts.get(optionText(option)) ?? 0) + 1);
  const common = new Set([...counts].filter(([, count]) => count >= COMMON).map(([text]) => text));
  const groups = GROUPS.map(({ title, commands }) => {
    const all = commands.flatMap((name) => leaves.filter(({ path }) => path.split(' ')[0] === name));
    return [`## ${title}`, ...all.map((leaf) => commandText(leaf, common))].join('\n\n');
  });
  return [...groups, '## Common options', [...common].sort().join('\n')].join('\n\n');
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

const optionText = (option: Option): string =>
  wrapped(`- \`${option.flags}\`: ${markdown(help.optionDescription(option))}`, 118, '  ');

function commandText({ command, path }: Leaf, common: ReadonlySet<string>): string {
  const usage = command.usage().replace('[options] ', '');
  const parts = [`### ${path}`, wrapped(`\`${path} ${usage}\`: ${markdown(command.description())}`)];
  const args = help.visibleArguments(command).filter((argument) => help.argumentDescription(argument) !== '');
  const options = optionsOf(command);
  const own = options.filter((option) => !common.has(optionText(option)));
  const shared = options.filter((option) => common.has(optionText(option)));
  const list = [
    ...args.map((argument) =>
      wrapped(`- \`${argument.name()}\`: ${markdown(help.argumentDescription(argument))}`, 118, '  '),
    ),
    ...own.map(optionText),
  ];
  if (shared.length > 0) {
    const names = shared.map(({ long }) => `\`${long ?? ''}\``).join(', ');
    list.push(wrapped(`- [common options](#common-options): ${names}`, 118, '  '));
  }
  return [...parts, ...list].join('\n');
}

/** Text of the help with what Markdown would read as a sign escaped. */
const markdown = (text: string): string => text.replace(/[*<]/g, (c) => `\\${c}`);
