import { NotLearned } from '../../compute/worlds/learned-world.ts';
import type { Range, TextSource } from '../../core/base/text/range.ts';
import type { LanguageKit } from '../../core/languages/kit.ts';
import { sectionPredictions, sectionReader } from '../../core/languages/section-readers.ts';
import type { LocalPrediction, LongReading, SectionReader, SectionReading } from '../../core/languages/sections.ts';
import { type MavDialect, PUBLISHED_DIALECT, readsAlike } from '../../core/mav/syntax.ts';
import { type MavView, mavView } from '../../core/mav/view.ts';
import type { Diagnostic } from '../../core/notation/diagnostic.ts';
import type { WorldFiles, WorldReader } from '../../core/notation/walk/walk-world.ts';
import { Places, ViewCache } from './section-places.ts';

/** A span of the document: a section that was read, or text to be read. */
export interface Section {
  readonly length: number;
  /** Undefined for text to be read. Such a span can contain many sections, and one of them can end after it. */
  readonly reading: SectionReading | undefined;
  readonly predictions: readonly LocalPrediction[];
  /** Undefined while unchecked. Offsets and game count from the section's start. */
  found: readonly Diagnostic[] | undefined;
  /**
   * True while the pool checks it and will set `found`, or while the program of its walk is asked and it is then read
   * again.
   */
  isInPool: boolean;
  /** For an unread span: length of the longest section known in it before an edit, 0 for none. */
  readonly longest: number;
}

/** A section with its position in the document. */
export interface SectionLocation {
  readonly section: Section;
  readonly index: number;
  readonly offset: number;
  /** Number of games or records before it; its own index if it counts as one. */
  readonly game: number;
}

/** Minimum UTF-16 code units of a section that is read in steps, if its language can. */
const SHORT = 1 << 17;

const unread = (length: number, longest = 0): Section => ({
  length,
  reading: undefined,
  predictions: [],
  found: undefined,
  isInPool: false,
  longest,
});

/** Returns the answer of a program; undefined if it must be asked first. */
export function ifLearned<Answer>(read: () => Answer): Answer | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotLearned) return undefined;
    throw error;
  }
}

/** The section outside the document. */
const NO_SECTION: Section = unread(0);

/**
 * A document as sections that tile it, updated with its edits. A section's content counts from its own start, so an
 * edit in one leaves the others as they are; places are prefix sums. An edit marks the section that it touches and its
 * neighbors as unread; reading continues from there, section by section, until it reaches the start of an existing
 * section. Each step is short: the caller decides how many to take at a time.
 */
export class Sections {
  /** Undefined for a document without sections. */
  readonly #kit: LanguageKit | undefined;
  readonly #readWorld: WorldReader | undefined;
  readonly #sections: Section[] = [];
  readonly #places = new Places(this.#sections);
  /** A long section that is being read. */
  #long: LongReading | undefined;
  /** Index below which no section is unread. */
  #firstUnread = 0;
  /** Number of unread sections. */
  #unread = 0;
  /**
   * Index below which no section is unchecked; none is from `#uncheckedEnd` on either: a keystroke examines no others.
   */
  #firstUnchecked = 0;
  #uncheckedEnd = 0;
  readonly #views = new ViewCache();
  /** Sections whose walks run through a program that has not answered all about them. */
  readonly #asking = new Set<Section>();
  /** Dialect in which MAV sections are read. */
  #dialect = PUBLISHED_DIALECT;

  /** @param readWorld reads the files of worlds that walks name */
  constructor(kit: LanguageKit | undefined, length: number, readWorld?: WorldReader) {
    this.#kit = kit;
    this.#readWorld = readWorld;
    if (kit !== undefined && length > 0) this.#replace(0, -1, [unread(length)]);
  }

  get count(): number {
    return this.#sections.length;
  }

  /** Sections in order. */
  get list(): readonly Section[] {
    return this.#sections;
  }

