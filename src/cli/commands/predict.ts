import process from 'node:process';
import { type Command, Option } from 'commander';
import { systemClock } from '../../compute/system-clock.ts';
import { ANNOTATED_LANGUAGES, type Language } from '../../core/language.ts';
import { annotate } from '../../core/predictions/annotate.ts';
import { makeLabel } from '../../core/predictions/label.ts';
import { predictionsIn } from '../../core/predictions/predictions-in.ts';
import { applyEdits } from '../../core/text/edits.ts';
import { annotationOf } from '../../models/annotation-of.ts';
import { plannedPlaces } from '../../models/asked-places.ts';
import { OPENAI_BASE_URL } from '../../models/endpoint.ts';
import type { Model } from '../../models/model.ts';
import { type AskedSample, predictPlaces } from '../../models/predict-places.ts';
import { DEFAULT_TEMPLATE } from '../../models/prompts.ts';
import { DEFAULT_MODEL, openModel } from '../../models/registry.ts';
import type { SetStatus } from '../commands.ts';
import { EXIT } from '../exit-codes.ts';
import { usageError } from '../failure.ts';
import { plural } from '../findings.ts';
import { type Document, expandPaths, readDocument } from '../io/inputs.ts';
import { Progress } from '../io/progress.ts';
import { note } from '../io/stderr.ts';
import { languageOption, temperature, wholeNumber } from '../options.ts';
import { type PlyPlan, parsePlyPlan } from '../ply-plan.ts';
import { addRewriteOptions, checkRewrite, type RewriteFlags, rewrite } from '../rewrite.ts';

const AFTER_HELP = `
Baselines need neither network nor key: baseline:naive-tracker, baseline:start-position, baseline:lag-K. Where the label
speaks of the same position already nothing is asked, unless --replace is given. openai:MODEL asks MODEL at --base-url, any
server that speaks OpenAI's chat API; a key is taken from the environment variable OPENAI_API_KEY.

Example:
  $ statelens predict games.pgn --model baseline:naive-tracker --at every:10 --out predicted.pgn
  $ statelens predict games.pgn --model openai:llama3.2 --base-url http://localhost:11434/v1 --out predicted.pgn`;

interface PredictFlags extends RewriteFlags {
  readonly language?: Language;
  readonly model: string;
  readonly at: PlyPlan;
  readonly replace?: boolean;
  readonly baseUrl: string;
  readonly temperature?: number;
  readonly concurrency: number;
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
    .option('--replace', 'ask again where the label is there already')
    .option('--base-url <url>', 'server of an openai:MODEL', OPENAI_BASE_URL)
    .addOption(new Option('--temperature <t>', "0 to 2 (default: the model's own)").argParser(temperature))
    .addOption(
      new Option('--concurrency <n>', 'requests at a time to a server').default(4).argParser(wholeNumber(1, 64)),
    );
  addRewriteOptions(command)
    .addOption(languageOption(ANNOTATED_LANGUAGES))
    .addHelpText('after', AFTER_HELP)
    .action(async (paths: readonly string[], flags: PredictFlags) => setStatus(await predict(paths, flags)));
}

async function predict(paths: readonly string[], flags: PredictFlags): Promise<number> {
  const model = openModel(flags.model, {
    baseUrl: flags.baseUrl,
    apiKey: process.env['OPENAI_API_KEY'] ?? '',
    random: Math.random,
    onRetry: ({ fault, attempt, attempts, wait }) =>
      note(`${fault.message} Attempt ${attempt} of ${attempts} in ${(wait / 1000).toFixed(1)} s.`),
  });
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

/** Predicts and writes one document; gives the number of requests that were not answered. */
async function predictDocument(document: Document, model: Model, flags: PredictFlags): Promise<number> {
  const label = makeLabel(model.label).text;
  const known = flags.replace === true ? new Set<string>() : placesOf(document, label);
  const samples: AskedSample[] = [];
  let skipped = 0;
  let cut = 0;
  for (const line of plannedPlaces(document.text, flags.at)) {
    if (line.cut) cut++;
    const asked = line.places.filter(({ game, ply }) => !known.has(place(game, ply)));
    skipped += line.places.length - asked.length;
    for (const one of asked) samples.push({ place: one, sample: 0 });
  }
  const progress = new Progress(`predicting ${document.name}`, samples.length, systemClock);
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once('SIGINT', interrupt);
  const { answered, faults, unasked } = await predictPlaces(
    model,
    samples,
    {
      template: DEFAULT_TEMPLATE,
      nameTemplate: false,
      settings: flags.temperature === undefined ? {} : { temperature: flags.temperature },
      concurrency: flags.concurrency,
      clock: systemClock,
      onSample: () => progress.step(),
    },
    controller.signal,
  );
  process.off('SIGINT', interrupt);
  progress.end();
  const annotations = answered.flatMap(({ sample }) => annotationOf(sample) ?? []);
  const { edits, written } = annotate(document.text, 'pgn', annotations, { sameLabel: 'replace' });
  await rewrite(document, applyEdits(document.text, edits), flags);
  const failed = [...faults.values()].reduce((sum, n) => sum + n, 0);
  const counts = [`${plural(written, 'prediction')} of ${model.label} written`];
  if (skipped > 0) counts.push(`${skipped} there already`);
  if (cut > 0) counts.push(`${plural(cut, 'game')} only up to a move that cannot be played`);
  if (failed > 0) counts.push(`${plural(failed, 'request')} failed (${[...faults.keys()].join('; ')})`);
  if (unasked > 0) counts.push(`${plural(unasked, 'request')} not made`);
  note(`${document.name}: ${counts.join(', ')}`);
  return failed + unasked;
}

const place = (game: number, ply: number): string => `${game}.${ply}`;

/** Where the label speaks of a main line already. */
const placesOf = ({ text, language }: Document, label: string): Set<string> =>
  new Set(
    predictionsIn(text, language)
      .filter((prediction) => prediction.label.text === label && prediction.path.length === 0)
      .map(({ game, ply }) => place(game, ply)),
  );
