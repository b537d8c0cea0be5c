import path from 'node:path';
import { type Command, Option } from 'commander';
import { applyEdits } from '../../core/base/text/range.ts';
import { RunReader } from '../../core/evaluation/runs/run-reader.ts';
import { RunSamples } from '../../core/evaluation/runs/run-samples.ts';
import { ANNOTATED_LANGUAGES, type Language } from '../../core/notation/language.ts';
import { annotate } from '../../core/notation/predictions/annotate.ts';
import { SAME_LABEL, type SameLabel } from '../../core/notation/predictions/types.ts';
import { annotationOf } from '../../models/asking/annotation-of.ts';
import { type Act, CliError, EXIT, usageError } from '../command.ts';
import { readDocument, readText } from '../io/files.ts';
import { checkOutput, overwriteOption } from '../io/output.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { languageOption } from '../options.ts';
import { rewrite } from './rewrite.ts';

const AFTER_HELP = `
Answers without a state are written as \`?\`; failed requests are left out. A place that already has a prediction with the same
label is skipped; see --same-label.

Example:
  $ statelens annotate gpt-4o.run.jsonl --in games.pgn --out annotated.pgn`;

interface AnnotateFlags {
  readonly language?: Language;
  readonly in: string;
  readonly out?: string;
  readonly sameLabel: SameLabel;
  readonly overwrite?: boolean;
}

export function define(command: Command, act: Act): void {
  command
    .description('Write the predictions of a run file into the PGN of the run.')
    .argument('<run>', 'run file (*.run.jsonl), or - for standard input')
    .requiredOption('--in <pgn>', 'the PGN of the run')
    .option('--out <pgn>', 'write the result to this file (default: standard output)')
    .addOption(overwriteOption())
    .addOption(
      new Option('--same-label <what>', 'for places that already have a prediction with the label')
        .choices(SAME_LABEL)
        .default('skip'),
    )
    .addOption(languageOption(ANNOTATED_LANGUAGES))
    .addHelpText('after', AFTER_HELP)
    .action(act(annotateFile));
}

async function annotateFile(terminal: Terminal, run: string, flags: AnnotateFlags): Promise<number> {
  if (run === '-' && flags.in === '-') throw usageError('the run file and the PGN cannot both be standard input');
  const document = await readDocument(terminal, flags.in, flags.language);
  const { overwrite } = flags;
  checkOutput(flags.out, { kind: document.language, inputs: [run, flags.in], overwrite });
  const { samples, games } = await readRun(terminal, run);
  if (games !== undefined && path.basename(flags.in) !== games && flags.in !== '-') {
    terminal.note(`the run was made from ${games}; games of ${flags.in} are matched by their number`);
  }
  const annotations = samples.flatMap((sample) => annotationOf(sample) ?? []);
  const result = annotate(document.text, document.language, annotations, { sameLabel: flags.sameLabel });
  await rewrite(
    terminal,
    document,
    applyEdits(document.text, result.edits),
    flags.out === undefined ? {} : { out: flags.out },
  );
  const failed = samples.length - annotations.length;
  const counts = [`${plural(result.written, 'prediction')} written`];
  if (result.skipped > 0) counts.push(`${result.skipped} already present`);
  if (failed > 0) counts.push(`${plural(failed, 'failed request')} left out`);
  if (result.missing.length > 0)
    counts.push(`${result.missing.length} for games or plies that ${document.name} does not contain`);
  terminal.note(counts.join(', '));
  return result.missing.length > 0 ? EXIT.incomplete : EXIT.ok;
}

async function readRun(terminal: Terminal, file: string) {
  const { name, text } = await readText(terminal, file);
  const reader = new RunReader();
  const run = new RunSamples();
  run.add(reader.push(text));
  run.add(reader.end());
  for (const { line, message } of run.problems) {
    if (reader.stopped) throw new CliError(`${name}:${line}: ${message}`, EXIT.usage);
    terminal.note(`${name}:${line}: ${message}; skipped`);
  }
  return { samples: run.samples, games: run.header?.games?.file };
}
