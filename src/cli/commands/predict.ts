import { type Command, Option } from 'commander';
import { systemClock } from '../../compute/system-clock.ts';
import { LANGUAGES, type Language } from '../../core/language.ts';
import { annotate } from '../../core/predictions/annotate.ts';
import { predictionsIn } from '../../core/predictions/predictions-in.ts';
import type { Annotation } from '../../core/predictions/types.ts';
import { applyEdits } from '../../core/text/edits.ts';
import { type MainLine, mainLines } from '../../models/asked-positions.ts';
import type { Model } from '../../models/model.ts';
import { predictState } from '../../models/predict.ts';
import { DEFAULT_TEMPLATE } from '../../models/prompts.ts';
import { DEFAULT_MODEL, openModel } from '../../models/registry.ts';
import { annotationOf } from '../annotations.ts';
import type { SetStatus } from '../commands.ts';
import { EXIT } from '../exit-codes.ts';
import { usageError } from '../failure.ts';
import { plural } from '../findings.ts';
import { type Document, expandPaths, readDocument } from '../io/inputs.ts';
import { Progress } from '../io/progress.ts';
import { note } from '../io/stderr.ts';
import { languageOption } from '../options.ts';
import { type PlyPlan, parsePlyPlan } from '../ply-plan.ts';
import { addRewriteOptions, checkRewrite, type RewriteFlags, rewrite } from '../rewrite.ts';

const AFTER_HELP = `
Baselines need neither network nor key: baseline:naive-tracker, baseline:start-position, baseline:lag-K. Where the label
speaks of the same position already nothing is asked, unless --replace is given.

Example:
  $ statelens predict games.pgn --model baseline:naive-tracker --at every:10 --out predicted.pgn`;

interface PredictFlags extends RewriteFlags {
  readonly language?: Language;
  readonly model: string;
  readonly at: PlyPlan;
  readonly replace?: boolean;
}

export function define(command: Command, setStatus: SetStatus): void {
  command
    .description('Let a model predict states of the main lines of PGN games, and write them into the PGN as comments.')
    .argument('<files...>', 'PGN files, folders, or - for standard input')
    .option('--model <label>', 'who predicts', DEFAULT_MODEL)
    .addOption(
      new Option('--at <plies>', 'where: ends, every:K, or ply:N,M,…')
        .argParser(parsePlyPlan)
        .default(parsePlyPlan('ends'), 'ends'),
    )
    .option('--replace', 'ask again where the label is there already');
  addRewriteOptions(command)
    .addOption(languageOption(LANGUAGES))
    .addHelpText('after', AFTER_HELP)
    .action(async (paths: readonly string[], flags: PredictFlags) => setStatus(await predict(paths, flags)));
}

async function predict(paths: readonly string[], flags: PredictFlags): Promise<number> {
  const model = openModel(flags.model);
  if (!model.ok) throw usageError(model.error.message);
  const files = expandPaths(paths);
  checkRewrite(files, flags);
  let failed = 0;
  for (const file of files) {
    const document = await readDocument(file, flags.language);
    if (document.language !== 'pgn') {
      note(`${document.name} holds no games; left as it is`);
      continue;
    }
    failed += await predictDocument(document, model.value, flags);
  }
  return failed > 0 ? EXIT.incomplete : EXIT.ok;
}

/** Predicts and writes one document; gives the number of requests that failed. */
async function predictDocument(document: Document, model: Model, flags: PredictFlags): Promise<number> {
  const known = flags.replace === true ? new Set<string>() : placesOf(document, model.label);
  const annotations: Annotation[] = [];
  const faults = new Map<string, number>();
  let skipped = 0;
  let cut = 0;
  const progress = new Progress(`predicting ${document.name}`, undefined, systemClock);
  for (const line of mainLines(document.text)) {
    if (line.cut) cut++;
    for (const ply of flags.at(line.moves.length)) {
      if (known.has(place(line.game, ply))) {
        skipped++;
        continue;
      }
      const { annotation, fault } = await ask(model, line, ply);
      if (annotation !== undefined) annotations.push(annotation);
      else faults.set(fault, (faults.get(fault) ?? 0) + 1);
      progress.step();
    }
  }
  progress.end();
  const { edits, written } = annotate(document.text, 'pgn', annotations, { sameLabel: 'replace' });
  await rewrite(document, applyEdits(document.text, edits), flags);
  const failed = [...faults.values()].reduce((sum, n) => sum + n, 0);
  const counts = [`${plural(written, 'prediction')} of ${model.label} written`];
  if (skipped > 0) counts.push(`${skipped} there already`);
  if (cut > 0) counts.push(`${plural(cut, 'game')} only up to a move that cannot be played`);
  if (failed > 0) counts.push(`${plural(failed, 'request')} failed (${[...faults.keys()].join('; ')})`);
  note(`${document.name}: ${counts.join(', ')}`);
  return failed;
}

async function ask(
  model: Model,
  line: MainLine,
  ply: number,
): Promise<{ readonly annotation: Annotation | undefined; readonly fault: string }> {
  const { game, variant, startFen, moves } = line;
  const task = { variant, startFen, moves: moves.slice(0, ply), sample: 0 };
  const options = { template: DEFAULT_TEMPLATE, settings: {}, nameTemplate: false, now: () => systemClock.now() };
  const { signal } = new AbortController();
  const sample = await predictState(model, { task, game, trueFen: line.fenAt(ply) }, options, signal);
  return { annotation: annotationOf(sample), fault: sample.error?.message ?? '' };
}

const place = (game: number, ply: number): string => `${game}.${ply}`;

/** Where the label speaks of a main line already. */
const placesOf = ({ text, language }: Document, label: string): Set<string> =>
  new Set(
    predictionsIn(text, language)
      .filter((prediction) => prediction.label.text === label && prediction.path.length === 0)
      .map(({ game, ply }) => place(game, ply)),
  );
