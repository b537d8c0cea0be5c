import { partitionPoint } from '../../core/base/collections.ts';
import type { Range } from '../../core/base/text/range.ts';
import { type ChessVariant, isChessVariant } from '../../core/games/chess/chess-variants.ts';
import type { PlyPlan } from '../../core/notation/pgn/ply-selection.ts';
import { actionsBefore, readWalks, type Walk } from '../../core/notation/walk/read-walk.ts';
import { actionTitle, replayWalk, unknownState } from '../../core/notation/walk/replay-walk.ts';
import type { OpenedWorld, WorldLookup } from '../../core/notation/walk/walk-world.ts';
import type { WorldSpec } from '../../core/worlds/world-spec.ts';
import type { Task } from '../model.ts';
import { type GameTarget, type NoTarget, type PredictionTarget, sameTarget } from './game-targets.ts';
import type { PredictableText } from './pgn-targets.ts';

/** Walks of a text, each replayed on first use. Positions of chess are asked for as those of games are. */
export class WalkTargets implements PredictableText {
  readonly #walks: readonly Walk[];
  readonly #lookup: WorldLookup;
  readonly #asked = new Map<number, TargetWalk | undefined>();

  constructor(text: string, lookup: WorldLookup) {
    this.#walks = readWalks(text).walks;
    this.#lookup = lookup;
  }

  placesAt(offsets: readonly number[]): (PredictionTarget | NoTarget)[] {
    return offsets.map((offset) => {
      const game = this.#at(offset);
      const walk = this.#walks[game];
      return walk === undefined ? { refusal: 'there is no walk here' } : this.#after(game, actionsBefore(walk, offset));
    });
  }

  *planned(plan: PlyPlan): Generator<{ readonly places: readonly PredictionTarget[]; readonly cut: boolean }> {
    for (const game of this.#walks.keys()) {
      const asked = this.#of(game);
      if (asked === undefined) yield { places: [], cut: true };
      else yield { places: plan(asked.length).map((ply) => asked.placeAt(ply)), cut: asked.cut };
    }
  }

  relocate(
    places: readonly PredictionTarget[],
    anchors: readonly (Range | undefined)[],
  ): (PredictionTarget | undefined)[] {
    return places.map((place, i) => sameTarget(this.#atAnchor(anchors[i], place.ply), place) ?? this.#same(place));
  }

  /** Returns the state at its former number and ply. */
  #same(place: PredictionTarget): PredictionTarget | undefined {
    return sameTarget(this.#after(place.game, place.ply), place);
  }

  /** Returns the state after the action with a range; at an empty anchor, the start of the walk there. */
  #atAnchor(anchor: Range | undefined, ply: number): PredictionTarget | NoTarget | undefined {
    if (anchor === undefined) return undefined;
    const game = this.#at(anchor.start);
    const at = this.#walks[game]?.actions.findIndex(({ range }) => range.start === anchor.start) ?? -1;
    return ply > 0 && at < 0 ? undefined : this.#after(game, ply === 0 ? 0 : at + 1);
  }

  /** Returns the last walk that starts at or before an offset; -1 if none does. */
  #at(offset: number): number {
    return partitionPoint(this.#walks.length, (game) => (this.#walks[game]?.range.start ?? 0) <= offset) - 1;
  }

  #after(game: number, ply: number): PredictionTarget | NoTarget {
    const walk = this.#walks[game];
    const asked = this.#of(game);
    if (asked !== undefined && ply <= asked.length) return asked.placeAt(ply);
    const reason = walk && unknownState(replayWalk(walk, this.#lookup), ply);
    return { refusal: reason ?? 'there is no walk here' };
  }

  #of(game: number): TargetWalk | undefined {
    const walk = this.#walks[game];
    if (walk !== undefined && !this.#asked.has(game)) this.#asked.set(game, targetWalk(walk, game, this.#lookup));
    return this.#asked.get(game);
  }
}

/**
 * Returns the game that stands for a world in questions: its walks are games, with moves in SAN, boards and blame.
 * Undefined for worlds that are asked about in their own terms.
 */
export const chessVariant = (spec: WorldSpec): ChessVariant | undefined =>
  spec.kind === 'named' && isChessVariant(spec.name) ? spec.name : undefined;

/** Returns the kind of task for walks of a world; games of chess count as games. */
export const walkTaskKind = (spec: WorldSpec): Exclude<Task['kind'], 'mav'> =>
  chessVariant(spec) === undefined ? 'world' : 'state';

/** A walk of a file as far as its actions are legal, with its targets. */
interface TargetWalk {
  readonly opened: OpenedWorld;
  /** Number of legal actions. */
  readonly length: number;
  /** True if an illegal action follows them. */
  readonly cut: boolean;
  /** Returns the state after this many actions, 0 to `length`; for chess with its moves in SAN. */
  placeAt(ply: number): PredictionTarget;
}

/**
 * Replays a walk of a file; undefined if its world or its start is not known.
 *
 * @param game its number in the file, from 0
 */
export function targetWalk(walk: Walk, game: number, lookup: WorldLookup): TargetWalk | undefined {
  const { opened, states, illegal } = replayWalk(walk, lookup);
  if (opened === undefined || states.length === 0) return undefined;
  const { automaton } = opened.world;
  const variant = chessVariant(opened.spec);
  const legal = walk.actions.slice(0, states.length - 1);
  const names = legal.map(({ text }, i) => actionTitle(opened.world, states[i], text));
  const startFen = automaton.print(states[0]);
  const placeAt = (ply: number): PredictionTarget => {
    const place: Omit<GameTarget, 'variant'> = {
      game,
      startFen,
      // Sliced when it is read: all plies of a long walk together would fill the memory.
      get moves() {
        return names.slice(0, ply);
      },
      trueFen: automaton.print(states[ply]),
      ply,
      path: [],
      anchor: plyAnchor(walk, ply),
    };
    // Not spread: that would slice the moves now.
    return variant === undefined ? Object.assign(place, { world: opened.world }) : Object.assign(place, { variant });
  };
  return { opened, length: states.length - 1, cut: illegal !== undefined, placeAt };
}

/** Returns the range of the action that leads to a ply; for the start, the beginning of the walk. */
function plyAnchor({ actions, range: { start } }: Walk, ply: number): Range {
  return actions[ply - 1]?.range ?? { start, end: start };
}
