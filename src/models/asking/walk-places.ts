import type { Range } from '../../core/base/text/range.ts';
import type { Walk } from '../../core/notation/walk/read-walk.ts';
import { actionTitle, replayWalk } from '../../core/notation/walk/replay-walk.ts';
import type { OpenedWorld, WorldLookup } from '../../core/notation/walk/walk-world.ts';
import type { WorldSpec } from '../../core/worlds/world-spec.ts';
import type { Task } from '../model.ts';
import type { AskedPlace, AskedState } from './asked-game.ts';

/** The games whose walks are games as everywhere else: moves in SAN, boards, blame. */
const CHESS = ['chess', 'chess960'] as const;

/** The game that a world is asked about as; undefined for worlds that are asked about in their own terms. */
export const chessOf = (spec: WorldSpec): (typeof CHESS)[number] | undefined =>
  spec.kind === 'named' ? CHESS.find((name) => name === spec.name) : undefined;

/** What is asked about walks of a world: games of chess are games. */
export const taskKindOf = (spec: WorldSpec): Exclude<Task['kind'], 'mav'> =>
  chessOf(spec) === undefined ? 'world' : 'state';

/** A walk of a file as far as its actions are legal, and where a model can be asked about it. */
export interface AskedWalk {
  readonly opened: OpenedWorld;
  /** Number of legal actions. */
  readonly length: number;
  /** An action behind them is not legal. */
  readonly cut: boolean;
  /** The state behind so many actions, from 0 to `length`; of chess with its moves in SAN. */
  placeAt(ply: number): AskedState;
}

/**
 * A walk of a file, replayed; undefined where its world or its start is not known.
 *
 * @param game its number in the file, from 0
 */
export function askedWalk(walk: Walk, game: number, lookup: WorldLookup): AskedWalk | undefined {
  const { opened, states, illegal } = replayWalk(walk, lookup);
  if (opened === undefined || states.length === 0) return undefined;
  const { automaton } = opened.world;
  const variant = chessOf(opened.spec);
  const legal = walk.actions.slice(0, states.length - 1);
  const names = legal.map(({ text }, i) => actionTitle(opened.world, states[i], text));
  const startFen = automaton.print(states[0]);
  const placeAt = (ply: number): AskedState => {
    const place: Omit<AskedPlace, 'variant'> = {
      game,
      startFen,
      // Cut out when it is read: all plies of a long walk together would fill the memory.
      get moves() {
        return names.slice(0, ply);
      },
      trueFen: automaton.print(states[ply]),
      ply,
      path: [],
      anchor: anchorOf(walk, ply),
    };
    // Not spread: that would cut out the moves now.
    return variant === undefined ? Object.assign(place, { world: opened.world }) : Object.assign(place, { variant });
  };
  return { opened, length: states.length - 1, cut: illegal !== undefined, placeAt };
}

/** The action that leads to a state; of the start the beginning of the walk. */
function anchorOf({ actions, range: { start } }: Walk, ply: number): Range {
  return actions[ply - 1]?.range ?? { start, end: start };
}
