import type { BlockEditor } from '../base/text/block-edits.ts';
import type { LineEndings } from '../base/text/line-ending.ts';
import { shiftRange, type TextEdit } from '../base/text/range.ts';
import { formatSectionsOf } from '../mav/write/format-mav.ts';
import { formatLines, isLineEnded } from '../notation/fen/format-fen.ts';
import type { Language } from '../notation/language.ts';
import { type FormatOptions, GamesFormatter } from '../notation/pgn/format/format-pgn.ts';
import { formatWalkLines } from '../notation/walk/format-walk.ts';

/**
 * Formats a text block by block: the edits together are those of `formatPieces` in the whole text.
 *
 * @param endings of the whole text
 */
export function blockFormatter(
  language: Language,
  { style }: Pick<FormatOptions, 'style'>,
  endings: Pick<LineEndings, 'first' | 'most'>,
): BlockEditor {
  if (language === 'mav') return (block) => [...formatSectionsOf(block, endings.first)].flat();
  if (language === 'pgn') {
    const formatter = new GamesFormatter(style, endings.first);
    return (block) => [...formatter.run(block)].flat();
  }
  if (language === 'walk') return recordsFormatter((lines) => formatWalkLines(lines), endings);
  return recordsFormatter((lines) => formatLines(lines, language === 'epd'), endings);
}

/** Formats line by line, and ends the last line. */
function recordsFormatter(
  format: (lines: string) => Iterable<readonly TextEdit[]>,
  { most }: Pick<LineEndings, 'most'>,
): BlockEditor {
  let isEmpty = true;
  return ({ text, from, to, isLast }) => {
    const lines = text.slice(from, to);
    const edits: TextEdit[] = [...format(lines)]
      .flat()
      .map(({ range, newText }) => ({ range: shiftRange(range, from), newText }));
    isEmpty &&= lines.trim() === '';
    if (isLast && !isEmpty && !isLineEnded(lines)) edits.push({ range: { start: to, end: to }, newText: most });
    return edits;
  };
}
