import { GameReader, MAX_NAME, type TagRule } from '../../../games/chess/kernel/game-reader.ts';
import { TAG_NAMES } from '../tag-syntax.ts';
import { intendedTag } from './tag-names.ts';

/** How the values of tags are checked; those of other frequent tags may be anything. */
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
  // such games are read in full
  Variant: 'never',
  SetUp: 'never',
  FEN: 'never',
};

/** A tag pair of a line of its own, and at most how many characters of a game are searched for them. */
const TAG = new RegExp(`^\\[([A-Za-z]\\w{0,${MAX_NAME - 1}}) "`, 'gm');
const MOST_TAGS = 4000;
/** At most how many games are searched for names. */
const MOST_STUDIED = 1000;

/**
 * Skips games of a PGN text that are so plainly written that they certainly have no finding: ASCII but in tags and comments, tags a
 * line each, moves in export format, right numbers, and everything that is checked agrees. They are read and played in the kernel,
 * without tokens and trees, many times as fast as in full.
 */
export class PlainGames {
  readonly #reader: GameReader;
  readonly #names = new Set<string>(TAG_NAMES);
  #studied = 0;

  private constructor(reader: GameReader) {
    this.#reader = reader;
    for (const name of TAG_NAMES) reader.addName(name, PLAIN_RULES[name] ?? 'any');
  }

  /** Undefined where WebAssembly is missing. */
  static load(): PlainGames | undefined {
    const reader = GameReader.load();
    return reader === undefined ? undefined : new PlainGames(reader);
  }

  /**
   * Reads plain games from an offset on, where a game starts.
   *
   * @returns the offset of the first game that must be read in full, or the text's end, and the number of games before it
   */
  skip(text: string, at: number): { readonly end: number; readonly games: number } {
    return this.#reader.readGames(text, at);
  }

  /** Learns the names of the tags of a game without findings, `text[start, end)`: it may be plain but for them. */
  study(text: string, start: number, end: number): void {
    if (this.#studied === MOST_STUDIED || !this.#reader.hasRoom) return;
    this.#studied++;
    for (const [, name = ''] of text.slice(start, Math.min(end, start + MOST_TAGS)).matchAll(TAG)) {
      if (this.#names.has(name) || !this.#reader.hasRoom || intendedTag(name) !== undefined) continue;
      // a slice of the text would keep all of it in memory
      const own = Array.from(name).join('');
      this.#names.add(own);
      this.#reader.addName(own, 'any');
    }
  }

  /** Lets go of the text that was read last. */
  forget(): void {
    this.#reader.forget();
  }
}
