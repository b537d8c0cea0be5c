import type { Range } from '../../core/base/text/range.ts';
import type { TextSource } from '../../core/base/text/text-source.ts';
import { type MavDialect, PUBLISHED_DIALECT, readsAlike } from '../../core/mav/syntax.ts';
import { type MavView, mavView } from '../../core/mav/view.ts';
import type { Diagnostic } from '../../core/notation/diagnostics/diagnostic.ts';
import type { Language } from '../../core/notation/language.ts';
import { isGame } from '../../core/notation/pgn/document.ts';
import { KeptViews } from './kept-views.ts';
import { LongRead } from './long-read.ts';
import { type LocalPrediction, type Reading, type SectionReader, sectionReader } from './section-reader.ts';

/** A span of the document: a section that was read, or text that is still to be read. */
export interface Section {
  readonly length: number;
  /** Undefined: to be read. Such a span may hold many sections, and one of them may end behind it. */
  readonly reading: Reading | undefined;
  readonly predictions: readonly LocalPrediction[];
  /** Undefined while it is not checked. Offsets and game count from the section's start. */
  found: readonly Diagnostic[] | undefined;
  /** The pool checks it and will set `found`. */
  isInPool: boolean;
  /** For an unread span: the length of the longest section known there before an edit, 0 if none was. */
  readonly longest: number;
}

/** Where a section stands. */
export interface PlacedSection {
  readonly section: Section;
  readonly index: number;
  readonly offset: number;
  /** Games or records before it, which is its own index when it counts. */
  readonly game: number;
}

/** A game that is not over after so many code units is read in steps. */
const SHORT = 1 << 17;

const unread = (length: number, longest = 0): Section => ({
  length,
  reading: undefined,
  predictions: [],
  found: undefined,
  isInPool: false,
  longest,
});

/** Stands for a section outside of the document. */
const NO_SECTION: Section = unread(0);

/**
 * A document as sections that tile it, kept up to date with its edits. A section's content counts from its own start, so
 * an edit in one leaves the others as they are; places are prefix sums. An edit marks the section that it touches and its
 * neighbors as unread; reading goes on from there, section by section, until it meets the start of one that is still there
 * (pgn-fen.md, "Big files"). Each step is short: the caller decides how many to take at a time.
 */
export class Sections {
  readonly #language: Language;
  #sections: Section[];
  /** A long game that is being read. */
  #long: LongRead | undefined;
  /** No section before this one is unread. */
  #firstUnread = 0;
  /** No section before this one is unchecked. */
  #firstUnchecked = 0;
  /** Offset and game of each section, valid below `#placed`. */
  #offsets = new Float64Array(16);
  #games = new Float64Array(16);
  readonly #views = new KeptViews();
  /** The dialect that MAV sections are read in. */
  #dialect = PUBLISHED_DIALECT;
  #placed = 0;

  constructor(language: Language, length: number) {
    this.#language = language;
    this.#sections = length > 0 ? [unread(length)] : [];
  }

  get count(): number {
    return this.#sections.length;
  }

  /** The sections in order. */
  get list(): readonly Section[] {
    return this.#sections;
  }

