/** The model that is in the box. */
export const MAV_SMALL = {
  name: 'mav-small',
  /** From the root of the package. */
  folder: 'media/mav-small',
  /** The games whose lists of actions and values it has learned; it knows states of all. */
  lists: ['connect_four', 'hex'] as readonly string[],
} as const;

export const MAV_SMALL_LABEL = `builtin:${MAV_SMALL.name}`;

/** True if a model may know lists of actions and values of a game, by its name in MAV: all models but the one in the box are taken to. */
export const mayListActions = (label: string, game: string): boolean =>
  label !== MAV_SMALL_LABEL || MAV_SMALL.lists.includes(game);
