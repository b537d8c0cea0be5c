import type { RunAttempt } from './run-schema.ts';

/**
 * The attempts of a run so far. Files that were joined by hand or half way hold lines twice: each attempt counts once, whatever adds
 * it up.
 */
export class AttemptBook {
  /** By key: the lines that were there, and the batch of the first one. */
  readonly #known = new Map<string, { isEnded: boolean; readonly batch: string | undefined }>();

  /** Returns the line with the batch that made its attempt, if one did; undefined for a line that was there before. */
  admit(attempt: RunAttempt): RunAttempt | undefined {
    const { id, number, started, reason, result } = attempt;
    const key = `${id} ${number} ${started}`;
    const known = this.#known.get(key);
    const isEnded = result !== undefined;
    if (known !== undefined && (known.isEnded || !isEnded)) return undefined;
    // files of older versions say it in the first line alone, and not which batch it was
    const batch = attempt.batch ?? known?.batch ?? (reason === 'batch' ? '' : undefined);
    if (known === undefined) this.#known.set(key, { isEnded, batch });
    else known.isEnded = true;
    return batch === attempt.batch || batch === undefined ? attempt : { ...attempt, batch };
  }
}
