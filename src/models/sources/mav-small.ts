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
