import type { SectionReading } from '../../core/languages/sections.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { type MavView, mavView } from '../../core/mav/view.ts';

/** The part of a section that places depend on. */
interface SectionExtent {
  readonly length: number;
  readonly reading: { readonly counts: boolean } | undefined;
}

/**
 * Places of sections: the offset of each, and the number of games or records before it. Places are computed on request;
 * a change in the middle shifts those after it by the same amount, without reading the sections again.
 */
export class Places {
  /** The sections; a caller that changes them calls `moved`. */
  readonly #sections: readonly SectionExtent[];
  /** Offsets, valid below `#placed`. */
  #offsets = new Float64Array(16);
  #games = new Float64Array(16);
  #placed = 0;

  constructor(sections: readonly SectionExtent[]) {
    this.#sections = sections;
  }

  offsetOf(index: number): number {
    this.#place(index + 1);
    return this.#offsets[index] ?? 0;
  }

  /** Returns the number of games or records before a section. */
  gameOf(index: number): number {
    this.#place(index + 1);
    return this.#games[index] ?? 0;
  }

  /** Returns the index of the last section that starts at or before an offset; 0 if there is none. */
  indexAt(offset: number): number {
    this.#place(this.#sections.length);
    return this.#lastUpTo(this.#offsets, offset);
  }

  /** Returns the index of the last section with at most `game` games before it; 0 if there is none. */
  indexOfGame(game: number): number {
    this.#place(this.#sections.length);
    return this.#lastUpTo(this.#games, game);
  }

  /** Updates the places after the sections from `first` to `oldEnd` were replaced by those from `first` to `end`. */
  moved(first: number, oldEnd: number, end: number): void {
    if (this.#placed <= oldEnd) {
      this.#placed = Math.min(this.#placed, first);
      return;
    }
    const placed = end + this.#placed - oldEnd;
    this.#grow(placed);
    const before = [this.#offsets[first] ?? 0, this.#games[first] ?? 0] as const;
    this.#offsets.copyWithin(end, oldEnd, this.#placed);
    this.#games.copyWithin(end, oldEnd, this.#placed);
    const [offset, game] = this.#fill(first, end, ...before);
    this.#placed = placed;
    shift(this.#offsets, end, placed, offset - (this.#offsets[end] ?? 0));
    shift(this.#games, end, placed, game - (this.#games[end] ?? 0));
  }

  #lastUpTo(values: Float64Array, most: number): number {
    let low = 0;
    let high = Math.max(0, this.#sections.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((values[middle] ?? 0) <= most) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Updates the places of the sections below `count`. */
  #place(count: number): void {
    if (this.#placed >= count) return;
    this.#grow(count);
    const last = this.#placed - 1;
    const before = this.#sections[last];
    const offset = before === undefined ? 0 : (this.#offsets[last] ?? 0) + before.length;
    const game = before === undefined ? 0 : (this.#games[last] ?? 0) + countOf(before);
    this.#fill(this.#placed, count, offset, game);
    this.#placed = count;
  }

  /** Places the sections from `first` to `end`; returns the place after them. */
  #fill(first: number, end: number, from: number, before: number): readonly [offset: number, game: number] {
    let offset = from;
    let game = before;
    for (let i = first; i < end; i++) {
      this.#offsets[i] = offset;
      this.#games[i] = game;
      const section = this.#sections[i];
      if (section === undefined) continue;
      offset += section.length;
      game += countOf(section);
    }
    return [offset, game];
  }

  /** Makes room for `count` places. */
  #grow(count: number): void {
    if (this.#offsets.length >= count) return;
    this.#offsets = grown(this.#offsets, count);
    this.#games = grown(this.#games, count);
  }
}

/** Returns the number of games or records of a section: 1 or 0. */
const countOf = ({ reading }: SectionExtent): number => (reading?.counts === true ? 1 : 0);

/** Adds `by` to the values from `start` to `end`. */
function shift(values: Float64Array, start: number, end: number, by: number): void {
  if (by !== 0) for (let i = start; i < end; i++) values[i] = (values[i] ?? 0) + by;
}

function grown(values: Float64Array, count: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * count);
  larger.set(values);
  return larger;
}

/** Maximum UTF-16 code units of the sections whose views a document keeps: about 60 MB of memory. */
const MAX_KEPT = 2_000_000;

/**
 * Cache of the parsed content of MAV sections. Above the limit, the least recently used are dropped, and parsed again
 * on request.
 */
export class ViewCache {
  /** Readings, the least recently used first. */
  readonly #readings = new Set<SectionReading>();
  readonly #most: number;
  #length = 0;

  /** @param most maximum UTF-16 code units of the sections that are kept */
  constructor(most = MAX_KEPT) {
    this.#most = most;
  }

  /**
   * Returns the parsed content of a section, in the dialect that it was read in.
   *
   * @param text returns its text if it must be read again
   */
  view(reading: SectionReading, text: () => string, dialect: MavDialect): MavView {
    reading.view ??= mavView(text(), undefined, dialect);
    this.used(reading);
    return reading.view;
  }

  /** Marks a section as used after it was read, or its view requested. */
  used(reading: SectionReading): void {
    if (reading.view === undefined) return;
    if (!this.#readings.delete(reading)) this.#length += reading.length;
    this.#readings.add(reading);
    for (const oldest of this.#readings) {
      if (this.#length <= this.#most || oldest === reading) break;
      oldest.view = undefined;
      this.forget(oldest);
    }
  }

  /** Drops a section that no longer exists. */
  forget(reading: SectionReading): void {
    if (this.#readings.delete(reading)) this.#length -= reading.length;
  }
}
