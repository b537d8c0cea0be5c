import { sorted } from '../../notation/diagnostics/diagnostic.ts';
import { checkGame } from '../../notation/pgn/check/game.ts';
import { isCertain, lastGameStart } from '../../notation/pgn/cut.ts';
import { isGame, readChunk } from '../../notation/pgn/document.ts';
import { isRepairable, type OfferedFix, ownFixes, withRepairs } from '../../notation/pgn/repair/offered.ts';
import { lineAround, repairLine } from '../../notation/pgn/repair/repairs.ts';
import { readGame } from '../../notation/pgn/replay.ts';
import type { LanguageKit, RepairAbilities } from '../kit.ts';
import { rowOf } from '../languages.ts';
import { PGN_POSITIONS } from '../positions.ts';
import { WINDOW } from '../section-readers.ts';
import type { SectionReader } from '../sections.ts';
import { checkPgn } from './check.ts';
import { PGN_FORMAT } from './format.ts';
import { LongRead } from './long-read.ts';
import { PGN_PREDICTIONS } from './predictions.ts';

/** A game. */
const GAMES: SectionReader = {
  window: WINDOW,
  lookahead: 0,
  read(text, whole) {
    const chunk = readChunk(text, 0);
    if (!whole && (chunk.length === text.length || !isCertain(text, chunk.length))) return undefined;
    return { length: chunk.length, counts: isGame(chunk), chunk };
  },
  long: (text, from) => new LongRead(text, from),
  check: (text, { chunk, counts }, options) =>
    sorted(checkGame(text, chunk ?? readChunk(text, 0), 0, counts ? 0 : undefined, options).list),
};

const REPAIRS: RepairAbilities = {
  isRepairable,
  offers(text, finding, onUnsearched): readonly OfferedFix[] {
    const game = readGame(text);
    const node = lineAround(game, finding.range.start);
    if (node < 0) return ownFixes(finding);
    const repairs = repairLine(game, node);
    if (repairs.isUndecided || (repairs.offers.length === 0 && repairs.triedFrom !== undefined)) onUnsearched();
    return withRepairs(finding, repairs);
  },
  pieceLength: (text, at) => readChunk(text, at).length,
};

export const PGN: LanguageKit = {
  ...rowOf('pgn'),
  sections: GAMES,
  check: checkPgn,
  lastStart: lastGameStart,
  repairs: REPAIRS,
  ...PGN_FORMAT,
  predictions: PGN_PREDICTIONS,
  positions: PGN_POSITIONS,
};
