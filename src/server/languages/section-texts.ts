import type { DocumentLink } from 'vscode-languageserver';
import { type Range, shiftRange } from '../../core/base/text/range.ts';
import type { GameChunk } from '../../core/notation/pgn/document.ts';
import { type HeadValue, headValues } from '../../core/notation/pgn/tags.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { SectionLocation } from '../documents/sections.ts';

/** Returns the tags of a game, with ranges in the document. */
export const headTags = (document: ServerDocument, { placed, chunk }: GameSection): HeadValue[] =>
  headValues(document.sectionText(placed), chunk, 0).map((tag) => ({
    ...tag,
    range: shiftRange(tag.range, placed.offset),
  }));

/** A section with its text. */
export interface SectionText {
  readonly text: string;
  /** Start of the section in the document. */
  readonly offset: number;
}

/**
 * Maximum length in UTF-16 code units of a document that is answered in full; in a longer one each game is one entry.
 */
export const DETAILED = 1_000_000;

/** A game of a PGN as it was read. */
export interface GameSection {
  readonly placed: SectionLocation;
  readonly chunk: GameChunk;
}

/** Yields the games of a PGN that was read, in order; none in other languages. */
export function* readGames(document: ServerDocument): Generator<GameSection> {
  const { sections } = document;
  for (let i = 0; i < sections.count; i++) {
    const placed = sections.at(i);
    const { reading } = placed.section;
    if (reading?.chunk !== undefined && reading.counts) yield { placed, chunk: reading.chunk };
  }
}

/** Yields the sections of a document that was read, in order. */
export function* sectionTexts(document: ServerDocument): Generator<SectionText> {
  const { sections } = document;
  for (let i = 0; i < sections.count; i++) {
    const placed = sections.at(i);
    const text = document.sectionText(placed);
    // Only the first character of a file is a byte order mark.
    const isOther = i > 0 && text.charCodeAt(0) === BOM;
    yield isOther ? { text: `\n${text}`, offset: placed.offset - 1 } : { text, offset: placed.offset };
  }
}

const BOM = 0xfeff;

/** Yields the first `most` items, and requests no further ones. */
export function* takeFirst<Item>(most: number, items: Iterable<Item>): Generator<Item> {
  let count = 0;
  for (const item of items) {
    yield item;
    if (++count === most) return;
  }
}

/** Yields the sections with a game, a record, a walk, an example or a trace, in order. */
export function* countedSections(document: ServerDocument): Generator<SectionLocation> {
  const { sections } = document;
  for (let i = 0; i < sections.count; i++) {
    const placed = sections.at(i);
    if (placed.section.reading?.counts === true) yield placed;
  }
}

const TOOLTIP = 'Open this position on the analysis board of lichess.org';

/** Returns a link to an analysis board. @param by start of the text that the range counts from */
export const linkAt = (document: ServerDocument, range: Range, by: number, target: string): DocumentLink => ({
  range: document.rangeAt(range, by),
  target,
  tooltip: TOOLTIP,
});

/**
 * Returns the part with links: all of a document; in a large one the visible part, or its start if the client does not
 * state it.
 */
export const visibleRange = (document: ServerDocument): Range =>
  document.length <= DETAILED
    ? { start: 0, end: document.length }
    : (document.visibleSpan() ?? { start: 0, end: DETAILED });
