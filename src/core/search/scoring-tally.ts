import { plural } from '../base/text/plural.ts';

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
