import { type Cancellation, NEVER } from './cancellation.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { checkFenFile } from './fen/check-fen.ts';
import { readFenFile } from './fen/fen-file.ts';
import type { Language } from './language.ts';
import { checkMav } from './mav/check-mav.ts';
import { readMavSection } from './mav/read-mav.ts';
import { type MavDialect, PUBLISHED_DIALECT } from './mav/values.ts';
import { type MavView, mavView, viewIn } from './mav/view.ts';
import { checkGame } from './pgn/check/game.ts';
import { isGame, readChunk } from './pgn/document.ts';

/** What is looked for. Plain data: jobs carry it. */
export interface CheckOptions {
  /** Also list what is wrong inside predicted FENs, as info. Default false: predictions are data. */
  readonly predictions?: boolean;
  /** Also list what the export format asks for (PGN standard 3.2): the seven tags, their order, no needless letters. Default false. */
  readonly strictExport?: boolean;
  /** How values of MAV files are written. Default: buckets from 1 to 64, as published. */
  readonly mavDialect?: MavDialect;
}

/** What was found in a text, and how many games or FEN records it holds. */
export interface CheckedText {
  readonly found: readonly Diagnostic[];
  readonly games: number;
}

/**
 * All diagnostics of a document, sorted by place.
 *
 * @param cancel when cancelled, what was found so far is returned
 */
export const checkText = (
  text: string,
  language: Language,
  options: CheckOptions = {},
  cancel: Cancellation = NEVER,
): readonly Diagnostic[] => checkCounted(text, language, options, cancel).found;

/** The same, with the number of games or records. */
export function checkCounted(
  text: string,
  language: Language,
  options: CheckOptions = {},
  cancel: Cancellation = NEVER,
): CheckedText {
  if (language === 'mav') return checkMavText(text, options.mavDialect, cancel);
  if (language !== 'pgn') {
    const file = readFenFile(text);
    const found = sorted(checkFenFile(text, file, language === 'epd', options.predictions === true));
    return { found, games: file.records.length };
  }
  const found: Diagnostic[] = [];
  let games = 0;
  // chunk by chunk, so that memory holds the tokens of one game only
  for (let at = 0; at < text.length && !cancel.cancelled; ) {
    const chunk = readChunk(text, at);
    const game = isGame(chunk) ? games++ : undefined;
    const { list } = checkGame(text, chunk, at, game, options);
    if (list.length > 0) for (const diagnostic of sorted(list)) found.push(diagnostic);
    at += chunk.length;
  }
  return { found, games };
}

function checkMavText(text: string, dialect: MavDialect | undefined, cancel: Cancellation): CheckedText {
  const found: Diagnostic[] = [];
  let games = 0;
  for (let at = 0; at < text.length && !cancel.cancelled; ) {
    const section = readMavSection(text, at);
    for (const d of checkMavView(mavView(text, section, dialect), dialect, games)) found.push(d);
    if (section.item !== undefined) games++;
    at += section.length;
  }
  return { found, games };
}

/**
 * The diagnostics of one section of a MAV text, sorted by place.
 *
 * @param game the index of its example or trace
 */
export function checkMavView(view: MavView, dialect: MavDialect | undefined, game: number): readonly Diagnostic[] {
  const { item } = view.section;
  return sorted(checkMav(viewIn(view, dialect ?? PUBLISHED_DIALECT), dialect)).map((d) =>
    item === undefined || d.range.start < item.range.start ? d : { ...d, game },
  );
}

/** In the order of the text. */
export const sorted = (found: Diagnostic[]): Diagnostic[] =>
  found.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
