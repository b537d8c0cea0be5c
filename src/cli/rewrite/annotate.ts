import path from 'node:path';
import { type Command, Option } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import { sampleAnnotation } from '../../core/evaluation/runs/answer-facts.ts';
import { RunReader, RunSamples } from '../../core/evaluation/runs/run-file.ts';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { annotatedLanguages, languageName } from '../../core/languages/languages.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import type { Language } from '../../core/notation/language.ts';
import { type Annotation, SAME_LABEL, type SameLabel } from '../../core/notation/predictions/prediction.ts';
import { type Act, CliError, EXIT, usageError } from '../command.ts';
import { checkWhere, GameChooser, whereOption } from '../games/game-query.ts';
import { checkOutput, overwriteOption } from '../io/output.ts';
import { type Terminal } from '../io/terminal.ts';
import { readText, TextSource } from '../io/text-source.ts';
import { languageOption } from '../options.ts';
import { rewriteAnnotated } from './rewrite-blocks.ts';

const AFTER_HELP = `
Answers without a state are written as \`?\`; failed requests are left out. A place that already has a prediction with the same
label is skipped; see --same-label. --in-place writes into the file of --in.

Example:
  $ statelens annotate gpt-4o.run.jsonl --in games.pgn --out annotated.pgn
  $ statelens annotate gpt-4o.run.jsonl --in games.pgn --in-place`;

interface AnnotateFlags {
  readonly language?: Language;
  readonly in: string;
  readonly out?: string;
  readonly inPlace?: boolean;
  readonly sameLabel: SameLabel;
  readonly where?: string;
  readonly overwrite?: boolean;
}

export function define(command: Command, act: Act): void {
  command
    .description('Write the predictions of a run into its games or walks.')
    .argument('<run>', 'run file, or - for standard input')
    .requiredOption('--in <pgn>', 'the PGN of the run, or its file of walks')
    .option('--out <file>', 'write the result to this file (default: standard output)')
    .addOption(new Option('--in-place', 'write files back in place').conflicts('out'))
    .addOption(overwriteOption())
    .addOption(
      new Option('--same-label <what>', 'if a place already has a prediction with the label')
        .choices(SAME_LABEL)
        .default('skip'),
    )
    .addOption(whereOption())
    .addOption(languageOption(annotatedLanguages()))
    .addHelpText('after', AFTER_HELP)
    .action(act(annotateFile));
}

async function annotateFile(terminal: Terminal, run: string, flags: AnnotateFlags): Promise<number> {
  if (run === '-' && flags.in === '-') throw usageError('the run file and the PGN cannot both be standard input');
  if (flags.in === '-' && flags.inPlace === true) throw usageError('standard input cannot be written in place');
  const { overwrite, where, sameLabel } = flags;
  const chooser = where === undefined ? undefined : GameChooser.of(terminal, where);
  if (where !== undefined && chooser === undefined) return EXIT.usage;
  const asked = { language: flags.language, command: 'annotate', choices: annotatedLanguages() };
  return TextSource.with(terminal, flags.in, asked, async (source) => {
    checkWhere(chooser, source.name, source.language);
    checkOutput(flags.out, { kind: source.language, inputs: [run, flags.in], overwrite });
    const { samples, games } = await readRun(terminal, run, source.language);
    if (games !== undefined && path.basename(flags.in) !== games && flags.in !== '-')
      terminal.note(`the run was made from ${games}; games of ${flags.in} are matched by their number`);
    const annotations = samples.flatMap((sample) => gameAnnotation(sample) ?? []);
    const isWanted = chooser?.isWanted;
    const { out, inPlace } = flags;
    const target = { ...(out !== undefined && { out }), ...(inPlace !== undefined && { inPlace }) };
    const result = await rewriteAnnotated(terminal, source, annotations, { sameLabel, isWanted }, target);
    const failed = samples.length - annotations.length;
    const { written, skipped, leftOut = 0, other, missing } = result;
    const counts = [`${plural(written, 'prediction')} written`];
    if (skipped > 0) counts.push(`${skipped} already present`);
    if (failed > 0) counts.push(`${plural(failed, 'failed request')} left out`);
    if (leftOut > 0) counts.push(`${leftOut} for games that --where leaves out`);
    if (missing.length > 0) counts.push(`${missing.length} for games or plies that ${source.name} does not contain`);
    if (other > 0) counts.push(`${other} for other positions than ${source.name} has there`);
    terminal.note(counts.join(', '));
    chooser?.noteTags(terminal);
    return missing.length + other > 0 ? EXIT.incomplete : EXIT.ok;
  });
}

/** Returns a prediction with its question, so that it is written only to the matching position. */
function gameAnnotation(sample: RunSample): Annotation | undefined {
  const { variant, trueFen, moves } = sample;
  const annotation = sampleAnnotation(sample);
  if (annotation === undefined || !isComparedWorld(variant)) return annotation && { ...annotation, trueFen };
  return moves === undefined ? annotation : { ...annotation, moves };
}

async function readRun(terminal: Terminal, file: string, language: Language) {
  const { name, text } = await readText(terminal, file);
  const reader = new RunReader();
  const run = new RunSamples();
  run.add(reader.push(text));
  run.add(reader.end());
  for (const { line, message } of run.problems) {
    if (reader.stopped) throw new CliError(`${name}:${line}: ${message}`, EXIT.usage);
    terminal.note(`${name}:${line}: ${message}; skipped`);
  }
  const { samples } = run;
  if (languageName(language)?.hasWalks !== true && samples.some(({ variant }) => isComparedWorld(variant)))
    throw usageError(`${name} is a run over walks of a world, which only a file of walks can hold`);
  return { samples, games: run.header?.games?.file };
}
