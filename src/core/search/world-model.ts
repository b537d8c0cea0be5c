import type { Outcome } from '../base/automaton.ts';
import type { AbortSignalLike } from '../base/cancellation.ts';
import { plural } from '../base/text/counts.ts';
import type { MavGameName } from '../mav/game-names.ts';

/** Listed action of a model. */
export interface ListedAction {
  readonly action: string;
  /** Probability, 0 to 1, that the side to move wins by it. */
  readonly value: number;
  /** Token probabilities, if the value was scored by them. */
  readonly chances?: BucketChances;
}

/** Known probabilities of a value's token (`bucket-chances.ts`). */
export interface BucketChances {
  /** Share of the probability on tokens of buckets, 0 to 1. */
  readonly mass: number;
  /** Buckets from 0, the lowest, to 63, each with its share of that mass; buckets without one are absent. */
  readonly shares: readonly (readonly [bucket: number, share: number])[];
}

/** State to evaluate: a known one, or the successor of one by an action. */
export type EvaluationRequest =
  | { readonly game: MavGameName; readonly state: string; readonly action?: undefined }
  | { readonly game: MavGameName; readonly state: string; readonly action: string };

/** Evaluation of a state by a model. */
export type Evaluation =
  | {
      readonly kind: 'state';
      /** Text of the state: that of the request, or of its successor. */
      readonly state: string;
      /** One or more, in the model's order, each action once. */
      readonly actions: readonly ListedAction[];
      /** `%best_action`, if it was requested: breaks ties. */
      readonly best?: string;
      /** Value for the side to move, where the actions do not determine it (rollouts). By default the highest of theirs. */
      readonly value?: number;
      /** Number of listed actions that the rules rejected. */
      readonly dropped?: number;
      /** Text of a language model. */
      readonly text?: string;
    }
  /** The game is over there; `value`, for the side to move, is 1, 1/2 or 0. */
  | {
      readonly kind: 'terminal';
      readonly state: string;
      readonly outcome: Outcome;
      readonly value: number;
      readonly text?: string;
    }
  /** Unusable answer: the value of the node is minus infinity (Schultz et al., section 3.1). */
  | { readonly kind: 'hallucination'; readonly text: string; readonly reason: string }
  /** Missing answer: a fault of the network or the engine. The simulation is dropped. */
  | { readonly kind: 'fault'; readonly message: string };

/**
 * Model of transitions, legal actions, values and ends of games (Schultz et al., section 3.1). The answers of a batch
 * come separately, each as soon as it is available; they never reject.
 */
export interface WorldModel {
  /** Display name in reports. */
  readonly label: string;
  /** Sources of the values of a language model that is scored by token probabilities. */
  readonly tally?: ScoringTally;
  evaluate(batch: readonly EvaluationRequest[], signal: AbortSignalLike): readonly Promise<Evaluation>[];
}

/** Counts the values that were scored by probabilities, and those that were read as written. */
export class ScoringTally {
  /** Number of values scored by probabilities. */
  scored = 0;
  /** Number of values read as written, since no probabilities came for them. */
  written = 0;
  /** Smallest share of the probability on known buckets. */
  leastMass = 1;
  #mass = 0;

  /** Mean share of the probability on known buckets; null where nothing was scored. */
  get meanMass(): number | null {
    return this.scored === 0 ? null : this.#mass / this.scored;
  }

  /** @param mass mass of a scored value; undefined for one as written */
  add(mass: number | undefined): void {
    if (mass === undefined) {
      this.written++;
      return;
    }
    this.scored++;
    this.#mass += mass;
    this.leastMass = Math.min(this.leastMass, mass);
  }
}

/** Formats the counts in one line; empty where no value was read. */
export function tallyText({ scored, written, meanMass, leastMass }: ScoringTally): string {
  const parts: string[] = [];
  const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
  if (meanMass !== null) {
    // A model that runs here knows all buckets.
    const isWhole = percent(leastMass) === percent(1);
    const known = `${percent(meanMass)} is known on average and ${percent(leastMass)} at least`;
    parts.push(`${plural(scored, 'value')} scored by token probabilities${isWhole ? '' : `, of which ${known}`}`);
  }
  if (written > 0) parts.push(`${plural(written, 'value')} read as written, for want of log probabilities`);
  return parts.join('; ');
}
