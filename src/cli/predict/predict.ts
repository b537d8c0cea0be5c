import { type Command, Option } from 'commander';
import { plural } from '../../core/base/text/counts.ts';
import { applyEdits } from '../../core/base/text/range.ts';
import { gameTraces } from '../../core/evaluation/game-trace/game-traces.ts';
import { timelineChart } from '../../core/evaluation/game-trace/timeline-text.ts';
import { sampleAnnotation } from '../../core/evaluation/runs/answer-facts.ts';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { annotatedLanguages, languageName } from '../../core/languages/languages.ts';
import { annotate, predictionsIn } from '../../core/languages/predictions.ts';
import type { Language } from '../../core/notation/language.ts';
import type { PlyPlan } from '../../core/notation/pgn/ply-selection.ts';
import { pgnPredictions } from '../../core/notation/predictions/pgn-predictions.ts';
import { type ChessPrediction, makeLabel } from '../../core/notation/predictions/prediction.ts';
import type { Model } from '../../models/model.ts';
import { plannedTargets } from '../../models/predict/pgn-targets.ts';
import {
  type PredictionResults,
  type PredictTargetsOptions,
  predictTargets,
  type SampleRequest,
} from '../../models/predict/predict-state.ts';
import { traceable, traceGames } from '../../models/predict/trace-game.ts';
import { DEFAULT_TEMPLATE } from '../../models/prompts/prompt.ts';
import { DEFAULT_MODEL } from '../../models/sources/registry.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import { addFormerFlag } from '../common-options.ts';
import { expandPaths, STDIN, writeText } from '../io/files.ts';
import { checkOutput } from '../io/output.ts';
import { type Progress, type Terminal } from '../io/terminal.ts';
import { type Document, readDocument } from '../io/text-source.ts';
import { defaultModelOption, type ModelFlags, modelOptions, requestConcurrency } from '../model-options.ts';
import { worldFlag } from '../open-world.ts';
import { languageOption, parsePlyPlan, pliesOption, wholeNumber } from '../options.ts';
import { addRewriteOptions, checkRewrite, type RewriteFlags, rewrite } from '../rewrite/rewrite.ts';
import { WalkWorlds } from '../walk-worlds.ts';
import { modelNamed } from './open-model.ts';
import { plannedWalks, predictWalk } from './predict-walk.ts';

const AFTER_HELP = `
These require neither network nor key: builtin:mav-small, a small learned model, and baseline:naive-tracker, baseline:start-position
and baseline:lag-K. openai:MODEL requests MODEL from --base-url, which can be any server with OpenAI's chat API; the key is read from the environment variable
OPENAI_API_KEY. Positions that already have a prediction with the label are skipped, unless --replace is given. --trace K finds
where a model loses track of the position: it predicts every K plies, then between neighboring plies of which one is right and the
other wrong, and reports the result.

Example:
  $ statelens predict games.pgn --model baseline:naive-tracker --plies every:10 --out predicted.pgn
  $ statelens predict --world s5 "(12) (23) (34)" --plies every:1 --model baseline:lag-1
  $ statelens predict othello.walk --plies every:5 --model reference:rules --out predicted.walk
  $ statelens predict game.pgn --trace 8 --chart trace.svg --out traced.pgn
  $ statelens predict games.pgn --model openai:llama3.2 --base-url http://localhost:11434/v1 --out predicted.pgn`;

interface PredictFlags extends DocumentFlags {
  readonly language?: Language;
  readonly model?: string;
  readonly world?: string;
}

