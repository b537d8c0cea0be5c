import type { TextPosition } from '../../core/base/text/lines.ts';
import type { Range } from '../../core/base/text/range.ts';
import type { FilesBeside, LanguageKit } from '../../core/languages/kit.ts';
import { documentKit } from '../../core/languages/kits.ts';
import { checkSection } from '../../core/languages/section-readers.ts';
import type { CheckOptions, LocalPrediction } from '../../core/languages/sections.ts';
import type { DialectSource } from '../../core/languages/trace/section-trace.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import type { MavView } from '../../core/mav/view.ts';
import { type Diagnostic, sortDiagnostics } from '../../core/notation/diagnostic.ts';
import type { Language } from '../../core/notation/language.ts';
import type { LspRange } from '../../protocol/lsp.ts';
import { isPooled, sectionOptions } from './section-options.ts';
import { ifLearned, type Section, type SectionLocation, Sections } from './sections.ts';
import { type DocumentText, longLine, TextBuffer, type TextChange, type TooLong } from './text-buffer.ts';

/** A prediction with its location in the document. */
export interface DocumentPrediction {
  readonly prediction: LocalPrediction;
  /** Start of its section, which its offsets count from. */
  readonly offset: number;
  /** 0-based index of its game or record. */
  readonly game: number;
  /** Index among the predictions of its section. */
  readonly index: number;
}

/** UTF-16 code units that are searched for the first line. */
const FIRST_LINES = 4096;

/** Estimated UTF-16 code units on the screen when a document is opened. */
const FIRST_SCREEN = 4000;

/** Checks a section's text in the pool and sets its `found`. */
export type CheckInPool = (section: Section, text: string, language: Language, options: CheckOptions) => void;

/**
 * An open document: its text, and the sections read from it. Callers request each short step of reading and checking.
 */
export class ServerDocument {
  readonly uri: string;
  readonly languageId: string;
  /** Visible ranges, if the client states them. */
  visible: readonly LspRange[] | undefined;
  /** Reader of the files that the document names. */
  readonly beside: FilesBeside | undefined;
  #version: number;
  #buffer: TextBuffer;
  #kit: LanguageKit | undefined;
  #sections: Sections;
  /** Span of the edits since `forgetEdits`. */
  #edited: Range | undefined;
  /** Maximum length, in UTF-16 code units. */
  #limit: number;
  /** Dialect files that traces may be written in; undefined until a kit asks for them. */
  #dialects: readonly DialectSource[] | undefined;
  /** False for a text over the limit, or with a line that is too long. */
  #isKept = true;
  #tooLong: TooLong | undefined;
  readonly #closing = new AbortController();

  /**
   * @param limit maximum length in UTF-16 code units; a longer text is neither kept nor read
   * @param beside reads the files that the document names
   */
  constructor(
    uri: string,
    languageId: string,
    version: number,
    text: DocumentText,
    limit = Number.POSITIVE_INFINITY,
    beside?: FilesBeside,
  ) {
    this.uri = uri;
    this.beside = beside;
    this.languageId = languageId;
    this.#version = version;
    this.#limit = limit;
    const kept = this.#keep(text);
    this.#buffer = new TextBuffer(kept);
    this.#sections = new Sections(this.#kit, kept.length, this.beside?.world);
  }

  get version(): number {
    return this.#version;
  }

  /** The whole text, joined: `buffer` and `sectionText` return parts at less cost. */
  get text(): string {
    return this.#buffer.text;
  }

  /** Length in UTF-16 code units. */
  get length(): number {
    return this.#buffer.length;
  }

  /** Kit of the language; undefined for a document that the server does not read, or one that is too long. */
  get kit(): LanguageKit | undefined {
    return this.#kit;
  }

  /** The reason why a text is too long to be read; undefined for others. */
  get tooLong(): TooLong | undefined {
    return this.#tooLong;
  }

  /** Signal that aborts when the document is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Cancels the work for a document that the client has closed. */
  close(): void {
    this.#closing.abort();
  }

  get buffer(): TextBuffer {
    return this.#buffer;
  }

  get sections(): Sections {
    return this.#sections;
  }

