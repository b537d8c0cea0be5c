import type { TextEdit } from '../base/text/range.ts';
import { formatSections } from '../mav/write/format-mav.ts';
import { formatRecords } from '../notation/fen/format-fen.ts';
import type { Language } from '../notation/language.ts';
import { type FormatOptions, formatGames } from '../notation/pgn/format/format-pgn.ts';
import { formatWalks } from '../notation/walk/format-walk.ts';

/** A text's edits piece by piece (games, records), so that long texts can be formatted in slices. */
type Formatter = (text: string, options: FormatOptions) => Iterable<readonly TextEdit[]>;

/** How each language is formatted; one that is not named stays as it is. */
const FORMATTERS: Readonly<Partial<Record<Language, Formatter>>> = {
  pgn: formatGames,
  fen: (text, { range }) => formatRecords(text, false, range),
  epd: (text, { range }) => formatRecords(text, true, range),
  walk: (text, { range }) => formatWalks(text, range),
  mav: (text, { range, within }) => formatSections(text, range, within),
};

/**
 * Edits that format a document, sorted, in offsets of the text; piece by piece. What the document says never changes.
 *
 * @returns undefined for a language that is not formatted
 */
export const formatPieces = (
  text: string,
  language: Language,
  options: FormatOptions,
): Iterable<readonly TextEdit[]> | undefined => FORMATTERS[language]?.(text, options);
