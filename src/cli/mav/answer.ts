import { type Command, Option } from 'commander';
import { applyEdits, type TextEdit } from '../../core/base/text/range.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { ValueSource } from '../../core/mav/value-source.ts';
import { plural } from '../check/findings.ts';
import { type Act, EXIT } from '../command.ts';
import { type Document, expandPaths, readDocument } from '../io/inputs.ts';
import type { Terminal } from '../io/terminal.ts';
import { mavDialectOption, wholeNumber } from '../options.ts';
import { addRewriteOptions, checkRewrite, type RewriteFlags, rewrite } from '../rewrite/rewrite.ts';
import { answerText, examplesOf } from './answer-text.ts';
import { addValueOptions, type ValueFlags, valueWindow, withValues } from './values.ts';

/** What is done is written to the file this often, so that a killed run loses little. */
const SAVE_MS = 20_000;

const AFTER_HELP = `
States are written by rule. Lists and best actions need values: of a chess engine; of a solver for Connect Four and of playouts
for Hex where those are built in. Lists come in a random order, as in the paper. Answers that are there stay, so a run that was
interrupted goes on where it stopped: Ctrl-C keeps what is done, and the status is 3.

Example:
  $ statelens mav answer prompts.mav --depth 10 --in-place`;

interface AnswerFlags extends RewriteFlags, ValueFlags {
  readonly order: 'random' | 'value';
  readonly seed: number;
  readonly replace?: boolean;
  readonly mavDialect?: MavDialect;
}

/** Adds `answer` to `mav`. */
export function addAnswer(mav: Command, act: Act): void {
  const command = mav
    .command('answer')
    .summary('reference answers of prompts')
    .description('Fill MAV prompts with reference answers: states by rule, values of an engine.')
    .argument('<files...>', 'MAV files, or - for standard input');
  addValueOptions(command, 'engine')
    .addOption(
      new Option('--order <order>', 'of lists: random, or the best first')
        .choices(['random', 'value'])
        .default('random'),
    )
    .addOption(new Option('--seed <n>', 'seed of the random order').default(0).argParser(wholeNumber(0, 0xffffffff)))
    .option('--replace', 'also answer what is answered already')
    .addOption(mavDialectOption());
  addRewriteOptions(command).addHelpText('after', AFTER_HELP).action(act(answer));
}

async function answer(terminal: Terminal, paths: readonly string[], flags: AnswerFlags): Promise<number> {
  const files = expandPaths(paths);
  checkRewrite(files, flags);
  return terminal.interruptible((signal) =>
    withValues(terminal, flags, async (source) => {
      let isWhole = true;
      for (const file of files) {
        const document = await readDocument(terminal, file, 'mav');
        isWhole = (await answerDocument(terminal, document, source, flags, signal)) && isWhole;
      }
      return isWhole ? EXIT.ok : EXIT.incomplete;
    }),
  );
}

/** Answers and writes one document; gives whether all of its prompts are answered. */
async function answerDocument(
  terminal: Terminal,
  document: Document,
  source: ValueSource | undefined,
  flags: AnswerFlags,
  signal: AbortSignal,
): Promise<boolean> {
  const { text, name } = document;
  const options = {
    source,
    dialect: flags.mavDialect ?? PUBLISHED_DIALECT,
    seed: flags.order === 'random' ? flags.seed : undefined,
    replace: flags.replace === true,
    concurrency: valueWindow(flags),
  };
  const total = examplesOf(text).length;
  const progress = terminal.progress(`answering ${name}`, total);
  const edits: TextEdit[] = [];
  const failed = new Map<string, number>();
  let there = 0;
  let seen = 0;
  let saved = terminal.clock.now();
  const savesParts = flags.inPlace === true || (flags.out !== undefined && flags.out !== '-');
  for await (const one of answerText(text, options, signal)) {
    if (signal.aborted && !('edit' in one)) continue;
    seen++;
    progress.step();
    if ('edit' in one) edits.push(one.edit);
    else if (one.kind === 'there') there++;
    else failed.set(one.why, (failed.get(one.why) ?? 0) + 1);
    if (!savesParts || terminal.clock.now() - saved < SAVE_MS) continue;
    await rewrite(terminal, document, applyEdits(text, edits), flags);
    saved = terminal.clock.now();
  }
  progress.end();
  await rewrite(terminal, document, applyEdits(text, edits), flags);
  const by = source === undefined ? 'the rules' : source.label;
  const counts = [`${plural(edits.length, 'answer')} written by ${by}`];
  if (there > 0) counts.push(`${there} there already`);
  if (seen < total) counts.push(`${total - seen} not asked for`);
  terminal.note(`${name}: ${counts.join(', ')}`);
  for (const [why, count] of failed) terminal.note(`${name}: ${plural(count, 'prompt')} not answered: ${why}`);
  return failed.size === 0 && seen >= total;
}
