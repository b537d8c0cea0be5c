import type { TextSource } from '../../base/text/range.ts';
import { sortDiagnostics } from '../../notation/diagnostic.ts';
import { checkGame } from '../../notation/pgn/check/check-game.ts';
import { ChunkReader, isCertain, isGame, lastGameStart, readChunk } from '../../notation/pgn/document.ts';
import {
  isRepairable,
  lineAround,
  type OfferedFix,
  ownFixes,
  repairLine,
  withRepairs,
} from '../../notation/pgn/repair/repairs.ts';
import { readGame } from '../../notation/pgn/replay.ts';
import type { LanguageKit, RepairAbilities } from '../kit.ts';
import { languageRow } from '../languages.ts';
import { PGN_POSITIONS } from '../positions.ts';
import { START_WINDOW } from '../section-readers.ts';
import type { LongReading, SectionReader, SectionReading } from '../sections.ts';
import { checkPgn } from './check.ts';
import { PGN_FORMAT } from './format.ts';
import { PGN_PREDICTIONS } from './predictions.ts';

/** Reader of a game. */
const GAMES: SectionReader = {
  window: START_WINDOW,
  lookahead: 0,
  read(text, whole) {
    const chunk = readChunk(text, 0);
    if (!whole && (chunk.length === text.length || !isCertain(text, chunk.length))) return undefined;
    return { length: chunk.length, counts: isGame(chunk), chunk };
  },
  long: (text, from) => new LongRead(text, from),
  check: (text, { chunk, counts }, options) =>
    sortDiagnostics(checkGame(text, chunk ?? readChunk(text, 0), 0, counts ? 0 : undefined, options).list),
};

const REPAIRS: RepairAbilities = {
  isRepairable,
  offers(text, finding, onUnsearched): readonly OfferedFix[] {
    const game = readGame(text);
    const node = lineAround(game, finding.range.start);
    if (node < 0) return ownFixes(finding);
    const repairs = repairLine(game, node);
    if (repairs.undecided !== undefined || (repairs.offers.length === 0 && repairs.triedFrom !== undefined))
      onUnsearched();
    return withRepairs(finding, repairs);
  },
  pieceLength: (text, at) => readChunk(text, at).length,
};

export const PGN: LanguageKit = {
  ...languageRow('pgn'),
  sections: GAMES,
  check: checkPgn,
  lastStart: lastGameStart,
  repairs: REPAIRS,
  ...PGN_FORMAT,
  predictions: PGN_PREDICTIONS,
  positions: PGN_POSITIONS,
};

/** UTF-16 code units that are read before messages are handled: some milliseconds. */
const STEP = 1 << 16;
/** The first window in which the end of a game is searched, and the step of its growth if the end lies beyond it. */
const WINDOW = 1 << 21;
const GROWTH = 4;

/** Reader of one long game in steps; its result equals that of `readChunk`. */
export class LongRead implements LongReading {
  readonly from: number;
  readonly #text: TextSource;
  readonly #step: number;
  #length: number;
  #window: string;
  #reader: ChunkReader;

  /** @param step code units read at a time */
  constructor(text: TextSource, from: number, step = STEP, window = WINDOW) {
    this.from = from;
    this.#text = text;
    this.#step = step;
    this.#length = window;
    this.#window = text.slice(from, from + window);
    this.#reader = new ChunkReader(this.#window);
  }

  step(): { readonly reading: SectionReading; readonly text: string } | undefined {
    const chunk = this.#reader.step(this.#step);
    if (chunk === undefined) return undefined;
    const isWhole = this.from + this.#window.length >= this.#text.length;
    if (isWhole || (chunk.length < this.#window.length && isCertain(this.#window, chunk.length)))
      return {
        reading: { length: chunk.length, counts: isGame(chunk), chunk },
        text: this.#window.slice(0, chunk.length),
      };
    this.#length *= GROWTH;
    this.#window = this.#text.slice(this.from, this.from + this.#length);
    this.#reader = new ChunkReader(this.#window);
    return undefined;
  }
}
