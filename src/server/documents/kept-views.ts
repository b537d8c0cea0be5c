import type { Reading } from '../../core/languages/sections.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { type MavView, mavView } from '../../core/mav/view.ts';

/** Code units of the sections whose views a document keeps: some 60 MB of memory. */
const MAX_KEPT = 2_000_000;

/** Keeps the parsed content of MAV sections. Above the limit the least recently used are dropped, and parsed again on request. */
export class KeptViews {
  /** The least recently used first. */
  readonly #readings = new Set<Reading>();
  readonly #most: number;
  #length = 0;

  /** @param most code units of the sections that are kept */
  constructor(most = MAX_KEPT) {
    this.#most = most;
  }

  /**
   * The parsed content of a section, in the dialect that it was read in.
   *
   * @param text gives its text when it must be read again
   */
  view(reading: Reading, text: () => string, dialect: MavDialect): MavView {
    reading.view ??= mavView(text(), undefined, dialect);
    this.used(reading);
    return reading.view;
  }

  /** A section was read, or its view asked for. */
  used(reading: Reading): void {
    if (reading.view === undefined) return;
    if (!this.#readings.delete(reading)) this.#length += reading.length;
    this.#readings.add(reading);
    for (const oldest of this.#readings) {
      if (this.#length <= this.#most || oldest === reading) break;
      oldest.view = undefined;
      this.forget(oldest);
    }
  }

  /** A section is no more. */
  forget(reading: Reading): void {
    if (this.#readings.delete(reading)) this.#length -= reading.length;
  }
}
