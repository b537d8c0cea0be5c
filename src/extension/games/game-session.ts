import { inTurns } from '../../compute/system-clock.ts';
import { thrownMessage } from '../../core/base/result.ts';
import { type FacetChoice, FacetIndex } from '../../core/datasets/facets.ts';
import { GameFacts } from '../../core/datasets/game-facts.ts';
import { type GameFilePlace, GameList, gameSummary } from '../../core/datasets/game-list.ts';
import { compileQuery, type PositionFinder, positionFinder } from '../../core/datasets/query/compile.ts';
import { SeenValues } from '../../core/datasets/query/completion.ts';
import type { Query } from '../../core/datasets/query/syntax.ts';
import { readChunk } from '../../core/notation/pgn/document.ts';
import type { ByteSource } from '../platform/files/bytes.ts';
import { GameReader } from './game-reader.ts';
import { type ScanEnd, type ScannedGame, scanGames } from './scan-games.ts';

/** A file with games. */
export interface GameSource {
  readonly name: string;
  readonly bytes: ByteSource;
}

/** Progress of a query. */
export interface GameCounts {
  /** Number of the query, increased with each one. */
  readonly turn: number;
  readonly read: number;
  readonly chosen: number;
  /** Fraction that was read, 0 to 1; undefined at the end. */
  readonly progress: number | undefined;
  readonly isCanceled: boolean;
  /** Parts that were not read, with the reasons. */
  readonly notes: readonly string[];
}

/** A game that was read again from its file. */
export interface SessionGame {
  readonly file: string;
  readonly place: GameFilePlace;
  readonly facts: GameFacts;
  /** Bytes as in the file, in UTF-8 if that is in UTF-16. */
  readonly bytes: Uint8Array;
}

/** The games of files that an expression selects; only their places and the content of their rows are kept. */
export class GameSession {
  readonly #sources: readonly GameSource[];
  readonly #changed: () => void;
  readonly #reader: GameReader;
  /** Values in all games that were read. */
  readonly seen = new SeenValues();
  #list = new GameList();
  #index = new FacetIndex();
  #turn = 0;
  #read = 0;
  #progress: number | undefined;
  #isCanceled = false;
  #notes: readonly string[] = [];
  #query: Query | undefined;
  #finder: PositionFinder | undefined;
  #choice: FacetChoice = {};
  #isShown: ((game: number) => boolean) | undefined;
  /** Games that the facets leave; unused without a selection of values. */
  #shown: number[] = [];
  /** True once all games were read for `seen`. */
  #isSeen = false;

  /** @param changed called, often, when more games were read */
  constructor(sources: readonly GameSource[], changed: () => void) {
    this.#sources = sources;
    this.#changed = changed;
    this.#reader = new GameReader(sources.map(({ bytes }) => bytes));
  }

  get counts(): GameCounts {
    return {
      turn: this.#turn,
      read: this.#read,
      chosen: this.#list.size,
      progress: this.#progress,
      isCanceled: this.#isCanceled,
      notes: this.#notes,
    };
  }

  get query(): Query | undefined {
    return this.#query;
  }

  get choice(): FacetChoice {
    return this.#choice;
  }

  /** Number of games that are shown. */
  get shown(): number {
    return this.#isShown === undefined ? this.#list.size : this.#shown.length;
  }

  facets(most: number): ReturnType<FacetIndex['counts']> {
    return this.#index.counts(this.#choice, most);
  }

