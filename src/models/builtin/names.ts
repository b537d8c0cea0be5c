/** The model that is in the box. */
export const MAV_SMALL = {
  name: 'mav-small',
  /** From the root of the package. */
  folder: 'media/mav-small',
} as const;

export const MAV_SMALL_LABEL = `builtin:${MAV_SMALL.name}`;
