import { isBaseline } from '../../core/evaluation/report/report-sample.ts';
import { type HeaderCommand, needsValues } from '../../core/mav/author/header-commands.ts';
import { canListActions, MAV_SMALL, MAV_SMALL_LABEL } from './mav-small.ts';

/**
 * Reasons why a model certainly cannot answer a prompt. `mav`: it answers no MAV. `game`: it does not know the game. `lists`: it has learned
 * no actions with values of the game. `move`: it knows only states after a move, and the prompt has none.
 */
export type MavRefusal = 'mav' | 'game' | 'lists' | 'move';

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
  if (MAV_SMALL.folders[game] === undefined) return 'game';
  if (commands.some(needsValues)) return canListActions(label, game) ? undefined : 'lists';
  return commands.some(({ command }) => command === 'prev_action') ? undefined : 'move';
}
