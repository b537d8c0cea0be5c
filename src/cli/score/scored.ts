import type { CompareJob } from '../../compute/jobs/jobs.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import type { Comparison } from '../../core/metrics/comparison.ts';
import type { Prediction } from '../../core/notation/predictions/types.ts';

/** Version of the JSON objects of `compare`, `score` and `score --summary` (docs/cli.md); new fields do not raise it. */
export const SCHEMA = 1;

/** Where a prediction stands and what it says: the first fields of a line of `score`. */
export interface Placed {
  readonly schema: typeof SCHEMA;
  readonly file: string;
  /** 0-based, as in LSP. */
  readonly line: number;
  /** 0-based index of the game, or of the record in a FEN file. */
  readonly game: number;
  readonly ply: number;
  /** The move before the position, as it is written; null at the start position. */
  readonly san: string | null;
  /** The label as it is written: `model[@template][#sample]`. */
  readonly label: string;
  readonly model: string;
  readonly variant: 'chess' | 'chess960';
  /** FEN of the true state; null where the moves up to it could not be replayed. */
  readonly true: string | null;
  /** The predicted text; null for an answer without a state. */
  readonly predicted: string | null;
}

/** A line of `score`: with the comparison, or with the reason why there is none. */
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
