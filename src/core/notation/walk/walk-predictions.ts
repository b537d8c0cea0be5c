import { type ComparisonRules, comparedWorld } from '../../metrics/comparison-rules.ts';
import { worldGame } from '../../metrics/world-pair-reading.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';
import type { Prediction } from '../predictions/prediction.ts';
import { readWalks, type Walk } from './read-walk.ts';
import { actionTitle, type ReplayedWalk, replayWalk, unknownState, walkHistory } from './replay-walk.ts';
import type { OpenedWorld, WorldLookup } from './walk-world.ts';

/** Returns the comparison rules for states of a world: those of a game, if it is one. */
export function walkComparison({ world, spec }: OpenedWorld): {
  readonly variant: ComparisonRules;
  readonly world: WorldSpec;
} {
  const game = worldGame(world);
  return { variant: game ?? comparedWorld(world.name), world: spec };
}

/** Returns the predictions of a walk file, in text order. */
export const walkPredictions = (text: string, lookup: WorldLookup): Prediction[] =>
  walksPredictions(text, lookup, 0).predictions;

/**
 * Returns the predictions of a part of such a file that starts at a walk, and the number of its walks.
 *
 * @param first number of its first walk
 */
export function walksPredictions(
  text: string,
  lookup: WorldLookup,
  first: number,
): { readonly predictions: Prediction[]; readonly walks: number } {
  const { walks } = readWalks(text);
  const predictions = walks.flatMap((walk, i) =>
    walk.predictions.length > 0 ? replayedPredictions(replayWalk(walk, lookup), first + i) : [],
  );
  return { predictions, walks: walks.length };
}

/** Returns the predictions of a replayed walk; those with invalid syntax are left out. */
export function replayedPredictions(replayed: ReplayedWalk, game: number): Prediction[] {
  const { walk, opened, states } = replayed;
  const compared = opened === undefined ? { variant: comparedWorld(walk.world.text) } : walkComparison(opened);
  return walk.predictions.flatMap(({ range, at, value }): Prediction[] => {
    if (typeof value === 'string') return [];
    const trueFen = opened === undefined || at >= states.length ? undefined : opened.world.automaton.print(states[at]);
    return [
      {
        label: value.label,
        fen: value.fen,
        range,
        fenRange: { start: value.fenStart, end: value.fenEnd },
        game,
        ply: at,
        path: [],
        san: lastAction(replayed, walk, at),
        ...compared,
        trueFen,
        unknown: unknownState(replayed, at),
        history: () => walkHistory(replayed, at),
      },
    ];
  });
}

function lastAction({ opened, states }: ReplayedWalk, { actions }: Walk, at: number): string | undefined {
  const action = actions[at - 1]?.text;
  if (action === undefined || opened === undefined || at > states.length) return action;
  return actionTitle(opened.world, states[at - 1], action);
}
