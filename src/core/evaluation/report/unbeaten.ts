import type { PositionMeans } from './ranking.ts';
import type { ComparedMetric, UnbeatenBaseline } from './report.ts';

const METRICS: readonly ComparedMetric[] = ['position', 'p'];

/**
 * Returns the baseline that no model beats, with the metrics in which that is so; of several the one with the most right positions.
 * A model beats a baseline in a metric if its mean is larger on the positions that both answered. Undefined where every baseline is
 * beaten in both metrics, perhaps by different models.
 */
export function unbeatenBaseline(all: readonly PositionMeans[]): UnbeatenBaseline | undefined {
  const models = all.filter(({ floor }) => !floor);
  let found: UnbeatenBaseline | undefined;
  for (const baseline of all.filter(({ floor }) => floor)) {
    const unbeaten = METRICS.flatMap((metric) => closestBelow(models, baseline, metric) ?? []);
    if (unbeaten.length > 0 && (found === undefined || rank(unbeaten) > rank(found.in)))
      found = { baseline: baseline.name, in: unbeaten };
  }
  return found;
}

type Unbeaten = UnbeatenBaseline['in'][number];

/** More metrics first, then the higher value of the baseline. */
const rank = (of: readonly Unbeaten[]): number => of.length + (of[0]?.baseline ?? 0) / 2;

/** The model that comes closest to a baseline without being better; undefined where one is better, or none shares a position. */
function closestBelow(
  models: readonly PositionMeans[],
  baseline: PositionMeans,
  metric: ComparedMetric,
): Unbeaten | undefined {
  let closest: Unbeaten | undefined;
  for (const { name, answered } of models) {
    let [own, other, n] = [0, 0, 0];
    for (const [prompt, means] of answered) {
      const beside = baseline.answered.get(prompt);
      if (beside === undefined) continue;
      own += means[metric];
      other += beside[metric];
      n++;
    }
    if (n === 0) continue;
    if (own > other + 1e-9) return undefined;
    const one = { metric, model: name, value: own / n, baseline: other / n };
    if (closest === undefined || one.value - one.baseline > closest.value - closest.baseline) closest = one;
  }
  return closest;
}
