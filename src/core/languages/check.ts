import { type Cancellation, NEVER } from '../base/cancellation.ts';
import { gatherFile } from '../mav/check/file-habits.ts';
import { joinTextAround } from '../mav/check/text-around.ts';
import { checkMav } from '../mav/check-mav.ts';
import { readMavSection } from '../mav/read-mav.ts';
import { checkRookText } from '../mav/rookworld/check-rook.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../mav/syntax.ts';
import { type MavView, mavView, viewIn } from '../mav/view.ts';
import type { NotationCheckOptions } from '../notation/diagnostics/check-options.ts';
import { type Diagnostic, sorted } from '../notation/diagnostics/diagnostic.ts';
import { checkFenFile } from '../notation/fen/check-fen.ts';
import { readFenFile } from '../notation/fen/fen-file.ts';
import type { Language } from '../notation/language.ts';
import { checkPddl } from '../notation/pddl/check-pddl.ts';
import { checkGame } from '../notation/pgn/check/game.ts';
import { PlainGames } from '../notation/pgn/check/plain-games.ts';
import { isGame, readChunk } from '../notation/pgn/document.ts';
import { checkTable } from '../notation/tables/check-table.ts';
import { checkWalks } from '../notation/walk/check-walk.ts';
import { readWalks } from '../notation/walk/read-walk.ts';
import { lookupIn } from '../notation/walk/walk-world.ts';

/** What a check looks for. Plain data: jobs carry it. */
export interface CheckOptions extends NotationCheckOptions {
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
  if (language === 'mav')
    return options.mavDialect?.format === 'rookworld'
      ? checkRookText(text, () => cancel.cancelled)
      : checkMavText(text, options.mavDialect, cancel);
  if (language === 'pddl') return { found: sorted(checkPddl(text, options.domain)), games: 0 };
  if (language === 'table') return { found: sorted(checkTable(text)), games: 0 };
  if (language === 'walk') {
    const file = readWalks(text);
    const found = sorted(checkWalks(text, lookupIn(options.worlds), options, file));
    return { found, games: file.walks.length };
  }
  if (language !== 'pgn') {
    const file = readFenFile(text);
    const found = sorted(checkFenFile(text, file, language === 'epd', options));
    return { found, games: file.records.length };
  }
  return checkPgnText(text, options, cancel);
}

let plainGames: PlainGames | undefined | null = null;

function checkPgnText(text: string, options: CheckOptions, cancel: Cancellation): CheckedText {
  const found: Diagnostic[] = [];
  let games = 0;
  if (plainGames === null) plainGames = PlainGames.load();
  const plain = options.strictExport === true ? undefined : plainGames;
  // chunk by chunk, so that memory holds the tokens of one game only
  for (let at = 0; at < text.length && !cancel.cancelled; ) {
    if (plain !== undefined) {
      const { end, games: skipped } = plain.skip(text, at);
      games += skipped;
      at = end;
      if (at === text.length) break;
    }
    const chunk = readChunk(text, at);
    const game = isGame(chunk) ? games++ : undefined;
    const { list } = checkGame(text, chunk, at, game, options);
    if (list.length > 0) for (const diagnostic of sorted(list)) found.push(diagnostic);
    else plain?.study(text, at, at + chunk.length);
    at += chunk.length;
  }
  plain?.forget();
  return { found, games };
}

function checkMavText(text: string, dialect: MavDialect | undefined, cancel: Cancellation): CheckedText {
  const found: Diagnostic[] = [];
  let games = 0;
  let before: readonly Diagnostic[] = [];
  for (let at = 0; at < text.length && !cancel.cancelled; ) {
    const section = readMavSection(text, at);
    let own = checkMavView(mavView(text, section, dialect), dialect, games, at === 0);
    if (section.item === undefined) {
      const [joined, rest] = joinTextAround(before, own, 0);
      for (const [i, d] of joined.entries()) found[found.length - joined.length + i] = d;
      own = rest;
    }
    for (const d of own) found.push(d);
    before = own;
    if (section.item !== undefined) games++;
    at += section.length;
  }
  return { found: gatherFile(found, games), games };
}

/**
 * The diagnostics of one section of a MAV text, sorted by place.
 *
 * @param game the index of its example or trace
 * @param isFirst true for the section that the text starts with
 */
export function checkMavView(
  view: MavView,
  dialect: MavDialect | undefined,
  game: number,
  isFirst: boolean,
): readonly Diagnostic[] {
  const { item } = view.section;
  return sorted(checkMav(viewIn(view, dialect ?? PUBLISHED_DIALECT), dialect, isFirst)).map((d) =>
    item === undefined || d.range.start < item.range.start ? d : { ...d, game },
  );
}
