import { isBaseline } from '../../core/evaluation/report/report-sample.ts';
import { type MavGameName, mavGameName } from '../../core/mav/game-names.ts';

/** Bundled model: a board network for each game, in a folder relative to the root of the package. Other games are unknown. */
export const MAV_SMALL = {
  name: 'mav-small',
  weights: {
    chess: 'media/mav-small',
    chess960: 'media/mav-small',
    connect_four: 'media/mav-small-connect_four',
    hex: 'media/mav-small-hex',
    othello: 'media/mav-small-othello',
  } satisfies Partial<Record<MavGameName, string>> as Readonly<Record<string, string>>,
} as const;

export const MAV_SMALL_LABEL = `builtin:${MAV_SMALL.name}`;

/** Returns the folder of a game's weights by its name in MAV, in any spelling; undefined if the bundled model does not know it. */
export const bundledWeights = (game: string): string | undefined => MAV_SMALL.weights[mavGameName(game) ?? ''];

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
