import type { Series } from './build.ts';
import { lastP } from './cell.ts';
import type { WorstSample } from './report.ts';
import type { SampleScores } from './sample-scores.ts';

/**
 * The samples of a model that are furthest from the truth: lowest p_m, then lowest r_m, then most edits. Only answers with a
 * board are among them; what has none teaches nothing.
 */
export function worstSamples({ name, placed }: Series, count: number): WorstSample[] {
  // The worst so far in order: of 100,000 answers a few are wanted.
  const worst: { readonly of: Series['placed'][number]; readonly scores: SampleScores }[] = [];
  for (const of of placed) {
    const { scores, predicted } = of.sample;
    if (scores === null || predicted === null || scores.verdict === 'unparsable' || scores.position) continue;
    let at = worst.length;
    while (at > 0 && isWorse(scores, worst[at - 1].scores)) at--;
    if (at >= count) continue;
    worst.splice(at, 0, { of, scores });
    if (worst.length > count) worst.pop();
  }
  return worst.map(({ of: { sample, run }, scores }) => ({
    series: name,
    file: run.file,
    id: sample.id,
    games: run.games ?? null,
    game: sample.game,
    gameName: sample.gameName ?? null,
    ply: sample.ply,
    san: sample.san ?? null,
    variant: sample.variant,
    trueFen: sample.trueFen,
    predicted: sample.predicted ?? '',
    verdict: scores.verdict,
    p: lastP(scores),
    r: lastR(scores),
    edit: scores.edit,
    squaresWrong: scores.wrong,
  }));
}

const lastR = ({ r }: SampleScores): number => r.at(-1) ?? 0;

const isWorse = (a: SampleScores, b: SampleScores): boolean =>
  (lastP(a) - lastP(b) || lastR(a) - lastR(b) || b.edit - a.edit) < 0;
