import { histogram, Tally } from './histogram.ts';
import type { BlameFigures } from './report.ts';
import type { SampleScores } from './sample-scores.ts';

/** Adds up wrong squares in the light of the game. */
export class BlameTally {
  readonly #ages = new Tally();
  readonly #lags = new Tally();
  #wrong = 0;
  #stale = 0;
  #shuffled = 0;
  #fallbacks = 0;

  add({ ages, wrong, control, lag, fallback }: SampleScores): void {
    if (lag !== null) this.#lags.add(lag);
    if (fallback) this.#fallbacks++;
    if (ages === null) return;
    for (let i = 0; i < ages.length; i++) this.#ages.add(ages[i]);
    this.#wrong += wrong;
    if (control === null) return;
    this.#stale += control.stale;
    this.#shuffled += control.wrong;
  }

  figures(): BlameFigures {
    return {
      wrong: this.#wrong,
      stale: this.#wrong === 0 ? null : this.#ages.size / this.#wrong,
      control: this.#shuffled === 0 ? null : this.#stale / this.#shuffled,
      ages: histogram(this.#ages, 1),
      lags: histogram(this.#lags, 0),
      fallbacks: this.#fallbacks,
    };
  }
}
