import type { MavGameName } from '../../core/mav/games.ts';

/** The model that is in the box. It has weights of its own for chess, and for games of stones: small ones, trained on both, unlearn one for the other. */
export const MAV_SMALL = {
  name: 'mav-small',
  /** Folders of the weights by game, from the root of the package; a game without one it does not know. */
  folders: {
    chess: 'media/mav-small',
    chess960: 'media/mav-small',
    connect_four: 'media/mav-small-stones',
    hex: 'media/mav-small-stones',
  } satisfies Partial<Record<MavGameName, string>> as Readonly<Record<string, string>>,
  /** The games whose lists of actions and values it has learned; it knows states of all. */
  lists: ['connect_four', 'hex'] as readonly string[],
} as const;

export const MAV_SMALL_LABEL = `builtin:${MAV_SMALL.name}`;

/** True if a model may know lists of actions and values of a game, by its name in MAV: all models but the one in the box are taken to. */
export const canListActions = (label: string, game: string): boolean =>
  label !== MAV_SMALL_LABEL || MAV_SMALL.lists.includes(game);
