import type { GameFacts } from './game-facts.ts';

/** Place of a game. */
export interface GameFilePlace {
  /** Number of its file. */
  readonly file: number;
  /** Number in the file, from 1 on. */
  readonly number: number;
  /** Number of bytes before it in the file, and in it. */
  readonly start: number;
  readonly length: number;
  /** Line and column of its start, both from 0 on; columns count UTF-16 code units. */
  readonly line: number;
  readonly column: number;
}

const FIRST_ROWS = 1024;
/** Stands for an unknown rating. */
const NONE = 0xffff_ffff;

/** Number of columns of a row, in order: place, ratings, length, texts by their numbers. */
const COLUMNS = 14;
const FILE = 0;
const NUMBER = 1;
const LENGTH = 2;
const LINE = 3;
const COLUMN = 4;
const WHITE_ELO = 5;
const BLACK_ELO = 6;
const PLIES = 7;
const WHITE = 8;
const BLACK = 9;
const EVENT = 10;
const DATE = 11;
const RESULT = 12;
const ECO = 13;

/** Games in the order in which they were added: 68 bytes each, and each different text once. */
export class GameList {
  readonly #texts = new TextPool();
  readonly #openings = new TextPool();
  #rows = new Uint32Array(FIRST_ROWS * COLUMNS);
  #starts = new Float64Array(FIRST_ROWS);
  #opening = new Uint32Array(FIRST_ROWS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(summary: GameSummary, place: GameFilePlace): void {
    if (this.#size === this.#starts.length) this.#grow();
    const row = this.#size++;
    const at = row * COLUMNS;
    const rows = this.#rows;
    const texts = this.#texts;
    rows[at + FILE] = place.file;
    rows[at + NUMBER] = place.number;
    rows[at + LENGTH] = place.length;
    rows[at + LINE] = place.line;
    rows[at + COLUMN] = place.column;
    rows[at + WHITE_ELO] = summary.whiteElo ?? NONE;
    rows[at + BLACK_ELO] = summary.blackElo ?? NONE;
    rows[at + PLIES] = summary.plies;
    rows[at + WHITE] = texts.numberOf(summary.white);
    rows[at + BLACK] = texts.numberOf(summary.black);
    rows[at + EVENT] = texts.numberOf(summary.event);
    rows[at + DATE] = texts.numberOf(summary.date);
    rows[at + RESULT] = texts.numberOf(summary.result);
    rows[at + ECO] = texts.numberOf(summary.eco);
    this.#starts[row] = place.start;
    this.#opening[row] = this.#openings.numberOf(summary.opening);
  }

  /** Returns the place of a game, which must be in the list. */
  place(game: number): GameFilePlace {
    const value = this.#reader(game);
    return {
      file: value(FILE),
      number: value(NUMBER),
      start: this.#starts[game] ?? 0,
      length: value(LENGTH),
      line: value(LINE),
      column: value(COLUMN),
    };
  }

  /** Returns the summary of a game, which must be in the list. */
  summary(game: number): GameSummary {
    const value = this.#reader(game);
    const rating = (column: number): number | undefined => (value(column) === NONE ? undefined : value(column));
    const text = (column: number): string | undefined => this.#texts.text(value(column));
    return {
      white: text(WHITE),
      black: text(BLACK),
      whiteElo: rating(WHITE_ELO),
      blackElo: rating(BLACK_ELO),
      event: text(EVENT),
      date: text(DATE),
      result: text(RESULT),
      eco: text(ECO),
      opening: this.#openings.text(this.#opening[game] ?? 0),
      plies: value(PLIES),
    };
  }

  #reader(game: number): (column: number) => number {
    return (column) => this.#rows[game * COLUMNS + column] ?? 0;
  }

  #grow(): void {
    const rows = new Uint32Array(this.#rows.length * 2);
    rows.set(this.#rows);
    this.#rows = rows;
    const starts = new Float64Array(this.#starts.length * 2);
    starts.set(this.#starts);
    this.#starts = starts;
    const opening = new Uint32Array(this.#opening.length * 2);
    opening.set(this.#opening);
    this.#opening = opening;
  }
}

/** Summary of a game in a list; undefined values are absent from its tags. */
export interface GameSummary {
  readonly white: string | undefined;
  readonly black: string | undefined;
  readonly whiteElo: number | undefined;
  readonly blackElo: number | undefined;
  readonly event: string | undefined;
  /** Date in the form of the tag. */
  readonly date: string | undefined;
  readonly result: string | undefined;
  /** Code of the tag, else by the positions, as `opening`. */
  readonly eco: string | undefined;
  readonly opening: string | undefined;
  /** Plies of the main line, as written. */
  readonly plies: number;
}

/** Summarizes a game; positions are computed only where a tag for the opening is missing. */
export function gameSummary(facts: GameFacts): GameSummary {
  return {
    white: facts.tag('White'),
    black: facts.tag('Black'),
    whiteElo: facts.elo('White'),
    blackElo: facts.elo('Black'),
    event: facts.tag('Event'),
    date: facts.tag('Date') ?? facts.tag('UTCDate'),
    result: facts.result,
    eco: facts.tag('ECO') ?? facts.opening?.eco,
    opening: facts.tag('Opening') ?? facts.opening?.name,
    plies: facts.line.length,
  };
}

/** Texts by number, each stored once; 0 stands for none. */
export class TextPool {
  readonly #texts: (string | undefined)[] = [undefined];
  readonly #numbers = new Map<string, number>();

  /** Returns the number of a text, and stores a new one. */
  numberOf(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    // A slice of a text would keep the whole text in memory.
    const own = ` ${text}`.slice(1);
    const number = this.#texts.length;
    this.#texts.push(own);
    this.#numbers.set(own, number);
    return number;
  }

  text(number: number): string | undefined {
    return this.#texts[number];
  }

  /** Upper bound of the numbers, exclusive. */
  get size(): number {
    return this.#texts.length;
  }
}