  /** Applies an edit that replaced `[start, end)` by `added` characters. */
  edit({ start, end }: Range, added: number): void {
    this.#long = undefined;
    if (this.#sections.length === 0) {
      if (added > 0) this.#replace(0, -1, [unread(added)]);
      return;
    }
    // The end of a section can depend on the first words after it; hence the sections before.
    const lookahead = this.#kit?.sections.lookahead ?? 0;
    let first = Math.max(0, this.indexAt(start) - 1);
    while (first > 0 && start - this.#places.offsetOf(first) < lookahead) first--;
    const last = this.indexAt(end);
    const from = this.#places.offsetOf(first);
    const to = this.#places.offsetOf(last) + this.#section(last).length;
    const length = to - from - (end - start) + added;
    let longest = 0;
    for (let i = first; i <= last; i++) {
      const section = this.#section(i);
      longest = Math.max(longest, section.reading === undefined ? section.longest : section.length);
    }
    this.#replace(first, last, length > 0 ? [unread(length, longest)] : []);
    // Text at the very start is read as the first section.
    if (length <= 0 && first === 0 && this.#sections.length > 0) this.#replace(0, 0, [unread(this.#section(0).length)]);
  }

  /** Sets the MAV dialect; sections that read differently in it are read again. */
  readIn(dialect: MavDialect, length: number): void {
    const isOther = this.#kit?.sections.hasDialects === true && !readsAlike(this.#dialect, dialect);
    this.#dialect = dialect;
    if (isOther && length > 0) this.edit({ start: 0, end: length }, length);
  }

  /** True if nothing is left to read. */
  get isRead(): boolean {
    return this.#nextUnread() < 0;
  }

  /** Returns true if all is read up to the end of the section at an offset: its neighbors can no longer change it. */
  isReadTo(offset: number): boolean {
    const index = this.#nextUnread();
    return index < 0 || offset < this.#places.offsetOf(index);
  }

  /** Approximate length of the section that `readNext` reads after an edit; 0 if unknown. */
  get unreadLength(): number {
    const index = this.#nextUnread();
    return index < 0 ? 0 : this.#section(index).longest;
  }

  /** Reads the first unread section, or a part of a long one. False if there is none. */
  readNext(text: TextSource): boolean {
    const index = this.#nextUnread();
    const kit = this.#kit;
    if (index < 0 || kit === undefined) return false;
    const from = this.#places.offsetOf(index);
    const reader = sectionReader(kit, from === 0);
    const isLong = reader.long !== undefined && (this.#long?.from === from || this.#section(index).longest > SHORT);
    const read = isLong ? undefined : this.#readShort(text, from, reader);
    if (read !== undefined) {
      const worlds = this.worldsOf(read.text);
      const predictions = ifLearned(() => sectionPredictions(kit, read.text, read.reading, worlds));
      const section = this.#take(index, read.reading, predictions ?? []);
      if (predictions === undefined) this.ask(section);
      return true;
    }
    if (this.#long?.from !== from) this.#long = reader.long?.(text, from);
    const long = this.#long?.step();
    if (long === undefined) return true;
    this.#long = undefined;
    this.#take(index, long.reading, sectionPredictions(kit, long.text, long.reading));
    return true;
  }

  /** Reads a section in one step; undefined for one that is read in several. */
  #readShort(
    text: TextSource,
    from: number,
    reader: SectionReader,
  ): { readonly reading: SectionReading; readonly text: string } | undefined {
    for (let length = reader.window; reader.long === undefined || length <= SHORT; length *= 4) {
      const window = text.slice(from, from + length);
      const reading = reader.read(window, from + length >= text.length, this.#dialect);
      if (reading !== undefined) return { reading, text: window.slice(0, reading.length) };
    }
    return undefined;
  }

  /** Inserts a section that was read. */
  #take(index: number, reading: SectionReading, predictions: readonly LocalPrediction[]): Section {
    const section: Section = {
      length: reading.length,
      reading,
      predictions,
      found: undefined,
      isInPool: false,
      longest: 0,
    };
    // The sections that it absorbs; the rest of the last one is unread.
    let last = index;
    let taken = this.#section(index).length;
    while (taken < reading.length) taken += this.#section(++last).length;
    const rest = taken - reading.length;
    this.#replace(index, last, rest > 0 ? [section, unread(rest)] : [section]);
    this.#views.used(reading);
    this.#firstUnread = index + 1;
    return section;
  }

  /** True while a program must be asked about a section. */
  get isAsking(): boolean {
    return this.#asking.size > 0;
  }

  /** Returns true if the program of a section must be asked. */
  asks(section: Section): boolean {
    return this.#asking.has(section);
  }

  /** Marks a section as one whose program must be asked. */
  ask(section: Section): void {
    this.#asking.add(section);
  }

  /** Marks a section to be read again, with the answers of its program; false if it no longer exists. */
  readAgain(section: Section): boolean {
    const index = this.#sections.indexOf(section);
    if (index < 0) return false;
    this.#replace(index, index, [unread(section.length)]);
    return true;
  }

  /** Returns a section that is read and unchecked: one in `preferred` if there is one, otherwise the first. */
  nextUnchecked(preferred?: Range): SectionLocation | undefined {
    if (preferred !== undefined && this.#sections.length > 0) {
      const last = this.indexAt(preferred.end);
      for (let i = this.indexAt(preferred.start); i <= last; i++) if (this.#isUnchecked(i)) return this.at(i);
    }
    while (this.#firstUnchecked < this.#uncheckedEnd) {
      if (this.#isUnchecked(this.#firstUnchecked)) return this.at(this.#firstUnchecked);
      if (this.#section(this.#firstUnchecked).reading === undefined) return undefined;
      this.#firstUnchecked++;
    }
    this.#uncheckedEnd = 0;
    return undefined;
  }

  /** Marks all sections as unchecked. */
  forgetFindings(): void {
    for (const section of this.#sections) {
      section.found = undefined;
      section.isInPool = false;
    }
    this.#firstUnchecked = 0;
    this.#uncheckedEnd = this.#sections.length;
  }

  /** Returns true if all sections of a span are read and checked. */
  isChecked({ start, end }: Range): boolean {
    if (this.#sections.length === 0) return true;
    const last = this.indexAt(end);
    for (let i = this.indexAt(start); i <= last; i++) if (this.#section(i).found === undefined) return false;
    return true;
  }

  /**
   * Returns the files of worlds and the programs that the walks of a text name; undefined for none, and in other
   * languages.
   */
  worldsOf(text: string): WorldFiles | undefined {
    return this.#kit?.worldsOf?.(text, this.#readWorld);
  }

  /** Returns the section at an index. */
  at(index: number): SectionLocation {
    return {
      section: this.#section(index),
      index,
      offset: this.#places.offsetOf(index),
      game: this.#places.gameOf(index),
    };
  }

  /** Returns the index of the section at an offset; the last for the end of the text, 0 if there is none. */
  indexAt(offset: number): number {
    return this.#places.indexAt(offset);
  }

  /** Returns the index of a game's section; -1 if there is no such game. */
  indexOfGame(game: number): number {
    let low = this.#places.indexOfGame(game);
    // A section that counts nothing shares its number with the next game.
    while (low > 0 && this.#sections[low]?.reading?.counts !== true && this.#places.gameOf(low) === game) low--;
    const found = this.#section(low);
    return found.reading?.counts === true && this.#places.gameOf(low) === game ? low : -1;
  }

  /** Returns the parsed content of a MAV section, kept while it is in use. */
  view({ section: { reading, length }, offset }: SectionLocation, text: TextSource): MavView {
    const own = (): string => text.slice(offset, offset + length);
    return reading === undefined
      ? mavView(own(), undefined, this.#dialect)
      : this.#views.view(reading, own, this.#dialect);
  }

  /** Replaces the sections from `first` to `last` by others, which are unread or unchecked. */
  #replace(first: number, last: number, sections: readonly Section[]): void {
    const old = this.#sections.splice(first, last - first + 1, ...sections);
    for (const { reading } of old) {
      if (reading === undefined) this.#unread--;
      else this.#views.forget(reading);
    }
    if (this.#asking.size > 0) for (const section of old) this.#asking.delete(section);
    for (const { reading } of sections) if (reading === undefined) this.#unread++;
    const end = first + sections.length;
    this.#places.moved(first, last + 1, end);
    const uncheckedEnd = this.#uncheckedEnd > last ? this.#uncheckedEnd + end - last - 1 : 0;
    this.#uncheckedEnd = Math.max(uncheckedEnd, end);
    this.#firstUnread = Math.min(this.#firstUnread, first);
    this.#firstUnchecked = Math.min(this.#firstUnchecked, first);
  }

  #section(index: number): Section {
    return this.#sections[index] ?? NO_SECTION;
  }

  #isUnchecked(index: number): boolean {
    const { reading, found, isInPool } = this.#section(index);
    return reading !== undefined && found === undefined && !isInPool;
  }

  #nextUnread(): number {
    if (this.#unread === 0) return -1;
    while (this.#firstUnread < this.#sections.length) {
      if (this.#section(this.#firstUnread).reading === undefined) return this.#firstUnread;
      this.#firstUnread++;
    }
    return -1;
  }
}
