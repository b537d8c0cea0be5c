import type { MavGameName } from '../../core/mav/games.ts';

/**
 * Bundled model. It has separate weights for chess and for games of stones: small models trained on both unlearn one for the other.
 */
export const MAV_SMALL = {
  name: 'mav-small',
  /** Folders of the weights by game, relative to the root of the package; other games are unknown. */
  folders: {
    chess: 'media/mav-small',
    chess960: 'media/mav-small',
    connect_four: 'media/mav-small-stones',
    hex: 'media/mav-small-stones',
  } satisfies Partial<Record<MavGameName, string>> as Readonly<Record<string, string>>,
  /** Games for which it has learned lists of actions and values; it knows the states of all games with weights. */
  lists: ['connect_four', 'hex'] as readonly string[],
} as const;

export const MAV_SMALL_LABEL = `builtin:${MAV_SMALL.name}`;

/**
 * Returns true if a model may know lists of actions and values of a game, by its name in MAV; models other than the bundled one are assumed
 * to.
 */
export const canListActions = (label: string, game: string): boolean =>
  label !== MAV_SMALL_LABEL || MAV_SMALL.lists.includes(game);

/** Returns the reason why a model cannot play a game, as far as its label tells; undefined if it may. */
export const listlessCause = (label: string, game: string): string | undefined =>
  canListActions(label, game)
    ? undefined
    : `${label} has learned no lists of actions with values of ${game}, so that it cannot play it`;
