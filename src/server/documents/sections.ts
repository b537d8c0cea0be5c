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

/** A span of the document: a section that was read, or text that is still to be read. */
export interface Section {
  readonly length: number;
  /** Undefined: to be read. Such a span may hold many sections, and one of them may end behind it. */
  readonly reading: SectionReading | undefined;
  readonly predictions: readonly LocalPrediction[];
  /** Undefined while it is not checked. Offsets and game count from the section's start. */
  found: readonly Diagnostic[] | undefined;
  /** It is checked elsewhere: the pool will set `found`, or the program of its walk is asked and it is read again. */
  isInPool: boolean;
  /** For an unread span: the length of the longest section known there before an edit, 0 if none was. */
  readonly longest: number;
}

/** Where a section stands. */
export interface SectionLocation {
  readonly section: Section;
  readonly index: number;
  readonly offset: number;
  /** Games or records before it, which is its own index when it counts. */
  readonly game: number;
}

/** A section that does not end within so many code units is read in steps, where its language can. */
const SHORT = 1 << 17;

const unread = (length: number, longest = 0): Section => ({
  length,
  reading: undefined,
  predictions: [],
  found: undefined,
  isInPool: false,
  longest,
});

/** What a program answers; undefined where it has to be asked first. */
export function ifLearned<Answer>(read: () => Answer): Answer | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotLearned) return undefined;
    throw error;
  }
}

/** Stands for a section outside of the document. */
const NO_SECTION: Section = unread(0);

/**
 * A document as sections that tile it, kept up to date with its edits. A section's content counts from its own start, so
 * an edit in one leaves the others as they are; places are prefix sums. An edit marks the section that it touches and its
 * neighbors as unread; reading goes on from there, section by section, until it meets the start of one that is still
 * there. Each step is short: the caller decides how many to take at a time.
 */
export class Sections {
  /** Undefined for a document without sections. */
  readonly #kit: LanguageKit | undefined;
  readonly #readWorld: WorldReader | undefined;
  readonly #sections: Section[] = [];
  readonly #places = new Places(this.#sections);
  /** A long section that is being read. */
  #long: LongReading | undefined;
  /** No section before this one is unread. */
  #firstUnread = 0;
  /** How many sections are unread. */
  #unread = 0;
  /** No section before this one is unchecked, and none from `#uncheckedEnd` on: a keystroke looks at no others. */
  #firstUnchecked = 0;
  #uncheckedEnd = 0;
  readonly #views = new ViewCache();
  /** Sections whose walks go through a program that has not said all about them. */
  readonly #asking = new Set<Section>();
  /** The dialect that MAV sections are read in. */
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

  /** The sections in order. */
  get list(): readonly Section[] {
    return this.#sections;
  }

  /** Follows an edit that replaced `[start, end)` by `added` characters. */
  edit({ start, end }: Range, added: number): void {
    this.#long = undefined;
    if (this.#sections.length === 0) {
      if (added > 0) this.#replace(0, -1, [unread(added)]);
      return;
    }
    // The end of a section may depend on the first words behind it; hence the sections before.
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
    // The text at the very start is read as the first section.
    if (length <= 0 && first === 0 && this.#sections.length > 0) this.#replace(0, 0, [unread(this.#section(0).length)]);
  }

  /** From now on MAV is read in a dialect; what was read in one that reads otherwise is read again. */
  readIn(dialect: MavDialect, length: number): void {
    const isOther = this.#kit?.sections.hasDialects === true && !readsAlike(this.#dialect, dialect);
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
    return index < 0 || offset < this.#places.offsetOf(index);
  }

  /** The approximate length of the section that `readNext` reads after an edit; 0 when unknown. */
  get unreadLength(): number {
    const index = this.#nextUnread();
    return index < 0 ? 0 : this.#section(index).longest;
  }

  /** Reads the first section that is unread, or a part of it when it is long. False when none is. */
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

  /** Reads a section in one go; undefined for one that is read in steps. */
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

  /** Puts a section that was read into its place. */
  #take(index: number, reading: SectionReading, predictions: readonly LocalPrediction[]): Section {
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
    this.#replace(index, last, rest > 0 ? [section, unread(rest)] : [section]);
    this.#views.used(reading);
    this.#firstUnread = index + 1;
    return section;
  }

  /** True while a program has to be asked about a section. */
  get isAsking(): boolean {
    return this.#asking.size > 0;
  }

  /** True if its program has to be asked about a section. */
  asks(section: Section): boolean {
    return this.#asking.has(section);
  }

  /** The program of a section has to be asked. */
  ask(section: Section): void {
    this.#asking.add(section);
  }

  /** A section is to be read again, with what its program has said; false if it is not there any more. */
  readAgain(section: Section): boolean {
    const index = this.#sections.indexOf(section);
    if (index < 0) return false;
    this.#replace(index, index, [unread(section.length)]);
    return true;
  }

  /** A section that was read and is not checked: one in `preferred` if there is one, else the first. */
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

  /** All sections are to be checked again. */
  forgetFindings(): void {
    for (const section of this.#sections) {
      section.found = undefined;
      section.isInPool = false;
    }
    this.#firstUnchecked = 0;
    this.#uncheckedEnd = this.#sections.length;
  }

  /** True if all sections of a span are read and checked. */
  isChecked({ start, end }: Range): boolean {
    if (this.#sections.length === 0) return true;
    const last = this.indexAt(end);
    for (let i = this.indexAt(start); i <= last; i++) if (this.#section(i).found === undefined) return false;
    return true;
  }

  /** The files of worlds and the programs that the walks of a text name; undefined for none, and in other languages. */
  worldsOf(text: string): WorldFiles | undefined {
    return this.#kit?.worldsOf?.(text, this.#readWorld);
  }

  /** The section at an index. */
  at(index: number): SectionLocation {
    return {
      section: this.#section(index),
      index,
      offset: this.#places.offsetOf(index),
      game: this.#places.gameOf(index),
    };
  }

  /** Index of the section that an offset lies in; the last for the end of the text, 0 when there is none. */
  indexAt(offset: number): number {
    return this.#places.indexAt(offset);
  }

  /** Index of a game's section; -1 when there is no such game. */
  indexOfGame(game: number): number {
    let low = this.#places.indexOfGame(game);
    // Sections that count nothing share their number with the game behind them.
    while (low > 0 && this.#sections[low]?.reading?.counts !== true && this.#places.gameOf(low) === game) low--;
    const found = this.#section(low);
    return found.reading?.counts === true && this.#places.gameOf(low) === game ? low : -1;
  }

  /** The parsed content of a MAV section, kept while it is in use. */
  view({ section: { reading, length }, offset }: SectionLocation, text: TextSource): MavView {
    const own = (): string => text.slice(offset, offset + length);
    return reading === undefined
      ? mavView(own(), undefined, this.#dialect)
      : this.#views.view(reading, own, this.#dialect);
  }

  /** Puts others in the place of the sections from `first` to `last`; they are unread or unchecked. */
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
