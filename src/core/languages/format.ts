import type { BlockEditor } from '../base/text/block-edits.ts';
import type { LineEndings } from '../base/text/line-ending.ts';
import { shiftRange, type TextEdit } from '../base/text/range.ts';
import type { Language } from '../notation/language.ts';
import type { FormatOptions } from '../notation/pgn/format/format-pgn.ts';
import { kitOf } from './kits.ts';

/**
 * Edits that format a document, sorted, in offsets of the text; piece by piece. What the document says never changes.
 *
 * @returns undefined for a language that is not formatted
 */
export const formatPieces = (
  text: string,
  language: Language,
  options: FormatOptions,
): Iterable<readonly TextEdit[]> | undefined => kitOf(language).format?.(text, options);

/** True for a language whose formatting needs the line ending that the whole text uses most. */
export const usesMostEnding = (language: Language): boolean => kitOf(language).usesMostEnding === true;

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
  const kit = kitOf(language);
  return (
    kit.formatBlocks?.(options, endings) ??
    (({ text, from, to }) =>
      [...(kit.format?.(text.slice(from, to), options) ?? [])]
        .flat()
        .map(({ range, newText }) => ({ range: shiftRange(range, from), newText })))
  );
}
