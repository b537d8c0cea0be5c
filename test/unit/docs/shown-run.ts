import fs from 'node:fs';
import path from 'node:path';
import { cli } from '../../support/run-cli.ts';
import { readShellLine, type Stage } from './shell-line.ts';
import type { ShownCommand } from './shown-commands.ts';

/** What a command printed and how it ended. */
export interface Ran {
  readonly output: string;
  readonly status: number | null;
}

/** What stands for the command line in the docs. */
const PROGRAMS: readonly (readonly string[])[] = [['statelens'], ['npx', 'statelens'], ['node', 'dist/cli.mjs']];

/** The arguments of the command line, or undefined where the words begin another program. */
export function argumentsOf(words: readonly string[]): readonly string[] | undefined {
  const program = PROGRAMS.find((program) => program.every((word, i) => words[i] === word));
  return program && words.slice(program.length);
}

/**
 * Runs a command of a page in a folder, the command line in this process.
 *
 * @param replace what stands for other text of the command, such as the address of a server
 * @throws where the line begins another program than `cat` and the command line
 */
export async function runShown(command: string, cwd: string, replace: (word: string) => string): Promise<Ran> {
  let output = '';
  for (const pipeline of readShellLine(command)) {
    let input: string | undefined;
    for (const [i, stage] of pipeline.entries()) {
      const ran = await runStage(stage, cwd, input, replace);
      output += ran.shown;
      if (i + 1 < pipeline.length) input = ran.stdout;
      else output = stage.output === undefined ? ran.stdout + output : output;
      if (ran.status !== 0) return { output, status: ran.status };
    }
  }
  return { output, status: 0 };
}

async function runStage(
  { words, output }: Stage,
  cwd: string,
  input: string | undefined,
  replace: (word: string) => string,
) {
  if (words[0] === 'cat') {
    const read = words.slice(1).map((name) => fs.readFileSync(path.join(cwd, name), 'utf8'));
    return { stdout: read.join(''), shown: '', status: 0 };
  }
  const args = argumentsOf(words)
    ?.map(replace)
    .flatMap((word) => matching(word, cwd));
  if (args === undefined) throw new Error(`${words[0] ?? ''} is not run by the tests of the docs`);
  const { stdout, stderr, status } = await cli(withoutThreads(args), { cwd, ...(input !== undefined && { input }) });
  if (output !== undefined) fs.writeFileSync(path.join(cwd, output), stdout);
  return { stdout, shown: stderr, status };
}

/** Scores without threads, which take longer to start than the samples take: what is printed is the same. */
const withoutThreads = (args: readonly string[]): readonly string[] =>
  (args[0] === 'score' || args[0] === 'report') && !args.includes('--jobs') ? [...args, '--jobs', '1'] : args;

/** The files that a pattern with `*` in its last part means; else the word itself. */
function matching(word: string, cwd: string): string[] {
  const folder = path.posix.dirname(word);
  if (!/^[\w./~-]*\*[\w./~-]*$/.test(word) || folder.includes('*')) return [word];
  const [before = '', after = ''] = path.posix.basename(word).split('*');
  return fs
    .readdirSync(path.join(cwd, folder))
    .filter((name) => name.startsWith(before) && name.endsWith(after))
    .sort()
    .map((name) => path.posix.join(folder, name));
}

/** What is wrong with a command that was run: its status, or an output that is not the one on the page. */
export function faultOf({ page, line, command, output, status }: ShownCommand, ran: Ran): string | undefined {
  const place = `${page}:${line}: ${command}`;
  if (ran.status !== status) return `${place}\nended with ${ran.status}, the page says ${status}:\n${ran.output}`;
  if (output === null) return undefined;
  const printed = ran.output.trimEnd();
  const cut = output.endsWith('\n…');
  const shown = (cut ? output.slice(0, -1) : output).trimEnd();
  const same = cut ? `${printed}\n`.startsWith(`${shown}\n`) : printed === shown;
  return same ? undefined : `${place}\nprinted:\n${printed}\nand the page shows:\n${output}`;
}
