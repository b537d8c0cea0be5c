import { seeded } from '../base/random.ts';
import { partSeed } from '../base/text/hash.ts';
import { endPosition, LineIndex } from '../base/text/lines.ts';
import type { ChessVariant } from '../games/chess/chess-variants.ts';
import { moveName } from '../games/chess/moves.ts';
import type { ChessState } from '../games/chess/state.ts';
import { randomLine } from '../mav/author/game-line.ts';
import { knownGame } from '../mav/author/prompt-position.ts';
import type { MavGameName } from '../mav/game-names.ts';
import { isGame, readPgn } from '../notation/pgn/document.ts';
import { FAILED, moveText, PLAYED, replay, stateAfter } from '../notation/pgn/replay.ts';
import { gameStart, readTags, type Tag } from '../notation/pgn/tags.ts';
import { buildTree, MOVETEXT, nodeRange, tokenRange } from '../notation/pgn/tree.ts';
import type { LeagueHeader } from './league-file.ts';
import { DrawRules } from './play-game.ts';
import type { LeagueOpening } from './schedule.ts';

/** Returns the openings of a league: those of its book, else random ones. */
export const headerOpenings = (header: LeagueHeader, count = header.openings): readonly LeagueOpening[] =>
  header.book?.lines.slice(0, count) ?? leagueOpenings({ ...header, plies: header.openingPlies }, count);

/** Options of a league's openings. */
interface OpeningPlan {
  readonly game: MavGameName;
  /** Cells of a side, for Hex. */
  readonly hexSize: number;
  readonly seed: number;
  /** Number of random legal actions of each opening. */
  readonly plies: number;
}

/** Maximum number of tries per opening; after them the list of openings ends. */
const MAX_TRIES = 500;

/**
 * Returns openings of random legal actions from the start of a game (Chess960: from a random start), no two to the same
 * position, none to a game that is over. A larger number begins with the same openings, so that a league can be
 * continued with more. There may be fewer than requested: an empty board has few first moves.
 */
export function leagueOpenings({ game, hexSize, seed, plies }: OpeningPlan, count: number): LeagueOpening[] {
  const { automaton } = knownGame(game);
  const openings: LeagueOpening[] = [];
  const keys = new Set<string>();
  for (let attempt = 0, missed = 0; openings.length < count && missed < MAX_TRIES; attempt++) {
    const random = seeded(partSeed(seed, `opening ${attempt}`));
    const { states, actions } = randomLine(game, random, { hexSize, most: plies });
    const last = states.at(-1);
    const key = automaton.key(last);
    if (actions.length < plies || automaton.outcome(last) !== undefined || keys.has(key)) {
      missed++;
      continue;
    }
    missed = 0;
    keys.add(key);
    openings.push({ start: automaton.print(states[0]), actions });
  }
  return openings;
}

/** Options of the openings that are taken from a PGN. */
export interface BookPlan {
  readonly game: ChessVariant;
  /** Maximum number of moves of a line; undefined: all. */
  readonly plies: number | undefined;
}

/** Reason why a game of a book is no opening, with its place in the file, from 1. */
interface BookProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/**
 * Openings of a league from the games of a PGN that arrives in blocks: main lines from their start. A line with an
 * illegal move among those that are taken, of another game, or to a position where the game is over is a problem; one to
 * the position of an earlier line is left out and counted.
 */
export class OpeningBook {
  readonly lines: LeagueOpening[] = [];
  readonly problems: BookProblem[] = [];
  /** Number of lines to a position that an earlier one reaches. */
  repeated = 0;
  readonly #plan: BookPlan;
  readonly #keys = new Set<string>();
  #linesBefore = 0;
  #games = 0;

  constructor(plan: BookPlan) {
    this.#plan = plan;
  }

  /** Number of games read. */
  get games(): number {
    return this.#games;
  }

  /** Adds the games of a block. */
  add(text: string): void {
    let index: LineIndex | undefined;
    const { chunks, offsets } = readPgn(text);
    for (const [c, chunk] of chunks.entries()) {
      if (!isGame(chunk)) continue;
      this.#games++;
      const read = this.#readLine(text, chunk, offsets[c] ?? 0);
      if ('problem' in read) {
        index ??= new LineIndex(text);
        const { line, character } = index.positionAt(read.at);
        const message = `game ${this.#games}: ${read.problem}`;
        this.problems.push({ line: this.#linesBefore + line + 1, column: character + 1, message });
      } else if (this.#keys.has(read.key)) this.repeated++;
      else {
        this.#keys.add(read.key);
        this.lines.push(read.opening);
      }
    }
    this.#linesBefore += endPosition(text).line;
  }

  #readLine(
    text: string,
    chunk: Parameters<typeof buildTree>[0],
    offset: number,
  ): { readonly opening: LeagueOpening; readonly key: string } | { readonly problem: string; readonly at: number } {
    const tree = buildTree(chunk, offset);
    const tags = readTags(text, tree);
    const played = replay(text, tree, gameStart(text, tags));
    const begin = tags[0]?.range.start ?? nodeRange(tree, 0).start;
    let state = stateAfter(played, -1);
    if (state === undefined) {
      const at = tags.find(({ name }) => name === 'FEN')?.range.start ?? begin;
      return { problem: 'its start position is unknown', at };
    }
    const { game, plies = Number.POSITIVE_INFINITY } = this.#plan;
    if (played.start.variant !== game)
      return { problem: `it is of ${played.start.variant}, and the league of ${game}`, at: begin };
    const { automaton } = knownGame(game);
    const start = automaton.print(state);
    const draws = new DrawRules(game);
    let drawn = draws.drawnAt(state);
    const actions: string[] = [];
    let last = begin;
    for (let m = 0; m < tree.moveToken.length && actions.length < plies; m++) {
      if (tree.nodeKind[tree.moveNode[m] ?? -1] !== MOVETEXT) continue;
      const { start: at } = tokenRange(tree, tree.moveToken[m] ?? 0);
      const move = played.moves[m] ?? -1;
      if (played.status[m] !== PLAYED || move < 0) {
        const word = moveText(text, tree, m);
        const reason = played.status[m] === FAILED ? 'is illegal' : move < 0 ? 'is no move' : 'cannot be played';
        return { problem: `${word} ${reason}`, at };
      }
      state = stateAfter(played, m) as ChessState;
      drawn ??= draws.drawnAt(state);
      actions.push(moveName(move));
      last = at;
    }
    if (automaton.outcome(state) !== undefined || drawn !== undefined)
      return { problem: 'the game is over after it', at: last };
    const name = openingName(tags);
    return { opening: { start, actions, ...(name !== '' && { name }) }, key: automaton.key(state) };
  }
}

/** Maximum length of a name in the file of a league. */
const MAX_NAME = 120;

/** Returns the name of an opening by its tags; '' without one. */
function openingName(tags: readonly Tag[]): string {
  const value = (name: string): string => tags.find((tag) => tag.name === name)?.value.trim() ?? '';
  const words = [value('ECO'), value('Opening'), value('Variation')].filter((word) => word !== '' && word !== '?');
  return words.join(' ').slice(0, MAX_NAME);
}