export function define(command: Command, act: Act): void {
  command
    .description(
      'Predict states in the main lines of PGN games, or in walks, with a model, and write them into the file.',
    )
    .argument(
      '<files...>',
      'PGN files, walks (.walk), folders, or - for standard input; with --world the actions of a walk',
    )
    .addOption(worldFlag().conflicts(['trace', 'chart', 'replace', 'out', 'inPlace']))
    .addOption(defaultModelOption())
    .addOption(pliesOption('ends'))
    .addOption(
      new Option('--trace <k>', 'instead of --plies: every K plies, then closer around each change')
        .argParser(wholeNumber(1, 1000))
        .conflicts('plies'),
    )
    .option('--chart <file>', 'write the timeline of --trace to this SVG file')
    .option('--replace', 'replace existing predictions or answers');
  addFormerFlag(command, '--at <plies>', 'plies', parsePlyPlan);
  addRewriteOptions(modelOptions(command, 'predict'))
    .addOption(languageOption(annotatedLanguages()))
    .addHelpText('after', AFTER_HELP)
    .action(act(predict));
}

async function predict(terminal: Terminal, paths: readonly string[], flags: PredictFlags): Promise<number> {
  const model = modelNamed(terminal, flags.model ?? DEFAULT_MODEL, flags);
  const { world, plies } = flags;
  if (world !== undefined) return predictWalk(terminal, model, { world, actions: paths, at: plies });
  const files = expandPaths(paths);
  checkRewrite(files, flags, flags.language);
  checkOutput(flags.chart, { kind: 'svg', inputs: files, overwrite: flags.overwrite });
  if (flags.chart !== undefined && (flags.trace === undefined || files.length > 1)) {
    throw usageError('--chart requires --trace and exactly one file');
  }
  let failed = 0;
  for (const file of files) {
    const asked = { language: flags.language, command: 'predict', choices: annotatedLanguages() };
    const document = await readDocument(terminal, file, asked, flags.inPlace === true);
    const { hasGames, hasWalks } = languageName(document.language) ?? {};
    if (hasGames !== true && hasWalks !== true) {
      terminal.note(`${document.name} has no games; left unchanged`);
      continue;
    }
    if (hasWalks === true && flags.trace !== undefined)
      throw usageError(`${document.name}: --trace requires games of a PGN`);
    failed += await predictDocument(terminal, document, model, flags);
  }
  return failed > 0 ? EXIT.incomplete : EXIT.ok;
}

/** Options for predicting a document and writing the result. */
interface DocumentFlags extends RewriteFlags, ModelFlags {
  readonly plies: PlyPlan;
  /** In place of `plies`: every this many plies, then closer around each change. */
  readonly trace?: number;
  readonly chart?: string;
  readonly replace?: boolean;
}

/** Predictions for a document. */
interface DocumentPredictions {
  readonly predicted: Pick<PredictionResults, 'faults' | 'unasked'> & {
    readonly answered: readonly { readonly sample: RunSample }[];
  };
  /** Number of positions that already have a prediction with the label. */
  readonly skipped: number;
  /** Number of games predicted only up to a move that cannot be played. */
  readonly cut: number;
  /** Number of walks whose world or start is not known. */
  readonly unknown?: number;
}

/** Depth of p in a chart. */
const CHART_DEPTH = 4;

/** Predicts and writes one document; returns the number of requests without an answer. */
async function predictDocument(
  terminal: Terminal,
  document: Document,
  model: Model,
  flags: DocumentFlags,
): Promise<number> {
  const label = makeLabel(model.label).text;
  const hasWalks = languageName(document.language)?.hasWalks === true;
  const known = flags.replace === true || hasWalks ? [] : knownPredictions(document, label);
  const progress = terminal.progress(`predicting ${document.name}`);
  const options = {
    template: DEFAULT_TEMPLATE,
    nameTemplate: false,
    settings: {},
    concurrency: requestConcurrency('predict', flags),
    clock: terminal.clock,
    onSample: () => progress.step(),
  };
  const ask = hasWalks ? askWalks(terminal, label) : flags.trace === undefined ? askPlan : askTrace(flags.trace);
  const {
    predicted,
    skipped,
    cut,
    unknown = 0,
  } = await terminal.interruptible((signal) => ask(document, model, flags, known, options, progress, signal));
  progress.end();
  const { answered, faults, unasked } = predicted;
  const annotations = answered.flatMap(({ sample }) => sampleAnnotation(sample) ?? []);
  const { edits, written } = annotate(document.text, document.language, annotations, { sameLabel: 'replace' });
  const text = applyEdits(document.text, edits);
  await rewrite(terminal, document, text, flags);
  if (flags.trace !== undefined) reportTraces(terminal, document.name, text, label, flags.chart);
  const failed = [...faults.values()].reduce((sum, n) => sum + n, 0);
  const counts = [`${plural(written, 'prediction')} of ${model.label} written`];
  if (skipped > 0) counts.push(`${skipped} already present`);
  if (cut > 0)
    counts.push(
      hasWalks
        ? `${plural(cut, 'walk')} cut at an action that is not legal`
        : `${plural(cut, 'game')} cut at a move that cannot be played`,
    );
  if (unknown > 0) counts.push(`${plural(unknown, 'walk')} of an unknown world or start left out`);
  if (failed > 0) counts.push(`${plural(failed, 'request')} failed (${[...faults.keys()].join('; ')})`);
  if (unasked > 0) counts.push(`${plural(unasked, 'request')} not made`);
  terminal.note(`${document.name}: ${counts.join(', ')}`);
  return failed + unasked;
}

