import type { Range } from '../../core/base/text/range.ts';
import type { ChessVariant } from '../../core/games/chess/chess-variants.ts';
import { printChess } from '../../core/games/chess/state.ts';
import { fenAfter, type Replay, replay } from '../../core/notation/pgn/replay.ts';
import { gameStart, readTags } from '../../core/notation/pgn/tags.ts';
import { type GameTree, MOVETEXT, tokenRange } from '../../core/notation/pgn/tree.ts';
import { LinePaths, moveBefore, type VariationStep } from '../../core/notation/pgn/tree-lookup.ts';
import type { World } from '../../core/worlds/world.ts';
import type { StateTask, WorldTask } from '../model.ts';
import { exportSan } from './main-lines.ts';

/** A position of a PGN that a model can be asked for, with its location. */
export interface GameTarget {
  /** 0-based index of the game in its file. */
  readonly game: number;
  /** Plies from the start of the game, through its variation. */
  readonly ply: number;
  /** Path in the tree: empty on the main line. */
  readonly path: readonly VariationStep[];
  /** Range of the move that leads there; at the start position empty, at the game's first character. */
  readonly anchor: Range;
  readonly variant: ChessVariant;
  readonly startFen: string;
  /** SAN of all moves from the start, in export format. */
  readonly moves: readonly string[];
  readonly trueFen: string;
}

/** A state of a walk; its index among the walks stands for that of a game. */
export type WalkState = Pick<GameTarget, 'game' | 'startFen' | 'moves' | 'trueFen'>;

/** A state of a walk in a text, with its location. The anchor is the action that leads there; empty at the start. */
export type WalkTarget = WalkState & Pick<GameTarget, 'ply' | 'path' | 'anchor'> & { readonly world: World<unknown> };

/** A question for a model at a location in a text: a position of a game, or a state of a walk of a world. */
export type PredictionTarget = GameTarget | WalkTarget;

/** Reason why there is nothing to ask for: the end of a sentence. */
export interface NoTarget {
  readonly refusal: string;
}

export const isTarget = <Place extends PredictionTarget>(place: Place | NoTarget): place is Place =>
  !('refusal' in place);

/** Returns true for the same line of moves or actions, of the same game or world. */
const isSameLine = (a: PredictionTarget, b: PredictionTarget): boolean =>
  a.ply === b.ply &&
  a.startFen === b.startFen &&
  a.trueFen === b.trueFen &&
  targetKind(a) === targetKind(b) &&
  a.moves.join(' ') === b.moves.join(' ');

const targetKind = (place: PredictionTarget): string => ('world' in place ? place.world.name : place.variant);

/** Returns the state if it is that of a location in an earlier text. */
export const sameTarget = (
  found: PredictionTarget | NoTarget | undefined,
  place: PredictionTarget,
): PredictionTarget | undefined =>
  found !== undefined && isTarget(found) && isSameLine(found, place) ? found : undefined;

/** Returns the task of a position. */
export const gameTask = ({ variant, startFen, moves }: GameTarget, sample: number): StateTask => ({
  kind: 'state',
  variant,
  startFen,
  moves,
  sample,
});

/** Returns the task at a location in a text, of a game or of a walk. */
export const targetTask = (place: PredictionTarget, sample: number): StateTask | WorldTask =>
  'world' in place ? worldTask(place.world, place, sample) : gameTask(place, sample);

/** Returns the task of a state of a walk. */
export const worldTask = (world: World<unknown>, { startFen, moves }: WalkState, sample: number): WorldTask => ({
  kind: 'world',
  world,
  startFen,
  moves,
  sample,
});

/** Targets of one replayed game. Moves are identified by their index in the tree; -1 is the start position. */
export class GameTargets {
  readonly #tree: GameTree;
  readonly #game: number;
  readonly #replay: Replay;
  readonly #paths: LinePaths;
  readonly #startFen: string | undefined;
  readonly #sans = new Map<number, string | undefined>();
  #byStart: Map<number, number> | undefined;

