import { GameReader, MAX_NAME, type TagRule } from '../../../games/chess/kernel/game-reader.ts';
import { TAG_NAMES } from '../tag-syntax.ts';
import { intendedTag } from './tag-names.ts';

/** Rules for the values of tags; those of other frequent tags are not checked. */
export const PLAIN_RULES: Readonly<Record<string, TagRule>> = {
  Date: 'date',
  UTCDate: 'date',
  EventDate: 'date',
  Time: 'time',
  UTCTime: 'time',
  WhiteElo: 'elo',
  BlackElo: 'elo',
  Result: 'result',
  Round: 'round',
  ECO: 'eco',
  TimeControl: 'timeControl',
  PlyCount: 'plyCount',
  // Such games are read in full.
  Variant: 'never',
  SetUp: 'never',
  FEN: 'never',
};

/** A tag pair on a separate line, and the number of characters of a game that are searched for them. */
const TAG = new RegExp(`^\\[([A-Za-z]\\w{0,${MAX_NAME - 1}}) "`, 'gm');
const MOST_TAGS = 4000;
/** Most games that are searched for names. */
const MOST_STUDIED = 1000;

/**
 * Skips games of a PGN text whose plain form rules out any finding: ASCII except in tags and comments, one tag per
 * line, moves in export format, right numbers, and everything that is checked agrees. The kernel reads and plays them
 * without tokens and trees, many times as fast as a full check.
 */
export class PlainGames {
  readonly #reader: GameReader;
  readonly #names = new Set<string>(TAG_NAMES);
  #studied = 0;

  private constructor(reader: GameReader) {
    this.#reader = reader;
    for (const name of TAG_NAMES) reader.addName(name, PLAIN_RULES[name] ?? 'any');
  }

  /** Returns undefined without WebAssembly. */
  static load(): PlainGames | undefined {
    const reader = GameReader.load();
    return reader === undefined ? undefined : new PlainGames(reader);
  }

  /**
   * Reads plain games from an offset at which a game starts.
   *
   * @returns the offset of the first game that must be read in full, or the text's end, and the number of games before
   * it
   */
  skip(text: string, at: number): { readonly end: number; readonly games: number } {
    return this.#reader.readGames(text, at);
  }

  /** Learns the names of the tags of a game without findings, `text[start, end)`: apart from them it may be plain. */
  study(text: string, start: number, end: number): void {
    if (this.#studied === MOST_STUDIED || !this.#reader.hasRoom) return;
    this.#studied++;
    for (const [, name = ''] of text.slice(start, Math.min(end, start + MOST_TAGS)).matchAll(TAG)) {
      if (this.#names.has(name) || !this.#reader.hasRoom || intendedTag(name) !== undefined) continue;
      // A slice of the text would keep all of it in memory.
      const own = Array.from(name).join('');
      this.#names.add(own);
      this.#reader.addName(own, 'any');
    }
  }

  /** Releases the last text. */
  forget(): void {
    this.#reader.forget();
  }
}