type Ask = (
  document: Document,
  model: Model,
  flags: DocumentFlags,
  known: readonly ChessPrediction[],
  options: PredictTargetsOptions,
  progress: Progress,
  signal: AbortSignal,
) => Promise<DocumentPredictions>;

const askPlan: Ask = async (document, model, flags, known, options, progress, signal) => {
  const there = new Set(known.map(({ game, ply }) => place(game, ply)));
  const samples: SampleRequest[] = [];
  let skipped = 0;
  let cut = 0;
  for (const line of plannedTargets(document.text, flags.plies)) {
    if (line.cut) cut++;
    const asked = line.places.filter(({ game, ply }) => !there.has(place(game, ply)));
    skipped += line.places.length - asked.length;
    for (const item of asked) samples.push({ place: item, sample: 0 });
  }
  progress.expect(samples.length);
  return { predicted: await predictTargets(model, samples, options, signal), skipped, cut };
};

/** Asks about the walks of a document. */
const askWalks =
  (terminal: Terminal, label: string): Ask =>
  async (document, model, flags, _known, options, progress, signal) => {
    const { name, text, language } = document;
    const worlds = await new WalkWorlds(terminal, name === STDIN ? '-' : name).of(text, language);
    const known = flags.replace === true ? [] : predictionsIn(text, language, worlds);
    const there = new Set(known.filter((item) => item.label.text === label).map(({ game, ply }) => place(game, ply)));
    const planned = plannedWalks(document, flags.plies, worlds, (game, ply) => there.has(place(game, ply)));
    progress.expect(planned.asked.length);
    return { ...planned, predicted: await predictTargets(model, planned.asked, options, signal) };
  };

const place = (game: number, ply: number): string => `${game}.${ply}`;

const askTrace =
  (every: number): Ask =>
  async (document, model, _flags, known, options, progress, signal) => {
    const { games, skipped, cut } = traceable(document.text, known);
    let total = 0;
    const predicted = await traceGames(model, games, every, options, signal, (asked) => {
      total += asked;
      progress.expect(total);
    });
    return { predicted, skipped, cut };
  };

/** Returns existing predictions of the label in main lines. */
const knownPredictions = ({ text }: Document, label: string): readonly ChessPrediction[] =>
  pgnPredictions(text).filter((item) => item.label.text === label && item.path.length === 0);

/** Reports where the model lost each game, and writes the chart. */
function reportTraces(terminal: Terminal, name: string, text: string, label: string, chart: string | undefined): void {
  const traces = gameTraces(text, chart === undefined ? undefined : CHART_DEPTH);
  for (const trace of traces.filter((item) => item.label === label)) {
    terminal.note(`${name}, game ${trace.game + 1}: ${label} ${trace.says}`);
  }
  if (chart !== undefined) writeText(chart, `${timelineChart(traces, CHART_DEPTH, name)}\n`);
}
