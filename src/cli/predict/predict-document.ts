import { applyEdits } from '../../core/base/text/range.ts';
import { stripChart } from '../../core/evaluation/game-trace/strip-chart.ts';
import { tracesIn } from '../../core/evaluation/game-trace/traces-in.ts';
import type { PlyPlan } from '../../core/notation/pgn/ply-plan.ts';
import { annotate, predictionsIn } from '../../core/notation/predictions/annotate.ts';
import { makeLabel, type Prediction } from '../../core/notation/predictions/types.ts';
import { annotationOf } from '../../models/asking/annotation-of.ts';
import { plannedPlaces } from '../../models/asking/asked-places.ts';
import {
  type AskedSample,
  type PredictedPlaces,
  type PredictPlacesOptions,
  predictPlaces,
} from '../../models/asking/predict-places.ts';
import { traceable, traceGames } from '../../models/asking/trace-game.ts';
import type { Model } from '../../models/model.ts';
import { DEFAULT_TEMPLATE } from '../../models/prompts/prompt.ts';
import { plural } from '../check/findings.ts';
import type { Document } from '../io/inputs.ts';
import type { Progress, Terminal } from '../io/terminal.ts';
import { writeText } from '../io/write-file.ts';
import { type RewriteFlags, rewrite } from '../rewrite/rewrite.ts';

/** What is asked of a document, and where it goes. */
export interface DocumentFlags extends RewriteFlags {
  readonly at: PlyPlan;
  /** In place of `at`: every so many plies, then closer around each change. */
  readonly trace?: number;
  readonly chart?: string;
  readonly replace?: boolean;
  readonly temperature?: number;
  readonly concurrency: number;
}

/** What was asked of a document. */
interface Asked {
  readonly predicted: PredictedPlaces;
  /** Positions that the label speaks of already. */
  readonly skipped: number;
  /** Games that are asked only up to a move that cannot be played. */
  readonly cut: number;
}

/** Depth of p in a chart. */
const CHART_DEPTH = 4;

/** Predicts and writes one document; gives the number of requests that were not answered. */
export async function predictDocument(
  terminal: Terminal,
  document: Document,
  model: Model,
  flags: DocumentFlags,
): Promise<number> {
  const label = makeLabel(model.label).text;
  const known = flags.replace === true ? [] : knownOf(document, label);
  const progress = terminal.progress(`predicting ${document.name}`);
  const options = {
    template: DEFAULT_TEMPLATE,
    nameTemplate: false,
    settings: flags.temperature === undefined ? {} : { temperature: flags.temperature },
    concurrency: flags.concurrency,
    clock: terminal.clock,
    onSample: () => progress.step(),
  };
  const ask = flags.trace === undefined ? askPlan : askTrace(flags.trace);
  const { predicted, skipped, cut } = await terminal.interruptible((signal) =>
    ask(document, model, flags, known, options, progress, signal),
  );
  progress.end();
  const { answered, faults, unasked } = predicted;
  const annotations = answered.flatMap(({ sample }) => annotationOf(sample) ?? []);
  const { edits, written } = annotate(document.text, 'pgn', annotations, { sameLabel: 'replace' });
  const text = applyEdits(document.text, edits);
  await rewrite(terminal, document, text, flags);
  if (flags.trace !== undefined) tellTraces(terminal, document.name, text, label, flags.chart);
  const failed = [...faults.values()].reduce((sum, n) => sum + n, 0);
  const counts = [`${plural(written, 'prediction')} of ${model.label} written`];
  if (skipped > 0) counts.push(`${skipped} there already`);
  if (cut > 0) counts.push(`${plural(cut, 'game')} only up to a move that cannot be played`);
  if (failed > 0) counts.push(`${plural(failed, 'request')} failed (${[...faults.keys()].join('; ')})`);
  if (unasked > 0) counts.push(`${plural(unasked, 'request')} not made`);
  terminal.note(`${document.name}: ${counts.join(', ')}`);
  return failed + unasked;
}

type Ask = (
  document: Document,
  model: Model,
  flags: DocumentFlags,
  known: readonly Prediction[],
  options: PredictPlacesOptions,
  progress: Progress,
  signal: AbortSignal,
) => Promise<Asked>;

const askPlan: Ask = async (document, model, flags, known, options, progress, signal) => {
  const there = new Set(known.map(({ game, ply }) => place(game, ply)));
  const samples: AskedSample[] = [];
  let skipped = 0;
  let cut = 0;
  for (const line of plannedPlaces(document.text, flags.at)) {
    if (line.cut) cut++;
    const asked = line.places.filter(({ game, ply }) => !there.has(place(game, ply)));
    skipped += line.places.length - asked.length;
    for (const one of asked) samples.push({ place: one, sample: 0 });
  }
  progress.expect(samples.length);
  return { predicted: await predictPlaces(model, samples, options, signal), skipped, cut };
};

const place = (game: number, ply: number): string => `${game}.${ply}`;

const askTrace =
  (every: number): Ask =>
  async (document, model, _flags, known, options, progress, signal) => {
    const { games, spoken, cut } = traceable(document.text, known);
    let total = 0;
    const predicted = await traceGames(model, games, every, options, signal, (asked) => {
      total += asked;
      progress.expect(total);
    });
    return { predicted, skipped: spoken, cut };
  };

/** What the label says already of positions of main lines. */
const knownOf = ({ text, language }: Document, label: string): readonly Prediction[] =>
  predictionsIn(text, language).filter((one) => one.label.text === label && one.path.length === 0);

/** Says where the position was lost, game by game, and draws it. */
function tellTraces(terminal: Terminal, name: string, text: string, label: string, chart: string | undefined): void {
  const traces = tracesIn(text, chart === undefined ? undefined : CHART_DEPTH);
  for (const trace of traces.filter((one) => one.label === label)) {
    terminal.note(`${name}, game ${trace.game + 1}: ${label} ${trace.says}`);
  }
  if (chart !== undefined) writeText(chart, `${stripChart(traces, CHART_DEPTH, name)}\n`);
}
