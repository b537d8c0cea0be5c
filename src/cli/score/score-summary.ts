import type { Comparison } from '../../core/metrics/comparison.ts';
import {
  byLabel,
  type LengthSummary,
  type Summary,
  type SummaryInput,
  summarise,
  summariseByLength,
} from '../../core/metrics/summary.ts';
import { withoutSample } from '../../core/notation/predictions/types.ts';
import { type Placed, SCHEMA } from './scored.ts';

/** Figures of one model (a label without its sample number). */
export interface ModelSummary extends Summary {
  readonly model: string;
  /** Predictions whose true state is not known; in no other figure. */
  readonly unscored: number;
  readonly byLength: readonly LengthSummary[];
}

/** The JSON of `score --summary`. */
export interface ScoreSummary {
  readonly schema: typeof SCHEMA;
  /** Depth of `meanP` and `meanR`. */
  readonly m: number;
  readonly models: readonly ModelSummary[];
}

interface Kept {
  readonly model: string;
  readonly ply: number;
  readonly comparison: SummaryInput;
}

/** Gathers what a summary needs of each line, so that the lines themselves need not be held. */
export class SummaryBuilder {
  readonly #kept: Kept[] = [];
  readonly #unscored = new Map<string, number>();

  add({ label, ply }: Placed, comparison: Comparison): void {
    const { verdict, editDistance, boardAccuracy, wrongSquares, stale, exactMatch, valid, p, r } = comparison;
    this.#kept.push({
      model: withoutSample(label),
      ply,
      comparison: {
        verdict,
        editDistance,
        boardAccuracy,
        wrongSquares,
        stale,
        exactMatch,
        valid,
        p: p.slice(-1),
        r: r.slice(-1),
      },
    });
  }

  addUnscored({ label }: Placed): void {
    const model = withoutSample(label);
    this.#unscored.set(model, (this.#unscored.get(model) ?? 0) + 1);
  }

  /** Models in the order in which they first appear; those of which nothing is scored come last. */
  summary(m: number): ScoreSummary {
    const groups = byLabel(this.#kept, ({ model }) => model);
    for (const model of this.#unscored.keys()) if (!groups.has(model)) groups.set(model, []);
    const models = Array.from(groups, ([model, kept]) => ({
      model,
      unscored: this.#unscored.get(model) ?? 0,
      ...summarise(kept.map(({ comparison }) => comparison)),
      byLength: summariseByLength(kept),
    }));
    return { schema: SCHEMA, m, models };
  }
}
