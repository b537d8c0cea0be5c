import { columnsIn, pickColumns } from '../sample/columns.ts';
import { listedSample } from './list/list-samples.ts';
import type { SampleRecord } from './list/listed-sample.ts';
import type { PositionAnswer, PositionFigures, SamplePosition } from './report-lists.ts';
import type { ReportRun, ReportSample, WeightedSample } from './report-sample.ts';
import { lastP } from './sample-scores.ts';
import type { Series } from './series.ts';

/** Returns every sample of some series, in the order of games and plies. */
export function sampleRecords(series: readonly Series[]): SampleRecord[] {
  const columns = columnsIn('list');
  return series.flatMap(({ name, placed }) =>
    placed.map(({ sample, run }) => pickColumns(listedSample(run, sample, { series: name }), columns)),
  );
}

/** Returns the position that a sample of a run asks about. */
const samplePosition = (
  { games }: Pick<ReportRun, 'games'>,
  { game, gameName, ply, san, variant, trueFen }: ReportSample,
): SamplePosition => ({
  games: games ?? null,
  game,
  gameName: gameName ?? null,
  ply,
  san: san ?? null,
  variant,
  trueFen,
});

/**
 * Returns every queried position: those with the most disagreement first, of equal ones those first that fewer models
 * know, then by game and ply.
 */
export function positionRows(series: readonly Series[]): PositionFigures[] {
  const asked = new Map<number, { readonly first: WeightedSample; readonly by: Map<string, WeightedSample[]> }>();
  for (const { name, placed } of series) {
    for (const one of placed) {
      let known = asked.get(one.prompt);
      if (known === undefined) asked.set(one.prompt, (known = { first: one, by: new Map<string, WeightedSample[]>() }));
      const own = known.by.get(name);
      if (own === undefined) known.by.set(name, [one]);
      else own.push(one);
    }
  }
  const names = series.map(({ name }) => name);
  return Array.from(asked.values(), ({ first, by }) => rowOf(first, by, names)).sort(
    (a, b) => b.disagreement - a.disagreement || meanP(a) - meanP(b) || a.game - b.game || a.ply - b.ply,
  );
}

function rowOf(
  { sample, run }: WeightedSample,
  by: ReadonlyMap<string, readonly WeightedSample[]>,
  names: readonly string[],
): PositionFigures {
  const answers = names.map((name) => [name, answerOf(by.get(name) ?? [])] as const);
  const scores = answers.flatMap(([, answer]) => answer?.p ?? []);
  return {
    ...samplePosition(run, sample),
    disagreement: scores.length < 2 ? 0 : Math.max(...scores) - Math.min(...scores),
    answers: Object.fromEntries(answers),
  };
}

function answerOf(placed: readonly WeightedSample[]): PositionAnswer | null {
  let [p, r, weights, samples, exact, position] = [0, 0, 0, 0, 0, 0];
  let worst: WeightedSample['sample']['scores'] = null;
  for (const { sample, weight } of placed) {
    const { scores } = sample;
    if (scores === null) continue;
    p += weight * lastP(scores);
    r += weight * (scores.r.at(-1) ?? 0);
    weights += weight;
    samples++;
    if (scores.exact) exact++;
    if (scores.position) position++;
    if (worst === null || lastP(scores) < lastP(worst) || (worst.exact && !scores.exact)) worst = scores;
  }
  if (worst === null) return null;
  const { verdict, cause, sentence } = worst;
  return { p: p / weights, r: r / weights, verdict, cause: cause.id, sentence, samples, exact, position };
}

function meanP({ answers }: PositionFigures): number {
  const scores = Object.values(answers).flatMap((answer) => answer?.p ?? []);
  return scores.length === 0 ? 1 : scores.reduce((sum, p) => sum + p, 0) / scores.length;
}
