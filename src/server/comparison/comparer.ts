import type { CompareJob } from '../../compute/jobs/jobs.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import { isComparedWorld } from '../../core/metrics/compared.ts';
import type { Comparison } from '../../core/metrics/comparison.ts';
import type { PlacedPrediction, ServerDocument } from '../documents/document.ts';
import type { Compares } from '../scoring/compares.ts';
import { historyAt } from './text-comparison.ts';

/** Full comparisons for hover and compare view, before everything that only waits for lenses. */
export class Comparer {
  readonly #compare: Compares;
  readonly #m: () => number;

  /** @param m depth of p and r, asked for at each comparison */
  constructor(compare: Compares, m: () => number) {
    this.#compare = compare;
    this.#m = m;
  }

  /** Undefined when it could not be computed, or the document was closed. Never rejects. */
  async compare(
    document: ServerDocument,
    placed: PlacedPrediction,
    trueFen: string,
    options: CompareOptions,
  ): Promise<Comparison | undefined> {
    const { variant, world, fen } = placed.prediction;
    // only chess looks at the line
    const history = isComparedWorld(variant) ? [] : historyAt(document, placed);
    const job = {
      variant,
      world,
      trueFen,
      predictedFen: fen,
      history,
      options: { ...options, affordance: { m: this.#m() } },
    };
    return await this.compareStates(job, document.signal);
  }

  /** States of no document, at the depth that the options name. Undefined when it could not be computed. Never rejects. */
  async compareStates(job: CompareJob, signal?: AbortSignal): Promise<Comparison | undefined> {
    const result = await this.#compare(job, {
      priority: 'visible',
      ...(signal !== undefined && { signal }),
    });
    return result.ok && !('stopped' in result.value) ? result.value : undefined;
  }
}
