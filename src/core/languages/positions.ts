import { err, type Result } from '../base/result.ts';
import {
  type CursorPosition,
  positionInExample,
  positionInPgn,
  positionInRecords,
} from '../mav/author/cursor-position.ts';
import {
  mavLines,
  pgnLines,
  recordLines,
  type SourceLine,
  type SourceLineOptions,
} from '../mav/author/source-lines.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../mav/syntax.ts';
import type { Language } from '../notation/language.ts';
import type { PositionAbilities } from './kit.ts';
import { kitInTable } from './languages.ts';

export const PGN_POSITIONS: PositionAbilities = { at: positionInPgn, lines: pgnLines };
export const MAV_POSITIONS: PositionAbilities = { at: positionInExample, lines: mavLines };

const recordPositions = (epd: boolean): PositionAbilities => ({
  at: (text, offset) => positionInRecords(text, epd, offset),
  lines: (text, options) => recordLines(text, epd, options),
});

export const FEN_POSITIONS = recordPositions(false);
export const EPD_POSITIONS = recordPositions(true);

/**
 * The positions of languages whose kit is not in the table of languages: commands that need only these load nothing
 * else.
 */
const APART: ReadonlyMap<Language, PositionAbilities> = new Map([
  ['pgn', PGN_POSITIONS],
  ['fen', FEN_POSITIONS],
  ['epd', EPD_POSITIONS],
  ['mav', MAV_POSITIONS],
]);

function findPositions(language: Language): PositionAbilities | undefined {
  const kit = kitInTable(language);
  return kit === undefined ? APART.get(language) : kit.positions;
}

/**
 * Returns the position at an offset of a text: in a PGN after the move at or before it, in its variation; in FEN and
 * EPD that of the record at or above it; in MAV the true current one of the example around it. The error is the end of
 * a sentence.
 */
export const cursorPosition = (
  text: string,
  language: Language,
  offset: number,
  dialect: MavDialect = PUBLISHED_DIALECT,
): Result<CursorPosition, string> =>
  findPositions(language)?.at(text, offset, dialect) ?? err('there is no position here');

/** Yields the games and positions of a text; a single error line for a language without them. */
export const textLines = (text: string, language: Language, options: SourceLineOptions = {}): Iterable<SourceLine> =>
  findPositions(language)?.lines(text, options) ?? [
    { index: 0, skipped: `${language} files have no positions of games` },
  ];