  /** Follows an edit that replaced `[start, end)` by `added` characters. */
  edit({ start, end }: Range, added: number): void {
    this.#long = undefined;
    if (this.#sections.length === 0) {
      if (added > 0) this.#sections.push(unread(added));
      this.#touch(0);
      return;
    }
    // The end of a section may depend on the first words behind it; hence the sections before.
    const { lookahead } = sectionReader(this.#language);
    let first = Math.max(0, this.indexAt(start) - 1);
    while (first > 0 && start - this.#offsetOf(first) < lookahead) first--;
    const last = this.indexAt(end);
    const from = this.#offsetOf(first);
    const to = this.#offsetOf(last) + this.#section(last).length;
    const length = to - from - (end - start) + added;
    let longest = 0;
    for (let i = first; i <= last; i++) {
      const section = this.#section(i);
      longest = Math.max(longest, section.reading === undefined ? section.longest : section.length);
    }
    this.#replace(first, last, length > 0 ? [unread(length, longest)] : []);
    // The text at the very start is read as the first section.
    if (length <= 0 && first === 0 && this.#sections.length > 0) this.#sections[0] = unread(this.#section(0).length);
    this.#touch(first);
  }

  /** From now on MAV is read in a dialect; what was read in one that reads otherwise is read again. */
  readIn(dialect: MavDialect, length: number): void {
    const isOther = this.#language === 'mav' && !readsAlike(this.#dialect, dialect);
    this.#dialect = dialect;
    if (isOther && length > 0) this.edit({ start: 0, end: length }, length);
  }

  /** True if nothing is left to be read. */
  get isRead(): boolean {
    return this.#nextUnread() < 0;
  }

  /** True if all is read up to the end of the section that an offset lies in: its neighbors cannot change it any more. */
  isReadTo(offset: number): boolean {
    const index = this.#nextUnread();
    return index < 0 || offset < this.#offsetOf(index);
  }

  /** The approximate length of the section that `readNext` reads after an edit; 0 when unknown. */
  get unreadLength(): number {
    const index = this.#nextUnread();
    return index < 0 ? 0 : this.#section(index).longest;
  }

  /** Reads the first section that is unread, or a part of it when it is long. False when none is. */
  readNext(text: TextSource): boolean {
    const index = this.#nextUnread();
    if (index < 0) return false;
    const from = this.#offsetOf(index);
    const reader = sectionReader(this.#language, from === 0);
    const isLong = this.#language === 'pgn' && (this.#long?.from === from || this.#section(index).longest > SHORT);
    const read = isLong ? undefined : this.#readShort(text, from, reader);
    if (read !== undefined) {
      this.#take(index, read.reading, reader.predictions(read.text, read.reading));
      return true;
    }
    if (this.#long?.from !== from) this.#long = new LongRead(text, from);
    const long = this.#long.step();
    if (long === undefined) return true;
    this.#long = undefined;
    const { chunk, text: own } = long;
    const reading: Reading = { length: chunk.length, counts: isGame(chunk), chunk };
    this.#take(index, reading, reader.predictions(own, reading));
    return true;
  }

  /** Reads a section in one go; undefined for a game that is too long for that. */
  #readShort(
    text: TextSource,
    from: number,
    reader: SectionReader,
  ): { readonly reading: Reading; readonly text: string } | undefined {
    for (let length = reader.window; this.#language !== 'pgn' || length <= SHORT; length *= 4) {
      const window = text.slice(from, from + length);
      const reading = reader.read(window, from + length >= text.length, this.#dialect);
      if (reading !== undefined) return { reading, text: window.slice(0, reading.length) };
    }
    return undefined;
  }

  /** Puts a section that was read into its place. */
  #take(index: number, reading: Reading, predictions: readonly LocalPrediction[]): void {
    const section: Section = {
      length: reading.length,
      reading,
      predictions,
      found: undefined,
      isInPool: false,
      longest: 0,
    };
    // The sections that it takes up; what it leaves of the last is unread.
    let last = index;
    let taken = this.#section(index).length;
    while (taken < reading.length) taken += this.#section(++last).length;
    const rest = taken - reading.length;
    if (rest === 0 && last === index) this.#sections[index] = section;
    else this.#replace(index, last, rest > 0 ? [section, unread(rest)] : [section]);
    this.#views.used(reading);
    this.#placed = Math.min(this.#placed, index + 1);
    this.#firstUnread = index + 1;
    this.#firstUnchecked = Math.min(this.#firstUnchecked, index);
  }

  /** A section that was read and is not checked: one in `preferred` if there is one, else the first. */
  nextUnchecked(preferred?: Range): PlacedSection | undefined {
    if (preferred !== undefined && this.#sections.length > 0) {
      const last = this.indexAt(preferred.end);
      for (let i = this.indexAt(preferred.start); i <= last; i++) if (this.#isUnchecked(i)) return this.at(i);
    }
    while (this.#firstUnchecked < this.#sections.length) {
      if (this.#isUnchecked(this.#firstUnchecked)) return this.at(this.#firstUnchecked);
      if (this.#section(this.#firstUnchecked).reading === undefined) break;
      this.#firstUnchecked++;
    }
    return undefined;
  }

  /** All sections are to be checked again. */
  forgetFindings(): void {
    for (const section of this.#sections) section.found = undefined;
    this.#firstUnchecked = 0;
  }

  /** True if all sections of a span are read and checked. */
  isChecked({ start, end }: Range): boolean {
    if (this.#sections.length === 0) return true;
    const last = this.indexAt(end);
    for (let i = this.indexAt(start); i <= last; i++) if (this.#section(i).found === undefined) return false;
    return true;
  }

  /** The section at an index. */
  at(index: number): PlacedSection {
    return { section: this.#section(index), index, offset: this.#offsetOf(index), game: this.#games[index] ?? 0 };
  }

  /** Index of the section that an offset lies in; the last for the end of the text, 0 when there is none. */
  indexAt(offset: number): number {
    this.#place(this.#sections.length);
    let low = 0;
    let high = Math.max(0, this.#sections.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#offsets[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Index of a game's section; -1 when there is no such game. */
  indexOfGame(game: number): number {
    this.#place(this.#sections.length);
    let low = 0;
    let high = this.#sections.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#games[middle] ?? 0) <= game) low = middle;
      else high = middle - 1;
    }
    // Sections that count nothing share their number with the game behind them.
    while (low > 0 && this.#sections[low]?.reading?.counts !== true && this.#games[low] === game) low--;
    const found = this.#section(low);
    return found.reading?.counts === true && this.#games[low] === game ? low : -1;
  }

  /** The parsed content of a MAV section, kept while it is in use. */
  view({ section: { reading, length }, offset }: PlacedSection, text: TextSource): MavView {
    const own = (): string => text.slice(offset, offset + length);
    return reading === undefined
      ? mavView(own(), undefined, this.#dialect)
      : this.#views.view(reading, own, this.#dialect);
  }

  /** Puts others in the place of the sections from `first` to `last`. */
  #replace(first: number, last: number, sections: readonly Section[]): void {
    const old = this.#sections.splice(first, last - first + 1, ...sections);
    for (const { reading } of old) if (reading !== undefined) this.#views.forget(reading);
  }

  #section(index: number): Section {
    return this.#sections[index] ?? NO_SECTION;
  }

  #isUnchecked(index: number): boolean {
    const { reading, found, isInPool } = this.#section(index);
    return reading !== undefined && found === undefined && !isInPool;
  }

  #nextUnread(): number {
    while (this.#firstUnread < this.#sections.length) {
      if (this.#section(this.#firstUnread).reading === undefined) return this.#firstUnread;
      this.#firstUnread++;
    }
    return -1;
  }

  /** Sections from `index` on have changed. */
  #touch(index: number): void {
    this.#placed = Math.min(this.#placed, index);
    this.#firstUnread = Math.min(this.#firstUnread, index);
    this.#firstUnchecked = Math.min(this.#firstUnchecked, index);
  }

  #offsetOf(index: number): number {
    this.#place(index + 1);
    return this.#offsets[index] ?? 0;
  }

  /** Brings the prefix sums up to date for sections below `count`. */
  #place(count: number): void {
    if (this.#placed >= count) return;
    if (this.#offsets.length < count) {
      this.#offsets = grown(this.#offsets, count);
      this.#games = grown(this.#games, count);
    }
    const last = this.#placed - 1;
    const before = this.#sections[last];
    let offset = before === undefined ? 0 : (this.#offsets[last] ?? 0) + before.length;
    let game = before === undefined ? 0 : (this.#games[last] ?? 0) + countOf(before);
    for (let i = this.#placed; i < count; i++) {
      this.#offsets[i] = offset;
      this.#games[i] = game;
      const section = this.#section(i);
      offset += section.length;
      game += countOf(section);
    }
    this.#placed = count;
  }
}

/** Games or records of a section: 1 or 0. */
const countOf = ({ reading }: Section): number => (reading?.counts === true ? 1 : 0);

function grown(values: Float64Array, count: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * count);
  larger.set(values);
  return larger;
}
