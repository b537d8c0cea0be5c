import { isBaseline } from '../../core/evaluation/report/report-sample.ts';
import { bundledWeights, MAV_SMALL_LABEL } from './mav-small.ts';

/** Reasons why a model certainly cannot answer a prompt. `mav`: it answers no MAV. `game`: it does not know the game. */
export type MavRefusal = 'mav' | 'game';

/**
 * Returns the reason why a model cannot answer prompts of a game, by its name in MAV, as far as its label tells; undefined if it may. Models
 * other than the bundled one and the baselines may answer everything.
 */
export function mavRefusal(label: string, game: string): MavRefusal | undefined {
  if (isBaseline(label)) return 'mav';
  return label === MAV_SMALL_LABEL && bundledWeights(game) === undefined ? 'game' : undefined;
}
