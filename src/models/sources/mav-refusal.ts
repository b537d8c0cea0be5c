import { isBaseline } from '../../core/evaluation/report/report-sample.ts';
import { type HeaderCommand, needsValues } from '../../core/mav/author/header-commands.ts';
import { bundledWeights, MAV_SMALL_LABEL } from './mav-small.ts';

/**
 * Reasons why a model certainly cannot answer a prompt. `mav`: it answers no MAV. `game`: it does not know the game. `move`: of the game it
 * knows only lists, and states after a move, and the prompt has neither.
 */
export type MavRefusal = 'mav' | 'game' | 'move';

/**
 * Returns the reason why a model cannot answer a prompt, as far as its label tells; undefined if it may. Models other than the bundled one and
 * the baselines may answer everything.
 *
 * @param game name of the game in MAV
 * @param commands of the header
 */
export function mavRefusal(label: string, game: string, commands: readonly HeaderCommand[]): MavRefusal | undefined {
  if (isBaseline(label)) return 'mav';
  if (label !== MAV_SMALL_LABEL) return undefined;
  const weights = bundledWeights(game);
  if (weights === undefined) return 'game';
  if (weights.kind === 'board' || commands.some(needsValues)) return undefined;
  return commands.some(({ command }) => command === 'prev_action') ? undefined : 'move';
}