  /** Reads all files and keeps the games for which an expression is true, narrowed by facets; ends an earlier call. */
  async run(query: Query | undefined, choice: FacetChoice): Promise<void> {
    const turn = ++this.#turn;
    this.#list = new GameList();
    this.#index = new FacetIndex();
    this.#query = query;
    this.#finder = query === undefined ? undefined : positionFinder(query);
    this.#read = 0;
    this.#progress = 0;
    this.#isCanceled = false;
    this.#notes = [];
    this.narrow(choice);
    const test = query === undefined ? undefined : compileQuery(query).test;
    for (const [file, source] of this.#sources.entries()) {
      const problem = await this.#readFile(turn, file, source, test).catch(thrownMessage);
      if (this.#isOver(turn)) return;
      if (problem !== undefined) this.#notes = [...this.#notes, `${source.name}: ${problem}`];
    }
    this.#isSeen = true;
    this.#progress = undefined;
    this.#changed();
  }

  /** Ends the reading; games that were read stay. */
  cancel(): void {
    if (this.#progress === undefined) return;
    this.#progress = undefined;
    this.#isCanceled = true;
    this.#changed();
  }

  /** Shows only games with the given values of facets. */
  narrow(choice: FacetChoice): void {
    this.#choice = choice;
    const asks = Object.values(choice).some((values) => values.length > 0);
    this.#isShown = asks ? this.#index.matcher(choice) : undefined;
    this.#shown = [];
    if (this.#isShown === undefined) return;
    for (let game = 0; game < this.#list.size; game++) if (this.#isShown(game)) this.#shown.push(game);
  }

  /** Returns the number of the game in a visible row; undefined beyond the end. */
  gameAt(row: number): number | undefined {
    if (row >= this.shown) return undefined;
    return this.#isShown === undefined ? row : this.#shown[row];
  }

  /** Returns the content of a game's row; undefined for a game that is not in the list. */
  summary(game: number): ReturnType<GameList['summary']> | undefined {
    return game < this.#list.size ? this.#list.summary(game) : undefined;
  }

  /** Returns the place of a game; undefined for a game that is not in the list. */
  place(game: number): GameFilePlace | undefined {
    return game < this.#list.size ? this.#list.place(game) : undefined;
  }

  /** Reads a game again; undefined for a game that is not in the list. Rejects if its file can no longer be read. */
  async read(game: number): Promise<SessionGame | undefined> {
    const place = this.place(game);
    if (place === undefined) return undefined;
    const { text, bytes } = await this.#reader.read(place.file, place.start, place.length);
    const facts = new GameFacts(text, readChunk(text, 0), 0);
    return { file: this.#sources[place.file]?.name ?? '', place, facts, bytes };
  }

  /** Returns the ply that the row of a game shows: the one that the expression matches, otherwise the last. */
  plyOf(facts: GameFacts): { readonly ply: number; readonly isMatch: boolean } {
    const matched = this.#finder?.(facts);
    return { ply: matched ?? facts.playedLine.length, isMatch: matched !== undefined };
  }

  /** Ends the reading and closes the files. */
  async close(): Promise<void> {
    this.#turn++;
    await this.#reader.close();
  }

  #isOver(turn: number): boolean {
    return this.#turn !== turn || this.#isCanceled;
  }

  async #readFile(
    turn: number,
    file: number,
    source: GameSource,
    test: ((facts: GameFacts) => boolean) | undefined,
  ): Promise<ScanEnd> {
    const bytes = await source.bytes.open();
    const isOver = (): boolean => this.#isOver(turn);
    const each = ({ facts, place }: ScannedGame): boolean => {
      this.#take(facts, { ...place, file }, test);
      return true;
    };
    try {
      const blocks = scanGames(bytes);
      for (let next = await blocks.next(); ; next = await blocks.next()) {
        if (next.done === true) return next.value;
        if (isOver() || !(await inTurns(next.value.games, each, isOver))) return undefined;
        const share = Math.min(1, next.value.bytes / Math.max(1, bytes.size));
        this.#progress = (file + share) / this.#sources.length;
        this.#changed();
      }
    } finally {
      await bytes.close();
    }
  }

  #take(facts: GameFacts, place: GameFilePlace, test: ((facts: GameFacts) => boolean) | undefined): void {
    this.#read++;
    const isChosen = test?.(facts) ?? true;
    if (!isChosen && this.#isSeen) return;
    const summary = gameSummary(facts);
    if (!this.#isSeen) this.seen.add(facts, summary);
    if (!isChosen) return;
    const game = this.#list.size;
    this.#list.add(summary, place);
    this.#index.add(summary);
    if (this.#isShown?.(game) === true) this.#shown.push(game);
  }
}