  constructor(text: string, tree: GameTree, game: number) {
    this.#tree = tree;
    this.#game = game;
    this.#replay = replay(text, tree, gameStart(text, readTags(text, tree)));
    this.#paths = new LinePaths(tree);
    const { state } = this.#replay.start;
    this.#startFen = state === undefined ? undefined : printChess(state);
  }

  /** Returns the position after a move. */
  after(move: number): GameTarget | NoTarget {
    if (this.#startFen === undefined) return { refusal: 'the start position of the game is unknown' };
    const moves: string[] = [];
    for (let m = move; m >= 0; m = this.#tree.movePrevious[m] ?? -1) {
      const san = this.#san(m);
      if (san === undefined) return { refusal: 'a move before it cannot be played or is a null move' };
      moves.push(san);
    }
    return this.#place(move, moves.length, moves.reverse()) ?? { refusal: 'the position is unknown' };
  }

  /** Returns positions of the main line, up to the first move that cannot be sent to a model; `cut` if there is one. */
  mainLine(plan: (length: number) => readonly number[]): { readonly places: GameTarget[]; readonly cut: boolean } {
    const tree = this.#tree;
    const moves: number[] = [];
    const sans: string[] = [];
    let cut = false;
    for (let m = 0; m < tree.moveToken.length && !cut; m++) {
      if (tree.nodeKind[tree.moveNode[m] ?? 0] !== MOVETEXT) continue;
      const san = this.#san(m);
      cut = san === undefined;
      if (san === undefined) continue;
      moves.push(m);
      sans.push(san);
    }
    const places = plan(moves.length).map((ply) => this.#place(moves[ply - 1] ?? -1, ply, sans));
    return { places: places.filter((place) => place !== undefined), cut };
  }

  /**
   * Returns the move at or before an offset in the innermost line around it; before a line's first move, the move that it branches from.
   */
  moveBefore(offset: number): number {
    return moveBefore(this.#tree, offset);
  }

  /** Returns the move whose text begins at an offset. */
  moveAt(offset: number): number | undefined {
    const tree = this.#tree;
    this.#byStart ??= new Map(Array.from(tree.moveToken, (token, m) => [tokenRange(tree, token).start, m]));
    return this.#byStart.get(offset);
  }

  /** Returns the move at a ply of the line with a path. */
  moveOf(path: readonly VariationStep[], ply: number): number | undefined {
    if (ply === 0) return -1;
    const node = this.#paths.nodeAt(path);
    const tree = this.#tree;
    for (let m = 0; m < tree.moveToken.length; m++) {
      if (tree.moveNode[m] === node && tree.movePly[m] === ply) return m;
    }
    return undefined;
  }

  /** Returns the position after a move. `sans` may be longer than the line up to the move. */
  #place(move: number, ply: number, sans: readonly string[]): GameTarget | undefined {
    const trueFen = fenAfter(this.#replay, move);
    if (this.#startFen === undefined || trueFen === undefined) return undefined;
    const tree = this.#tree;
    return {
      game: this.#game,
      ply,
      path: move < 0 ? [] : this.#paths.pathOf(tree.moveNode[move] ?? 0),
      anchor: move < 0 ? { start: tree.offset, end: tree.offset } : tokenRange(tree, tree.moveToken[move] ?? 0),
      variant: this.#replay.start.variant,
      startFen: this.#startFen,
      // Sliced when it is read: all plies of a long game together would fill the memory.
      get moves() {
        return sans.slice(0, ply);
      },
      trueFen,
    };
  }

  /** Returns a move as it is sent to a model: SAN in export format, whatever its spelling in the file. */
  #san(move: number): string | undefined {
    if (!this.#sans.has(move)) this.#sans.set(move, exportSan(this.#replay, move));
    return this.#sans.get(move);
  }
}
