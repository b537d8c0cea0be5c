import type { LineEndings } from '../base/text/lines.ts';
import type { BlockEditor } from '../base/text/long-text-edits.ts';
import { shiftRange, type TextEdit } from '../base/text/range.ts';
import type { Language } from '../notation/language.ts';
import type { FormatOptions } from '../notation/pgn/format/format-pgn.ts';
import { EPD_FORMAT, FEN_FORMAT } from './fen/format.ts';
import type { FormatAbilities } from './kit.ts';
import { kitInTable, languagesWhere } from './languages.ts';
import { MAV_FORMAT } from './mav/format.ts';
import { PGN_FORMAT } from './pgn/format.ts';
import { WALK_FORMAT } from './walk/format.ts';

/** The formats of languages whose kit is not in the table of languages: commands that only format load nothing else. */
const APART: ReadonlyMap<Language, FormatAbilities> = new Map([
  ['pgn', PGN_FORMAT],
  ['fen', FEN_FORMAT],
  ['epd', EPD_FORMAT],
  ['walk', WALK_FORMAT],
  ['mav', MAV_FORMAT],
]);

/** Returns the formatting of a language; empty if its texts stay as they are. */
const findFormat = (language: Language): FormatAbilities => kitInTable(language) ?? APART.get(language) ?? {};

/** Returns the languages that are formatted, in the order of the table. */
export const formattedLanguages = (): readonly Language[] =>
  languagesWhere(({ id }) => {
    const { format, formatBlocks } = findFormat(id);
    return format !== undefined || formatBlocks !== undefined;
  });

/**
 * Returns edits that format a document, sorted, in offsets of the text; piece by piece. The content of the document
 * never changes.
 *
 * @returns undefined for a language that is not formatted
 */
export const formatPieces = (
  text: string,
  language: Language,
  options: FormatOptions,
): Iterable<readonly TextEdit[]> | undefined => findFormat(language).format?.(text, options);

/** Returns true for a language whose formatting needs the most frequent line ending of the whole text. */
export const usesMostEnding = (language: Language): boolean => findFormat(language).usesMostEnding === true;

/**
 * Formats a text block by block: the edits together are those of `formatPieces` in the whole text.
 *
 * @param endings of the whole text
 */
export function blockFormatter(
  language: Language,
  options: Pick<FormatOptions, 'style'>,
  endings: Pick<LineEndings, 'first' | 'most'>,
): BlockEditor {
  const kit = findFormat(language);
  return (
    kit.formatBlocks?.(options, endings) ??
    (({ text, from, to }) =>
      [...(kit.format?.(text.slice(from, to), options) ?? [])]
        .flat()
        .map(({ range, newText }) => ({ range: shiftRange(range, from), newText })))
  );
}
