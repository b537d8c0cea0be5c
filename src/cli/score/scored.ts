import type { CompareJob } from '../../compute/jobs/jobs.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import type { Comparison } from '../../core/metrics/comparison.ts';
import {
  byLabel,
  type LengthSummary,
  type Summary,
  type SummaryInput,
  summarise,
  summariseByLength,
} from '../../core/metrics/summary.ts';
import { type Prediction, withoutSample } from '../../core/notation/predictions/types.ts';

/** Version of the JSON objects of `compare`, `score` and `score --summary` (docs/cli.md). New fields do not change it. */
export const SCHEMA = 1;

/** Place and content of a prediction: the first fields of a line of `score`. */
export interface Placed {
  readonly schema: typeof SCHEMA;
  readonly file: string;
  /** 0-based, as in LSP. */
  readonly line: number;
  /** 0-based index of the game, or of the record in a FEN file. */
  readonly game: number;
  readonly ply: number;
  /** The move before the position, as written; null at the start position. */
  readonly san: string | null;
  /** The label as written: `model[@template][#sample]`. */
  readonly label: string;
  readonly model: string;
  readonly variant: 'chess' | 'chess960';
  /** FEN of the true state; null if the moves up to it cannot be played. */
  readonly true: string | null;
  /** The predicted text; null for an answer without a state. */
  readonly predicted: string | null;
}

/** A line of `score`: with the comparison, or with the reason for its absence. */
export type ScoreLine = Placed & (Comparison | { readonly unscored: string });

export function placed(prediction: Prediction, file: string, line: number): Placed {
  const { game, ply, san, label, variant, trueFen, fen } = prediction;
  return {
    schema: SCHEMA,
    file,
    line,
    game,
    ply,
    san: san ?? null,
    label: label.text,
    model: label.model,
    variant,
    true: trueFen ?? null,
    predicted: fen ?? null,
  };
}

/** The job that scores a prediction whose true state is known. */
export function scoreJob(prediction: Prediction, trueFen: string, options: CompareOptions): CompareJob {
  return {
    variant: prediction.variant,
    trueFen,
    predictedFen: prediction.fen ?? null,
    history: prediction.history(),
    options,
  };
}

/** Figures of one model (a label without its sample number). */
export interface ModelSummary extends Summary {
  readonly model: string;
  /** Predictions with an unknown true state; not included in other figures. */
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

/** Collects the figures that a summary requires, instead of whole lines. */
export class SummaryBuilder {
  readonly #kept: Kept[] = [];
  readonly #unscored = new Map<string, number>();

  add({ label, ply }: Placed, comparison: Comparison): void {
    const { verdict, editDistance, boardAccuracy, wrongSquares, stale, exactMatch, valid, p, r, f, vacuous } =
      comparison;
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
        f: f.slice(-1),
        vacuous,
      },
    });
  }

  addUnscored({ label }: Placed): void {
    const model = withoutSample(label);
    this.#unscored.set(model, (this.#unscored.get(model) ?? 0) + 1);
  }

  /** The summary, with models in order of appearance; models without scores come last. */
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
