import type { Outcome } from '../base/automaton.ts';
import type { AbortSignalLike } from '../base/cancellation.ts';
import { plural } from '../base/text/counts.ts';
import type { MavGameName } from '../mav/games.ts';

/** An action as a model lists it. */
export interface ListedAction {
  readonly action: string;
  /** Probability, 0 to 1, that the side to move wins by it. */
  readonly value: number;
  /** Token probabilities, if the value was scored by them. */
  readonly chances?: BucketChances;
}

/** Known probabilities of a value's token (`scoring.ts`). */
export interface BucketChances {
  /** Share of the probability that lies on tokens of buckets, 0 to 1. */
  readonly mass: number;
  /** Buckets from 0, the lowest, to 63, each with its share of that mass; those without one are not there. */
  readonly shares: readonly (readonly [bucket: number, share: number])[];
}

/** A state that is to be evaluated: one that is known, or where an action leads from one. */
export type EvaluationRequest =
  | { readonly game: MavGameName; readonly state: string; readonly action?: undefined }
  | { readonly game: MavGameName; readonly state: string; readonly action: string };

/** A model's evaluation of a state. */
export type Evaluation =
  | {
      readonly kind: 'state';
      /** The state's text: that of the request, or where its action leads. */
      readonly state: string;
      /** One or more, in the model's order, each action once. */
      readonly actions: readonly ListedAction[];
      /** `%best_action`, where the model was asked for it: breaks ties. */
      readonly best?: string;
      /** The value for the side to move, where the actions do not give it (rollouts). Else it is the highest of theirs. */
      readonly value?: number;
      /** Number of listed actions that the rules rejected. */
      readonly dropped?: number;
      /** The model's own text, where it is a language model's. */
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
  /** An answer that is none: the value of the node is minus infinity (Schultz et al., section 3.1). */
  | { readonly kind: 'hallucination'; readonly text: string; readonly reason: string }
  /** No answer: a fault of the network or the engine. The simulation is dropped. */
  | { readonly kind: 'fault'; readonly message: string };

/**
 * Transition, legal actions, values and ends of games, all from one model (Schultz et al., section 3.1).
 * The answers of a batch come one by one, each as soon as it is there; they never reject.
 */
export interface WorldModel {
  /** Display name in reports. */
  readonly label: string;
  /** How values were read, of a language model whose values are scored by token probabilities. */
  readonly tally?: ScoringTally;
  evaluate(batch: readonly EvaluationRequest[], signal: AbortSignalLike): readonly Promise<Evaluation>[];
}

/** Counts the values that were scored by probabilities, and those that were read as they are written. */
export class ScoringTally {
  /** Values scored by probabilities. */
  scored = 0;
  /** Values read as written, since no probabilities came for them. */
  written = 0;
  /** The smallest share of the probability that lay on known buckets. */
  leastMass = 1;
  #mass = 0;

  /** The mean share of the probability that lay on known buckets; null where nothing was scored. */
  get meanMass(): number | null {
    return this.scored === 0 ? null : this.#mass / this.scored;
  }

  /** @param mass of a value that was scored; undefined for one as it is written */
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

/** The counts as one line; empty where no value was read. */
export function tallyText({ scored, written, meanMass, leastMass }: ScoringTally): string {
  const parts: string[] = [];
  const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
  if (meanMass !== null)
    parts.push(
      `${plural(scored, 'value')} scored by token probabilities, of which ${percent(meanMass)} is known on average and ${percent(leastMass)} at least`,
    );
  if (written > 0) parts.push(`${plural(written, 'value')} read as written, for want of log probabilities`);
  return parts.join('; ');
}