  /** Applies changes from the client. */
  update(changes: readonly TextChange[], version: number): void {
    for (const { range, text } of changes) {
      if (range === undefined || range === null) this.#reset(text);
      else if (this.#isKept) this.#edit(range, text);
    }
    this.#version = version;
    if (!this.#isKept) return;
    // A file name without a known extension leaves it to the first line, which may have been written just now.
    const kit = this.#kitOf(this.#buffer.slice(0, FIRST_LINES));
    if (kit !== this.#kit) this.#reset(this.#buffer.text);
  }

  /** Changes the maximum length, in UTF-16 code units. A document that was too long stays so: its text was dropped. */
  limitTo(limit: number): void {
    this.#limit = limit;
    if (this.#isKept && this.#buffer.length > limit) this.#reset(this.#buffer.text);
  }

  /**
   * Takes one short step of reading or checking; false if nothing is left to do here.
   *
   * @param options options of the checks
   * @param checkInPool checks a section that is too large for a short step, if given
   */
  step(options: CheckOptions = {}, checkInPool?: CheckInPool): boolean {
    this.readIn(options.mavDialect);
    const urgent = this.#sections.nextUnchecked(this.#edited ?? this.#shownSpan()) ?? this.#justRead();
    if (urgent === undefined && this.#sections.readNext(this.#buffer)) return true;
    const next = urgent ?? this.#sections.nextUnchecked();
    const kit = this.#kit;
    if (next === undefined || kit === undefined) return false;
    const { section, offset } = next;
    const { reading } = section;
    if (reading === undefined) return false;
    const text = this.sectionText(next);
    const own = sectionOptions(this, text, options);
    const isLong = isPooled(kit, text, offset, own);
    if (!isLong && !this.#sections.asks(section)) {
      section.found = ifLearned(() => checkSection(kit, offset === 0, text, reading, own));
      if (section.found !== undefined) return true;
      this.#sections.ask(section);
    }
    if (checkInPool === undefined) {
      // this thread does not ask programs
      if (this.#sections.asks(section)) return false;
      section.found = checkSection(kit, offset === 0, text, reading, own);
      return true;
    }
    section.isInPool = true;
    checkInPool(section, text, kit.id, own);
    return true;
  }

  /** True while a program must be asked about a walk. */
  get isAsking(): boolean {
    return this.#sections.isAsking;
  }

  /** Reads walks through programs again: other programs may have started, or have answered more. */
  readProgramsAgain(): void {
    if (this.#kit?.worldsOf !== undefined && this.#isKept && this.#buffer.length > 0)
      this.#sections.edit({ start: 0, end: this.#buffer.length }, this.#buffer.length);
  }

  /** Reads traces again if the dialect files that they may be written in have changed; returns true if so. */
  readDialectsAgain(): boolean {
    const kit = this.#kit;
    if (kit?.withDialects === undefined || !this.#isKept) return false;
    this.#dialects = this.beside?.dialects?.() ?? [];
    if (kit.withDialects(this.#dialects) === kit) return false;
    this.#reset(this.#buffer.text);
    return true;
  }

  /** Returns the kit of a text that begins with some words. */
  #kitOf(head: string): LanguageKit | undefined {
    const kit = documentKit(this.uri, this.languageId, head);
    if (kit?.withDialects === undefined) return kit;
    this.#dialects ??= this.beside?.dialects?.() ?? [];
    return kit.withDialects(this.#dialects);
  }

  /** Sets the MAV dialect; sections that read differently in it are read again. */
  readIn(dialect: MavDialect = PUBLISHED_DIALECT): void {
    this.#sections.readIn(dialect, this.#buffer.length);
  }

  /** True if the edited sections are read and checked, though others may not be. */
  get isEditDone(): boolean {
    return this.#edited === undefined || this.#sections.isChecked(this.#edited);
  }

  /** True if the visible sections are read and checked, though the rest may not be. */
  get isShownDone(): boolean {
    return this.#sections.isChecked(this.#shownSpan());
  }

  /** Returns true if all is read up to the end of the section at a position. */
  isReadTo(place: TextPosition): boolean {
    return this.#sections.isReadTo(this.#buffer.offsetAt(place));
  }

  /** True if it was edited since `forgetEdits`. */
  get hasEdits(): boolean {
    return this.#edited !== undefined;
  }

  /** True if the pool is checking a section. */
  get isWaiting(): boolean {
    return this.#sections.list.some(({ isInPool }) => isInPool);
  }

  /** Marks everything as unchecked, after a change of the options. */
  forgetFindings(): void {
    this.#sections.forgetFindings();
  }

  /** Forgets which part was edited last. */
  forgetEdits(): void {
    this.#edited = undefined;
  }

  /**
   * Returns the sections with diagnostics so far, in the order of the document.
   *
   * @param more returns further findings of a section
   */
  findings(
    more?: (section: Section) => readonly Diagnostic[],
  ): { found: readonly Diagnostic[]; offset: number; game: number }[] {
    const all: { found: readonly Diagnostic[]; offset: number; game: number }[] = [];
    const { list } = this.#sections;
    for (let i = 0; i < list.length; i++) {
      const section = list[i];
      if (section === undefined) continue;
      if (more === undefined && (section.found?.length ?? 0) === 0) continue;
      const own = this.foundOf(i);
      const others = more?.(section) ?? [];
      const found = others.length === 0 ? own : sortDiagnostics([...own, ...others]);
      if (found.length === 0) continue;
      const { offset, game } = this.#sections.at(i);
      all.push({ found, offset, game });
    }
    return all;
  }

  /** Returns the diagnostics of a section so far; the last two are joined if they are one section. */
  foundOf(index: number): readonly Diagnostic[] {
    const { list } = this.#sections;
    const own = list[index]?.found ?? [];
    const last = list.at(-1);
    const join = this.#kit?.sections.joined;
    if (join === undefined || last?.reading?.counts !== false || index < list.length - 2) return own;
    const before = list.at(-2);
    const [joined, rest] = join(before?.found ?? [], last.found ?? [], before?.length ?? 0);
    return index === list.length - 1 ? rest : joined;
  }

  /** Returns the predictions of a section. */
  predictionsOf(index: number): DocumentPrediction[] {
    const { section, offset, game } = this.#sections.at(index);
    return section.predictions.map((prediction, index) => ({ prediction, offset, game, index }));
  }

  /** Number of predictions. */
  get predictionCount(): number {
    let count = 0;
    for (const { predictions } of this.#sections.list) count += predictions.length;
    return count;
  }

  /** Returns the text of a section, without the rest of the document. */
  sectionText({ section, offset }: SectionLocation): string {
    return this.#buffer.slice(offset, offset + section.length);
  }

  /** Returns the parsed content of a MAV section, in the dialect of `readIn`. */
  mavView(placed: SectionLocation): MavView {
    return this.#sections.view(placed, this.#buffer);
  }

  /** @param offset start of the text that the range counts from, such as a section */
  rangeAt({ start, end }: Range, offset = 0): LspRange {
    return { start: this.#buffer.positionAt(offset + start), end: this.#buffer.positionAt(offset + end) };
  }

  /** Returns the range of a section, with the blank lines below it. */
  sectionRange({ section, offset }: SectionLocation): LspRange {
    return this.rangeAt({ start: 0, end: section.length }, offset);
  }

  /** Returns the span from the first to the last visible character; undefined if the client does not state it. */
  visibleSpan(): Range | undefined {
    const { visible } = this;
    if (visible === undefined || visible.length === 0) return undefined;
    const starts = visible.map(({ start }) => this.#buffer.offsetAt(start));
    const ends = visible.map(({ end }) => this.#buffer.offsetAt(end));
    return { start: Math.min(...starts), end: Math.max(...ends) };
  }

  /** Returns the visible span, or the start of the text if the client does not state it. */
  #shownSpan(): Range {
    return this.visibleSpan() ?? { start: 0, end: Math.min(FIRST_SCREEN, this.#buffer.length) };
  }

  /** Returns a section to check as soon as it is read, if sections are evicted. */
  #justRead(): SectionLocation | undefined {
    return this.#kit?.sections.isDropped === true ? this.#sections.nextUnchecked() : undefined;
  }

  #replace(span: Range, text: string): void {
    this.#buffer.replace(span, text);
    if (this.#kit !== undefined) this.#sections.edit(span, text.length);
    const end = span.start + text.length;
    const delta = end - span.end;
    const edited = this.#edited;
    this.#edited =
      edited === undefined
        ? { start: span.start, end }
        : { start: Math.min(edited.start, span.start), end: Math.max(edited.end + Math.max(0, delta), end) };
  }

  /** Applies an edit of a range; a text that becomes too long is dropped. */
  #edit({ start, end }: LspRange, text: DocumentText): void {
    const [a, b] = [this.#buffer.offsetAt(start), this.#buffer.offsetAt(end)];
    const span = { start: Math.min(a, b), end: Math.max(a, b) };
    const length = this.#buffer.length - (span.end - span.start) + text.length;
    if (typeof text !== 'string' || length > this.#limit)
      return this.#reset({ head: this.#buffer.slice(0, FIRST_LINES), length });
    this.#replace(span, text);
    const from = this.#buffer.lineAt(span.start).start;
    const lines = this.#buffer.slice(from, this.#buffer.lineAt(span.start + text.length).end);
    if (this.#kit !== undefined && longLine(lines) !== undefined) this.#reset(this.#buffer.text);
  }

  #reset(text: DocumentText): void {
    const kept = this.#keep(text);
    this.#buffer = new TextBuffer(kept);
    this.#sections = new Sections(this.#kit, kept.length, this.beside?.world);
    this.#edited = { start: 0, end: 0 };
  }

  /** Returns the text to keep: nothing of one that is too long. */
  #keep(text: DocumentText): string {
    const head = typeof text === 'string' ? text.slice(0, FIRST_LINES) : text.head;
    const kit = this.#kitOf(head);
    const isShort = typeof text === 'string' && text.length <= this.#limit;
    const line = isShort && kit !== undefined ? longLine(text) : undefined;
    this.#isKept = isShort && line === undefined;
    const tooLong = { length: text.length, ...(line !== undefined && { line }) };
    this.#tooLong = this.#isKept || kit === undefined ? undefined : tooLong;
    this.#kit = this.#isKept ? kit : undefined;
    return this.#isKept && typeof text === 'string' ? text : '';
  }
}
