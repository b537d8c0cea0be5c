import type { CompareJob, Jobs } from '../../compute/jobs/jobs.ts';
import type { Pool } from '../../compute/pool/pool.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import { isComparedWorld } from '../../core/metrics/compared.ts';
import type { Comparison } from '../../core/metrics/comparison.ts';
import type { PlacedPrediction, ServerDocument } from '../documents/document.ts';
import { historyAt } from './text-comparison.ts';

/** Full comparisons for hover and compare view, before everything that only waits for lenses. */
export class Comparer {
  readonly #pool: () => Pool<Jobs>;
  readonly #m: () => number;

  /** @param m depth of p and r, asked for at each comparison */
  constructor(pool: () => Pool<Jobs>, m: () => number) {
    this.#pool = pool;
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
    const result = await this.#pool().run('compare', job, {
      priority: 'visible',
      ...(signal !== undefined && { signal }),
    });
    return result.ok && !('stopped' in result.value) ? result.value : undefined;
  }
}
