import { removeWalkPredictions, WalkAnnotator } from '../../notation/walk/annotate-walk.ts';
import { walksPredictions } from '../../notation/walk/walk-predictions.ts';
import { lookupIn } from '../../notation/walk/walk-world.ts';
import type { PredictionAbilities } from '../kit.ts';
import { removeFromLines } from '../line-edits.ts';

/** Predictions on lines below the actions of a walk. */
export const WALK_PREDICTIONS: PredictionAbilities = {
  marker: 'pstate',
  read: (text, { first, worlds }) => {
    const { predictions, walks } = walksPredictions(text, lookupIn(worlds), first);
    return { predictions, games: walks };
  },
  annotator: (annotations, { sameLabel, lineEnd }) => new WalkAnnotator(annotations, sameLabel, lineEnd),
  remove: removeFromLines(removeWalkPredictions),
};
