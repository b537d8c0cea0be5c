import { partitionPoint } from '../../core/base/collections.ts';
import type { Range } from '../../core/base/text/range.ts';
import {
  type GameChunk,
  type GameFilter,
  isGame,
  type PgnDocument,
  readPgn,
} from '../../core/notation/pgn/document.ts';
import type { PlyPlan } from '../../core/notation/pgn/ply-selection.ts';
import { buildTree } from '../../core/notation/pgn/tree.ts';
import { type GameTarget, GameTargets, type NoTarget, type PredictionTarget, sameTarget } from './game-targets.ts';

/** A text whose games or walks a model can be asked about, in its current version. */
export interface PredictableText {
  /**
   * Returns the states at offsets, each after the move or action at or before it. One entry per offset; a state may repeat.
   */
  placesAt(offsets: readonly number[]): (PredictionTarget | NoTarget)[];
  /**
   * Yields the states of a plan, game by game; `cut`: some move or action of the game has no state after it that can be asked for.
   */
  planned(plan: PlyPlan): Iterable<{ readonly places: readonly PredictionTarget[]; readonly cut: boolean }>;
  /**
   * Returns the locations of states of an earlier text in this one: at their anchor if the same line still leads there, else their former
   * location. Undefined if neither holds: an answer must not be written beside another line than it is about.
   *
   * @param anchors ranges of the moves or actions in this text; undefined for an edited one
   */
  relocate(
    places: readonly PredictionTarget[],
    anchors: readonly (Range | undefined)[],
  ): (PredictionTarget | undefined)[];
}

/** A document that a model can be asked about: games, or walks of worlds. */
export interface PredictableDocument {
  readonly language: 'pgn' | 'walk';
  /** Opens a version of its text. */
  readonly open: (text: string) => PredictableText;
}

/** Returns the targets in the games of a PGN. */
const gameText = (text: string): PredictableText => ({
  placesAt: (offsets) => offsets.map(targetFinder(text)),
  planned: (plan) => plannedTargets(text, plan),
  relocate: (places, anchors) => relocateTargets(text, places, anchors),
});

/** PGN as a predictable document. */
export const PREDICTABLE_PGN: PredictableDocument = { language: 'pgn', open: gameText };

/** Games of a text, each replayed on first use. */
class PgnTargets {
  readonly #document: PgnDocument;
  /** Chunks that are games, and their starts. */
  readonly #chunks: GameChunk[] = [];
  readonly #starts: number[] = [];
  readonly #games = new Map<number, GameTargets>();

  constructor(text: string) {
    this.#document = readPgn(text);
    for (const [c, chunk] of this.#document.chunks.entries()) {
      if (!isGame(chunk)) continue;
      this.#chunks.push(chunk);
      this.#starts.push(this.#document.offsets[c] ?? 0);
    }
  }

  get count(): number {
    return this.#chunks.length;
  }

  of(game: number): GameTargets {
    const known = this.#games.get(game);
    if (known !== undefined) return known;
    const chunk = this.#chunks[game];
    if (chunk === undefined) throw new RangeError(`there is no game ${game}`);
    const { text } = this.#document;
    const tree = buildTree(chunk, this.#starts[game] ?? 0);
    const asked = new GameTargets(text, tree, game);
    this.#games.set(game, asked);
    return asked;
  }

  /** Returns the last game that starts at or before an offset; -1 if none does. */
  at(offset: number): number {
    return partitionPoint(this.#starts.length, (game) => (this.#starts[game] ?? 0) <= offset) - 1;
  }
}

/**
 * Returns the positions at offsets of a PGN text, each after the move at or before the offset, in the variation of the offset; before the
 * first move the start position. One entry per offset; a position may repeat.
 */
export const targetsAt = (text: string, offsets: readonly number[]): (GameTarget | NoTarget)[] =>
  offsets.map(targetFinder(text));

/** Returns a function that finds the position at an offset: the text is read once, and each game replayed once. */
function targetFinder(text: string): (offset: number) => GameTarget | NoTarget {
  const games = new PgnTargets(text);
  return (offset) => {
    const game = games.at(offset);
    if (game < 0) return { refusal: 'there is no game here' };
    const asked = games.of(game);
    return asked.after(asked.moveBefore(offset));
  };
}

/**
 * Yields the positions of a plan in the main lines of a PGN, game by game; `cut`: a move of the game cannot be sent to a model.
 *
 * @param first number of the first game
 * @param isWanted called for each game; unwanted ones are left out. Default: all
 */
export function* plannedTargets(
  text: string,
  plan: PlyPlan,
  first = 0,
  isWanted?: GameFilter,
): Generator<{ readonly places: GameTarget[]; readonly cut: boolean }> {
  const { chunks, offsets } = readPgn(text);
  let game = first - 1;
  for (const [c, chunk] of chunks.entries()) {
    if (!isGame(chunk)) continue;
    game++;
    const offset = offsets[c] ?? 0;
    if (isWanted?.(text, chunk, offset) === false) continue;
    yield new GameTargets(text, buildTree(chunk, offset), game).mainLine(plan);
  }
}

/** Returns the games at offsets of a text, ascending, without duplicates. */
export function gamesAt(text: string, offsets: readonly number[]): number[] {
  const games = new PgnTargets(text);
  return [...new Set(offsets.map((offset) => games.at(offset)))].filter((game) => game >= 0).sort((a, b) => a - b);
}

/**
 * Returns the locations of positions after the text was edited: at their anchor if the same moves still lead there, else their former
 * location in the tree. Undefined if neither holds: an answer must not be written beside other moves than it is about.
 *
 * @param anchors ranges of the moves in the current text; undefined for an edited one
 */
export function relocateTargets(
  text: string,
  places: readonly PredictionTarget[],
  anchors: readonly (Range | undefined)[],
): (PredictionTarget | undefined)[] {
  const games = new PgnTargets(text);
  const candidate = (
    game: number,
    move: (asked: GameTargets) => number | undefined,
  ): GameTarget | NoTarget | undefined => {
    if (game < 0 || game >= games.count) return undefined;
    const asked = games.of(game);
    const found = move(asked);
    return found === undefined ? undefined : asked.after(found);
  };
  return places.map((place, i) => {
    const anchor = anchors[i];
    const byAnchor =
      anchor && candidate(games.at(anchor.start), (asked) => (place.ply === 0 ? -1 : asked.moveAt(anchor.start)));
    return (
      sameTarget(byAnchor, place) ??
      sameTarget(
        candidate(place.game, (asked) => asked.moveOf(place.path, place.ply)),
        place,
      )
    );
  });
}
